import { prose } from "../prose";
import type { PastAlertContent } from "./past-alert";

export const ALERTS_OF_ACHTERBERG: readonly PastAlertContent[] = [
  {
    tag: "buy",
    ticker: "CCJ",
    daysAgo: 668,
    holdingPeriod: "2 months",
    target: 14,
    stop: 8,
    disclosure: "I own shares of Cameco.",
    analysis: prose`
Two utilities have come back to the market after a year of silence, and a mine in Kazakhstan has cut its forecast. Contracts follow spot with a
delay of months.`,
  },
  {
    tag: "sell",
    ticker: "ODFL",
    daysAgo: 652,
    holdingPeriod: "6 weeks",
    target: 9,
    stop: 7,
    analysis: prose`
Freight that goes by the pallet has shrunk for seven months while the share rose for five. One of the two is mistaken.`,
  },
  {
    tag: "buy",
    ticker: "UNP",
    daysAgo: 537,
    holdingPeriod: "6 weeks",
    target: 5,
    stop: 4,
    analysis: prose`
Trains run faster than a year ago on the same track, which is how a railway grows without spending. Grain is late this year and still to come.`,
  },
  {
    tag: "sell",
    ticker: "KTOS",
    daysAgo: 476,
    holdingPeriod: "1 month",
    target: 12,
    stop: 9,
    disclosure: null,
    analysis: prose`
Everybody wants small aircraft without pilots; nobody has signed for a thousand of them. The price has.`,
  },
  {
    tag: "buy",
    ticker: "SAAB-B",
    daysAgo: 421,
    holdingPeriod: "2 months",
    target: 12,
    stop: 8,
    analysis: prose`
A frame contract becomes orders next month, and the factory that is to fill them opened in May. We hold it until the budget is voted.`,
  },
  {
    tag: "buy",
    ticker: "DE",
    daysAgo: 352,
    holdingPeriod: "2 months",
    target: 8,
    stop: 6,
    disclosure: "I own shares of Deere.",
    targetBefore: { target: 12, days: 16 },
    analysis: prose`
Dealers' lots are as empty as in the year before the last good one. Farmers buy late when they buy, and then all at once.`,
  },
  {
    tag: "sell",
    ticker: "LUNR",
    daysAgo: 273,
    holdingPeriod: "5 weeks",
    target: 16,
    stop: 12,
    analysis: prose`
The lander stood, this time, for two days. The next contract goes to whoever is cheapest, which has not been this company before.`,
  },
  {
    tag: "buy",
    ticker: "RHM",
    daysAgo: 238,
    holdingPeriod: "2 months",
    target: 18,
    stop: 10,
    analysis: prose`
The new plant makes in a week what the old one made in a month, and what it makes is sold for six years. The price has rested since the summer.`,
  },
  {
    tag: "sell",
    ticker: "MAERSK-B",
    daysAgo: 201,
    holdingPeriod: "2 months",
    target: 10,
    stop: 8,
    analysis: prose`
Forty new ships arrive before the harvest, and the short way through the canal is open again. Rates fell in each year in which both was true.`,
  },
  {
    tag: "buy",
    ticker: "AIR",
    daysAgo: 117,
    holdingPeriod: "6 weeks",
    target: 9,
    stop: 6,
    analysis: prose`
Engines that were missing in spring arrive by train every night. Twelve finished aircraft wait for each of them, and they are paid for at the door.`,
  },
  {
    tag: "sell",
    ticker: "WM",
    daysAgo: 88,
    holdingPeriod: "5 weeks",
    target: 5,
    stop: 3.5,
    analysis: prose`
Recycled paper costs half of what it did in spring, and the new plants were built for that price. It is a good company a little too dear.`,
  },
];
