import type { InstrumentKind } from "../entities/instrument";
import { fractionOf } from "./identity";
import { type DemoInstrument, pricedAt } from "./instruments";
import { endOfPeriod, publishedAt } from "./workdays";

/** A day's price of the demo: exact decimals with as many decimals as the instrument's last price. */
export type DemoPrice = { day: string; close: string; high: string; low: string };

const DAY_MS = 86_400_000;
const DAYS = 730;

/** The usual daily change of a price, as a share of it. */
const VOLATILITY: Record<InstrumentKind, number> = {
  ...{ stock: 0.018, etf: 0.011, index: 0.008, crypto: 0.028 },
  ...{ currency: 0.004, commodity: 0.013, bond: 0.01, fund: 0.006 },
};

/** A price as its logarithm on the n-th day. Between two anchors the price varies. */
type Anchor = { index: number; value: number };
type Range = { low: number; high: number };

/**
 * Two invented years of prices up to the instrument's last one, the same each time. They match the previous
 * day's price, the range of 52 weeks, and the range of an open call. Markets that close at the weekend have
 * no prices then.
 */
export function historyOf(instrument: DemoInstrument, now: Date): DemoPrice[] {
  const last = dayText(pricedAt(instrument, now));
  const days = tradingDays(instrument.kind, now).filter((day) => day <= last);
  const volatility = volatilityOf(instrument);
  const year = instrument.year
    ? { low: Number(instrument.year.low), high: Number(instrument.year.high) }
    : yearOf(instrument, volatility);
  const anchors = anchorsOf(instrument, year, days, now);
  const random = randomOf(instrument.symbol);
  const call = callOf(instrument, now);
  const rangeAt = (day: string) => (call?.open && day >= call.madeOn ? inside(call, year) : year);
  const closes = wander(anchors, days.length, volatility, random).map((value, index) => {
    const isAnchor = anchors.some((anchor) => anchor.index === index);
    return Math.exp(isAnchor ? value : fold(value, rangeAt(days[index] ?? "")));
  });
  const write = writerOf(instrument.last);
  return days.map((day, index) => {
    const close = closes[index] ?? 0;
    if (index === days.length - 1) return { day, ...lastDay(instrument, write) };
    const range = rangeAt(day);
    const edge = (share: number) => Math.min(range.high, Math.max(range.low, close * (1 + share)));
    const reach = volatility * (0.2 + random() * 0.6);
    return {
      day,
      close: write(close),
      high: write(Math.max(close, edge(reach))),
      low: write(Math.min(close, edge(-reach))),
    };
  });
}

/** An instrument's call: the UTC day when it was made, and whether its period is not over. */
export function callOf({ call }: DemoInstrument, now: Date) {
  if (!call) return undefined;
  const at = publishedAt(now, call);
  return { ...call, madeOn: dayText(at), open: endOfPeriod(at, call.holdingPeriod) > now };
}

const dayText = (at: Date): string => at.toISOString().slice(0, 10);

/** The day that many days ago, in UTC. */
const dayOf = (now: Date, daysAgo: number): string => dayText(new Date(now.getTime() - daysAgo * DAY_MS));

function tradingDays(kind: InstrumentKind, now: Date): string[] {
  const all = Array.from({ length: DAYS }, (_, index) => dayOf(now, DAYS - 1 - index));
  return kind === "crypto" ? all : all.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()));
}

/** A pegged instrument hardly moves, as its range of the day shows. */
function volatilityOf({ kind, day, last }: DemoInstrument): number {
  const usual = VOLATILITY[kind];
  return day ? Math.min(usual, (Number(day.high) - Number(day.low)) / Number(last)) : usual;
}

/** The range of 52 weeks, estimated if unknown. */
function yearOf({ symbol, last, before, day }: DemoInstrument, volatility: number): Range {
  const below = 1 - volatility * (9 + 12 * fractionOf("year low", symbol));
  const above = 1 + volatility * (3 + 9 * fractionOf("year high", symbol));
  return {
    low: Math.min(Number(last) * below, before, Number(day?.low ?? last)),
    high: Math.max(Number(last) * above, before, Number(day?.high ?? last)),
  };
}

