import { dayInWords, dayNumber, dayOf } from "~/ui/charts/calendar";

/** Days up to and including today, or all days. */
export const RANGES = [7, 30, 90, 365, "all"] as const;
export type DateRange = (typeof RANGES)[number];

const DEFAULT_RANGE: DateRange = 30;

export const ANALYTICS_PATH = "/admin/numbers";

/** The range of the parameter `days`; 30 days if it is missing or invalid. */
export const parseRange = (search: URLSearchParams): DateRange =>
  RANGES.find((range) => String(range) === search.get("days")) ?? DEFAULT_RANGE;

const searchOf = (range: DateRange) => (range === DEFAULT_RANGE ? "" : `?days=${range}`);

export const analyticsPath = (range: DateRange) => ANALYTICS_PATH + searchOf(range);
export const analyticsCsvPath = (range: DateRange) => `${ANALYTICS_PATH}/export.csv${searchOf(range)}`;
export const paywallCsvPath = (range: DateRange) => `${ANALYTICS_PATH}/locks.csv${searchOf(range)}`;

const LABELS = { 7: "7 days", 30: "30 days", 90: "90 days", 365: "1 year", all: "All" };

/** Short, so that all of them fit on one line of a phone. */
export const rangeLabel = (range: DateRange) => LABELS[range];

/** UTC days, yyyy-mm-dd, both included. */
export type Days = { from: string; to: string };

/** The days of a range, and as many days before it; "all" has none before it. @param first the first day with figures */
export function daysOf(range: DateRange, first: string, today: string): { days: Days; before?: Days } {
  if (range === "all") return { days: { from: first < today ? first : today, to: today } };
  const [from, beforeFrom] = [dayNumber(today) - range + 1, dayNumber(today) - 2 * range + 1];
  return {
    days: { from: dayOf(from), to: today },
    before: { from: dayOf(beforeFrom), to: dayOf(from - 1) },
  };
}

/** The days of one bar. */
export type Bin = Days & { length: number };
export type BinKind = "day" | "week" | "month";

/** Longer ranges are drawn by week or by month. Days. */
const LONGEST = { day: 92, week: 400 } as const;

export function binKindOf({ from, to }: Days): BinKind {
  const length = dayNumber(to) - dayNumber(from) + 1;
  if (length <= LONGEST.day) return "day";
  return length <= LONGEST.week ? "week" : "month";
}

/** The bars of a range, oldest first: days, seven days each from the first one, or calendar months. */
export function binsOf({ from, to }: Days): Bin[] {
  const kind = binKindOf({ from, to });
  const bins: Bin[] = [];
  for (let start = dayNumber(from); start <= dayNumber(to); ) {
    const end = Math.min(lastDayOf(kind, start), dayNumber(to));
    bins.push({ from: dayOf(start), to: dayOf(end), length: end - start + 1 });
    start = end + 1;
  }
  return bins;
}

function lastDayOf(kind: BinKind, start: number): number {
  if (kind === "day") return start;
  if (kind === "week") return start + 6;
  const [year = 0, month = 1] = dayOf(start).split("-").map(Number);
  return Date.UTC(year, month, 0) / 86_400_000;
}

export const binLabel = (kind: BinKind, { from, to }: Days): string => {
  if (kind === "month") return dayInWords(from).replace(/^\d+ /, "");
  return kind === "day" || from === to
    ? dayInWords(from, "short-date")
    : `${dayInWords(from, "short-day")} to ${dayInWords(to, "short-date")}`;
};
