import type { Quote } from "db/entities/quote";
import type { EntityManager } from "db/orm.server";
import { siteDayOf } from "db/site-day";
import { array, decimal, type Fragment, sql, timestamp, uuid } from "db/sql";
import { command } from "db/statement.server";

const PRICED_ON = siteDayOf(sql`quotes.updated_at`);

/** What is kept of the day already. */
const KEPT = sql`
  (select kept from daily_prices kept where kept.instrument_id = quotes.instrument_id and kept.day = ${PRICED_ON})`;

/**
 * A high or a low that a save leaves as it was on an earlier day is of that day: a quote of which the price alone is sent goes on
 * saying it. What the day has of its own stays.
 */
const ofItsDay = (name: Fragment<object>, before: Fragment<object>) => sql`
  case when ${name} is distinct from ${before}
         or ${siteDayOf(sql`saved.before`)} = ${PRICED_ON} and ${KEPT} is null then ${name}
       else (${KEPT}).${name} end`;

/** Each quote with what it was before it was saved. */
const SAVED = sql`
  unnest(${array(uuid)("ids")}::uuid[], ${array(timestamp.orNull)("moments")}::timestamptz[],
         ${array(decimal.orNull)("highs")}::numeric[], ${array(decimal.orNull)("lows")}::numeric[])
    as saved (id, before, high_before, low_before)`;

/**
 * Of the day on which the quote got its price (a trigger keeps it): a save that changes none of its figures leaves it as it is, whether
 * they were sent again or another name with them. A high below the price, a
 * price that is none and one in another currency than the history's are left out: a quote may say so, a history may not. What
 * was imported for the day stays. Of two quotes of one instrument the newer one counts, as for readers.
 */
const RECORD = command("quotes.record-day")`
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
   where daily_prices.source in ('quote', 'demo')`;

/**
 * Writes the prices of saved quotes into their instruments' histories. One that is deleted leaves its history as it is, and so does one
 * that comes back: its price was written when it was new.
 */
export async function recordQuotePrices(
  manager: EntityManager,
  written: readonly { before?: Readonly<Quote>; after?: Readonly<Quote>; back?: true }[],
): Promise<void> {
  const saved = written.flatMap(({ before, after, back }) =>
    after && !back ? [{ id: after.id, before }] : [],
  );
  if (saved.length === 0) return;
  await RECORD.run(
    {
      ids: saved.map(({ id }) => id),
      moments: saved.map(({ before }) => before?.updatedAt ?? null),
      highs: saved.map(({ before }) => before?.high ?? null),
      lows: saved.map(({ before }) => before?.low ?? null),
    },
    manager,
  );
}
