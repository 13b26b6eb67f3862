import { SITE_TODAY, siteDayOf } from "db/site-day";
import { type Fragment, sql } from "db/sql";

type Row = Fragment<object>;

/**
 * How many shares one share became between two days, by the splits after the first day up to the second.
 * Returns one row. Use it as a value, or join it laterally as a table with the column `factor`.
 */
export const sharesBetween = (instrument: Row, since: Row, until: Row): Row => sql`
  (select coalesce(exp(sum(ln(s.ratio))), 1) as factor from splits s
    where s.instrument_id = ${instrument} and s.day > ${since} and s.day <= ${until})`;

/** A price of a moment in the shares of a later day. */
export const priceOn = (
  day: Row,
  { instrument, price, asOf }: { [Name in "instrument" | "price" | "asOf"]: Row },
): Row => sql`price_after(${price}, ${sharesBetween(instrument, siteDayOf(asOf), day)})`;

/**
 * A price in today's shares. A price from before a split does not fit next to split-adjusted closes; use this
 * one for every comparison.
 */
export const priceToday = (of: Parameters<typeof priceOn>[1]): Row => priceOn(SITE_TODAY, of);
