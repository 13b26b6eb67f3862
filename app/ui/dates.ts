// Formats dates and times in a time zone (an IANA name, UTC by default).

/** A Date, an ISO text or milliseconds. */
export type Moment = Date | string | number;

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

type DateParts = {
  weekday: string;
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
  zone: string;
};

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(zone: string): Intl.DateTimeFormat {
  let made = formats.get(zone);
  if (!made) {
    made = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      weekday: "long",
      year: "numeric",
      // A numeric month, because this locale's short September has four letters.
      month: "numeric",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
      timeZoneName: "short",
    });
    formats.set(zone, made);
  }
  return made;
}

/** The same moments occur on many pages and in several styles. */
const MAX_REMEMBERED = 1_000;
const partsByMoment = new Map<string, DateParts>();

function partsOf(moment: Moment, zone: string): DateParts {
  const key = `${zone} ${Number(new Date(moment))}`;
  const known = partsByMoment.get(key);
  if (known) return known;
  if (partsByMoment.size >= MAX_REMEMBERED) partsByMoment.delete(String(partsByMoment.keys().next().value));
  const parts = readParts(moment, zone);
  partsByMoment.set(key, parts);
  return parts;
}

function readParts(moment: Moment, zone: string): DateParts {
  const found: Record<string, string> = {};
  for (const part of formatFor(zone).formatToParts(new Date(moment))) found[part.type] = part.value;
  const { weekday = "", year = "", month = "1", hour = "", minute = "", second = "" } = found;
  // With a numeric month this locale also pads the day.
  const day = String(Number(found.day));
  const name = MONTHS[Number(month) - 1] ?? "";
  return { weekday, year, month: name, day, hour, minute, second, zone: found.timeZoneName ?? "" };
}

/** Styles of a formatted moment. */
export type TimeStyle =
  | "date" // 16 July 2026
  | "short-date" // 16 Jul 2026
  | "short-datetime" // 16 Jul 2026, 13:40 UTC
  | "day" // 16 July; 16 July 2025 of another year than the running one
  | "short-day" // 16 Jul; 16 Jul 2025
  | "axis-day" // 16 Jul, whatever the year
  | "time" // 13:40 UTC
  | "clock" // 13:40
  | "datetime" // 16 July 2026, 13:40 UTC
  | "day-time" // 16 July, 13:40 UTC; 16 July 2025, 13:40 UTC
  | "weekday" // Thu 16 July 2026
  | "short-weekday" // Thu 16 Jul 2026
  | "long" // Thursday 16 July 2026, 13:40 UTC
  | "exact"; // 16 July 2026, 13:40:12 UTC

/** @param year " 2025" if it is not the current year */
const STYLES: Record<TimeStyle, (p: DateParts, year: string) => string> = {
  date: (p) => `${p.day} ${p.month} ${p.year}`,
  "short-date": (p) => `${p.day} ${p.month.slice(0, 3)} ${p.year}`,
  "short-datetime": (p) => `${p.day} ${p.month.slice(0, 3)} ${p.year}, ${p.hour}:${p.minute} ${p.zone}`,
  day: (p, year) => `${p.day} ${p.month}${year}`,
  "short-day": (p, year) => `${p.day} ${p.month.slice(0, 3)}${year}`,
  "axis-day": (p) => `${p.day} ${p.month.slice(0, 3)}`,
  time: (p) => `${p.hour}:${p.minute} ${p.zone}`,
  clock: (p) => `${p.hour}:${p.minute}`,
  datetime: (p) => `${p.day} ${p.month} ${p.year}, ${p.hour}:${p.minute} ${p.zone}`,
  "day-time": (p, year) => `${p.day} ${p.month}${year}, ${p.hour}:${p.minute} ${p.zone}`,
  "short-weekday": (p) => `${p.weekday.slice(0, 3)} ${p.day} ${p.month.slice(0, 3)} ${p.year}`,
  weekday: (p) => `${p.weekday.slice(0, 3)} ${p.day} ${p.month} ${p.year}`,
  long: (p) => `${p.weekday} ${p.day} ${p.month} ${p.year}, ${p.hour}:${p.minute} ${p.zone}`,
  exact: (p) => `${p.day} ${p.month} ${p.year}, ${p.hour}:${p.minute}:${p.second} ${p.zone}`,
};

/**
 * Formats a moment.
 * @param now determines the current year
 * @throws RangeError for an invalid moment or time zone
 */
export function formatTime(
  moment: Moment,
  style: TimeStyle = "date",
  zone = "UTC",
  now: Moment = Date.now(),
): string {
  const parts = partsOf(moment, zone);
  const isThisYear = parts.year === runningYear(now, zone);
  return STYLES[style](parts, isThisYear ? "" : ` ${parts.year}`);
}

let lastYear = { minute: -1, zone: "", year: "" };

/** The current year; cached for a minute, because pages need it many times. */
function runningYear(now: Moment, zone: string): string {
  const minute = Math.floor(Number(new Date(now)) / 60_000);
  if (lastYear.minute !== minute || lastYear.zone !== zone)
    lastYear = { minute, zone, year: readParts(now, zone).year };
  return lastYear.year;
}

/** Whether a moment is on the same day, in the zone; required for every "today" and "now". */
export const isSameDay = (one: Moment, other: Moment, zone = "UTC"): boolean =>
  formatTime(one, "date", zone) === formatTime(other, "date", zone);

/** Whether both are in the same year, in the zone; other years are shown with the date. */
export const isSameYear = (one: Moment, other: Moment, zone = "UTC"): boolean =>
  partsOf(one, zone).year === partsOf(other, zone).year;

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment as yyyy-mm-dd, in the zone. */
export function dayIn(zone: string, moment: Moment): string {
  let format = dayFormats.get(zone);
  if (!format) {
    const options = { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
    format = new Intl.DateTimeFormat("en-CA", options);
    dayFormats.set(zone, format);
  }
  return format.format(new Date(moment));
}

/** Parts of the day by hour. */
export function partOfDay(moment: Moment, zone = "UTC"): "morning" | "afternoon" | "evening" {
  const hour = Number(partsOf(moment, zone).hour);
  if (hour >= 5 && hour < 12) return "morning";
  return hour >= 12 && hour < 18 ? "afternoon" : "evening";
}

/** The greeting for this hour, in the zone. */
export const greetingAt = (moment: Moment, zone = "UTC"): string => `Good ${partOfDay(moment, zone)}`;

const DAY_MS = 86_400_000;

/** The day this many days later, or earlier. @param day yyyy-mm-dd */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Remaining days, including the current one: 1 on the last day, 0 afterwards. */
export const daysLeft = (now: Date, until: Date): number =>
  Math.max(0, Math.ceil((until.getTime() - now.getTime()) / DAY_MS));
