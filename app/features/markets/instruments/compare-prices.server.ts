import type { EntityManager } from "db/orm.server";
import { SITE_TODAY } from "db/site-day";
import { array, type Fragment, sql, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { enqueue } from "~/platform/jobs/queue.server";
import { PRICE_ALERT_QUEUE } from "~/platform/jobs/queue-names";
import { CROSSED_ALERTS, IS_CROSSED, PRICE_STEP, timeOfPrice } from "./crossed-alerts.queries.server";
import { unexplainedSinceCompared } from "./price-jumps.queries.server";
import { sharesBetween } from "./shares-between.queries.server";

const IDS = sql`${array(uuid)("ids")}::uuid[]`;

const ADD_MISSING = command("compared-prices.add-missing")`
  insert into compared_prices (instrument_id)
  select id from unnest(${IDS}) as given (id)
   where not exists (select from compared_prices where instrument_id = given.id)
   order by id on conflict do nothing`;

/** Two writers of an instrument's prices compare one after another. In id order, so that they do not deadlock. */
const LOCK = statement("compared-prices.hold", { id: uuid.from`instrument_id` })`
  select instrument_id as id from compared_prices where instrument_id = any(${IDS})
   order by instrument_id for no key update`;

/** A close counts as a move "in a day" after at most this many days: weekends and holidays have no prices. */
const DAYS_OF_MOVE = 7;

/** A close that comes later is no news: an import fills in history. The longest weekends have four days. */
const DAYS_OF_NEWS = 5;

const MOVED = (price: Fragment<object>) => sql`abs(round((${price} / found.base - 1) * 100, 8))`;

/**
 * A price of a day that is over has the end of that day as its time, one of today the present. So a price of
 * an earlier time, or another price for a time that was compared, is a correction: it is kept for the next
 * comparison, and crosses nothing. The close of the day that was compared may be corrected together with a newer
 * price, so it is read again.
 */
const COMPARE = statement("compared-prices.compare", PRICE_STEP)`
  with found as materialized (
    select given.id, newest.day, trim_scale(newest.close) as price,
           ${timeOfPrice(sql`newest.day`)} as at,
           last.day as was_day, last.at as was_at,
           price_after(last.price, ${sharesBetween(sql`given.id`, sql`last.day`, sql`newest.day`)}) as was,
           price_after(before.close, ${sharesBetween(sql`given.id`, sql`before.day`, sql`newest.day`)}) as base
      from unnest(${IDS}) as given (id)
     cross join lateral (
       select day, close from daily_prices where instrument_id = given.id order by day desc limit 1) as newest
      left join lateral (
       select c.day, c.at, coalesce(
                (select trim_scale(d.close) from daily_prices d
                  where d.instrument_id = given.id and d.day = c.day and c.day < newest.day), c.price) as price
         from compared_prices c
        where (c.instrument_id = given.id
               or c.instrument_id = any(array(select id from instruments where merged_into = given.id)))
          and c.price is not null order by c.instrument_id = given.id desc, c.at desc limit 1) as last on true
      left join lateral (
       select day, close from daily_prices where instrument_id = given.id and day < newest.day
        order by day desc limit 1) as before on before.day >= newest.day - ${DAYS_OF_MOVE}),
  kept as (
    update compared_prices c set day = found.day, price = found.price, at = found.at
      from found where c.instrument_id = found.id
       and (c.day, c.price, c.at) is distinct from (found.day, found.price, found.at)),
  step as (
    select id, day, was, price, base,
           case when base is null or was_day < day then 0 else ${MOVED(sql`was`)} end as was_moved,
           case when base is null then 0 else ${MOVED(sql`price`)} end as moved
      from found where was is not null and at > was_at and day >= ${SITE_TODAY} - ${DAYS_OF_NEWS})
  select ${PRICE_STEP} from step
   where exists (select from (select 1) as once ${CROSSED_ALERTS} where ${IS_CROSSED})`;

/** Steps of one job. */
const STEPS_AT_ONCE = 100;

/**
 * Compares the newest prices of these instruments with those compared last, in the transaction that wrote a
 * price, a split or the confirmation of a price. Jobs then find the members to tell; so however many alerts a
 * price crosses, it is written as fast as any other. Doubtful prices wait.
 */
export async function comparePrices(manager: EntityManager, instrumentIds: readonly string[]): Promise<void> {
  if (instrumentIds.length === 0) return;
  const ids = [...new Set(instrumentIds)].sort();
  await ADD_MISSING.run({ ids }, manager);
  await LOCK.run({ ids }, manager);
  const doubtful = await unexplainedSinceCompared(ids, manager);
  const steps = await COMPARE.all({ ids: ids.filter((id) => !doubtful.has(id)) }, manager);
  for (let from = 0; from < steps.length; from += STEPS_AT_ONCE)
    await enqueue(PRICE_ALERT_QUEUE, { steps: steps.slice(from, from + STEPS_AT_ONCE) }, {}, manager);
}
