import { readMinute } from "~/web/zoned-minute";
import { UNSEEN } from "./read-number";

export type DateOrder = "day" | "month";

/** A day in the site's time zone, a moment, or a problem. `ambiguous`: either figure may be the day. */
export type ReadDate = { day: string } | { moment: Date } | { ambiguous: true } | { problem: string };

const ISO_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const INSTANT =
  /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]| ?[+-]\d{2}(?::?\d{2})?| ?UTC| ?GMT)$/;
const WALL = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/;
/** Figures before a year: with slashes and dashes either may be the day, with points the first one is. */
const YEAR_LAST =
  /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:,?[ T](\d{1,2}):(\d{2})(?::\d{2})?(?: ?([AaPp])\.?[Mm]\.?)?)?$/;
const EPOCH = /^(\d{10}|\d{13})$/;
/** A spreadsheet's day number, from 2000 to 2099. */
const SERIAL = /^\d{5}$/;
const FIRST_SERIAL = Date.UTC(1899, 11, 30);
const SERIALS = { from: 36_526, to: 73_050 };
/** A two-digit year, read as 20xx. */
const SHORT_YEAR = /^(\d{1,2}[/.-]\d{1,2}[/.-])(\d{2})$/;

/** What one date shows about the order of day and month. */
export type OrderEvidence = "dayFirst" | "monthFirst" | "eitherFirst" | undefined;

export function orderEvidence(text: string): OrderEvidence {
  const written = text.replace(UNSEEN, "").trim().replace(SHORT_YEAR, "$120$2");
  const [, first, sign, second] = YEAR_LAST.exec(written) ?? [];
  if (first === undefined || sign === "." || Number(first) === Number(second)) return undefined;
  if (Number(first) > 12) return "dayFirst";
  return Number(second) > 12 ? "monthFirst" : "eitherFirst";
}

/** The order of day and month that a file shows: some dates are only valid in one order, and none only in the other.
 */
export const dateOrder = (seen: { dayFirst: number; monthFirst: number }): DateOrder | undefined => {
  if (seen.dayFirst > 0 === seen.monthFirst > 0) return undefined;
  return seen.dayFirst > 0 ? "day" : "month";
};

