import { readMinute } from "~/web/zoned-minute";

const ends = new Map<string, Date>();
const MOST_KEPT = 20_000;

/**
 * The last millisecond of a day in a zone, as PostgreSQL computes it: without a midnight the day begins
 * later.
 */
export function endOfDay(day: string, zone: string): Date {
  const key = `${day} ${zone}`;
  const kept = ends.get(key);
  if (kept) return kept;
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const begins = ["00:00", "00:30", "01:00"].map((hour) => readMinute(`${next}T${hour}`, zone));
  const found = begins.find((read) => "moment" in read);
  const end = new Date(
    (found && "moment" in found ? found.moment.getTime() : Date.parse(`${next}T00:00:00Z`)) - 1,
  );
  if (ends.size >= MOST_KEPT) ends.clear();
  ends.set(key, end);
  return end;
}

/** The day this many days after a day. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
