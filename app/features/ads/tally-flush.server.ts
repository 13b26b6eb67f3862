import { em } from "db/orm.server";
import { perProcess } from "db/per-process";
import { array, float, int, text, uuid } from "db/sql";
import { command } from "db/statement.server";
import { config } from "~/platform/config.server";
import { startFlushingCounters } from "~/platform/flush-counters.server";
import { AdTally, type WaitingTally } from "./ad-tally.server";
import { keepRecentCounts } from "./recent-counts.server";

/** The tally of this process. */
export const adTally = (): AdTally => perProcess("ad tally", () => new AdTally());

/**
 * Adds to what is there, so several instances count together. The day is the database's, at the moment of counting;
 * ads that are not (or no longer) published, or had ended at that moment, count nothing. In the order of the key, so that
 * two instances never wait for each other in a circle.
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

/** Writes counters, and what they make of the sums beside their ads. @param zone where days begin */
export async function addCounts(counters: readonly WaitingTally[], zone: string): Promise<void> {
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
    await keepRecentCounts([...new Set(adIds)], zone, manager);
  });
}

export const startFlushingCounts = () =>
  startFlushingCounters(
    { counters: adTally, write: (counters) => addCounts(counters, config().siteTz), called: "ad counts" },
    2_000,
  );
