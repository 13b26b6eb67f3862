import { em } from "db/orm.server";
import { perProcess } from "db/per-process";
import { array, float, int, text, uuid } from "db/sql";
import { command } from "db/statement.server";
import { config } from "~/platform/config.server";
import { startFlushingCounters } from "~/platform/flush-counters.server";
import { AdCounter, type WaitingCounts } from "./ad-counter.server";
import { storeRecentCounts } from "./recent-counts.server";

/** The counts of this process. */
export const adCounter = (): AdCounter => perProcess("ad tally", () => new AdCounter());

/**
 * Adds to the stored counts, so several instances count together. The day is the database's, at the moment of
 * counting. Ads that are unpublished, missing or ended at that moment count nothing. Rows are written in key
 * order, so two instances cannot deadlock.
 */
const ADD_COUNTS = command("ad-counts.add")`
  insert into ad_counts as held (ad_id, day, views, clicks)
  select a.id, ((now() - make_interval(secs => c.age)) at time zone ${text("zone", "UTC")})::date as day, sum(c.views), sum(c.clicks)
    from unnest(${array(uuid)("adIds")}::uuid[], ${array(float)("ages")}::float8[], ${array(int)("views")}::int[],
           ${array(int)("clicks")}::int[]) as c (ad_id, age, views, clicks)
    join ads a on a.id = c.ad_id and a.status = 'published'
     and (a.unpublish_at is null or a.unpublish_at > now() - make_interval(secs => c.age))
   group by a.id, day
   order by a.id, day
  on conflict (ad_id, day) do update
     set views = held.views + excluded.views, clicks = held.clicks + excluded.clicks`;

/**
 * Writes counts and updates the stored sums of their ads.
 * @param zone where days begin
 */
export async function addCounts(counters: readonly WaitingCounts[], zone: string): Promise<void> {
  const adIds = counters.map(({ adId }) => adId);
  const counts = {
    zone,
    adIds,
    ages: counters.map(({ ageSeconds }) => ageSeconds),
    views: counters.map(({ views }) => views),
    clicks: counters.map(({ clicks }) => clicks),
  };
  await em().transactional(async (manager) => {
    await ADD_COUNTS.run(counts, manager);
    await storeRecentCounts([...new Set(adIds)], zone, manager);
  });
}

export const startFlushingCounts = () =>
  startFlushingCounters(
    { counters: adCounter, write: (counters) => addCounts(counters, config().siteTz), called: "ad counts" },
    2_000,
  );
