import { RECORD_READERS, RECORD_SCOPES, TrackRecordFigure } from "db/entities/track-record";
import { columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { type Fragment, int, join, literal, raw, sql, text } from "db/sql";
import { command, statement } from "db/statement.server";

/** Deletes totals of scopes without any days left. */
const FORGET = command("add-up-totals.forget")`
  delete from track_record_figures as f where outdated
     and not exists (select from track_record_days as d where d.reader = f.reader and d.scope = f.scope and d.name = f.name)`;

const BEFORE = sql`(partition by reader, scope, name order by day rows between unbounded preceding and 1 preceding)`;

const ADDED = columnsAs("f", TrackRecordFigure, "reader", "scope", "name", "settled");

/** The deepest fall of the sum is within a day, or from an earlier day's peak to a later day's trough. */
const ADD_UP = statement("add-up-totals.add-up", ADDED)`
  with days as (
    select d.*, coalesce(sum(d.total) over ${BEFORE}, 0) as so_far
      from track_record_days as d join track_record_figures as f using (reader, scope, name) where f.outdated),
  high as (select *, greatest(0, max(so_far + peak) over ${BEFORE}) as highest from days),
  summed as (
    select reader, scope, name, sum(settled)::int as settled, sum(gained)::int as gained, sum(total) as total, max(best) as best,
           min(worst) as worst, max(greatest(drawdown, highest - so_far - trough)) as drawdown, sum(held) as held,
           sum(compared)::int as compared, sum(above) as above
      from high group by reader, scope, name)
  update track_record_figures as f
     set settled = s.settled, gained = s.gained, total = s.total, best = s.best, worst = s.worst, drawdown = s.drawdown,
         held = s.held, compared = s.compared, above = s.above, outdated = false
    from summed as s where f.reader = s.reader and f.scope = s.scope and f.name = s.name
  returning ${ADDED}`;

/** The reader whose median it is. */
const READER = literal(RECORD_READERS)("reader");
const isIncluded = (counted: Fragment<object>) =>
  sql`(${READER} = 'private' or ${READER} = 'members' and audience = 'members' or ${counted})`;

const SETTLED = int("settled");
const medianColumn = (results: ReturnType<typeof partResults>) => sql`(
  select avg(result) from (
    select result from (${results}) as each order by result
     limit 2 - ${SETTLED}::int % 2 offset (${SETTLED}::int - 1) / 2) as middle)`;

const partResults = (part: string) => sql`
  (select result from calls where part = ${raw(`'${part}'`)} and ${raw(`'${part}'`)} = any(string_to_array(${text("parts")}, ' '))
      and ${isIncluded(sql`counted`)}
    order by result)`;

/** The row to update. */
const ONE = sql`reader = ${READER} and scope = ${literal(RECORD_SCOPES)("scope")} and name = ${text("name")}`;

const OF_PARTS = command("add-up-totals.median-of-parts")`
  update track_record_figures set median = ${medianColumn(
    join(["buy", "sell", "pick"].map(partResults), sql` union all `) as ReturnType<typeof partResults>,
  )} where ${ONE}`;

const OF_LIST = command("add-up-totals.median-of-list")`
  update track_record_figures set median = (
    select avg(result) from (
      select result from calls where part is not null and list = ${text("name")} and ${isIncluded(sql`counted`)} order by result
       limit 2 - ${SETTLED}::int % 2 offset (${SETTLED}::int - 1) / 2) as middle)
   where ${ONE}`;

const OF_YEAR = command("add-up-totals.median-of-year")`
  update track_record_figures set median = (
    select percentile_cont(0.5) within group (order by result) from calls
     where part is not null and ended_on between (${text("name", "2026")} || '-01-01')::date and (${text("name", "2026")} || '-12-31')::date
       and ${isIncluded(sql`counted_by_year`)})
   where ${ONE}`;

type Added = {
  reader: (typeof RECORD_READERS)[number];
  scope: (typeof RECORD_SCOPES)[number];
  name: string;
  settled: number;
};

/** Adds up the days of outdated totals and computes their medians. */
export async function addUpTrackRecord(manager: EntityManager): Promise<void> {
  await FORGET.run({}, manager);
  for (const added of await ADD_UP.all({}, manager)) await saveMedian(added, manager);
}

/** The parts of a kind, or of all calls. An index has each part in the order of results. */
const PARTS_OF: Record<string, string> = { "": "buy sell pick", alert: "buy sell" };

async function saveMedian(added: Added, manager: EntityManager): Promise<void> {
  const { scope, name } = added;
  if (scope === "readers") return;
  if (scope === "list") return OF_LIST.run(added, manager);
  if (scope === "year") return OF_YEAR.run(added, manager);
  return OF_PARTS.run({ ...added, parts: PARTS_OF[name] ?? name }, manager);
}
