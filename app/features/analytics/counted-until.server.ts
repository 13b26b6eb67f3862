import { sql, timestamp } from "db/sql";

/** Where a day begins, of a row of `payer_days`. */
export const DAY_BEGIN = sql`(day::timestamp at time zone 'UTC')`;

/** Until then days are added up; null before anything is. One that is to be added up anew counts as counted until its beginning. */
export const COUNTED_UNTIL = timestamp.orNull.from`(
  select counted_until from payer_days where counted_until > ${DAY_BEGIN} order by day desc limit 1)`;
