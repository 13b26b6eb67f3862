import { bool, decimal, type Fragment, raw, sql, text, timestamp } from "db/sql";
import { currentPriceOf, kindOf } from "./instruments.queries.server";

type Priced = "stock_picks" | "trade_alerts";

/**
 * Joins the instrument's current price to a pick or an alert, for `priceForReaders`. A price in another currency
 * does not fit the record's target, so the record keeps its own.
 */
export const joinShownPrice = (table: Priced): Fragment<object> => {
  const own = raw(table);
  return sql`left join lateral ${currentPriceOf(sql`${own}.instrument_id`)} as current
    on coalesce(current.currency = ${own}.currency, true)`;
};

/**
 * The price of a pick or an alert that readers see, whatever its own figures. All pages show one price of an
 * instrument. Use it with `joinShownPrice`, and only for readers of the record.
 */
export const priceForReaders = (table: Priced) => {
  const own = raw(table);
  const orOwn = (price: Fragment<object>, ownPrice: Fragment<object>) =>
    sql`case when current."price" is null then ${own}.${ownPrice} else current.${price} end`;
  return {
    currentPrice: decimal.orNull.from`${orOwn(sql`"price"`, sql`current_price`)}`,
    pricedAt: timestamp.orNull.from`${orOwn(sql`"asOf"`, sql`priced_at`)}`,
    currency: text.orNull.from`coalesce(${own}.currency, current.currency)`,
    kind: kindOf(sql`${own}.instrument_id`),
    /** Whether only the day is known: no time is shown, and nothing newer comes before the next day. */
    pricedOfDay: bool.from`coalesce(current.source = 'history', false)`,
  };
};

/** The change that belongs to the shown price; an alert stores its own. */
export const changeForReaders = decimal.orNull
  .from`case when current."price" is null then daily_change else current."changePercent" end`;
