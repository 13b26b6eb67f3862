import { formatPrice, isYield, type PriceUnit } from "../price-format";
import { dayInWords } from "./calendar";
import type { FigureTableData } from "./exhibit";
import { type Close, monthlyCloses } from "./series";

/**
 * "Nvidia, daily close, 17 July 2025 to 16 July 2026: from 121.40 to 172.40, low 98.62 on 9 March 2026, high
 * 184.20 on 24 June 2026." `notice` is a sentence appended to it.
 */
export function yearSentence(
  { name, unit }: { name: string; unit?: PriceUnit },
  points: readonly Close[],
  notice = "",
): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return `No prices for ${name} yet.`;
  const lowest = points.reduce((best, point) => (point.close < best.close ? point : best), first);
  const highest = points.reduce((best, point) => (point.close > best.close ? point : best), first);
  const ends = `from ${formatPrice(first.close, unit)} to ${formatPrice(last.close, unit)}`;
  const priceOn = ({ day, close }: Close) => `${formatPrice(close, unit)} on ${dayInWords(day)}`;
  const extremes = `low ${priceOn(lowest)}, high ${priceOn(highest)}`;
  const dates = `${dayInWords(first.day)} to ${dayInWords(last.day)}`;
  return `${name}, daily close, ${dates}: ${ends}, ${extremes}.${notice && ` ${notice}`}`;
}

/** The table of a year: monthly closes, and the last price. */
export const yearTable = (points: readonly Close[], unit?: PriceUnit): FigureTableData => ({
  columns: [{ label: "Date" }, { label: unit && isYield(unit) ? "Yield" : "Price", numeric: true }],
  rows: monthlyCloses(points).map(({ day, close }) => [dayInWords(day), formatPrice(close, unit)]),
});
