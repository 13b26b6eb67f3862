import type { Random } from "../random";
import { DAYS, dateOf, dateOfDay, isWeekend, quotedAt, STEPS } from "./days";

/** Prices are whole numbers of hundred-millionths, so comparisons are exact. */
export const UNIT = 100_000_000;
const CENT = UNIT / 100;

/** An exact factor of small whole numbers. */
export type Ratio = readonly [shares: number, before: number];

/** @property knownFrom the day, counted from the first, on which the site gets the price */
export type Price = {
  day: number;
  date: string;
  close: number;
  high: number | null;
  low: number | null;
  knownFrom: number;
};

/** @property enteredFrom the day on which staff enter the split: before its day, on it, or long after */
export type MarketSplit = { day: number; date: string; ratio: Ratio; enteredFrom: number };

/** A quote and its time. */
export type QuoteSet = { at: number; price: number };

/**
 * The source of an instrument's price: a quote; its history with the running day; its history and records'
 * prices; or nothing until its history begins.
 */
export type Pricing = "quoted" | "history" | "told" | "late";

export type Market = {
  symbol: string;
  currency: "USD" | "EUR";
  pricing: Pricing;
  prices: Price[];
  /** The last traded price up to a day, in that day's shares, known to the site or not. */
  worth: (day: number) => number;
  splits: MarketSplit[];
  quotes: QuoteSet[];
};

const PRICINGS: readonly Pricing[] = ["quoted", "quoted", "history", "history", "told", "late"];

/** Ratios that look like a split while it is not entered. Three for two does not. */
const PLAIN_RATIOS: readonly Ratio[] = [
  [2, 1],
  [3, 1],
  [4, 1],
  [1, 10],
];
const RATIOS: readonly Ratio[] = [...PLAIN_RATIOS, [3, 2], [5, 1]];

export function randomMarkets(random: Random, count: number): Market[] {
  return Array.from({ length: count }, (_, nth) =>
    randomMarket(random, `MKT${nth}`, PRICINGS[nth % PRICINGS.length] ?? "quoted"),
  );
}

function randomMarket(random: Random, symbol: string, pricing: Pricing): Market {
  const splits = randomSplits(random);
  const isLateSplit = splits.some(({ day, enteredFrom }) => enteredFrom > day);
  const calm = (day: number) => splits.some((split) => Math.abs(split.day - day) < 12);
  const halts = randomSpans(random, random.whole(1, 3), calm);
  const imported = isLateSplit ? [] : randomSpans(random, random.whole(0, 1), calm, 20);
  const begins = pricing === "late" ? random.whole(100, 260) : 0;
  const isQuiet = (day: number) => calm(day) || [...halts, ...imported].some((span) => isWithin(day, span));
  const closes = randomCloses(random, splits, isQuiet);
  const prices = closes.flatMap((close, day) =>
    isWeekend(day) || day < begins || halts.some((halt) => isWithin(day, halt))
      ? []
      : { ...randomPrice(random, day, close), knownFrom: knownFrom(random, day, imported) },
  );
  const worth = (day: number) => closes[day] ?? 0;
  const quotes = pricing === "quoted" ? randomQuotes(random, worth) : [];
  return { symbol, currency: random.chance(0.8) ? "USD" : "EUR", pricing, prices, worth, splits, quotes };
}

type Span = { from: number; until: number };
const isWithin = (day: number, { from, until }: Span) => day >= from && day <= until;

function randomSpans(random: Random, count: number, calm: (day: number) => boolean, longest = 14): Span[] {
  return Array.from({ length: count }, () => {
    const from = random.whole(20, DAYS - 60);
    return { from, until: from + random.whole(4, longest) };
  }).filter(({ from, until }) => !calm(from) && !calm(until));
}

/** At most two splits, far apart. Staff enter some of them weeks later. */
function randomSplits(random: Random): MarketSplit[] {
  return [random.whole(40, 180), random.whole(230, 380)]
    .filter(() => random.chance(0.5))
    .map((day, nth) => {
      const isLate = nth === 0 && random.chance(0.4);
      const traded = isWeekend(day) ? day + 2 : day;
      const enteredFrom = isLate ? traded + random.whole(8, 30) : Math.max(0, traded - random.whole(6, 20));
      const ratio = random.one(isLate ? PLAIN_RATIOS : RATIOS);
      return { day: traded, date: dateOfDay(traded), ratio, enteredFrom };
    });
}

/** A close for every day, in its own shares. */
function randomCloses(random: Random, splits: readonly MarketSplit[], isQuiet: (day: number) => boolean) {
  let close = random.between(30, 300);
  return Array.from({ length: DAYS + 1 }, (_, day) => {
    const split = splits.find((each) => each.day === day);
    if (split) close = (close * split.ratio[1]) / split.ratio[0];
    const drift = close < 12 ? 0.01 : close > 900 ? -0.01 : 0;
    const isGap = !isQuiet(day) && random.chance(0.004);
    const move = isGap ? random.one([-0.25, -0.2, 0.2, 0.25]) : random.between(-0.022, 0.022) + drift;
    close *= 1 + move;
    return Math.round(close * 100) * CENT;
  });
}

/** High and low are known, only one is, or neither. Some days go far both ways. */
function randomPrice(random: Random, day: number, close: number) {
  const reach = random.chance(0.05) ? 0.15 : 0.03;
  const beyond = (sign: number) => Math.round((close * (1 + sign * random.between(0, reach))) / CENT) * CENT;
  const high = random.chance(0.8) ? beyond(1) : null;
  const low = random.chance(0.8) ? beyond(-1) : null;
  return { day, date: dateOfDay(day), close, high, low };
}

/** The next day, or weeks later for an import. */
function knownFrom(random: Random, day: number, imported: readonly Span[]): number {
  const late = imported.find((span) => isWithin(day, span));
  return late ? late.until + random.whole(20, 40) : day + 1;
}

/**
 * Quotes on most mornings with actions. Some are a week old and older than a split. Consecutive prices
 * differ, because saving an unchanged quote keeps its time.
 */
function randomQuotes(random: Random, worth: (day: number) => number): QuoteSet[] {
  const quotes = STEPS.filter(() => random.chance(0.7)).map((day) => ({
    at: quotedAt(day),
    price: Math.round((worth(day) * random.between(0.99, 1.01)) / CENT) * CENT,
  }));
  return quotes.filter(({ price }, nth) => price !== quotes[nth - 1]?.price);
}

/** The running day's price in the morning, which changes later. */
export function provisionalPrice({ pricing, prices }: Market, at: number): Price | undefined {
  if (pricing !== "history") return undefined;
  const final = prices.find(({ date, day, knownFrom }) => date === dateOf(at) && knownFrom === day + 1);
  return final && { ...final, close: final.close + 7 * CENT, high: null, low: null };
}

/** Rounds a fraction half up, as stored prices are. */
export const divided = (units: number, [shares, before]: Ratio): number =>
  Math.floor((2 * units * before + shares) / (2 * shares));

/** The factor of all splits after the first day, up to the second. */
export function ratioBetween(splits: readonly MarketSplit[], after: string, until: string): Ratio {
  return splits
    .filter(({ date }) => date > after && date <= until)
    .reduce<Ratio>(([shares, before], { ratio }) => [shares * ratio[0], before * ratio[1]], [1, 1]);
}
