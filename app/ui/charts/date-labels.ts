import { dayInWords, dayNumber, dayOf } from "./calendar";
import type { TimeScale } from "./scales";

export type DateLabel = {
  /** Per cent from the left. */
  x: number;
  text: string;
  /** Only where there is room. */
  wide: boolean;
};

/** How much nearer to an edge a label would be cut, in per cent. */
const EDGES = { left: 2, right: 3 } as const;

type Rhythm = { days: readonly number[]; months: number };

/** From the longest span, in days, to the shortest: on which days of which months labels stand. */
const RHYTHMS: readonly (Rhythm & { from: number })[] = [
  { from: 2200, days: [1], months: 12 },
  { from: 800, days: [1], months: 6 },
  { from: 420, days: [1], months: 3 },
  { from: 100, days: [1], months: 1 },
  { from: 44, days: [1, 15], months: 1 },
  { from: 12, days: [1, 8, 15, 22], months: 1 },
];
const EVERY_DAY: Rhythm = { days: Array.from({ length: 31 }, (_, index) => index + 1), months: 1 };

/** Where half of the labels would run into each other on a phone, every third of them stays. */
const CROWDED = 7;

/**
 * The labels of a time axis: the first of the months, January with its year; in short spans days, in long ones years.
 * Those too near to an edge are left out.
 */
export function dateLabels({ from, to, x }: TimeScale): DateLabel[] {
  const span = dayNumber(to) - dayNumber(from);
  const rhythm = RHYTHMS.find((candidate) => span >= candidate.from) ?? EVERY_DAY;
  const labels = daysOf(from, to, rhythm)
    .map((day) => ({ x: x(day), text: labelOf(day, rhythm) }))
    .filter((label) => label.x >= EDGES.left && label.x <= 100 - EDGES.right);
  const crowded = labels.length >= CROWDED;
  return labels.map((label, index) => ({ ...label, wide: crowded && index % 3 !== 1 }));
}

function daysOf(from: string, to: string, { days, months }: Rhythm): string[] {
  const all: string[] = [];
  for (let number = dayNumber(from); number <= dayNumber(to); number++) {
    const [, month = 1, day = 1] = dayOf(number).split("-").map(Number);
    if (days.includes(day) && (month - 1) % months === 0) all.push(dayOf(number));
  }
  return all;
}

function labelOf(day: string, { months }: Rhythm): string {
  const [year, month, date] = day.split("-");
  if (date !== "01") return String(Number(date));
  if (month !== "01") return dayInWords(day, "short-day").replace(/^1 /, "");
  return months >= 6 ? String(year) : `Jan ${year}`;
}
