import { prose } from "../prose";
import type { PastAlertContent } from "./past-alert";

export const ALERTS_OF_OKONJO: readonly PastAlertContent[] = [
  {
    tag: "buy",
    ticker: "MSFT",
    daysAgo: 694,
    holdingPeriod: "6 weeks",
    target: 7,
    stop: 4.5,
    analysis: prose`
Cloud contracts signed in the quarter were worth a third more than a year before, and none of that is in sales yet.

We buy the wait. If the next figures bring the wait without the contracts, the stop is there.`,
  },
  {
    tag: "sell",
    ticker: "MARA",
    daysAgo: 629,
    holdingPeriod: "1 month",
    target: 20,
    stop: 14,
    analysis: prose`
Each coin costs more electricity than it did, and the reward for it halves again. New shares pay for the difference.`,
  },
  {
    tag: "buy",
    ticker: "COIN",
    daysAgo: 561,
    holdingPeriod: "2 months",
    target: 24,
    stop: 17,
    disclosure: "I own shares of Coinbase.",
    analysis: prose`
Volumes on the exchange follow the coin's own price with three weeks' delay, and the coin rose last month. It is a share for a small part of a
portfolio.`,
  },
  {
    tag: "sell",
    ticker: "ZM",
    daysAgo: 546,
    holdingPeriod: "2 months",
    target: 10,
    stop: 7,
    analysis: prose`
Large customers renew for fewer seats. The product is good, and it is given away by somebody who sells the rest of the office with it.`,
  },
  {
    tag: "buy",
    ticker: "BTC",
    daysAgo: 447,
    holdingPeriod: "5 weeks",
    target: 14,
    stop: 10,
    disclosure: "I own bitcoin.",
    analysis: prose`
Coins have left the exchanges for nine weeks, most of them for purses that have never sold. It is no reason to buy at any price; at this one
it is.`,
  },
  {
    tag: "sell",
    ticker: "ADS",
    daysAgo: 433,
    holdingPeriod: "6 weeks",
    target: 8,
    stop: 6,
    analysis: prose`
The shoe that carried two good years is now in supermarkets. Fashion needs no reason to end, only a supermarket.`,
  },
  {
    tag: "sell",
    ticker: "MDB",
    daysAgo: 363,
    holdingPeriod: "1 month",
    target: 12,
    stop: 8,
    analysis: prose`
New customers choose the free edition, and the large one that paid for the rest has built its own. Guidance did not mention either.`,
  },
  {
    tag: "buy",
    ticker: "IONQ",
    daysAgo: 301,
    holdingPeriod: "5 weeks",
    target: 25,
    stop: 15,
    withdrawnAfter: 12,
    analysis: prose`
A laboratory that bought one machine has ordered three. We know how this share behaves, so the stake is a quarter of the usual one.`,
  },
  {
    tag: "buy",
    ticker: "SBUX",
    daysAgo: 214,
    holdingPeriod: "6 weeks",
    target: 8,
    stop: 6,
    analysis: prose`
Queues at the counter are a minute shorter where the new order of work is in place, and that is now half of all houses.`,
  },
  {
    tag: "sell",
    ticker: "HOOD",
    daysAgo: 151,
    holdingPeriod: "1 month",
    target: 13,
    stop: 10,
    analysis: prose`
Options bring most of the income, and option trading falls in each quiet summer. This one has begun quietly.`,
  },
];