/** The range between stop and target of a call, without reaching either. */
function inside({ low, high }: { low: string; high: string }, year: Range): Range {
  const margin = (Number(high) - Number(low)) / 50;
  return {
    low: Math.max(Number(low) + margin, year.low),
    high: Math.min(Number(high) - margin, year.high),
  };
}

/**
 * The start, the year's extremes, prices that a brief mentions, the start of its call, and the last two days.
 */
function anchorsOf(instrument: DemoInstrument, year: Range, days: readonly string[], now: Date): Anchor[] {
  const { symbol, quoted = [], before, last } = instrument;
  const indexOf = (daysAgo: number) => days.findLastIndex((day) => day <= dayOf(now, daysAgo));
  const call = callOf(instrument, now);
  const middle = Math.sqrt(year.low * year.high);
  const ends = [75 + 80 * fractionOf("later end", symbol), 240 + 80 * fractionOf("earlier end", symbol)];
  const [lowAt = 0, highAt = 0] = fractionOf("first end", symbol) < 0.4 ? ends : ends.toReversed();
  const end = days.length - 1;
  // An instrument that hardly moves was not far away two years ago either.
  const settling = Math.min(1, volatilityOf(instrument) / VOLATILITY.currency);
  const anchors = [
    { index: 0, price: middle * (1 - settling * (0.05 + 0.15 * fractionOf("beginning", symbol))) },
    { index: indexOf(lowAt), price: year.low },
    { index: indexOf(highAt), price: year.high },
    { index: end - 1, price: before },
    { index: end, price: Number(last) },
  ];
  // A call begins at the last close before its day.
  const begun = call && days.findLastIndex((day) => day < call.madeOn);
  if (call && begun && begun < end - 1) {
    const share = 0.35 + 0.3 * fractionOf("call", symbol);
    const price = Number(call.low) + share * (Number(call.high) - Number(call.low));
    anchors.push({ index: begun, price });
  }
  for (const { hoursAgo, price } of quoted) {
    const index = indexOf(hoursAgo / 24 + 1);
    if (index < end - 1) anchors.push({ index, price });
  }
  return anchors
    .toSorted((one, other) => one.index - other.index)
    .filter(({ index }, place, all) => index !== all[place - 1]?.index)
    .map(({ index, price }) => ({ index, value: Math.log(price) }));
}

/** A path through the anchors that varies between them like the market: a Brownian bridge of logarithms. */
function wander(
  anchors: readonly Anchor[],
  length: number,
  volatility: number,
  random: () => number,
): number[] {
  const steps = Array.from({ length }, () => (random() + random() + random() - 1.5) * 2 * volatility);
  const walked: number[] = [];
  for (const step of steps) walked.push((walked.at(-1) ?? 0) + step);
  return walked.map((at, index) => {
    const next = anchors.findIndex((anchor) => anchor.index >= index);
    const to = anchors[next];
    const from = anchors[next - 1];
    if (!to || !from) return to?.value ?? at;
    const share = (index - from.index) / (to.index - from.index);
    const straight = from.value + share * (to.value - from.value);
    const [begin = 0, finish = 0] = [walked[from.index], walked[to.index]];
    return straight + at - begin - share * (finish - begin);
  });
}

/** Reflects a price (its logarithm) that would leave its range back into it. */
function fold(value: number, range: Range): number {
  const [low, high] = [Math.log(range.low), Math.log(range.high)];
  const width = high - low;
  if (width <= 0) return low;
  const beyond = (((value - low) % (2 * width)) + 2 * width) % (2 * width);
  return low + (beyond > width ? 2 * width - beyond : beyond);
}

function lastDay({ last, day }: DemoInstrument, write: (price: number) => string): Omit<DemoPrice, "day"> {
  const close = Number(last);
  return {
    close: last,
    high: write(Math.max(close, Number(day?.high ?? close))),
    low: write(Math.min(close, Number(day?.low ?? close))),
  };
}

/** Formats prices with the decimals of `last`. */
function writerOf(last: string): (price: number) => string {
  const decimals = last.split(".")[1]?.length ?? 0;
  return (price) => price.toFixed(decimals);
}

/** Numbers from 0 up to 1, the same for the same symbol (mulberry32). */
function randomOf(symbol: string): () => number {
  let state = Math.floor(fractionOf("prices", symbol) * 2 ** 32);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
