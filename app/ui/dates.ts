// Dates and times as the site writes them, in the time zone it is told (an IANA name, UTC by default).

/** A moment: a Date, an ISO text or milliseconds. */
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
      // The month as a number: the short September of this locale has four letters.
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

/** The same moment is written in several ways, and the same moments stand on many pages. */
const MAX_REMEMBERED = 1_000;
const remembered = new Map<string, DateParts>();

function partsOf(moment: Moment, zone: string): DateParts {
  const key = `${zone} ${Number(new Date(moment))}`;
  const known = remembered.get(key);
  if (known) return known;
  if (remembered.size >= MAX_REMEMBERED) remembered.delete(String(remembered.keys().next().value));
  const parts = readParts(moment, zone);
  remembered.set(key, parts);
  return parts;
}

function readParts(moment: Moment, zone: string): DateParts {
  const found: Record<string, string> = {};
  for (const part of formatFor(zone).formatToParts(new Date(moment))) found[part.type] = part.value;
  const { weekday = "", year = "", month = "1", hour = "", minute = "", second = "" } = found;
  // Beside a numeric month this locale pads the day, too.
  const day = String(Number(found.day));
  const name = MONTHS[Number(month) - 1] ?? "";
  return { weekday, year, month: name, day, hour, minute, second, zone: found.timeZoneName ?? "" };
}

/** How a moment is written. */
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

/** @param year " 2025" of another year than the running one */
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

/** The moment in words. Throws a RangeError on what is no moment or no time zone. @param now by which a year is the running one */
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

/** The year that is running; kept for a minute, as a page asks for it many times. */
function runningYear(now: Moment, zone: string): string {
  const minute = Math.floor(Number(new Date(now)) / 60_000);
  if (lastYear.minute !== minute || lastYear.zone !== zone)
    lastYear = { minute, zone, year: readParts(now, zone).year };
  return lastYear.year;
}

/** What is asked of every "today" and "now": whether the moment is on the same day, as the zone counts days. */
export const isSameDay = (one: Moment, other: Moment, zone = "UTC"): boolean =>
  formatTime(one, "date", zone) === formatTime(other, "date", zone);

/** Whether both are of one year, as the zone counts days: a day of another one is told with its year. */
export const isSameYear = (one: Moment, other: Moment, zone = "UTC"): boolean =>
  partsOf(one, zone).year === partsOf(other, zone).year;

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment as yyyy-mm-dd, as the zone counts days. */
export function dayIn(zone: string, moment: Moment): string {
  let format = dayFormats.get(zone);
  if (!format) {
    const options = { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
    format = new Intl.DateTimeFormat("en-CA", options);
    dayFormats.set(zone, format);
  }
  return format.format(new Date(moment));
}

/** The part of the zone's day that an hour belongs to. */
export function partOfDay(moment: Moment, zone = "UTC"): "morning" | "afternoon" | "evening" {
  const hour = Number(partsOf(moment, zone).hour);
  if (hour >= 5 && hour < 12) return "morning";
  return hour >= 12 && hour < 18 ? "afternoon" : "evening";
}

/** The greeting for this hour of the zone's day. */
export const greetingAt = (moment: Moment, zone = "UTC"): string => `Good ${partOfDay(moment, zone)}`;

const DAY_MS = 86_400_000;

/** The day so many days after another, or before it. @param day yyyy-mm-dd */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Days that are left, the begun one included: 1 on the last day, 0 when it is over. */
export const daysLeft = (now: Date, until: Date): number =>
  Math.max(0, Math.ceil((until.getTime() - now.getTime()) / DAY_MS));
