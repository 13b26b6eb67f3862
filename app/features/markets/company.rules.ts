import { dayInWords, dayNumber } from "~/ui/charts/calendar";
import type { Flag, FlagKind } from "~/ui/charts/flags";
import type { Close } from "~/ui/charts/series";
import { dayIn } from "~/ui/dates";
import { formatNumber } from "~/ui/format";
import { formatPriceStep, isYield, type PriceUnit } from "~/ui/price-format";

/** The values of `?period=`. Without one, or with an unknown one, a chart shows a year. */
export const PERIODS = {
  "3m": { label: "3M", months: 3, ago: "three months ago" },
  "6m": { label: "6M", months: 6, ago: "six months ago" },
  "1y": { label: "1Y", months: 12, ago: "a year ago" },
  "2y": { label: "2Y", months: 24, ago: "two years ago" },
} as const;

export type Period = keyof typeof PERIODS;
export const DEFAULT_PERIOD: Period = "1y";

export const readPeriod = (search: URLSearchParams): Period => {
  const wanted = search.get("period");
  return wanted !== null && Object.hasOwn(PERIODS, wanted) ? (wanted as Period) : DEFAULT_PERIOD;
};

/** The path of a company's page, from a ticker as typed. */
export const companyHref = (symbol: string): string =>
  `/stock/${encodeURIComponent(symbol.trim().toUpperCase())}`;

/** The feed's title and path, for the head of the page and the feed itself. */
export const companyFeedLink = ({ symbol, name }: { symbol: string; name: string }) => ({
  title: name,
  path: `${companyHref(symbol)}/feed.xml`,
});

export const periodHref = (symbol: string, period: Period): string =>
  period === DEFAULT_PERIOD ? companyHref(symbol) : `${companyHref(symbol)}?period=${period}`;

/** A regular expression of PostgreSQL that finds this name as a whole word. */
export const wholeWordPattern = (name: string): string =>
  `(?<!\\w)${name.replace(/[^\p{L}\p{N} ]/gu, "\\$&")}(?!\\w)`;

/** The same day that many months earlier, or the last day of a shorter month. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The closes, ending with the current price on its day. A price older than the last close is left out. */
export function withCurrent(points: readonly Close[], current: Close | undefined): Close[] {
  const last = points.at(-1);
  if (!current || (last && last.day > current.day)) return [...points];
  return [...points.filter(({ day }) => day < current.day), current];
}

/** More flags than this would overlap; the list has all items. */
const MOST_FLAGS = 12;

type Item = { kind: Exclude<FlagKind, "locked">; locked: boolean; createdAt: Date };

/**
 * Adds the flags of a period's chart to the newest twelve items, numbered from the oldest. Items are given
 * newest first.
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

/** A change counts for the whole period if a price is within a week of the period's start. */
const NEAR_DAYS = 7;

/** The change that a chart shows; undefined with fewer than two closes. */
export function periodChange(
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

/** The word for a price: a bond is quoted by its yield. */
export const priceWord = (unit: PriceUnit): "yield" | "price" => (isYield(unit) ? "yield" : "price");

/**
 * The finding in words: "Nvidia stands 42.0% higher than a year ago". Yields differ by points, not by per
 * cent.
 */
export function findingInWords(
  name: string,
  points: readonly Close[],
  { unit = {}, ...period }: { from: string; period: Period; unit?: PriceUnit },
): string | undefined {
  const found = periodChange(points, period);
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
