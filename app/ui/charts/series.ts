import { dayInWords, weekdaysBetween } from "./calendar";

/** The close of a day. */
export type Close = {
  /** yyyy-mm-dd */
  day: string;
  close: number;
};

/** Exchanges close for two weekdays at most (around Easter); three without a price are a gap. */
const USUAL_REST = 2;

/** Gaps longer than this number of sessions are mentioned below the chart. */
const NAMED_GAP = 5;

/** Fewer closes than this are drawn as points, too. */
const FEW = 5;

export const areFew = (points: readonly Close[]): boolean => points.length < FEW;

/** The closes without gaps in between. For weekly or monthly closes the usual interval is no gap. */
export function stretches(points: readonly Close[]): Close[][] {
  const missing = points.slice(1).map((point, index) => weekdaysBetween(points[index]?.day ?? "", point.day));
  const usual = [...missing].sort((a, b) => a - b)[Math.floor(missing.length / 2)] ?? 0;
  const found: Close[][] = [];
  points.forEach((point, index) => {
    const before = missing[index - 1];
    if (before === undefined || before > USUAL_REST + 2 * usual) found.push([point]);
    else found.at(-1)?.push(point);
  });
  return found;
}

/**
 * "No prices between 3 March 2026 and 16 March 2026." for each gap of more than five sessions, for the source
 * line.
 */
export function gapNotes(points: readonly Close[]): string {
  const parts = stretches(points);
  return parts
    .slice(1)
    .map((part, index) => ({ last: parts[index]?.at(-1)?.day ?? "", next: part[0]?.day ?? "" }))
    .filter(({ last, next }) => weekdaysBetween(last, next) > NAMED_GAP)
    .map(({ last, next }) => `No prices between ${dayInWords(last)} and ${dayInWords(next)}.`)
    .join(" ");
}

/**
 * "Daily close, in USD, to 15 July 2026, and the last price of 16 July." The price of an unfinished day is no
 * close.
 * @param unit ", in USD"
 * @param of what is drawn: "price"
 * @param running the first day whose prices may still change, yyyy-mm-dd
 */
export function closesInWords(
  points: readonly Close[],
  { unit = "", of = "price", running }: { unit?: string; of?: string; running: string },
): string {
  const [closed, last] = [points.findLast(({ day }) => day < running), points.at(-1)];
  const open = last && last.day >= running ? `the last ${of} of ${dayInWords(last.day, "day")}` : undefined;
  if (!closed) return open ? `${open.replace("the", "The")}${unit}.` : "";
  return `Daily close${unit}, to ${dayInWords(closed.day)}${open ? `, and ${open}` : ""}.`;
}

/** At most `count` closes at even intervals, always with the first and the last. */
export function thin(points: readonly Close[], count: number): Close[] {
  if (points.length <= count) return [...points];
  const step = (points.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, index) => points[Math.round(index * step)]).filter(
    (point) => point !== undefined,
  );
}

/** The close of that day, or the last one before it; undefined before the first one. */
export const closeOn = (points: readonly Close[], day: string): number | undefined =>
  points.findLast((point) => point.day <= day)?.close;

/** The last close of each month, the first and the last close, for the table of a year. */
export function monthlyCloses(points: readonly Close[]): Close[] {
  return points.filter(({ day }, index) => {
    const next = points[index + 1];
    return index === 0 || !next || next.day.slice(0, 7) !== day.slice(0, 7);
  });
}
