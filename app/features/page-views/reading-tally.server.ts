import { PUBLISHED } from "db/published";
import { array, float, int, sql, text, uuid } from "db/sql";
import { command } from "db/statement.server";
import { config } from "~/platform/config.server";
import { type Flushing, flushTallies, startFlushing } from "~/platform/flush-tallies.server";
import { Tallies, type Waiting } from "~/platform/tallies";
import type { ReadSection } from "./readings.rules";

type ReadPage = { section: ReadSection; id: string };
type PageTally = ReadPage & { views: number };

/** What is counted of pages and not written yet. */
class ReadingTally extends Tallies<PageTally> {
  count({ section, id }: ReadPage): void {
    const tally = this.tallyOf(`${section} ${id.toLowerCase()}`, () => ({ section, id, views: 0 }));
    if (tally) tally.views += 1;
  }
}

const shared = globalThis as typeof globalThis & { openbellReadings?: ReadingTally };

/** The tally of this process. */
export function readingTally(): ReadingTally {
  shared.openbellReadings ??= new ReadingTally();
  return shared.openbellReadings;
}

/** Of what readers do not find nothing is counted, so invented addresses end here. */
const IS_READ_BY_ALL = sql`
  case told.section when 'news' then exists (select from news where id = told.record_id and ${PUBLISHED})
    when 'daily-brief' then exists (select from daily_briefs where id = told.record_id and ${PUBLISHED})
    else exists (select from videos where id = told.record_id and ${PUBLISHED}) end`;

/**
 * Adds to what is there, so several instances count together; in the order of the keys, so that none of them wait for each other in
 * a circle. The day is the database's, at the moment of counting.
 */
const ADD = command("readings.add")`
  with read as materialized (
    select ((now() - make_interval(secs => told.age)) at time zone ${text("zone", "UTC")})::date as day,
           told.section, told.record_id, sum(told.views)::int as views
      from unnest(${array(text)("sections")}::text[], ${array(uuid)("ids")}::uuid[], ${array(float)("ages")}::float8[],
             ${array(int)("views")}::int[]) as told (section, record_id, age, views)
     where ${IS_READ_BY_ALL}
     group by 1, 2, 3),
  pages as (
    insert into page_readings as held (day, section, record_id, views)
    select day, section, record_id, views from read order by day, section, record_id
    on conflict (day, section, record_id) do update set views = held.views + excluded.views)
  insert into reading_days as held (day, views)
  select day, sum(views) from read group by day order by day
  on conflict (day) do update set views = held.views + excluded.views`;

/** Writes what was counted. @param zone where days begin */
export const addReadings = (tallies: readonly Waiting<PageTally>[], zone: string): Promise<void> =>
  ADD.run({
    zone,
    sections: tallies.map(({ section }) => section),
    ids: tallies.map(({ id }) => id),
    ages: tallies.map(({ ageSeconds }) => ageSeconds),
    views: tallies.map(({ views }) => views),
  });

const FLUSHING: Flushing<PageTally> = {
  tallies: readingTally,
  write: (tallies) => addReadings(tallies, config().siteTz),
  called: "readings",
};

export const flushReadings = (): Promise<void> => flushTallies(FLUSHING);
export const startFlushingReadings = () => startFlushing(FLUSHING, 60_000);
