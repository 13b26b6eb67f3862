import { perProcess } from "db/per-process";
import { PUBLISHED } from "db/published";
import { array, float, int, sql, text, uuid } from "db/sql";
import { command } from "db/statement.server";
import { config } from "~/platform/config.server";
import { Counters, type Waiting } from "~/platform/counters";
import { type CounterFlush, flushCounters, startFlushingCounters } from "~/platform/flush-counters.server";
import type { ViewedSection } from "./page-views.rules";

type ViewedPage = { section: ViewedSection; id: string };
type PageViewCount = ViewedPage & { views: number };

/** Counts that are not in the database yet. */
class PageViewCounters extends Counters<PageViewCount> {
  count({ section, id }: ViewedPage): void {
    const counter = this.counterFor(`${section} ${id.toLowerCase()}`, () => ({ section, id, views: 0 }));
    if (counter) counter.views += 1;
  }
}

/** The counters of this process. */
export const pageViewCounters = (): PageViewCounters =>
  perProcess("page view counters", () => new PageViewCounters());

/** Only published records are counted, so invented addresses are dropped here. */
const IS_READ_BY_ALL = sql`
  case counted.section when 'news' then exists (select from news where id = counted.record_id and ${PUBLISHED})
    when 'daily-brief' then exists (select from daily_briefs where id = counted.record_id and ${PUBLISHED})
    else exists (select from videos where id = counted.record_id and ${PUBLISHED}) end`;

/**
 * Adds to the stored counts, so several instances share them; in key order, so that they cannot deadlock. Days are those of the
 * database's clock when the page was counted.
 */
const ADD = command("page-views.add")`
  with read as materialized (
    select ((now() - make_interval(secs => counted.age)) at time zone ${text("zone", "UTC")})::date as day,
           counted.section, counted.record_id, sum(counted.views)::int as views
      from unnest(${array(text)("sections")}::text[], ${array(uuid)("ids")}::uuid[], ${array(float)("ages")}::float8[],
             ${array(int)("views")}::int[]) as counted (section, record_id, age, views)
     where ${IS_READ_BY_ALL}
     group by 1, 2, 3),
  pages as (
    insert into page_readings as held (day, section, record_id, views)
    select day, section, record_id, views from read order by day, section, record_id
    on conflict (day, section, record_id) do update set views = held.views + excluded.views)
  insert into reading_days as held (day, views)
  select day, sum(views) from read group by day order by day
  on conflict (day) do update set views = held.views + excluded.views`;

/** Adds the counts to the database. @param zone time zone in which days begin */
export const savePageViews = (tallies: readonly Waiting<PageViewCount>[], zone: string): Promise<void> =>
  ADD.run({
    zone,
    sections: tallies.map(({ section }) => section),
    ids: tallies.map(({ id }) => id),
    ages: tallies.map(({ ageSeconds }) => ageSeconds),
    views: tallies.map(({ views }) => views),
  });

const FLUSHING: CounterFlush<PageViewCount> = {
  counters: pageViewCounters,
  write: (tallies) => savePageViews(tallies, config().siteTz),
  called: "page views",
};

export const flushPageViews = (): Promise<void> => flushCounters(FLUSHING);
export const startFlushingPageViews = () => startFlushingCounters(FLUSHING, 60_000);
