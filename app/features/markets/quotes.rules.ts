import { formatTime, isSameDay, type Moment } from "~/ui/dates";

let staleAfterMinutes = 60;

/** A quote as old as this is stale, wherever quotes are shown or counted. Said once, at the start of the server. */
export function setStaleAfter(minutes: number): void {
  staleAfterMinutes = minutes;
}

/** In minutes. */
export const staleAfter = (): number => staleAfterMinutes;

const MINUTE_MS = 60_000;

/** '2 h old' for a quote that is no longer fresh, nothing for one that is. */
export function staleLabel(asOf: Date, now: Date): string | undefined {
  const minutes = Math.floor((now.getTime() - asOf.getTime()) / MINUTE_MS);
  if (minutes < staleAfterMinutes) return undefined;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h old` : `${Math.floor(hours / 24)} days old`;
}

/** What the ends of a quote's bar are: of today only while the quote is. */
export const rangeLabel = (asOf: Moment, now: Moment, zone: string): string =>
  isSameDay(asOf, now, zone) ? "Range today" : `Range of ${formatTime(asOf, "day", zone, now)}`;
