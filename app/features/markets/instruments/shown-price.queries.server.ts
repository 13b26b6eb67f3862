import { bool, decimal, type Fragment, raw, sql, text, timestamp } from "db/sql";
import { currentPriceOf, kindOf } from "./instruments.queries.server";

type Priced = "stock_picks" | "trade_alerts";

/**
 * Joins to a pick or an alert what its instrument costs now; to a table that `shownPrice` reads. A price in another currency
 * than the record's says nothing about its target, so the record keeps its own.
 */
export const joinShownPrice = (table: Priced): Fragment<object> => {
  const own = raw(table);
  return sql`left join lateral ${currentPriceOf(sql`${own}.instrument_id`)} as current
    on coalesce(current.currency = ${own}.currency, true)`;
};

/**
 * The price of a pick or an alert as readers see it, whatever its own figures say: every page names one price of an
 * instrument. To be read with `joinShownPrice`, and by nobody but who may read the record.
 */
export const shownPrice = (table: Priced) => {
  const own = raw(table);
  const shown = (price: Fragment<object>, ownPrice: Fragment<object>) =>
    sql`case when current."price" is null then ${own}.${ownPrice} else current.${price} end`;
  return {
    currentPrice: decimal.orNull.from`${shown(sql`"price"`, sql`current_price`)}`,
    pricedAt: timestamp.orNull.from`${shown(sql`"asOf"`, sql`priced_at`)}`,
    currency: text.orNull.from`coalesce(${own}.currency, current.currency)`,
    kind: kindOf(sql`${own}.instrument_id`),
    /** Whether it is known by its day alone: no minute is said of it, and nothing newer is expected before the next day. */
    pricedOfDay: bool.from`coalesce(current.source = 'history', false)`,
  };
};

/** The change that belongs to it; an alert has one of its own. */
export const shownChange = decimal.orNull
  .from`case when current."price" is null then daily_change else current."changePercent" end`;
