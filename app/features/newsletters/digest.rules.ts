import { dayAfter, dayIn } from "~/ui/dates";
import { readMinute } from "~/web/zoned-minute";

/** The weekly digest leaves on Saturdays at this time in the site's zone. */
export const DIGEST_TIME = "08:00";
const SATURDAY = 6;

/** The id of a digest in `editions.record_id` is its Saturday. */
const RECORD = /^00000000-0000-4000-8000-0000(\d{4})(\d{2})(\d{2})$/;

/** @param saturday yyyy-mm-dd */
export const recordOfWeek = (saturday: string): string =>
  `00000000-0000-4000-8000-0000${saturday.replaceAll("-", "")}`;

/** The Saturday that a digest's record id names, as yyyy-mm-dd. Undefined for any other id. */
export function weekOfRecord(recordId: string): string | undefined {
  const saturday = RECORD.exec(recordId)?.slice(1).join("-");
  return saturday && isSaturday(saturday) ? saturday : undefined;
}

const isSaturday = (day: string): boolean => {
  const read = new Date(`${day}T00:00:00Z`);
  return read.getTime() > 0 && read.toISOString().startsWith(day) && read.getUTCDay() === SATURDAY;
};

/** When the digest of a Saturday leaves: its week ends then. @param zone an IANA name */
export function digestTime(saturday: string, zone: string): Date {
  const read = readMinute(`${saturday}T${DIGEST_TIME}`, zone);
  return "moment" in read ? read.moment : new Date(`${saturday}T${DIGEST_TIME}Z`);
}

/** The week of a digest. @property until exclusive */
export const digestWeek = (saturday: string, zone: string): { since: Date; until: Date } => ({
  since: digestTime(dayAfter(saturday, -7), zone),
  until: digestTime(saturday, zone),
});

/** The Saturday of the next digest after a moment. */
export function nextDigest(now: Date, zone: string): string {
  const today = dayIn(zone, now);
  const saturday = dayAfter(today, (SATURDAY - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7);
  return digestTime(saturday, zone) > now ? saturday : dayAfter(saturday, 7);
}

/** The Saturday of the digest before a moment. */
export const lastDigest = (now: Date, zone: string): string => dayAfter(nextDigest(now, zone), -7);
