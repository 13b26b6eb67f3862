import { dayInWords, dayNumber, dayOf } from "./calendar";
import type { TimeScale } from "./scales";

export type DateLabel = {
  /** Per cent from the left. */
  x: number;
  text: string;
  /** Shown only if there is room. */
  wide: boolean;
  /** In a narrow chart half of it would be left of the plot. */
  atEdge?: true;
};

/** Labels closer to an edge than this, in per cent, would be cut. */
const EDGES = { left: 2, right: 3 } as const;

type Rhythm = { days: readonly number[]; months: number };

/** Which months and days get labels, from the longest span (in days) to the shortest. */
const RHYTHMS: readonly (Rhythm & { from: number })[] = [
  { from: 2200, days: [1], months: 12 },
  { from: 800, days: [1], months: 6 },
  { from: 420, days: [1], months: 3 },
  { from: 100, days: [1], months: 1 },
  { from: 44, days: [1, 15], months: 1 },
  { from: 12, days: [1, 8, 15, 22], months: 1 },
];
const EVERY_DAY: Rhythm = { days: Array.from({ length: 31 }, (_, index) => index + 1), months: 1 };

/** Above this number, labels would overlap in a narrow chart. */
const CROWDED = 7;
/**
 * There, every third month and every second quarter or half-year remains. January always remains, because it
 * shows the year.
 */
const keptEvery = ({ months }: Rhythm) => (months === 3 || months === 6 ? 2 : 3);

/**
 * Within this distance of the left edge, in per cent, a month has no room for its year; January keeps it and
 * starts at the edge.
 */
const YEAR_ROOM = 10;

/**
 * Labels of a time axis: firsts of months, January with its year; days in short spans, years in long ones.
 * Labels too close to an edge are left out. If some are dropped, January remains; in spans of over a year the
 * first label has its year, too.
 */
export function dateLabels({ from, to, x }: TimeScale): DateLabel[] {
  const span = dayNumber(to) - dayNumber(from);
  const rhythm = RHYTHMS.find((candidate) => span >= candidate.from) ?? EVERY_DAY;
  const labels = daysOf(from, to, rhythm)
    .map((day) => ({ day, x: x(day), text: labelOf(day, rhythm) }))
    .filter((label) => label.x >= EDGES.left && label.x <= 100 - EDGES.right)
    .map((label, index) => (index === 0 && rhythm.months === 3 ? withYear(label) : label));
  if (labels.length < CROWDED) return labels.map((label) => toLabel(label, false));
  const step = keptEvery(rhythm);
  const january = labels.findIndex(({ day }) => day.endsWith("-01-01"));
  const kept = (january < 0 ? 1 : january) % step;
  return labels.map((label, index) => toLabel(label, index % step !== kept));
}

function toLabel({ x, text }: PlacedDay, wide: boolean): DateLabel {
  const atEdge = x < YEAR_ROOM && text.startsWith("Jan ");
  return { x, text, wide, ...(atEdge && { atEdge }) };
}

function daysOf(from: string, to: string, { days, months }: Rhythm): string[] {
  const all: string[] = [];
  for (let number = dayNumber(from); number <= dayNumber(to); number++) {
    const [, month = 1, day = 1] = dayOf(number).split("-").map(Number);
    if (days.includes(day) && (month - 1) % months === 0) all.push(dayOf(number));
  }
  return all;
}

type PlacedDay = { day: string; x: number; text: string };

const withYear = (label: PlacedDay): PlacedDay =>
  label.x < YEAR_ROOM ? label : { ...label, text: dayInWords(label.day, "short-date").replace(/^1 /, "") };

function labelOf(day: string, { months }: Rhythm): string {
  const [year, month, date] = day.split("-");
  if (date !== "01") return String(Number(date));
  if (month !== "01") return dayInWords(day, "axis-day").replace(/^1 /, "");
  return months >= 6 ? String(year) : `Jan ${year}`;
}
