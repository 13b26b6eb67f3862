import { em } from "db/orm.server";
import { bool, type Fragment, int, sql } from "db/sql";
import { statement } from "db/statement.server";
import { config } from "~/platform/config.server";
import { isPublic, PUBLIC_UNTIL } from "./public-calls.server";

/**
 * Where calls never become public, so many of one part, list and membership enter the figures of those who may not read them at a time:
 * of fewer, what the figures are more than before would be the result of one.
 */
export const LOT = 5;

/** As the index of them has it. */
const UNCOUNTED = sql`part is not null and not counted_by_year`;

/** Public, and not in the figures of everybody yet. What ended later than that day is not public: the index knows where to stop. */
const PUBLIC = sql`${UNCOUNTED} and ended_on <= ${PUBLIC_UNTIL} and ${isPublic(sql`calls`)}`;

/** Those of which lots are made; many where calls have just been declared never to become public. */
const WAITING = sql`calls where ${UNCOUNTED} and not counted order by ended_on, id limit ${int("atOnce", 100)}::int`;

const ANY_PUBLIC = statement("count-calls.any-public", { due: bool })`
  select exists (select from calls where ${PUBLIC}) as due`;

const ANY_LOT = statement("count-calls.any-lot", { due: bool })`
  select exists (
    select from (select part, list, audience from ${WAITING}) as waiting
     group by part, list, audience having count(*) >= ${LOT}) as due`;

/** @param chosen the calls with `id`, and whether one is in the figures of its year. Each day of them is computed anew */
const counting = <Args>(name: string, chosen: Fragment<Args>) => statement(name, { calls: int })`
  with ${chosen},
  counted as (
    update calls set counted = true, counted_by_year = chosen.by_year from chosen where calls.id = chosen.id
    returning ended_on),
  marked as (
    insert into track_record_marks (from_day, until_day) select distinct ended_on, ended_on from counted)
  select count(*)::int as calls from counted`;

/** Rows that somebody else is about to write are left for the next time: no two wait for each other. */
const COUNT_PUBLIC = counting(
  "count-calls.public",
  sql`chosen as (
    select id, true as by_year from calls where ${PUBLIC}
     order by ended_on, id limit ${int("atOnce", 100)}::int for update skip locked)`,
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
    select id, extract(year from first) = extract(year from last) as by_year from lots where calls = ${LOT})`,
);

/**
 * Writes down which calls are in the figures of those who may not read them: those that are public, and where none becomes public
 * those of whole lots. What was counted stays so: it was told. Only `keepRecordPart` asks for it, which computes the days anew.
 * @param atOnce calls of one statement
 * @returns how many calls; 0 when nothing is left
 */
export async function countCalls(atOnce: number): Promise<number> {
  const { trackRecordDays } = config();
  const asked = { atOnce, publicDays: trackRecordDays ?? null };
  const [any, count] = trackRecordDays === undefined ? [ANY_LOT, COUNT_LOTS] : [ANY_PUBLIC, COUNT_PUBLIC];
  if (!(await any.first(asked))?.due) return 0;
  const found = await em().transactional((manager) => count.first(asked, manager));
  return found?.calls ?? 0;
}
