import { dayInWords, dayNumber } from "~/ui/charts/calendar";
import type { Flag, FlagKind } from "~/ui/charts/flags";
import type { Close } from "~/ui/charts/series";
import { dayIn } from "~/ui/dates";
import { formatNumber } from "~/ui/format";
import { formatPriceStep, isYield, type PriceUnit } from "~/ui/price-format";

/** What `?period=` may ask for, as plain links; a year when it asks for nothing or nonsense. */
export const PERIODS = {
  "3m": { label: "3M", months: 3, ago: "three months ago" },
  "6m": { label: "6M", months: 6, ago: "six months ago" },
  "1y": { label: "1Y", months: 12, ago: "a year ago" },
  "2y": { label: "2Y", months: 24, ago: "two years ago" },
} as const;

export type Period = keyof typeof PERIODS;
export const DEFAULT_PERIOD: Period = "1y";

export const periodOf = (search: URLSearchParams): Period => {
  const wanted = search.get("period");
  return wanted !== null && Object.hasOwn(PERIODS, wanted) ? (wanted as Period) : DEFAULT_PERIOD;
};

/** The address of a company's page, from a ticker as it was typed. */
export const companyHref = (symbol: string): string =>
  `/stock/${encodeURIComponent(symbol.trim().toUpperCase())}`;

/** Its feed, for the head of its page and for the feed itself. */
export const companyFeedLink = ({ symbol, name }: { symbol: string; name: string }) => ({
  title: name,
  path: `${companyHref(symbol)}/feed.xml`,
});

export const periodHref = (symbol: string, period: Period): string =>
  period === DEFAULT_PERIOD ? companyHref(symbol) : `${companyHref(symbol)}?period=${period}`;

/** What is a title in which this name stands as a whole word, as a regular expression of PostgreSQL. */
export const namedPattern = (name: string): string =>
  `(?<!\\w)${name.replace(/[^\p{L}\p{N} ]/gu, "\\$&")}(?!\\w)`;

/** The same day so many months before; the last of the month where that one has no such day. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The closes with the price now, of its day, as the last of them; a price older than the last close is none of them. */
export function withCurrent(points: readonly Close[], current: Close | undefined): Close[] {
  const last = points.at(-1);
  if (!current || (last && last.day > current.day)) return [...points];
  return [...points.filter(({ day }) => day < current.day), current];
}

/** More flags than this would lie on each other; the list names everything. */
const MOST_FLAGS = 12;

type Item = { kind: Exclude<FlagKind, "locked">; locked: boolean; createdAt: Date };

/**
 * The flags of a period's chart, numbered from the oldest on: the newest twelve. Given newest first.
 * @returns each item with its flag, in the same order
 */
export function withFlags<T extends Item>(
  items: readonly T[],
  { from, to, zone }: { from: string; to: string; zone: string },
): (T & { flag?: Flag })[] {
  const within = items.filter(({ createdAt }) => {
    const day = dayIn(zone, createdAt);
    return day >= from && day <= to;
  });
  const flagged = within.slice(0, MOST_FLAGS);
  return items.map((item) => {
    const place = flagged.indexOf(item);
    if (place < 0) return item;
    const kind = item.locked ? "locked" : item.kind;
    return { ...item, flag: { number: flagged.length - place, kind, day: dayIn(zone, item.createdAt) } };
  });
}

/** A period's change is said to be since its beginning when there is a price within a week of it. */
const NEAR_DAYS = 7;

/** What a chart shows. Undefined with less than two closes. */
export function finding(
  points: readonly Close[],
  { from, period }: { from: string; period: Period },
): { percent: number; since: string | undefined; first: string } | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return undefined;
  const near = dayNumber(first.day) - dayNumber(from) <= NEAR_DAYS;
  return {
    percent: (last.close / first.close - 1) * 100,
    since: near ? PERIODS[period].ago : undefined,
    first: first.day,
  };
}

/** What a price is called: a bond is quoted by its yield. */
export const priceWord = (unit: PriceUnit): "yield" | "price" => (isYield(unit) ? "yield" : "price");

/** The same in words: "Nvidia stands 42.0% higher than a year ago". Yields differ by points: of a share of one nobody speaks. */
export function findingInWords(
  name: string,
  points: readonly Close[],
  { unit = {}, ...period }: { from: string; period: Period; unit?: PriceUnit },
): string | undefined {
  const found = finding(points, period);
  if (!found) return undefined;
  const then = found.since ?? `on ${dayInWords(found.first)}`;
  if (isYield(unit)) return yieldInWords(name, points, { then, unit });
  const size = formatNumber(Math.abs(found.percent), 1);
  if (!/[1-9]/.test(size)) return `${name} stands where it stood ${then}`;
  return `${name} stands ${size}% ${found.percent > 0 ? "higher" : "lower"} than ${then}`;
}

function yieldInWords(
  name: string,
  points: readonly Close[],
  { then, unit }: { then: string; unit: PriceUnit },
): string {
  const [first, last] = [points[0]?.close ?? 0, points.at(-1)?.close ?? 0];
  const size = formatPriceStep(last - first, last, unit);
  if (!/[1-9]/.test(size)) return `${name} yields what it did ${then}`;
  return `${name} yields ${size} points ${last > first ? "more" : "less"} than ${then}`;
}
