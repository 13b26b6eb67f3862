import { prose } from "../prose";
import type { PastAlertContent } from "./past-alert";

export const ALERTS_OF_CALLOWAY: readonly PastAlertContent[] = [
  {
    tag: "sell",
    ticker: "NKE",
    daysAgo: 681,
    holdingPeriod: "1 month",
    target: 8,
    stop: 6,
    analysis: prose`
Shelves are full of last year's colours and the house has begun to discount its own shops. Margins tell of that a quarter later.`,
  },
  {
    tag: "buy",
    ticker: "V",
    daysAgo: 583,
    holdingPeriod: "6 weeks",
    target: 5,
    stop: 3.5,
    analysis: prose`
Cross-border spending grew by a tenth for the fifth quarter in a row. It is the part that earns most and that forecasts leave out.`,
  },
  {
    tag: "sell",
    ticker: "TSLA",
    daysAgo: 524,
    holdingPeriod: "1 month",
    target: 12,
    stop: 9,
    analysis: prose`
Prices were cut in four markets within a week, on a weekend. Whoever sells all that he can make does not do that.`,
  },
  {
    tag: "sell",
    ticker: "WBD",
    daysAgo: 498,
    holdingPeriod: "6 weeks",
    target: 10,
    stop: 8,
    analysis: prose`
Cable fees pay the interest, and subscribers leave cable faster than they come to streaming. The sum was never large.`,
  },
  {
    tag: "buy",
    ticker: "SPGI",
    daysAgo: 489,
    holdingPeriod: "2 months",
    target: 9,
    stop: 5,
    analysis: prose`
Companies that put off borrowing have run out of time to put it off. Each new bond wants a rating, and there are two firms to ask.`,
  },
  {
    tag: "buy",
    ticker: "SHOP",
    daysAgo: 284,
    holdingPeriod: "1 month",
    target: 10,
    stop: 7,
    analysis: prose`
Shops that joined in the year of the plague were expected to close. Nine in ten did not, and they now pay for the dearer plan.`,
  },
  {
    tag: "sell",
    ticker: "DGE",
    daysAgo: 226,
    holdingPeriod: "6 weeks",
    target: 9,
    stop: 7,
    analysis: prose`
Wholesalers order by what they sold last spring, and nobody sold as much as last spring. The figure for the half-year will say so.`,
  },
  {
    tag: "sell",
    ticker: "TSLA",
    daysAgo: 176,
    holdingPeriod: "5 weeks",
    target: 11,
    stop: 8,
    analysis: prose`
Registrations in Europe fell by a third in May, before the new model could be blamed. The share looks at robots, which have no registrations.`,
  },
  {
    tag: "buy",
    ticker: "INTC",
    daysAgo: 138,
    holdingPeriod: "5 weeks",
    target: 13,
    stop: 8,
    analysis: prose`
Talk of a first outside customer has become a date. At two thirds of the value of its buildings the share needs little of it to be true.`,
  },
];
