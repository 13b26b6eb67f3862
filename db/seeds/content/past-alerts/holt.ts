import { prose } from "../prose";
import type { PastAlertContent } from "./past-alert";

export const ALERTS_OF_HOLT: readonly PastAlertContent[] = [
  {
    tag: "buy",
    ticker: "GLD",
    daysAgo: 640,
    holdingPeriod: "2 months",
    target: 6,
    stop: 4,
    analysis: prose`
Central banks bought in ten of eleven months. What they hold they do not trade, so each month leaves less for everybody else.`,
  },
  {
    tag: "sell",
    ticker: "XOP",
    daysAgo: 570,
    holdingPeriod: "5 weeks",
    target: 8,
    stop: 6,
    analysis: prose`
Stocks rose in eleven of the last thirteen weeks. The producers drill on, since each of them thinks that the others will stop.`,
  },
  {
    tag: "buy",
    ticker: "SMH",
    daysAgo: 512,
    holdingPeriod: "1 month",
    target: 8,
    stop: 6,
    analysis: prose`
We want the whole group and not one name of it: three reports are due in eight days, and each of them can be wrong by itself.`,
  },
  {
    tag: "sell",
    ticker: "MSTR",
    daysAgo: 411,
    holdingPeriod: "5 weeks",
    target: 18,
    stop: 14,
    analysis: prose`
The share costs twice the coins behind it. Anybody may buy those directly now, without paying somebody else to hold them.`,
  },
  {
    tag: "buy",
    ticker: "TLT",
    daysAgo: 402,
    holdingPeriod: "6 weeks",
    target: 5,
    stop: 3,
    analysis: prose`
Long bonds pay more than short ones again, for the first time in two years. Those who must buy them, insurers above all, have begun to.`,
  },
  {
    tag: "buy",
    ticker: "FCX",
    daysAgo: 327,
    holdingPeriod: "6 weeks",
    target: 11,
    stop: 7,
    analysis: prose`
Smelters now pay miners for ore instead of being paid for smelting it. That has happened twice in forty years, both times before copper rose.`,
  },
  {
    tag: "sell",
    ticker: "BRN",
    daysAgo: 312,
    holdingPeriod: "1 month",
    target: 7,
    stop: 5,
    analysis: prose`
Tankers that waited off Singapore have begun to unload, all in the same week. What was stored at sea is for sale on land.`,
  },
  {
    tag: "sell",
    ticker: "QS",
    daysAgo: 246,
    holdingPeriod: "2 months",
    target: 18,
    stop: null,
    analysis: prose`
A cell on a table is not a cell in a car. We need no stop, since the stake is small and the date for the car has moved four times.`,
  },
  {
    tag: "buy",
    ticker: "ETH",
    daysAgo: 189,
    holdingPeriod: "1 month",
    target: 16,
    stop: 12,
    analysis: prose`
The upgrade went through without an hour's pause. Fees fell, use rose, and the price has answered the first of the two only.`,
  },
  {
    tag: "buy",
    ticker: "ASML",
    daysAgo: 163,
    holdingPeriod: "2 months",
    target: 11,
    stop: 7,
    disclosure: "I own shares of ASML.",
    analysis: prose`
One customer postponed, two others took its place in the queue. Orders are counted by quarter, which is too short for a machine that takes a year.`,
  },
  {
    tag: "sell",
    ticker: "ARKK",
    daysAgo: 104,
    holdingPeriod: "1 month",
    target: 9,
    stop: 7,
    analysis: prose`
Seven of its ten largest holdings earn nothing, and money has begun to cost something again. We sell the basket rather than guess the first.`,
  },
];
