import { decimal, literal, raw, text, timestamp, uuid } from "db/sql";
import { forEachOf, statement } from "db/statement.server";
import { PRICE_SOURCES, type PriceSource } from "./instruments.queries.server";
import { joinShownPrice } from "./shown-price.queries.server";

/** The price that readers see instead of a record's own. */
export type PriceReadersSee = { price: string; asOf: Date; currency: string | null; source: PriceSource };

const SHOWN = { price: decimal, asOf: timestamp, currency: text.orNull, source: literal(PRICE_SOURCES) };

const INSTEAD = forEachOf(["stock_picks", "trade_alerts"], (table) => {
  const own = raw(table);
  return statement(`price-readers-see.${table}`, SHOWN)`
    select current."price", current."asOf", coalesce(${own}.currency, current.currency) as currency, current.source
      from ${own} ${joinShownPrice(table)}
     where ${own}.id = ${uuid("id")} and current."price" is not null
       and current."price" is distinct from ${own}.current_price`;
});

/** The price that readers see instead of a pick's or an alert's own; undefined if it is the same. */
export const priceReadersSee = (
  table: "stock_picks" | "trade_alerts",
  id: string,
): Promise<PriceReadersSee | undefined> => INSTEAD[table].first({ id });
