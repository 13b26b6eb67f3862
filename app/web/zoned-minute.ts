/** Local time to the minute, as `datetime-local` inputs send it. */
const WALL = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d{1,9})?)?$/;
/** An ISO 8601 instant (RFC 3339): a time with its UTC offset. */
const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})$/;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
    formats.set(zone, format);
  }
  return format;
}

/** The local minute in a zone, as a `datetime-local` input shows it: `2026-11-01T01:30`. */
export function wallMinute(moment: Date, zone: string): string {
  const parts = formatFor(zone).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/** A moment, or the reason why there is none. `skipped`: the hour that clocks skip in spring. */
export type ReadMinute = { moment: Date } | { unread: "unreadable" | "skipped" };

/**
 * Reads an ISO 8601 instant, or local time in a zone. If an hour occurs twice in autumn, the first one is
 * used. Seconds are dropped.
 * @param zone an IANA name
 */
export function readMinute(text: string, zone: string): ReadMinute {
  if (INSTANT.test(text)) return parseInstant(text);
  const [, year, month, day, hour, minute] = WALL.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || minute === undefined) return { unread: "unreadable" };
  // Outside these years, the neighbouring day has another number of digits.
  if (year < 1000 || year > 9998) return { unread: "unreadable" };
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  const wall = new Date(asUtc).toISOString().slice(0, 16);
  if (!isDay(year, month, day ?? 0) || wall !== text.slice(0, 16).replace(" ", "T"))
    return { unread: "unreadable" };
  // The UTC offsets a day before and after; a clock change lies between them.
  const distances = [asUtc - DAY_MS, asUtc + DAY_MS].map((at) => distanceAt(at, zone));
  const found = distances
    .map((distance) => new Date(asUtc - distance))
    .filter((moment) => wallMinute(moment, zone) === wall)
    .toSorted((one, other) => one.getTime() - other.getTime());
  return found[0] ? { moment: found[0] } : { unread: "skipped" };
}

function parseInstant(text: string): ReadMinute {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  if (!isDay(year, month, day)) return { unread: "unreadable" };
  const at = Date.parse(text.replace(" ", "T").replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
  return Number.isNaN(at)
    ? { unread: "unreadable" }
    : { moment: new Date(Math.floor(at / MINUTE_MS) * MINUTE_MS) };
}

/** 31 February is rejected, not read as 3 March. */
function isDay(year: number, month: number, day: number): boolean {
  const read = new Date(Date.UTC(year, month - 1, day));
  return read.getUTCMonth() === month - 1 && read.getUTCDate() === day;
}

/** The zone's offset from UTC at a moment. Milliseconds. */
const distanceAt = (at: number, zone: string): number =>
  Date.parse(`${wallMinute(new Date(at), zone)}:00Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS;
