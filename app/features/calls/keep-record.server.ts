import { type EntityManager, em } from "db/orm.server";
import { array, bool, day, sql, text, uuid } from "db/sql";
import { command, script, statement } from "db/statement.server";
import { noteTables, observeTables } from "db/tables-read.server";
import { config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { type Benchmark, benchmark } from "./benchmark.queries.server";
import { addUpRecord } from "./record-sums.server";

/** Calls of one part, or those of one day: half a second or so. */
const AT_ONCE = 20_000;

/** How long a page waits, in milliseconds, until what changed is in the figures; the rest is the hourly task's. */
const READING_BUDGET_MS = 2_000;

/** One at a time, whatever process it is in: "record" in ASCII. Released with the transaction. */
const LOCK = script("keep-record.lock")`select pg_advisory_xact_lock(125779785511524)`;

const BASIS = { index: uuid.orNull("index"), zone: text("zone", "UTC") };

const IS_OUTDATED = statement("keep-record.is-outdated", { outdated: bool })`
  select exists (select from track_record_marks) or not exists (
    select from track_record_basis
     where index_id is not distinct from ${BASIS.index}::uuid and zone = ${BASIS.zone}) as outdated`;

/** Another index or another zone: no figure stays. */
const KEEP_BASIS = command("keep-record.basis")`
  with kept as (
    insert into track_record_basis (index_id, zone) values (${BASIS.index}, ${BASIS.zone})
    on conflict (single) do update set index_id = excluded.index_id, zone = excluded.zone
     where track_record_basis.index_id is distinct from excluded.index_id or track_record_basis.zone <> excluded.zone
    returning 1)
  insert into track_record_marks (from_day) select '-infinity' from kept`;

/** From a day on: a mark for each day on which something ended. */
const LIST_DAYS = command("keep-record.list-days")`
  with taken as (delete from track_record_marks where until_day is null returning from_day)
  insert into track_record_marks (from_day, until_day)
  select known.day, known.day from (select min(from_day) as day from taken having count(*) > 0) as since
   cross join lateral (
     select ended_on as day from calls where part is not null and ended_on >= since.day
     union select day from track_record_days where day >= since.day) as known (day)`;

const DUE = statement("keep-record.due", { day })`
  select day from (
    select day, sum(calls) over (order by day) - calls as before
      from (select distinct from_day as day from track_record_marks order by 1 limit 500) as marked
     cross join lateral (
       select count(*) as calls from calls where part is not null and ended_on = marked.day) as counted) as summed
   where before < ${AT_ONCE} order by day`;

const DAYS = sql`any(${array(day)("days")}::date[])`;

/** Before the days are read: a mark that is written meanwhile stays, and so is never lost. */
const TAKE_MARKS = command("keep-record.take-marks")`
  delete from track_record_marks where from_day = ${DAYS} and until_day is not null`;

/** Of whatever has or had calls on these days the sum of all days is another. */
const outdate = sql`
  insert into track_record_figures
    (scope, name, settled, gained, total, best, worst, drawdown, held, compared, above, outdated)
  select distinct scope, name, 0, 0, 0, 0, 0, 0, 0, 0, 0, true from changed
  on conflict (scope, name) do update set outdated = true`;

const FORGET_DAYS = command("keep-record.forget-days")`
  with changed as (delete from track_record_days where day = ${DAYS} returning scope, name) ${outdate}`;

/** The formulas are those of record.rules.ts: `resultOf` is the column, `indexOver` and the sums of `figuresOf` are here. */
const COMPUTE_DAYS = command("keep-record.compute-days")`
  with ended as (
    select id, part, kind, list, audience, ended_on as day, result, (made_at at time zone ${text("zone", "UTC")})::date as made_on
      from calls where part is not null and ended_on = ${DAYS}),
  closes as (
    select known.day, found.close
      from (select day from ended union select made_on from ended) as known
     cross join lateral (
       select close::float8 from daily_prices
        where instrument_id = ${uuid.orNull("index")} and day <= known.day and day > known.day - 7
        order by day desc limit 1) as found),
  scoped as (
    select scopes.scope, scopes.name, ended.id, ended.day, result, ended.day - made_on as held,
           result - 100 * (until.close / since.close - 1) as above
      from ended
      left join closes as since on since.day = made_on
      left join closes as until on until.day = ended.day
     cross join lateral (values ('all', ''), ('part', part), ('kind', kind), ('list', list),
       ('year', to_char(ended.day, 'YYYY')), ('readers', part || ' ' || audience)) as scopes (scope, name)
     where scopes.name is not null),
  summed as (select *, sum(result) over (partition by scope, name, day order by id) as so_far from scoped),
  peaked as (select *, max(so_far) over (partition by scope, name, day order by id) as highest from summed),
  changed as (
    insert into track_record_days
      (scope, name, day, settled, gained, total, best, worst, drawdown, held, compared, above, peak, trough)
    select scope, name, day, count(*), count(*) filter (where result > 0), sum(result), max(result), min(result),
           max(highest - so_far), sum(held), count(above), coalesce(sum(above), 0), max(so_far), min(so_far)
      from peaked group by scope, name, day
    returning scope, name)
  ${outdate}`;

const IS_MARKED = statement("keep-record.is-marked", { marked: bool })`
  select exists (select from track_record_marks) as marked`;

/**
 * Computes a part of what is marked, and adds up the days once none is: what readers see is always the whole of one state.
 * @returns how many days; 0 when nothing is left
 */
export async function keepRecordPart(): Promise<number> {
  const index = await benchmark();
  const basis = { index: index.id, zone: config().siteTz };
  const { outdated } = (await IS_OUTDATED.first(basis)) ?? {};
  return outdated ? em().transactional((manager) => computePart(basis, manager)) : 0;
}

type Basis = { index: Benchmark["id"]; zone: string };

async function computePart(basis: Basis, manager: EntityManager): Promise<number> {
  await LOCK.run(manager);
  await KEEP_BASIS.run(basis, manager);
  await LIST_DAYS.run({}, manager);
  const days = (await DUE.all({}, manager)).map((due) => due.day);
  await TAKE_MARKS.run({ days }, manager);
  await FORGET_DAYS.run({ days }, manager);
  await COMPUTE_DAYS.run({ days, ...basis }, manager);
  const { marked } = (await IS_MARKED.first({}, manager)) ?? {};
  if (!marked) await addUpRecord(manager);
  return days.length;
}

/** What changed since, before the record is read. Where that fails, or takes too long, readers get the figures from before. */
export async function bringRecordUpToDate(): Promise<void> {
  const until = performance.now() + READING_BUDGET_MS;
  // What is looked at here is not what the figures are read of; when they are others than before, calls or prices changed.
  noteTables(["calls", "daily_prices", "instruments"]);
  try {
    await observeTables(
      () => {},
      async () => {
        while ((await keepRecordPart()) > 0 && performance.now() < until);
      },
    );
  } catch (error) {
    log().error({ err: error }, "the record was not brought up to date");
  }
}
