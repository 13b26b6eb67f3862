import { prose } from "../prose";
import type { Alert } from "./alert";

export const BUY_ALERTS: readonly Alert[] = [
  {
    tag: "buy",
    ticker: "AVGO",
    name: "Broadcom",
    currentPrice: "284.60",
    currency: "USD",
    dailyChange: "1.12",
    targetPrice: "312.00",
    stopLoss: "271.50",
    holdingPeriod: "3 weeks",
    hoursAgo: 2.1,
    analysis: prose`
Custom accelerators now carry a third of semiconductor revenue, and two of the three large customers have confirmed their next designs.
The last quarter showed the first rise in gross margin since the software business was folded in.

The price has held above its 50-day average through two weak sessions for the sector. We buy at the market, with the stop under the last
low: below that, the reason for the trade is gone.

Earnings fall after the holding period ends. We do not intend to hold through them.`,
  },
  {
    tag: "buy",
    ticker: "CCL",
    name: "Carnival",
    currentPrice: "31.07",
    currency: "USD",
    dailyChange: "4.12",
    targetPrice: "34.50",
    stopLoss: "29.20",
    holdingPeriod: "1 month",
    hoursAgo: 6.8,
    analysis: prose`
A third increase of the forecast, and the bonds rose before the shares did. Gaps of this kind, on twice the usual volume and above a base of
nine weeks, have been closed in only two of eleven cases since 2015.

The stop lies in the middle of the gap. If the market gives back half of the news it does not believe it.`,
  },
  {
    tag: "buy",
    ticker: "NVDA",
    name: "Nvidia",
    currentPrice: "172.40",
    currency: "USD",
    dailyChange: "1.64",
    targetPrice: "184.00",
    stopLoss: "166.00",
    holdingPeriod: "2 weeks",
    hoursAgo: 50,
    analysis: prose`
A trade inside a larger view: our brief would buy lower. The share has tested 166 three times in a month on falling volume, each time with a
smaller reaction in the rest of the group. That is how selling ends.

The target is the old high. We take all of it there, since a break of an old high at the first attempt is rarer than it looks.`,
  },
  {
    tag: "buy",
    ticker: "URA",
    name: "Global X Uranium",
    currentPrice: "41.35",
    currency: "USD",
    dailyChange: "2.86",
    targetPrice: "46.00",
    stopLoss: "38.90",
    holdingPeriod: "6 weeks",
    hoursAgo: 99,
    analysis: prose`
Contract prices have moved above spot and stayed there for four months. Miners follow with a delay, and the fund spreads the risk that any one of
them misses its production target, which two did this year.

Volume on up days is 1.8 times that on down days. We would add at 43.20 if it gets there inside three weeks.`,
  },
  {
    tag: "buy",
    ticker: "SIE",
    name: "Siemens",
    currentPrice: "221.80",
    currency: "EUR",
    dailyChange: "0.74",
    targetPrice: "242.00",
    stopLoss: "212.00",
    holdingPeriod: "5 weeks",
    hoursAgo: 148,
    analysis: prose`
Factory automation has turned: orders in China grew for a second quarter and distributors in Germany report that shelves are empty. The spin-off of
the medical stake, about which a decision is due next month, would release some 30 euros a share.

Price sits on the rising 100-day line, where buyers appeared in three of the last four corrections.`,
  },
  {
    tag: "buy",
    ticker: "GLD",
    name: "SPDR Gold Shares",
    currentPrice: "309.40",
    currency: "USD",
    dailyChange: "0.11",
    targetPrice: "325.00",
    stopLoss: "301.50",
    holdingPeriod: "1 month",
    hoursAgo: 195,
    analysis: prose`
Ten weeks of nothing after a strong rise. The range has narrowed to four per cent, the narrowest since the winter, while holdings of the fund grew
in seven of the ten. Somebody is buying without hurrying.

We do not know in which direction a range breaks. We know what it costs to be wrong here, 2.6%, and that it is half of what we stand to gain.`,
  },
  {
    tag: "buy",
    ticker: "AIR",
    name: "Airbus",
    currentPrice: "182.60",
    currency: "EUR",
    dailyChange: "-0.38",
    targetPrice: "198.00",
    stopLoss: "175.00",
    holdingPeriod: "4 weeks",
    hoursAgo: 244,
    analysis: prose`
Sixty aircraft stand finished in Toulouse and Hamburg without engines. The supplier has told analysts that it will catch up by the end of the quarter,
and engine deliveries in the last two weeks support it. Each handover brings in about 25 million euros that is already spent.

We buy a day of weakness in a steady trend and leave before the production figures if the target is not reached.`,
  },
  {
    tag: "buy",
    ticker: "SHOP",
    name: "Shopify",
    currentPrice: "117.20",
    currency: "USD",
    dailyChange: "2.05",
    targetPrice: "128.50",
    stopLoss: "111.00",
    holdingPeriod: "3 weeks",
    hoursAgo: 296,
    analysis: prose`
Card data for the month show merchants on the platform growing 24%, where the consensus for the quarter has 21. The same series was within a point of
the result in each of the past five quarters.

Options price a move of 9% on the day. Ours is a trade for the run-up only: close half on the evening before the report, whatever the price.`,
  },
  {
    tag: "buy",
    ticker: "NESN",
    name: "Nestlé",
    currentPrice: "79.84",
    currency: "CHF",
    dailyChange: "0.43",
    targetPrice: "85.00",
    stopLoss: "77.40",
    holdingPeriod: "6 weeks",
    hoursAgo: 352,
    analysis: prose`
Coffee has fallen 28% from its peak and the price increases made on the way up are still on the shelf. It takes two quarters for cheaper beans to reach
the accounts; the first of them ends within our period.

Unloved, under-owned by European funds, and for once rising on poor days for the market.`,
  },
  {
    tag: "buy",
    ticker: "ETH",
    name: "Ether",
    currentPrice: "3612.40",
    currency: "USD",
    dailyChange: "-0.92",
    targetPrice: "4050.00",
    stopLoss: "3390.00",
    holdingPeriod: "2 weeks",
    hoursAgo: 409,
    analysis: prose`
The line of holders who want to unlock has shrunk from forty-four days to nine. Funding rates are flat, so the market is not leaning on borrowed money,
and the ratio to Bitcoin has made a higher low for the first time in eleven months.

Coins move at weekends. The stop must therefore be an order, and the size half of what you would take in a share.`,
  },
  {
    tag: "buy",
    ticker: "HDB",
    name: "HDFC Bank",
    currentPrice: "76.90",
    currency: "USD",
    dailyChange: "0.62",
    targetPrice: "83.00",
    stopLoss: "73.60",
    holdingPeriod: "2 months",
    hoursAgo: 521,
    analysis: prose`
The central bank in Mumbai has lowered the reserve ratio by a point, in four steps, and released about 8 dollars of lending for each share. Deposits
grow faster than loans for the first time since the merger.

The receipts lag the local line by three per cent. That gap has closed within a month five times running.`,
  },
  {
    tag: "buy",
    ticker: "VWS",
    name: "Vestas Wind Systems",
    currentPrice: "118.35",
    currency: "DKK",
    dailyChange: "3.26",
    targetPrice: "134.00",
    stopLoss: "110.50",
    holdingPeriod: "5 weeks",
    hoursAgo: 598,
    analysis: prose`
Order intake was announced in five separate releases within eight days, 2.9 gigawatts together, and analysts have so far added up three. Warranty costs
were 3.6% of sales against 5.4 a year ago.

Short sellers hold 7% of the capital. They need not be wrong in the long run to be uncomfortable next week.`,
  },
  {
    tag: "buy",
    ticker: "PGR",
    name: "Progressive",
    currentPrice: "246.30",
    currency: "USD",
    dailyChange: "0.28",
    targetPrice: "264.00",
    stopLoss: "238.00",
    holdingPeriod: "1 month",
    hoursAgo: 741,
    analysis: prose`
The insurer publishes its figures every month, which most investors forget. The last set showed policies up 15% and a combined ratio of 86.2, far better
than the 90 on which the estimates rest, and the share fell because peers cut prices.

It has been the habit of this company to cut last and gain customers from those who cut first.`,
  },
  {
    tag: "buy",
    ticker: "FCX",
    name: "Freeport-McMoRan",
    currentPrice: "44.10",
    currency: "USD",
    dailyChange: "1.94",
    targetPrice: "49.50",
    stopLoss: "41.60",
    holdingPeriod: "4 weeks",
    hoursAgo: 904,
    analysis: prose`
Smelters in China are paying miners for ore instead of charging them, a sign of scarcity that has not been seen since the data began. Copper in American
warehouses trades 9% above London, and this company sells a third of its metal there.

The stop respects the round number under which systematic funds would turn from buyers to sellers.`,
  },
  {
    tag: "buy",
    ticker: "7974",
    name: "Nintendo",
    currentPrice: "13280.00",
    currency: "JPY",
    dailyChange: "-1.15",
    targetPrice: "14600.00",
    stopLoss: "12600.00",
    holdingPeriod: "2 months",
    hoursAgo: 1176,
    analysis: prose`
Six million consoles in seven weeks, against a plan of fifteen for the whole year. The company has never raised a forecast after only one quarter; it
has always done so after two. We want to be early by a month.

A strong yen would hurt. Each move of one per cent takes about 0.7 from the profit, and the stop covers four of them.`,
  },
  {
    tag: "buy",
    ticker: "ODFL",
    name: "Old Dominion Freight Line",
    currentPrice: "161.40",
    currency: "USD",
    dailyChange: "0.93",
    targetPrice: "174.00",
    stopLoss: "154.50",
    holdingPeriod: "5 weeks",
    hoursAgo: 1340,
    analysis: prose`
Tonnage has fallen for ten quarters, the longest run on record, and the decline shrank to two per cent in the last report. Hauliers rise before freight
does: in 2016 and 2020 the low in the share came four and five months ahead.

Insiders bought 4.2 million dollars of stock within three weeks, the most in a decade.`,
  },
];
