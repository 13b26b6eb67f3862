import { prose } from "../prose";
import type { PastAlertContent } from "./past-alert";

export const ALERTS_OF_SANDOVAL: readonly PastAlertContent[] = [
  {
    tag: "buy",
    ticker: "LMT",
    daysAgo: 611,
    holdingPeriod: "5 weeks",
    target: 6,
    stop: 5,
    analysis: prose`
The order for the next lot was delayed, not lost, and the share fell as if it were. Delay costs a quarter; the price has taken off two years.`,
  },
  {
    tag: "sell",
    ticker: "PFE",
    daysAgo: 597,
    holdingPeriod: "2 months",
    target: 9,
    stop: 6,
    analysis: prose`
Three patents end within two years, and what is to take their place was bought with borrowed money. The dividend looks safe until it is asked.`,
  },
  {
    tag: "buy",
    ticker: "RKLB",
    daysAgo: 466,
    holdingPeriod: "6 weeks",
    target: 22,
    stop: 14,
    disclosure: null,
    analysis: prose`
Four launches in as many weeks, each on its day. Customers who waited for that sign now, and there is nobody else with a free pad this year.`,
  },
  {
    tag: "sell",
    ticker: "CPRT",
    daysAgo: 389,
    holdingPeriod: "2 months",
    target: 7,
    stop: 5,
    analysis: prose`
Insurers repair again what they wrote off for three years. Fewer wrecks at lower prices are the whole of this business turned round.`,
  },
  {
    tag: "buy",
    ticker: "NVO",
    daysAgo: 377,
    holdingPeriod: "1 month",
    target: 9,
    stop: 7,
    analysis: prose`
The trial that disappointed measured the wrong dose. The right one reports in spring, and until then the share is priced as if it had failed.`,
  },
  {
    tag: "sell",
    ticker: "JOBY",
    daysAgo: 338,
    holdingPeriod: "6 weeks",
    target: 15,
    stop: 12,
    withdrawnAfter: 9,
    analysis: prose`
Certification is in its fourth stage of five, as it was a year ago. Cash lasts for eleven months, and the market is awake enough to be asked for more.`,
  },
  {
    tag: "buy",
    ticker: "PGR",
    daysAgo: 262,
    holdingPeriod: "2 months",
    target: 9,
    stop: null,
    analysis: prose`
Premiums rose before repairs did, and repairs have stopped rising. An insurer that reports each month hides nothing for long, so we set no stop.`,
  },
  {
    tag: "sell",
    ticker: "F",
    daysAgo: 127,
    holdingPeriod: "6 weeks",
    target: 6,
    stop: 5,
    analysis: prose`
Two recalls in a month, one of them for a part that was recalled before. Warranty costs have been above plan in seven quarters of eight.`,
  },
  {
    tag: "buy",
    ticker: "RTX",
    daysAgo: 96,
    holdingPeriod: "1 month",
    target: 6,
    stop: 5,
    analysis: prose`
Inspections of the older engines end a quarter earlier than was said. Airlines that grounded them have begun to order parts for the others.`,
  },
  {
    tag: "buy",
    ticker: "SE",
    daysAgo: 82,
    holdingPeriod: "5 weeks",
    target: 9,
    stop: 7,
    analysis: prose`
Delivery within a day now covers the whole of Java. Rivals answered with vouchers, which is what one does when there is nothing to deliver.`,
  },
];
