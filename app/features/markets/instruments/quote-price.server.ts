import type { Quote } from "db/entities/quote";
import type { EntityManager } from "db/orm.server";
import { siteDayOf } from "db/site-day";
import { decimal, type Fragment, sql, timestamp, uuid } from "db/sql";
import { command } from "db/statement.server";

const PRICED_ON = siteDayOf(sql`quotes.updated_at`);

/** What is kept of the day already. */
const KEPT = sql`
  (select kept from daily_prices kept where kept.instrument_id = quotes.instrument_id and kept.day = ${PRICED_ON})`;

/**
 * A high or a low that a save leaves as it was on an earlier day is of that day: a quote of which the price alone is sent goes on
 * saying it. What the day has of its own stays.
 */
const ofItsDay = <Before>(name: Fragment<object>, before: Fragment<Before>) => sql`
  case when ${name} is distinct from ${before}
         or ${siteDayOf(sql`${timestamp.orNull("before")}::timestamptz`)} = ${PRICED_ON} and ${KEPT} is null then ${name}
       else (${KEPT}).${name} end`;

/**
 * Of the day on which the quote got its price (a trigger keeps it): a save that changes none of its figures leaves it as it is, whether
 * they were sent again or another name with them. A high below the price, a
 * price that is none and one in another currency than the history's are left out: a quote may say so, a history may not. What
 * was imported for the day stays.
 */
const RECORD = command("quotes.record-day")`
  insert into daily_prices (instrument_id, day, close, high, low, volume, source)
  select instrument_id, day, last,
         case when high >= last then high end, case when low > 0 and low <= last then low end, nullif(volume, 0), 'quote'
    from (select quotes.instrument_id, ${PRICED_ON} as day, last, volume,
                 ${ofItsDay(sql`high`, sql`${decimal.orNull("highBefore")}::numeric`)} as high,
                 ${ofItsDay(sql`low`, sql`${decimal.orNull("lowBefore")}::numeric`)} as low
            from quotes join instruments on instruments.id = quotes.instrument_id
           where quotes.id = ${uuid("id")} and last > 0
             and coalesce(quotes.currency = instruments.currency, true)) as priced
  on conflict (instrument_id, day) do update
     set close = excluded.close, high = excluded.high, low = excluded.low, volume = excluded.volume, source = 'quote'
   where daily_prices.source in ('quote', 'demo')`;

/** Writes a saved quote's price into its instrument's history; a deleted one leaves its history as it is. */
export async function recordQuotePrice(
  manager: EntityManager,
  { before, after }: { before?: Readonly<Quote>; after?: Readonly<Quote> },
): Promise<void> {
  if (!after) return;
  const { updatedAt = null, high: highBefore = null, low: lowBefore = null } = before ?? {};
  await RECORD.run({ id: after.id, before: updatedAt, highBefore, lowBefore }, manager);
}
