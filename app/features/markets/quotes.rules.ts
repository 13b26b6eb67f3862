import { formatTime, isSameDay, type Moment } from "~/ui/dates";

let staleAfterMinutes = 60;

/** Sets the age from which quotes count as stale everywhere. The server sets it once at its start. */
export function setStaleAfter(minutes: number): void {
  staleAfterMinutes = minutes;
}

/** In minutes. */
export const staleAfter = (): number => staleAfterMinutes;

const MINUTE_MS = 60_000;

/** "2 h old" for a stale quote, undefined for a fresh one. */
export function staleLabel(asOf: Date, now: Date): string | undefined {
  const minutes = Math.floor((now.getTime() - asOf.getTime()) / MINUTE_MS);
  if (minutes < staleAfterMinutes) return undefined;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h old` : `${Math.floor(hours / 24)} days old`;
}

/** The label of a quote's range: "today" only if the quote is from today. */
export const rangeLabel = (asOf: Moment, now: Moment, zone: string): string =>
  isSameDay(asOf, now, zone) ? "Range today" : `Range of ${formatTime(asOf, "day", zone, now)}`;
