import { z } from "zod";
import { MOVER_TYPES } from "../entities/mover";
import { QUOTE_CATEGORIES } from "../entities/quote";
import { PICK_CATEGORIES } from "../entities/stock-pick";
import { decimal, readTable } from "./read";

const QUOTE = z.strictObject({
  category: z.enum(QUOTE_CATEGORIES),
  name: z.string(),
  /** The ticker by which calls know a stock or a fund. */
  symbol: z.string(),
  /** ISO 4217, or a unit: GBX and USX are hundredths. Points, rates and yields have none. */
  currency: z.string().nullable(),
  last: decimal,
  low: decimal,
  high: decimal,
  /** since the last close, in the unit of `last` */
  change: decimal,
  changePercent: decimal,
  volume: decimal,
});

/** Sample figures with the usual decimals of the market: fifteen in each category, the best known first. */
export const QUOTES = readTable("quotes.json", QUOTE);
export type QuoteContent = (typeof QUOTES)[number];

const MOVER = z.strictObject({
  moverType: z.enum(MOVER_TYPES),
  name: z.string(),
  /** A name alone refers to a quote: both tables are on one page and must not contradict each other. */
  last: decimal.optional(),
  /** in per cent */
  changePercent: decimal.optional(),
  /** in shares */
  volume: decimal.optional(),
});

/** Six in each list, the largest move (or volume) first. */
export const MOVERS = readTable("movers.json", MOVER).map(({ moverType, name, ...figures }) => {
  const quote = QUOTES.find((one) => one.category === "Stocks" && one.name === name);
  const { last, changePercent, volume } = { ...quote, ...figures };
  if (!last || !changePercent || !volume) throw new Error(`The mover ${name} is no stock of the quotes`);
  return { moverType, name, last, changePercent, volume };
});

const PICK = z.strictObject({
  category: z.enum(PICK_CATEGORIES),
  ticker: z.string(),
  name: z.string(),
  /** of the prices: ISO 4217, or GBX for pence */
  currency: z.string(),
  /** in billions */
  marketCap: z.number(),
  price: z.number(),
  /** per cent of the model portfolio of its category */
  share: z.number(),
  target: z.number(),
  target2028: z.number(),
  low: z.number(),
  high: z.number(),
  /**
   * Its closes: the last one before publication, and the given number of days later. They let the price reach
   * a target from more than a few cents away.
   */
  closes: z.array(z.tuple([z.number(), decimal])).default([]),
});

const PICKS = readTable("stock-picks.json", PICK);

/**
 * Sixty picks, ten in each category. The part of a category that is not in shares is cash. Newest first.
 * Prices are sample figures in the currency of the listing; amounts are exact decimals.
 */
export const STOCK_PICKS = PICKS.map(
  ({ marketCap, price, share, target, target2028, low, high, closes: _, ...pick }) => ({
    ...pick,
    marketCap: String(Math.round(marketCap * 1e9)),
    currentPrice: price.toFixed(2),
    sharePortfolio: share.toFixed(2),
    currentYearTarget: target.toFixed(2),
    target2028: target2028.toFixed(2),
    week52High: high.toFixed(2),
    week52Low: low.toFixed(2),
    /** distance of the price from the high, in per cent: negative */
    margin52WeekHigh: ((price / high - 1) * 100).toFixed(2),
    /** distance of the price above the low, in per cent */
    changeMargin52WeekLow: ((price / low - 1) * 100).toFixed(2),
  }),
);
export type StockPickContent = (typeof STOCK_PICKS)[number];

/** The age of the n-th pick: categories were published one after another, the latest a few hours ago. */
export const pickHoursAgo = (index: number): number => 5 + Math.floor(index / 10) * 260 + (index % 10) * 0.05;

/** The known closes of some picks, by ticker. */
export const PICK_CLOSES = new Map(PICKS.map(({ ticker, closes }) => [ticker, closes]));
