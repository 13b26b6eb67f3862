import { formatPrice, type PriceUnit } from "../price-format";
import { dayNumber, dayOf } from "./calendar";
import { type Position, pricePath } from "./path";
import type { Tag } from "./plot";
import { timeScale, type ValueScale, valueScale } from "./scales";
import { type Close, closeOn } from "./series";

/** A call, and the prices it is measured by. */
export type ChartedCall = {
  direction: "buy" | "sell";
  /** Of all its prices. */
  unit?: PriceUnit;
  /** Oldest first: sessions before the call was made, all since. The last one of an open call is the price now. */
  points: readonly Close[];
  made: { day: string; price: number };
  target?: number;
  stop?: number;
  /** Its last day, where it has one. */
  ends?: string;
  /** How it ended, once it has. What is written there is "Settled" where nothing else is said. */
  closed?: { day: string; price: number; word?: string };
  /** What the comparison did over the same days, in its own prices. */
  benchmark?: { name: string; points: readonly Close[] };
};

/** Room at the right for what is written at the end: the share of the span. */
const ROOM = { open: 0.09, closed: 0.16 } as const;

/** The last price of an open call; undefined where none is known of the day it was made or a later one. */
export function lastPrice({ points, made, closed }: ChartedCall): Close | undefined {
  const last = closed ? undefined : points.at(-1);
  return last && last.day >= made.day ? last : undefined;
}

/** In per cent: better than the price it was made at, whichever way it went. */
export const drawnResult = (call: ChartedCall): number => {
  const now = call.closed?.price ?? lastPrice(call)?.close ?? call.made.price;
  return (call.direction === "buy" ? 1 : -1) * (now / call.made.price - 1) * 100;
};

/**
 * The line before the call and since: it is one line, and turns from grey to ink where the call was made. On the day of
 * the call it goes on to the last price of that day.
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

/** The comparison, set equal at the start; empty where there is none for these dates. */
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

/** Everything of a call's chart but its words. Throws a RangeError when a figure or a day is none. */
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
    foot: footOf(
      [call.made.price, ...levels, ...levels.map((level) => (call.made.price + level) / 2)].map(scale.y),
    ),
  };
}

const placeOf = ({ day, close }: Close, { x, y }: Position) => ({ x: x(day), y: y(close) });

/** An open call's last price stands this far from its beginning, in per cent, or the two marks would be one. */
const BESIDE_MADE = 4;

/** The line since an open call was made; what is known of the same day is drawn after it, a little to the right. */
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

/** A closed call's picture ends when it did; an open one's on its last day, or today where that is later. */
function lastDayOf({ closed, ends, made }: ChartedCall, since: readonly Close[]): string {
  const days = closed ? [closed.day] : [ends ?? made.day, since.at(-1)?.day ?? made.day];
  return days.reduce((last, day) => (dayNumber(day) > dayNumber(last) ? day : last), made.day);
}

/** Where the comparison's name stands: half along its line, on the side that is away from the price. */
function noteOn(comparison: readonly Close[], since: readonly Close[], { x, y }: Position) {
  const point = comparison[Math.floor(comparison.length / 2)];
  const above = point && point.close > (closeOn(since, point.day) ?? point.close);
  return point && { x: x(point.day), y: y(point.close), above };
}

/** A note's line of text needs this much of the height. */
const NOTE_HEIGHT = 8;

/** Where the last day is written: at the foot, or where no level and no name of a band is in its way. */
function footOf(levels: readonly number[]): number {
  const free = (y: number) => levels.every((level) => Math.abs(level - y + NOTE_HEIGHT / 4) > NOTE_HEIGHT);
  return [96, 86, 5, 14, 28, 60].find(free) ?? 96;
}

/** What the gutter says: target and stop, and the price now, or the one it was made at once it is over. */
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
