import type { Quote } from "db/entities/quote";
import type { EntityManager } from "db/orm.server";
import { siteDayOf } from "db/site-day";
import { sql, uuid } from "db/sql";
import { command } from "db/statement.server";

/**
 * Of the day on which the quote got its price (a trigger keeps it): a save that changes none of its figures leaves it as it is, whether
 * they were sent again or another name with them. A high below the price, a
 * price that is none and one in another currency than the history's are left out: a quote may say so, a history may not. What
 * was imported for the day stays.
 */
const RECORD = command("quotes.record-day")`
  insert into daily_prices (instrument_id, day, close, high, low, volume, source)
  select quotes.instrument_id, ${siteDayOf(sql`quotes.updated_at`)}, last,
         case when high >= last then high end, case when low > 0 and low <= last then low end, nullif(volume, 0), 'quote'
    from quotes join instruments on instruments.id = quotes.instrument_id
   where quotes.id = ${uuid("id")} and last > 0
     and coalesce(quotes.currency = instruments.currency, true)
  on conflict (instrument_id, day) do update
     set close = excluded.close, high = excluded.high, low = excluded.low, volume = excluded.volume, source = 'quote'
   where daily_prices.source in ('quote', 'demo')`;

/** Writes a saved quote's price into its instrument's history; a deleted one leaves its history as it is. */
export async function recordQuotePrice(
  manager: EntityManager,
  { after }: { after?: Readonly<Quote> },
): Promise<void> {
  if (after) await RECORD.run({ id: after.id }, manager);
}
