import type { EntityManager } from "db/orm.server";
import { siteDayOf } from "db/site-day";
import { array, day, decimal, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { looksLikeSplit, USUAL_STEP } from "./price-jumps.rules";
import { sharesBetween } from "./shares-between.queries.server";

/**
 * A day whose close looks like a missing split: closes as traded.
 * @property ratio the split that it looks like, in addition to entered ones, in shares for each share before
 */
export type PriceJump = { day: string; close: string; beforeDay: string; before: string; ratio: number };

const STEP = {
  instrumentId: uuid.from`d.instrument_id`,
  day: day.from`d.day`,
  close: decimal.from`trim_scale(d.close)`,
  beforeDay: day.from`previous.day`,
  before: decimal.from`trim_scale(previous.close)`,
  shares: decimal.from`trim_scale(round(split.factor, 8))`,
};

/** The previous day with a price for each day `d`, and the factor of the splits since then. */
const FROM_DAY_BEFORE = sql`
  cross join lateral (
    select p.day, p.close from daily_prices p
     where p.instrument_id = d.instrument_id and p.day < d.day order by p.day desc limit 1) as previous
  cross join lateral ${sharesBetween(sql`d.instrument_id`, sql`previous.day`, sql`d.day`)} as split
  left join price_jumps j on j.instrument_id = d.instrument_id and j.day = d.day
   and j.before_close = previous.close and j.close = d.close`;

const UNEXPLAINED = sql`
  j.confirmed_at is null
   and d.close * split.factor / previous.close not between ${USUAL_STEP.from} and ${USUAL_STEP.to}`;

/** The most jumps that a page lists, newest first. */
const LISTED_JUMPS = 10;

const OF_INSTRUMENT = statement("price-jumps.of-instrument", STEP)`
  select ${STEP} from daily_prices d ${FROM_DAY_BEFORE}
   where d.instrument_id = ${uuid("id")} and ${UNEXPLAINED} order by d.day desc limit ${10 * LISTED_JUMPS}`;

/** An instrument's unconfirmed days that look like missing splits, newest first. */
export async function loadJumps(id: string): Promise<PriceJump[]> {
  const steps = await OF_INSTRUMENT.all({ id });
  return steps.flatMap(toJump).slice(0, LISTED_JUMPS);
}

function toJump<Step extends Omit<PriceJump, "ratio"> & { shares: string }>(step: Step) {
  const ratio = looksLikeSplit(step);
  const { shares: _shares, ...found } = step;
  return ratio === undefined ? [] : [{ ...found, ratio }];
}

/** A jump blocks the settlement of open calls that were made before it and are settled by prices. */
const BLOCKS_CALLS = sql`
  noted.confirmed_at is null and exists (
    select from calls c join instruments priced on priced.id = c.instrument_id
     where c.instrument_id = noted.instrument_id and c.state = 'open' and c.kind <> 'brief'
       and ${siteDayOf(sql`c.made_at`)} <= noted.day and coalesce(priced.currency = c.currency, true))`;

/** The most jumps that are counted. */
export const MOST_WAITING = 1000;

const WAITING_STEP = { ...STEP, symbol: text.from`i.symbol` };
const WAITING = statement("price-jumps.waiting", WAITING_STEP)`
  select ${WAITING_STEP}
    from (
      select instrument_id, day from price_jumps as noted where ${BLOCKS_CALLS}
       order by found_at desc limit ${MOST_WAITING}) as noted
    join instruments i on i.id = noted.instrument_id and i.merged_into is null
    join daily_prices d on d.instrument_id = noted.instrument_id and d.day = noted.day
    ${FROM_DAY_BEFORE}
   where ${UNEXPLAINED} order by d.day, i.symbol`;

/** The jumps that block settlement, earliest day first; without those corrected or closed since. */
export async function waitingJumps(): Promise<(PriceJump & { instrumentId: string; symbol: string })[]> {
  const steps = await WAITING.all();
  return steps.flatMap(toJump);
}

const DELETE_RESOLVED = command("price-jumps.forget")`
  delete from price_jumps as noted
   where noted.confirmed_at is null and not (${BLOCKS_CALLS} and exists (
     select from daily_prices d ${FROM_DAY_BEFORE}
      where d.instrument_id = noted.instrument_id and d.day = noted.day and ${UNEXPLAINED}))`;

/** Deletes unconfirmed jumps that block no call any more. */
export const deleteResolvedJumps = (): Promise<void> => DELETE_RESOLVED.run();

const CONFIRMED = statement("price-jumps.confirmed", {
  instrumentId: uuid.from`instrument_id`,
  day,
  before: decimal.from`before_close`,
  close: decimal,
})`
  select instrument_id as "instrumentId", day, before_close as before, close from price_jumps
   where instrument_id = any(${array(uuid)("ids")}::uuid[]) and confirmed_at is not null`;

/** The closes that staff confirmed as right. */
export const confirmedJumps = (ids: readonly string[], within?: EntityManager) =>
  CONFIRMED.all({ ids: [...ids] }, within);

const SAVE_JUMPS = command("price-jumps.note")`
  insert into price_jumps (instrument_id, day, before_close, close)
  select * from unnest(${array(uuid)("ids")}::uuid[], ${array(day)("days")}::date[],
                       ${array(decimal)("befores")}::numeric[], ${array(decimal)("closes")}::numeric[])
  on conflict (instrument_id, day) do update
     set before_close = excluded.before_close, close = excluded.close, found_at = now(), confirmed_at = null, confirmed_by = null
   where (price_jumps.before_close, price_jumps.close) is distinct from (excluded.before_close, excluded.close)`;

type FoundJump = { instrumentId: string; day: string; before: string; close: string };

/** Stores the jumps that block settlement, so that staff get notified. Repeating it changes nothing. */
export async function saveJumps(found: readonly FoundJump[], manager: EntityManager): Promise<void> {
  const jumps = [...new Map(found.map((jump) => [`${jump.instrumentId} ${jump.day}`, jump])).values()];
  if (jumps.length === 0) return;
  await SAVE_JUMPS.run(
    {
      ids: jumps.map(({ instrumentId }) => instrumentId),
      days: jumps.map((jump) => jump.day),
      befores: jumps.map(({ before }) => before),
      closes: jumps.map(({ close }) => close),
    },
    manager,
  );
}

const CONFIRM = statement("price-jumps.confirm", { day })`
  insert into price_jumps (instrument_id, day, before_close, close, confirmed_at, confirmed_by)
  select d.instrument_id, d.day, previous.close, d.close, now(), ${text("by")}
    from daily_prices d ${FROM_DAY_BEFORE}
   where d.instrument_id = ${uuid("id")} and d.day = ${day("day")}::date
     and previous.close = ${decimal("before")} and d.close = ${decimal("close")}
  on conflict (instrument_id, day) do update
     set before_close = excluded.before_close, close = excluded.close, confirmed_at = now(), confirmed_by = excluded.confirmed_by
  returning day`;

type Confirmation = { id: string; day: string; before: string; close: string; by: string };

/**
 * Stores that a day's close and the one before it are right.
 * @returns an empty list if these closes have changed
 */
export const confirmJump = (confirmation: Confirmation, manager: EntityManager): Promise<{ day: string }[]> =>
  CONFIRM.all(confirmation, manager);

const SINCE_COMPARED = statement("price-jumps.since-compared", STEP)`
  select ${STEP}
    from compared_prices c
   cross join lateral (
     select instrument_id, day, close from daily_prices p
      where p.instrument_id = c.instrument_id
        and p.day >= coalesce(c.day, (select max(day) from daily_prices where instrument_id = c.instrument_id))
      order by p.day desc limit 1000) as d
    ${FROM_DAY_BEFORE}
   where c.instrument_id = any(${array(uuid)("ids")}::uuid[]) and ${UNEXPLAINED}`;

/**
 * The instruments with an unconfirmed jump on the day that was last compared with price alerts, or later: none
 * of their prices is trusted until staff confirm it, correct it or enter a split.
 */
export async function unexplainedSinceCompared(
  ids: readonly string[],
  within: EntityManager,
): Promise<ReadonlySet<string>> {
  const steps = await SINCE_COMPARED.all({ ids: [...ids] }, within);
  return new Set(steps.filter((step) => looksLikeSplit(step) !== undefined).map((step) => step.instrumentId));
}
