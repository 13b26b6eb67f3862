// Calendar days in UTC for charts, as "yyyy-mm-dd".

import { formatTime, type TimeStyle } from "../dates";

const DAY_MS = 86_400_000;

/** Days since 1 January 1970. @throws RangeError for an invalid day */
export function dayNumber(day: string): number {
  const number = Date.parse(`${day}T00:00:00Z`) / DAY_MS;
  if (!Number.isInteger(number)) throw new RangeError(`Not a day: ${day}`);
  return number;
}

/** The inverse: the day with this number. */
export const dayOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

/** A day in words. */
export const dayInWords = (day: string, style: TimeStyle = "date"): string =>
  formatTime(`${day}T00:00:00Z`, style);

/** Weekdays strictly between two days: 0 from a Friday to its Monday. */
export function weekdaysBetween(one: string, other: string): number {
  let count = 0;
  for (let day = dayNumber(one) + 1; day < dayNumber(other); day++) if (isWeekday(day)) count++;
  return count;
}

/** Day 0 was a Thursday. */
const isWeekday = (day: number) => ![0, 6].includes((day + 4) % 7);
