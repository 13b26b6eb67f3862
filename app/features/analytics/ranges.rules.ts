import { dayInWords, dayNumber, dayOf } from "~/ui/charts/calendar";

/** How many days back the screen looks, today included, or all there are. */
export const RANGES = [7, 30, 90, 365, "all"] as const;
export type NumbersRange = (typeof RANGES)[number];

const USUAL: NumbersRange = 30;

export const NUMBERS_PATH = "/admin/numbers";

/** The range that an address asks for by `?days=`; what makes no sense is the usual one. */
export const rangeOf = (search: URLSearchParams): NumbersRange =>
  RANGES.find((range) => String(range) === search.get("days")) ?? USUAL;

const searchOf = (range: NumbersRange) => (range === USUAL ? "" : `?days=${range}`);

export const numbersPath = (range: NumbersRange) => NUMBERS_PATH + searchOf(range);
export const numbersCsvPath = (range: NumbersRange) => `${NUMBERS_PATH}/export.csv${searchOf(range)}`;
export const locksCsvPath = (range: NumbersRange) => `${NUMBERS_PATH}/locks.csv${searchOf(range)}`;

const LABELS = { 7: "7 days", 30: "30 days", 90: "90 days", 365: "1 year", all: "All" };

/** Short ones: all of them stand in one line of a phone. */
export const rangeLabel = (range: NumbersRange) => LABELS[range];

/** Days of UTC, yyyy-mm-dd, both included. */
export type Days = { from: string; to: string };

/** The days of a range, and as many before them, which "all" has none of. @param first the first day that is known */
export function daysOf(range: NumbersRange, first: string, today: string): { days: Days; before?: Days } {
  if (range === "all") return { days: { from: first < today ? first : today, to: today } };
  const [from, beforeFrom] = [dayNumber(today) - range + 1, dayNumber(today) - 2 * range + 1];
  return {
    days: { from: dayOf(from), to: today },
    before: { from: dayOf(beforeFrom), to: dayOf(from - 1) },
  };
}

/** Days that are drawn as one bar. */
export type Bin = Days & { length: number };
export type BinKind = "day" | "week" | "month";

/** Longer ones are drawn by weeks, or by months. Days. */
const LONGEST = { day: 92, week: 400 } as const;

export function binKindOf({ from, to }: Days): BinKind {
  const length = dayNumber(to) - dayNumber(from) + 1;
  if (length <= LONGEST.day) return "day";
  return length <= LONGEST.week ? "week" : "month";
}

/** The bars of some days, oldest first: each day, seven days each from the first on, or months of the calendar. */
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
