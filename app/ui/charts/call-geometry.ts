import { formatPrice, type PriceUnit } from "../price-format";
import { dayNumber, dayOf } from "./calendar";
import { type Position, pricePath } from "./path";
import type { Tag } from "./plot";
import { timeScale, type ValueScale, valueScale } from "./scales";
import { type Close, closeOn } from "./series";

/** A call and its prices. */
export type ChartedCall = {
  direction: "buy" | "sell";
  /** The instrument of all prices. */
  unit?: PriceUnit;
  /**
   * Oldest first: some sessions before the call, and all since. The last price of an open call is the current
   * one.
   */
  points: readonly Close[];
  made: { day: string; price: number };
  target?: number;
  stop?: number;
  /** The last day of the call, if it has one. */
  ends?: string;
  /** How it ended. The default label is "Settled". */
  closed?: { day: string; price: number; word?: string };
  /** The comparison's prices over the same days. */
  benchmark?: { name: string; points: readonly Close[] };
};

/** Room on the right for the end's label, as a share of the span. */
const ROOM = { open: 0.09, closed: 0.16 } as const;

/** The last price of an open call; undefined if none is known since it was made. */
export function lastPrice({ points, made, closed }: ChartedCall): Close | undefined {
  const last = closed ? undefined : points.at(-1);
  return last && last.day >= made.day ? last : undefined;
}

/** In per cent; positive means better than the entry price, for buys and sells. */
export const drawnResult = (call: ChartedCall): number => {
  const now = call.closed?.price ?? lastPrice(call)?.close ?? call.made.price;
  return (call.direction === "buy" ? 1 : -1) * (now / call.made.price - 1) * 100;
};

/**
 * The price line before and since the call; its colour changes at the call. On the call's day it continues to
 * that day's last price.
 */
export function splitAtMade(call: ChartedCall): { before: Close[]; since: Close[] } {
  const { points, made, closed } = call;
  const start = { day: made.day, close: made.price };
  const before = points.filter(({ day }) => day < made.day);
  const after = points.filter(({ day }) => day > made.day && (!closed || day < closed.day));
  const last = lastPrice(call);
  const sameDay = last && last.day === made.day ? [last] : [];
  const end = closed ? [{ day: closed.day, close: closed.price }] : sameDay;
  return {
    before: before.length > 0 ? [...before, start] : [],
    since: [start, ...after, ...end],
  };
}

/** The comparison, scaled to the same start; empty without data for these dates. */
export function comparisonOf({ benchmark, made, closed, points }: ChartedCall): Close[] {
  const start = benchmark && closeOn(benchmark.points, made.day);
  if (!benchmark || !start) return [];
  const last = closed?.day ?? points.at(-1)?.day ?? made.day;
  const scaled = benchmark.points
    .filter(({ day }) => day > made.day && day <= last)
    .map(({ day, close }) => ({ day, close: (close / start) * made.price }));
  return scaled.length > 0 ? [{ day: made.day, close: made.price }, ...scaled] : [];
}

export type CallGeometry = ReturnType<typeof callGeometry>;

/** The geometry of a call's chart. @throws RangeError for an invalid figure or day */
export function callGeometry(call: ChartedCall) {
  const { before, since } = splitAtMade(call);
  const comparison = comparisonOf(call);
  const end = lastDayOf(call, since);
  const time = timeScale(before[0]?.day ?? call.made.day, end, call.closed ? ROOM.closed : ROOM.open);
  const levels = [call.target, call.stop].filter((level) => level !== undefined);
  const closes = [...before, ...since, ...comparison].map(({ close }) => close);
  const scale = valueScale([...closes, ...levels]);
  const position = { x: time.x, y: scale.y };
  const way = call.closed ? { points: since, position } : besideMade(since, position);
  return {
    time,
    scale,
    end: time.x(end),
    made: placeOf({ day: call.made.day, close: call.made.price }, position),
    last: placeOf(way.points.at(-1) ?? { day: call.made.day, close: call.made.price }, way.position),
    target: call.target === undefined ? undefined : scale.y(call.target),
    stop: call.stop === undefined ? undefined : scale.y(call.stop),
    paths: {
      before: pricePath(before, position),
      since: since.length > 1 ? pricePath(way.points, way.position) : "",
      comparison: pricePath(comparison, position),
    },
    comparisonNote: noteOn(comparison, since, position),
    foot: lastDayFoot(
      [call.made.price, ...levels, ...levels.map((level) => (call.made.price + level) / 2)].map(scale.y),
    ),
  };
}

const placeOf = ({ day, close }: Close, { x, y }: Position) => ({ x: x(day), y: y(close) });

/** Minimum distance of an open call's last price from its start, in per cent, so that their marks differ. */
const BESIDE_MADE = 4;

/** The line since an open call was made; prices of the same day are moved a little to the right. */
function besideMade(since: readonly Close[], { x, y }: Position): { points: Close[]; position: Position } {
  const [made, last] = [since[0], since.at(-1)];
  if (!made || !last || since.length < 2) return { points: [...since], position: { x, y } };
  const end = last.day === made.day ? dayOf(dayNumber(made.day) + 1) : last.day;
  const right = Math.max(x(last.day), x(made.day) + BESIDE_MADE);
  return {
    points: [...since.slice(0, -1), { day: end, close: last.close }],
    position: { x: (day) => (day === end ? right : x(day)), y },
  };
}

/** The right end of the chart: the end of a closed call; for an open one its last day, or today if later. */
function lastDayOf({ closed, ends, made }: ChartedCall, since: readonly Close[]): string {
  const days = closed ? [closed.day] : [ends ?? made.day, since.at(-1)?.day ?? made.day];
  return days.reduce((last, day) => (dayNumber(day) > dayNumber(last) ? day : last), made.day);
}

/** The position of the comparison's label: half-way along its line, on the side away from the price. */
function noteOn(comparison: readonly Close[], since: readonly Close[], { x, y }: Position) {
  const point = comparison[Math.floor(comparison.length / 2)];
  const above = point && point.close > (closeOn(since, point.day) ?? point.close);
  return point && { x: x(point.day), y: y(point.close), above };
}

/** The height of a line of text, as a share of the plot. */
const NOTE_HEIGHT = 8;

/** Where the last day is labelled: at the bottom, or where no level or band label is in the way. */
function lastDayFoot(levels: readonly number[]): number {
  const free = (y: number) => levels.every((level) => Math.abs(level - y + NOTE_HEIGHT / 4) > NOTE_HEIGHT);
  return [96, 86, 5, 14, 28, 60].find(free) ?? 96;
}

/** Labels in the gutter: target, stop, and the current price, or the entry price of a closed call. */
export function callTags(call: ChartedCall, scale: ValueScale): Tag[] {
  const tags: Tag[] = [];
  const tag = (word: string, price: number | undefined, look: Tag["look"]) => {
    if (price !== undefined)
      tags.push({ y: scale.y(price), text: `${word}${formatPrice(price, call.unit)}`, look });
  };
  tag("Target ", call.target, "ink");
  if (call.closed) tag("Made ", call.made.price, "ink");
  else tag("", lastPrice(call)?.close ?? call.made.price, "box");
  tag("Stop ", call.stop, "ink");
  return tags;
}
