import { em } from "db/orm.server";
import { array, bool, type Fragment, int, raw, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { nameByCalls } from "~/features/calls/track-record/called-names.queries.server";
import { config } from "~/platform/config.server";
import { MISTAKE_MS } from "../call-events.rules";
import { isPublic, PUBLIC_UNTIL } from "./public-calls.server";

/**
 * Where calls never become public, so many of one part, list and membership enter the figures of those who may not read them at a time:
 * of fewer, what the figures are more than before would be the result of one.
 */
const LOT = 5;

const AT_ONCE = sql`${int("atOnce", 100)}::int`;

/** What was closed by hand a moment ago may be a slip, and what is counted once is counted for good. */
const MAY_BE_A_SLIP = sql`(close_reason in ('by hand', 'delisted') and waits_from >= current_date - 1 and coalesce((
  select e.kind = 'closed' and e.at >= now() - interval '${raw(String(MISTAKE_MS))} milliseconds'
    from call_events e where e.seq = last_seq), false))`;

/**
 * Public, and not written down as that. As the index of them has it; what waits from a later day is not public, so that it knows
 * where to stop.
 */
const PUBLIC = sql`
  state <> 'open' and kind <> 'brief' and not mistake and not known and waits_from <= ${PUBLIC_UNTIL}
    and not coalesce(${MAY_BE_A_SLIP}, false) and ${isPublic(sql`calls`)}`;

const ANY_PUBLIC = statement("count-calls.any-public", { due: bool })`
  select exists (select from calls where ${PUBLIC}) as due`;

const NEXT_PUBLIC = statement("count-calls.next-public", {
  id: uuid,
  instrumentId: uuid.orNull.from`instrument_id`,
})`
  select id, instrument_id as "instrumentId" from calls where ${PUBLIC} order by waits_from, id limit ${AT_ONCE}`;

/** Those of which lots are made; many where calls have just been declared never to become public. */
const WAITING = sql`calls where part is not null and not counted and not ${MAY_BE_A_SLIP} order by waits_from, id limit ${AT_ONCE}`;

const ANY_LOT = statement("count-calls.any-lot", { due: bool })`
  select exists (
    select from (select part, list, audience from ${WAITING}) as waiting
     group by part, list, audience having count(*) >= ${LOT}) as due`;

/**
 * Rows that somebody else is about to write are left for the next time: no two wait for each other. The day of each call is computed anew.
 * @param chosen the calls with `id`, `known`, and whether one is in the figures of its year
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
  "count-calls.public",
  sql`chosen as (
    select id, true as known, true as by_year from calls
     where id = any(${array(uuid)("ids")}::uuid[]) and not known for update skip locked)`,
);

/**
 * Lots as they come: the first five of what waits are one, the next five the next one. A lot that ended in more than one year is in the
 * figures of none, since either year's part of it may be one call.
 */
const COUNT_LOTS = counting(
  "count-calls.lots",
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
 * Writes down which calls are in the figures of those who may not read them: those that are public, whose companies are found from then
 * on, and where none becomes public those of whole lots. What was counted stays so: it was told. Only `keepRecordPart` asks for it, which
 * computes the days anew.
 * @param atOnce calls of one statement
 * @returns how many calls; 0 when nothing is left
 */
export async function countCalls(atOnce: number): Promise<number> {
  const { trackRecordDays, recordPromise } = config();
  if (trackRecordDays !== undefined) return countPublic(atOnce, trackRecordDays);
  // Where none becomes public any more, what was due before may still be freed by its record's next call.
  const counted = recordPromise ? await countPublic(atOnce, null) : 0;
  return counted || countLots(atOnce);
}

/** The same of those that are public, until none is left: before another delay holds. */
export async function countAllPublic(): Promise<void> {
  const { trackRecordDays = null } = config();
  while ((await countPublic(1_000, trackRecordDays)) > 0);
}

async function countPublic(atOnce: number, publicDays: number | null): Promise<number> {
  const asked = { atOnce, publicDays };
  if (!(await ANY_PUBLIC.first(asked))?.due) return 0;
  const due = await NEXT_PUBLIC.all(asked);
  const instruments = [...new Set(due.flatMap(({ instrumentId }) => instrumentId ?? []))];
  // First, and apart: a merge takes instruments before their calls.
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
