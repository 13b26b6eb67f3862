import { SITE_TODAY, siteDayOf } from "db/site-day";
import { type Fragment, sql } from "db/sql";

type Row = Fragment<object>;

/**
 * How many shares one of a day has become on a later one, by the splits after the first and until the second: a query of one row, as a
 * value or, joined laterally, as a table with the column `factor`.
 */
export const sharesBetween = (instrument: Row, since: Row, until: Row): Row => sql`
  (select coalesce(exp(sum(ln(s.ratio))), 1) as factor from splits s
    where s.instrument_id = ${instrument} and s.day > ${since} and s.day <= ${until})`;

/** A price of a moment as one of the shares of a later day. */
export const priceOn = (
  day: Row,
  { instrument, price, asOf }: { [Name in "instrument" | "price" | "asOf"]: Row },
): Row => sql`price_after(${price}, ${sharesBetween(instrument, siteDayOf(asOf), day)})`;

/**
 * The same as one of today's shares: a price may be of a day before a split that has come since, and beside closes that have splits
 * worked in it would be another one. Whoever measures by a current price does so by this.
 */
export const priceToday = (of: Parameters<typeof priceOn>[1]): Row => priceOn(SITE_TODAY, of);
