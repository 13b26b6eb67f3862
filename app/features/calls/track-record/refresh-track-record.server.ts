import { setTimeout } from "node:timers/promises";
import { type EntityManager, em } from "db/orm.server";
import { array, bool, day, int, sql, text, uuid } from "db/sql";
import { command, script, statement } from "db/statement.server";
import { noteTables, observeTables } from "db/tables-read.server";
import { config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { enteredOn } from "../levels.queries.server";
import { addUpTrackRecord } from "./add-up-totals.server";
import { countCalls } from "./admit-calls.server";
import { type Benchmark, benchmark, benchmarkUntil } from "./benchmark.queries.server";
import { TRACK_RECORD_START } from "./record.queries.server";

/** Calls per statement; takes about half a second. All picks of a year end on the same day. */
const AT_ONCE = 5_000;

/** Milliseconds that a page waits for fresh figures. The time grows with the database's timeout setting. */
const READING_BUDGET_MS = 2_000;
const readingBudgetMs = () => READING_BUDGET_MS * config().databasePatience;

/** One refresh at a time across all processes: "record" in ASCII. Released with the transaction. */
const LOCK = script("keep-record.lock")`select pg_advisory_xact_lock(125779785511524)`;

const BASIS = { index: uuid.orNull("index"), zone: text("zone", "UTC") };

const IS_OUTDATED = statement("keep-record.is-outdated", { outdated: bool })`
  select exists (select from track_record_marks) or not exists (
    select from track_record_basis
     where index_id is not distinct from ${BASIS.index}::uuid and zone = ${BASIS.zone}) as outdated`;

/** A new index or zone outdates all figures. */
const SAVE_BASIS = command("keep-record.basis")`
  with kept as (
    insert into track_record_basis (index_id, zone) values (${BASIS.index}, ${BASIS.zone})
    on conflict (single) do update set index_id = excluded.index_id, zone = excluded.zone
     where track_record_basis.index_id is distinct from excluded.index_id or track_record_basis.zone <> excluded.zone
    returning 1)
  insert into track_record_marks (from_day) select '-infinity' from kept`;

/** Expands a mark without an end to a mark for each day on which a call ended or began to wait. */
const LIST_DAYS = command("keep-record.list-days")`
  with taken as (delete from track_record_marks where until_day is null returning from_day)
  insert into track_record_marks (from_day, until_day)
  select known.day, known.day from (select min(from_day) as day from taken having count(*) > 0) as since
   cross join lateral (
     select ended_on as day from calls where part is not null and ended_on >= since.day
     union select waits_from from calls where part is not null and waits_from >= since.day
     union select day from track_record_days where day >= since.day) as known (day)`;

const DUE = statement("keep-record.due", { day })`
  select day from (
    select day, sum(calls) over (order by day) - calls as before
      from (select distinct from_day as day from track_record_marks order by 1 limit 500) as marked
     cross join lateral (
       select (select count(*) from calls where part is not null and ended_on = marked.day)
            + (select count(*) from calls where part is not null and waits_from = marked.day) as calls) as counted) as summed
   where before < ${int("atOnce", AT_ONCE)}::int order by day`;

const DAYS = sql`any(${array(day)("days")}::date[])`;

/** Runs before the days are read, so a mark written in the meantime is never lost. */
const TAKE_MARKS = command("keep-record.take-marks")`
  delete from track_record_marks where from_day = ${DAYS} and until_day is not null`;

/** Outdates the totals of every scope that has or had calls on these days. */
const outdate = sql`
  insert into track_record_figures
    (reader, scope, name, settled, gained, total, best, worst, drawdown, held, compared, above, outdated)
  select distinct reader, scope, name, 0, 0, 0, 0, 0, 0, 0, 0, 0, true from changed
  on conflict (reader, scope, name) do update set outdated = true`;

const FORGET_DAYS = command("keep-record.forget-days")`
  with changed as (delete from track_record_days where day = ${DAYS} returning reader, scope, name) ${outdate}`;

/**
 * The readers whose figures include a call of `ended`, and whether its year's figures do. Readers without
 * access get only counted calls.
 */
const READERS = sql`(
    select 'private' as reader, true as of_year
    union all select 'members', audience = 'members' or counted_by_year where audience = 'members' or counted
    union all select 'everybody', counted_by_year where counted) as readers`;

/**
 * The same formulas as record.rules.ts: `resultOf` is the column; `indexOver` and the sums of `figuresOf`
 * are here. An existing day row holds earlier calls of that day and is merged as days are. The index is
 * looked up per call: the planner expects at most one call on the newest day and would otherwise read every
 * price for each call.
 * @returns the last of the calls; none at the end
 */
const COMPUTE_CALLS = statement("keep-record.compute-calls", { lastDay: day, lastId: uuid })`
  with ended as (
    select id, part, kind, list, audience, counted, counted_by_year, ended_on as day, result, ${enteredOn(sql`calls`)} as entered_on
      from calls
     where part is not null and ended_on = ${DAYS} and (ended_on, id) > (${day("afterDay")}::date, ${uuid("afterId")}::uuid)
     order by ended_on, id limit ${int("atOnce", AT_ONCE)}),
  scoped as (
    select reader, scopes.scope, scopes.name, ended.id, ended.day, result, ended.day - entered_on as held,
           result - 100 * (until.close::float8 / since.close::float8 - 1) as above
      from ended
      ${benchmarkUntil(sql`entered_on`)} as since on true
      ${benchmarkUntil(sql`ended.day`)} as until on true
     cross join lateral ${READERS}
     cross join lateral (values ('all', ''), ('part', part), ('kind', kind), ('list', list),
       ('year', case when of_year then to_char(ended.day, 'YYYY') end)) as scopes (scope, name)
     where scopes.name is not null),
  summed as (select *, sum(result) over (partition by reader, scope, name, day order by id) as so_far from scoped),
  peaked as (select *, max(so_far) over (partition by reader, scope, name, day order by id) as highest from summed),
  changed as (
    insert into track_record_days as known
      (reader, scope, name, day, settled, gained, total, best, worst, drawdown, held, compared, above, peak, trough)
    select reader, scope, name, day, count(*), count(*) filter (where result > 0), sum(result), max(result), min(result),
           max(highest - so_far), sum(held), count(above), coalesce(sum(above), 0), max(so_far), min(so_far)
      from peaked group by reader, scope, name, day
    on conflict (reader, scope, name, day) do update set
      settled = known.settled + excluded.settled, gained = known.gained + excluded.gained,
      total = known.total + excluded.total, best = greatest(known.best, excluded.best),
      worst = least(known.worst, excluded.worst), held = known.held + excluded.held,
      drawdown = greatest(known.drawdown, excluded.drawdown, known.peak - known.total - excluded.trough),
      compared = known.compared + excluded.compared, above = known.above + excluded.above,
      peak = greatest(known.peak, known.total + excluded.peak),
      trough = least(known.trough, known.total + excluded.trough)
    returning reader, scope, name),
  outdated as (${outdate})
  select day as "lastDay", id as "lastId" from ended order by day desc, id desc limit 1`;

/** The number of waiting calls by the day from which they wait; they have no other figure yet. */
const COUNT_WAITING = command("keep-record.count-waiting")`
  with changed as (
    insert into track_record_days
      (reader, scope, name, day, settled, gained, total, best, worst, drawdown, held, compared, above, peak, trough)
    select 'private', 'readers', part || ' ' || audience, waits_from, count(*), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      from calls where part is not null and waits_from = ${DAYS} group by part, audience, waits_from
    returning reader, scope, name)
  ${outdate}`;

const IS_MARKED = statement("keep-record.is-marked", { marked: bool })`
  select exists (select from track_record_marks) as marked`;

/**
 * Counts calls for the public figures, then computes some marked days. Adds up the totals once no mark
 * remains, so readers always see one complete state.
 * @param atOnce calls per statement; a day with more takes several
 * @returns the number of calls or days; 0 at the end
 */
export async function refreshTrackRecordPart(atOnce = AT_ONCE): Promise<number> {
  const counted = await countCalls(AT_ONCE);
  if (counted > 0) return counted;
  const index = await benchmark();
  const basis = { index: index.id, zone: config().siteTz };
  const { outdated } = (await IS_OUTDATED.first(basis)) ?? {};
  return outdated ? em().transactional((manager) => computePart(basis, atOnce, manager)) : 0;
}

type Basis = { index: Benchmark["id"]; zone: string };

async function computePart(basis: Basis, atOnce: number, manager: EntityManager): Promise<number> {
  await LOCK.run(manager);
  await SAVE_BASIS.run(basis, manager);
  await LIST_DAYS.run({}, manager);
  const days = (await DUE.all({ atOnce }, manager)).map((due) => due.day);
  await TAKE_MARKS.run({ days }, manager);
  await FORGET_DAYS.run({ days }, manager);
  await computeDays({ ...basis, days, atOnce }, manager);
  await COUNT_WAITING.run({ days }, manager);
  const { marked } = (await IS_MARKED.first({}, manager)) ?? {};
  if (!marked) await addUpTrackRecord(manager);
  return days.length;
}

async function computeDays(
  options: Basis & { days: string[]; atOnce: number },
  manager: EntityManager,
): Promise<void> {
  let after = TRACK_RECORD_START;
  for (;;) {
    const last = await COMPUTE_CALLS.first({ ...options, afterDay: after.day, afterId: after.id }, manager);
    if (!last) return;
    after = { day: last.lastDay, id: last.lastId };
  }
}

type Refresh = { since: number; done: Promise<void> };

/** One refresh per process: each further wait for the lock would occupy a connection. */
let currentRefresh: Refresh | undefined;

/**
 * Refreshes the figures before a page reads them. If that fails or takes too long, readers get the previous
 * figures and the refresh continues. A new index price outdates a million calls, which takes about a minute.
 */
export async function ensureTrackRecordFresh(): Promise<void> {
  // The cached page depends on these tables: if they change, the figures may change.
  noteTables(["calls", "daily_prices", "instruments"]);
  const until = performance.now() + readingBudgetMs();
  // A running refresh may have started before the change that this reader expects.
  if (currentRefresh && !(await isDoneInTime(currentRefresh, until))) return;
  currentRefresh ??= startRefresh();
  await isDoneInTime(currentRefresh, until);
}

function startRefresh(): Refresh {
  const done = refreshAll().finally(() => {
    currentRefresh = undefined;
  });
  return { since: performance.now(), done };
}

/** A reader who joins late waits only for the rest of the budget. Nobody waits for a long refresh. */
const isDoneInTime = ({ since, done }: Refresh, until: number): Promise<boolean> =>
  Promise.race([
    done.then(() => true),
    setTimeout(Math.max(0, Math.min(since + readingBudgetMs(), until) - performance.now()), false, {
      ref: false,
    }),
  ]);

async function refreshAll(): Promise<void> {
  try {
    await observeTables(
      () => {},
      async () => {
        while ((await refreshTrackRecordPart()) > 0);
      },
    );
  } catch (error) {
    log().error({ err: error }, "the record was not brought up to date");
  }
}
