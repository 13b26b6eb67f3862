import { em } from "db/orm.server";
import { array, bool, type Fragment, int, raw, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { nameByCalls } from "~/features/calls/track-record/called-names.queries.server";
import { config } from "~/platform/config.server";
import { MISTAKE_MS } from "../call-events.rules";
import { isPublic, PUBLIC_UNTIL } from "./public-calls.server";

/**
 * If calls never become public, they enter the public figures in lots of this size, per part, list and
 * audience. With a smaller lot, the change of a figure would reveal a single result.
 */
const LOT = 5;

const AT_ONCE = sql`${int("atOnce", 100)}::int`;

/** A call just closed by hand may be reopened as a mistake, and counting is final. */
const MAY_BE_A_SLIP = sql`(close_reason in ('by hand', 'delisted') and waits_from >= current_date - 1 and coalesce((
  select e.kind = 'closed' and e.at >= now() - interval '${raw(String(MISTAKE_MS))} milliseconds'
    from call_events e where e.seq = last_seq), false))`;

/**
 * Public calls not marked as such yet. Matches their index. Later `waits_from` values are not public, so the
 * scan can stop.
 */
const PUBLIC = sql`
  state <> 'open' and kind <> 'brief' and not mistake and not known and waits_from <= ${PUBLIC_UNTIL}
    and not coalesce(${MAY_BE_A_SLIP}, false) and ${isPublic(sql`calls`)}`;

const ANY_PUBLIC = statement("admit-calls.any-public", { due: bool })`
  select exists (select from calls where ${PUBLIC}) as due`;

const NEXT_PUBLIC = statement("admit-calls.next-public", {
  id: uuid,
  instrumentId: uuid.orNull.from`instrument_id`,
})`
  select id, instrument_id as "instrumentId" from calls where ${PUBLIC} order by waits_from, id limit ${AT_ONCE}`;

/** Calls that wait for a lot. There are many right after calls are set to never become public. */
const WAITING = sql`calls where part is not null and not counted and not ${MAY_BE_A_SLIP} order by waits_from, id limit ${AT_ONCE}`;

const ANY_LOT = statement("admit-calls.any-lot", { due: bool })`
  select exists (
    select from (select part, list, audience from ${WAITING}) as waiting
     group by part, list, audience having count(*) >= ${LOT}) as due`;

/**
 * Skips rows that another transaction is writing, so no two wait for each other. Marks the days of the calls
 * for recomputation.
 * @param chosen calls with `id`, `known`, and whether the call is in its year's figures
 */
const counting = <Args>(name: string, chosen: Fragment<Args>) => statement(name, { calls: int })`
  with ${chosen},
  counted as (
    update calls set known = chosen.known, counted = true, counted_by_year = chosen.by_year
      from chosen where calls.id = chosen.id
    returning ended_on, part),
  marked as (
    insert into track_record_marks (from_day, until_day)
    select distinct ended_on, ended_on from counted where part is not null)
  select count(*)::int as calls from counted`;

const COUNT_PUBLIC = counting(
  "admit-calls.public",
  sql`chosen as (
    select id, true as known, true as by_year from calls
     where id = any(${array(uuid)("ids")}::uuid[]) and not known for update skip locked)`,
);

/**
 * Lots in order: the first five waiting calls form one lot, the next five another. A lot that spans years is
 * in no year's figures, because one year's share may be a single call.
 */
const COUNT_LOTS = counting(
  "admit-calls.lots",
  sql`waiting as (select id, part, list, audience, ended_on from ${WAITING} for update skip locked),
  placed as (
    select *, (row_number() over (partition by part, list, audience order by ended_on, id) - 1) / ${LOT} as lot from waiting),
  lots as (
    select id, count(*) over lot as calls, min(ended_on) over lot as first, max(ended_on) over lot as last
      from placed window lot as (partition by part, list, audience, lot)),
  chosen as (
    select id, false as known, extract(year from first) = extract(year from last) as by_year from lots where calls = ${LOT})`,
);

/**
 * Counts calls in the public figures: public calls, whose companies become searchable, or whole lots if
 * calls never become public. A counted call stays counted. Only `refreshTrackRecordPart` runs this; it
 * recomputes the days.
 * @param atOnce calls per statement
 * @returns the number of calls; 0 at the end
 */
export async function countCalls(atOnce: number): Promise<number> {
  const { trackRecordDays, recordPromise } = config();
  if (trackRecordDays !== undefined) return countPublic(atOnce, trackRecordDays);
  // If calls no longer become public, a call that was due earlier may be released by its record's next call.
  const counted = recordPromise ? await countPublic(atOnce, null) : 0;
  return counted || countLots(atOnce);
}

/** Counts all public calls, before a new delay applies. */
export async function admitAllPublic(): Promise<void> {
  const { trackRecordDays = null } = config();
  while ((await countPublic(1_000, trackRecordDays)) > 0);
}

async function countPublic(atOnce: number, publicDays: number | null): Promise<number> {
  const params = { atOnce, publicDays };
  if (!(await ANY_PUBLIC.first(params))?.due) return 0;
  const due = await NEXT_PUBLIC.all(params);
  const instruments = [...new Set(due.flatMap(({ instrumentId }) => instrumentId ?? []))];
  // In a separate, earlier transaction: a merge locks instruments before their calls.
  await em().transactional((manager) => nameByCalls(instruments, manager));
  const counted = await em().transactional((manager) =>
    COUNT_PUBLIC.first({ ids: due.map(({ id }) => id) }, manager),
  );
  return counted?.calls ?? 0;
}

async function countLots(atOnce: number): Promise<number> {
  if (!(await ANY_LOT.first({ atOnce }))?.due) return 0;
  const counted = await em().transactional((manager) => COUNT_LOTS.first({ atOnce }, manager));
  return counted?.calls ?? 0;
}
