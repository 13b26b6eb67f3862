import { sql, timestamp } from "db/sql";

/** The start of the day of a `payer_days` row. */
export const DAY_BEGIN = sql`(day::timestamp at time zone 'UTC')`;

/** Days are aggregated up to this moment; null if none is. A cleared day counts as aggregated up to its start. */
export const LAST_COUNTED = sql`(
  select counted_until from payer_days where counted_until > ${DAY_BEGIN} order by day desc limit 1)`;
export const COUNTED_UNTIL = timestamp.orNull.from`${LAST_COUNTED}`;
