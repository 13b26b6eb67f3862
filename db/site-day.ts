import { perProcess } from "./per-process";
import { type Fragment, setting, sql, text } from "./sql";

const site = () => perProcess("site zone", () => ({ zone: "UTC" }));

/** The IANA time zone in which the site's days begin. `startOrm` sets it. */
export function setSiteTimeZone(zone: string): void {
  site().zone = zone;
}

const siteTimeZone = (): string => site().zone;

/**
 * SQL for today's date at the site, by the database's clock. For formulas of entities, which take no values.
 */
export function siteTodaySql(): string {
  return `(now() at time zone '${siteTimeZone().replaceAll("'", "''")}')::date`;
}

const ZONE = setting("site zone", text, siteTimeZone);

/**
 * SQL for the day of a time in the site's zone. `dayIn` computes the same without a database. Every day that
 * readers see comes from one of the two.
 */
export const siteDayOf = <Args>(moment: Fragment<Args>) => sql`(${moment} at time zone ${ZONE})::date`;

/** Today at the site, by the database's clock. */
export const SITE_TODAY = siteDayOf(sql`now()`);

/** The time at which a day begins at the site. */
export const siteMidnightOf = <Args>(day: Fragment<Args>) => sql`((${day})::timestamp at time zone ${ZONE})`;