/** The same for the days of a table. */
export function findDateOrder(texts: Iterable<string>): DateOrder | undefined {
  const seen = { dayFirst: 0, monthFirst: 0 };
  for (const text of texts) {
    const evidence = orderEvidence(text);
    if (evidence && evidence !== "eitherFirst") seen[evidence] += 1;
  }
  return dateOrder(seen);
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** For languages with similar month names; Finnish "marraskuu" is November. */
const MONTH = "(jan|feb|mar(?!ras)|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}";
const WEEKDAY = "(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? )?";
const DAY_MONTH = new RegExp(
  `^${WEEKDAY}(\\d{1,2})(?:st|nd|rd|th)?[ -]${MONTH}\\.?,?[ -](\\d{4})(?=$|[, ])`,
  "i",
);
const MONTH_DAY = new RegExp(`^${WEEKDAY}${MONTH}\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?=$|[, ])`, "i");
const YEAR_FIRST = /^(\d{4})([/.])(\d{1,2})\2(\d{1,2})(?=$|[T ])/;
const COMPACT = /^((?:19|20|21)\d{2})(\d{2})(\d{2})$/;

/** Rewrites unambiguous dates as ISO 8601: with the month as a word, the year first, or eight digits. */
function withMonthAsFigure(text: string): string {
  const iso = (year: string, month: string, day: string) =>
    `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const figure = (month: string) => String(MONTHS.indexOf(month.toLowerCase()) + 1);
  return text
    .replace(UNSEEN, "")
    .replace(DAY_MONTH, (_, day: string, month: string, year: string) => iso(year, figure(month), day))
    .replace(MONTH_DAY, (_, month: string, day: string, year: string) => iso(year, figure(month), day))
    .replace(YEAR_FIRST, (_, year: string, _sign, month: string, day: string) => iso(year, month, day))
    .replace(COMPACT, (_, year: string, month: string, day: string) => iso(year, month, day));
}

const NOT_A_DATE = "is not a date such as 2026-07-16";

/** Reads ISO 8601, dates with a month's name or figures before a year, spreadsheet day numbers, and seconds or milliseconds since 1970. Times without a zone are in the site's zone.
 * @param order of day and month before a year, if known
 */
export function readDate(typed: string, zone: string, order?: DateOrder): ReadDate {
  const text = withMonthAsFigure(typed.trim().replace(SHORT_YEAR, "$120$2"));
  if (SERIAL.test(text)) return readSerial(text);
  if (EPOCH.test(text)) return { moment: new Date(Number(text) * (text.length === 10 ? 1000 : 1)) };
  if (INSTANT.test(text)) return parseInstant(text);
  if (WALL.test(text)) return parseSiteMinute(text.slice(0, 16), typed, zone);
  const [, year, month, day] = ISO_DAY.exec(text) ?? [];
  if (year && month && day) return parseDay(year, month, day, typed);
  return readYearLast(text, zone, order);
}

function readSerial(text: string): ReadDate {
  const days = Number(text);
  if (days < SERIALS.from || days > SERIALS.to) return { problem: `“${text}” ${NOT_A_DATE}` };
  return { day: new Date(FIRST_SERIAL + days * 86_400_000).toISOString().slice(0, 10) };
}

function readYearLast(text: string, zone: string, order: DateOrder | undefined): ReadDate {
  const [, first, sign, second, year, hour, minute, half] = YEAR_LAST.exec(text) ?? [];
  if (first === undefined || second === undefined || year === undefined)
    return { problem: `“${shorten(text)}” ${NOT_A_DATE}` };
  const known = sign === "." ? "day" : Number(first) === Number(second) ? "day" : order;
  if (known === undefined) return { ambiguous: true };
  const [day, month] = known === "day" ? [first, second] : [second, first];
  const read = parseDay(year, month, day, text);
  if (!("day" in read) || hour === undefined) return read;
  return parseSiteMinute(`${read.day}T${toHour24(hour, half)}:${minute}`, text, zone);
}

/** From a 12-hour or 24-hour clock. */
function toHour24(hour: string, half: string | undefined): string {
  if (half === undefined) return hour.padStart(2, "0");
  const twelfth = Number(hour) % 12;
  return String(half.toLowerCase() === "p" ? twelfth + 12 : twelfth).padStart(2, "0");
}

function parseDay(year: string, month: string, day: string, typed: string): ReadDate {
  const read = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const exists = read.getUTCMonth() === Number(month) - 1 && read.getUTCDate() === Number(day);
  if (!exists || Number(year) < 1000) return { problem: `“${shorten(typed)}” is not a real date` };
  return { day: `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` };
}

function parseInstant(text: string): ReadDate {
  const iso = text
    .replace(/ ?(UTC|GMT)$/, "Z")
    .replace(/^(\S+) /, "$1T")
    .replace(/ ?([+-]\d{2}):?(\d{2})?$/, (_, hours: string, minutes = "00") => `${hours}:${minutes}`);
  const at = Date.parse(iso);
  const [year = "", month = "", day = ""] = text.slice(0, 10).split("-");
  const exists = parseDay(year, month, day, text);
  if ("problem" in exists) return exists;
  return Number.isNaN(at) ? { problem: `“${shorten(text)}” ${NOT_A_DATE}` } : { moment: new Date(at) };
}

function parseSiteMinute(minute: string, typed: string, zone: string): ReadDate {
  const read = readMinute(minute, zone);
  return "moment" in read ? read : { problem: `“${shorten(typed)}” does not exist in ${zone}` };
}

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** The trading day of a price. Of a time with a zone it is the written day, which is the exchange's.
 * @returns yyyy-mm-dd, or undefined if it is no day or ambiguous
 */
export function readTradingDay(typed: string, order?: DateOrder): string | undefined {
  // The usual notation; there may be a hundred thousand of them.
  if (ISO_DAY.test(typed)) return dayIn(readDate(typed, "UTC"));
  const text = withMonthAsFigure(typed.trim());
  // 26/11/27 may also start with its year.
  if (SHORT_YEAR.test(text) || mayBeNextDay(text)) return undefined;
  const [written] = INSTANT.test(text) || WALL.test(text) ? text.split(/[Tt ]/, 1) : [text];
  return dayIn(readDate(written ?? "", "UTC", order));
}

function dayIn(read: ReadDate): string | undefined {
  if ("day" in read) return read.day;
  return "moment" in read ? read.moment.toISOString().slice(0, 10) : undefined;
}

const UTC = /(?:Z|UTC|GMT|[+-]00(?::?00)?)$/i;
const HALF_HOUR_MS = 1_800_000;

/** Whether a UTC time may be midnight at an exchange further east, as 23:00 is in Frankfurt: full and half hours from noon on.
 */
function mayBeNextDay(text: string): boolean {
  if (!EPOCH.test(text) && !(INSTANT.test(text) && UTC.test(text))) return false;
  const read = readDate(text, "UTC");
  if (!("moment" in read)) return false;
  return read.moment.getUTCHours() >= 12 && read.moment.getTime() % HALF_HOUR_MS === 0;
}

/**
 * Why `readTradingDay` refuses what looks like a day, as the end of a sentence; "" if it does not look like
 * one.
 */
export function tradingDayProblem(typed: string): string {
  const text = withMonthAsFigure(typed.trim());
  if (mayBeNextDay(text)) return ": this UTC time may already be the next day at the exchange";
  const isDay = (["day", "month"] as const).some((order) => !("problem" in readDate(text, "UTC", order)));
  return isDay ? ": it is unclear whether the day or the month comes first" : "";
}
