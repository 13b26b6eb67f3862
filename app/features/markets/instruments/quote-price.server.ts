import type { Quote } from "db/entities/quote";
import type { EntityManager } from "db/orm.server";
import { siteDayOf } from "db/site-day";
import { array, decimal, type Fragment, sql, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { comparePrices } from "./compare-prices.server";

const PRICED_ON = siteDayOf(sql`quotes.updated_at`);

/** The day's stored price. */
const KEPT = sql`
  (select kept from daily_prices kept where kept.instrument_id = quotes.instrument_id and kept.day = ${PRICED_ON})`;

/**
 * If only a new price is sent, a quote keeps its high and low of an earlier day. Figures that a save leaves
 * unchanged therefore belong to the earlier day. The day's own stored figures stay.
 */
const ofItsDay = (name: Fragment<object>, before: Fragment<object>) => sql`
  case when ${name} is distinct from ${before}
         or ${siteDayOf(sql`saved.before`)} = ${PRICED_ON} and ${KEPT} is null then ${name}
       else (${KEPT}).${name} end`;

/** Each quote with its values before the save. */
const SAVED = sql`
  unnest(${array(uuid)("ids")}::uuid[], ${array(timestamp.orNull)("moments")}::timestamptz[],
         ${array(decimal.orNull)("highs")}::numeric[], ${array(decimal.orNull)("lows")}::numeric[])
    as saved (id, before, high_before, low_before)`;

/**
 * Stores the price for the day on which the quote got it; a trigger maintains that time. A save without
 * changed figures stores nothing. Left out: a high below the price, a price of zero or less, and a price in
 * another currency. A quote may contain these, a history may not. Imported prices of the day stay. Of two
 * quotes of one instrument the newer one counts, as for readers.
 */
const SAVE_PRICES = statement("quotes.record-day", { id: uuid.from`instrument_id` })`
  insert into daily_prices (instrument_id, day, close, high, low, volume, source)
  select distinct on (instrument_id, day) instrument_id, day, last,
         case when high >= last then high end, case when low > 0 and low <= last then low end, nullif(volume, 0), 'quote'
    from (select quotes.id, quotes.updated_at, quotes.instrument_id, ${PRICED_ON} as day, last, volume,
                 ${ofItsDay(sql`high`, sql`saved.high_before`)} as high,
                 ${ofItsDay(sql`low`, sql`saved.low_before`)} as low
            from ${SAVED} join quotes on quotes.id = saved.id join instruments on instruments.id = quotes.instrument_id
           where last > 0 and coalesce(quotes.currency = instruments.currency, true)) as priced
   order by instrument_id, day, updated_at desc, id desc
  on conflict (instrument_id, day) do update
     set close = excluded.close, high = excluded.high, low = excluded.low, volume = excluded.volume, source = 'quote'
   where daily_prices.source in ('quote', 'demo')
  returning instrument_id as id`;

/**
 * Writes the prices of saved quotes into their instruments' histories. A deleted or restored quote changes
 * nothing: its price was stored when it was new.
 */
export async function saveQuotePrices(
  manager: EntityManager,
  written: readonly { before?: Readonly<Quote>; after?: Readonly<Quote>; back?: true }[],
): Promise<void> {
  const saved = written.flatMap(({ before, after, back }) =>
    after && !back ? [{ id: after.id, before }] : [],
  );
  if (saved.length === 0) return;
  const priced = await SAVE_PRICES.all(
    {
      ids: saved.map(({ id }) => id),
      moments: saved.map(({ before }) => before?.updatedAt ?? null),
      highs: saved.map(({ before }) => before?.high ?? null),
      lows: saved.map(({ before }) => before?.low ?? null),
    },
    manager,
  );
  await comparePrices(
    manager,
    priced.map(({ id }) => id),
  );
}
