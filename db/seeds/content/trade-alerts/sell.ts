import { prose } from "../prose";
import type { Alert } from "./alert";

export const SELL_ALERTS: readonly Alert[] = [
  {
    tag: "sell",
    ticker: "DGE",
    name: "Diageo",
    currentPrice: "1992.00",
    currency: "GBX",
    dailyChange: "-4.48",
    targetPrice: "1840.00",
    stopLoss: "2095.00",
    holdingPeriod: "4 weeks",
    hoursAgo: 26,
    analysis: prose`
Distributors in America hold eleven weeks of tequila, four more than they like, and have begun to say so. A producer can ship less now or discount
later; the guidance given this morning avoids both words.

Support at 2,000 pence gave way on the largest volume of the year. The stop is above the level at which the day began.`,
  },
  {
    tag: "sell",
    ticker: "INTC",
    name: "Intel",
    currentPrice: "28.64",
    currency: "USD",
    dailyChange: "-6.04",
    targetPrice: "25.20",
    stopLoss: "30.60",
    holdingPeriod: "2 weeks",
    hoursAgo: 31,
    analysis: prose`
The share rose 40% in the hope of an outside customer for the new process. The report names none, and moves the date at which one is needed by
two quarters. Hope has a shelf life.

Margins are the second reason. Two further fabs begin to be written off next quarter. We cover quickly here, since a headline can be
published at any hour.`,
  },
  {
    tag: "sell",
    ticker: "BTC",
    name: "Bitcoin",
    currentPrice: "118420.00",
    currency: "USD",
    dailyChange: "-1.36",
    targetPrice: "111500.00",
    stopLoss: "121900.00",
    holdingPeriod: "10 days",
    hoursAgo: 73,
    analysis: prose`
Three days of withdrawals from the funds, a premium on futures that has fallen to the yield of a bill, and a third failure near 121,000. None of it
changes the long view. It is a poor set of cards for the next ten days.

Those who hold coins for years may use the trade as a hedge for a fifth of their holding, not more.`,
  },
  {
    tag: "sell",
    ticker: "NKE",
    name: "Nike",
    currentPrice: "68.30",
    currency: "USD",
    dailyChange: "-2.94",
    targetPrice: "62.00",
    stopLoss: "71.60",
    holdingPeriod: "3 weeks",
    hoursAgo: 123,
    analysis: prose`
Prices of last season’s running shoes at three large retailers fell by another 15% on the weekend. Clearing stock is the right thing to do, and it is
not finished. A rebound of 12% since the results priced in the end of something that is in its middle.

The 200-day line, at 71.40, has turned the share back twice.`,
  },
  {
    tag: "sell",
    ticker: "ZM",
    name: "Zoom Communications",
    currentPrice: "74.15",
    currency: "USD",
    dailyChange: "-0.81",
    targetPrice: "68.50",
    stopLoss: "77.20",
    holdingPeriod: "1 month",
    hoursAgo: 172,
    analysis: prose`
Renewals fall due for the three-year contracts that were signed in a hurry. A survey of 210 purchasing managers finds 31% who intend to pay less and
4% who intend to pay more, the rest being undecided or polite.

There is a large cash pile, so we do not overstay. Buybacks set a floor about where our target lies.`,
  },
  {
    tag: "sell",
    ticker: "PFE",
    name: "Pfizer",
    currentPrice: "24.11",
    currency: "USD",
    dailyChange: "-3.20",
    targetPrice: "22.40",
    stopLoss: "25.10",
    holdingPeriod: "5 weeks",
    hoursAgo: 220,
    analysis: prose`
A dividend of seven per cent is a question rather than an answer. With four patents ending before 2028, the payout will exceed free cash in two of the
coming three years on our estimates, and the new finance plan speaks of “flexibility”.

The share breaks a base of eight months on rising volume. We leave at the low of 2012.`,
  },
  {
    tag: "sell",
    ticker: "XOP",
    name: "SPDR Oil & Gas Exploration",
    currentPrice: "126.40",
    currency: "USD",
    dailyChange: "-2.31",
    targetPrice: "117.00",
    stopLoss: "131.50",
    holdingPeriod: "2 weeks",
    hoursAgo: 270,
    analysis: prose`
Twenty-three tankers wait off the Maas and the front of the oil curve has turned down. Explorers hedge less than they did, about 35% of the coming
year, so that a fall of three dollars reaches their profit almost undiluted.

A restart of the two refineries would end the trade early, and we would welcome the news with a smaller profit.`,
  },
  {
    tag: "sell",
    ticker: "SBUX",
    name: "Starbucks",
    currentPrice: "92.75",
    currency: "USD",
    dailyChange: "-0.57",
    targetPrice: "86.00",
    stopLoss: "96.20",
    holdingPeriod: "4 weeks",
    hoursAgo: 327,
    analysis: prose`
The programme to shorten the queue works, and it costs 500 million dollars in wages that come before the customers do. Analysts have put in the
customers and spread the wages over two years.

Tickets in America were down for the sixth quarter. Expectations for the seventh demand the first rise, of 2%.`,
  },
  {
    tag: "sell",
    ticker: "TSLA",
    name: "Tesla",
    currentPrice: "318.90",
    currency: "USD",
    dailyChange: "0.72",
    targetPrice: "286.00",
    stopLoss: "337.00",
    holdingPeriod: "3 weeks",
    hoursAgo: 384,
    analysis: prose`
Registrations in the six largest European markets were 27% lower than a year ago, for the eighth month in a row. The tax credit at home expires, which
pulls demand into this quarter and out of the following one.

The share rises on days like this for reasons that have nothing to do with cars. That is why the stop is wide and the position should be small.`,
  },
  {
    tag: "sell",
    ticker: "TLT",
    name: "iShares 20+ Year Treasury",
    currentPrice: "87.60",
    currency: "USD",
    dailyChange: "-0.45",
    targetPrice: "84.20",
    stopLoss: "89.40",
    holdingPeriod: "3 weeks",
    hoursAgo: 466,
    analysis: prose`
The calendar holds 118 billion dollars of long bonds within nine days, and dealers enter it with more stock than at any time this year. Foreign
buyers have been absent from the last three auctions.

Rates may well fall in the end. Supply comes first, and the price of supply is what we are trading.`,
  },
  {
    tag: "sell",
    ticker: "ADS",
    name: "Adidas",
    currentPrice: "201.40",
    currency: "EUR",
    dailyChange: "-1.62",
    targetPrice: "186.00",
    stopLoss: "209.50",
    holdingPeriod: "1 month",
    hoursAgo: 655,
    analysis: prose`
The retro models that carried two good years are on the reduced shelf in Milan and Seoul. Fashion tires slowly and then at once. Duties on goods from
Vietnam, a third of its supply, are not yet in the outlook, as management puts it, for reasons of prudence.

A lower high and a lower low on the weekly chart; first support sits at our target.`,
  },
  {
    tag: "sell",
    ticker: "MDB",
    name: "MongoDB",
    currentPrice: "214.70",
    currency: "USD",
    dailyChange: "-2.08",
    targetPrice: "194.00",
    stopLoss: "226.00",
    holdingPeriod: "2 weeks",
    hoursAgo: 824,
    analysis: prose`
Consumption at the largest cloud slowed in the weeks since the report, by the look of job postings and package downloads, both of which were useful
guides in the two previous quarters. The share has meanwhile recovered everything.

Trades against a popular company must be short. Ten sessions, then we close it whatever has happened.`,
  },
  {
    tag: "sell",
    ticker: "MAERSK-B",
    name: "A.P. Møller-Mærsk",
    currentPrice: "12640.00",
    currency: "DKK",
    dailyChange: "1.37",
    targetPrice: "11450.00",
    stopLoss: "13250.00",
    holdingPeriod: "6 weeks",
    hoursAgo: 1045,
    analysis: prose`
Freight rates have gone up by a fifth in three weeks and the share by less than half of that. Owners evidently do not trust the move, and they see the
order book: ships equal to a quarter of the fleet, most of them due in eighteen months.

Early ordering for the holidays ends as quickly as it begins. We sell into strength and accept that we may be a week early.`,
  },
  {
    tag: "sell",
    ticker: "WBD",
    name: "Warner Bros. Discovery",
    currentPrice: "12.35",
    currency: "USD",
    dailyChange: "-1.44",
    targetPrice: "10.90",
    stopLoss: "13.30",
    holdingPeriod: "5 weeks",
    hoursAgo: 1262,
    analysis: prose`
Splitting a company in two does not split its debt in proportion. On the terms published, the half with the declining channels keeps 60% of the
borrowings and a third of the cash flow. The market has valued both as if each kept the better part.

We close when the detailed terms are filed, expected in five weeks.`,
  },
];
