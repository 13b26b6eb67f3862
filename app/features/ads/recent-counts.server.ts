import { RECENT_DAYS } from "db/entities/ad";
import { type EntityManager, em } from "db/orm.server";
import { array, int, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { config } from "~/platform/config.server";

const ids = array(uuid)("adIds");
const TODAY = text("zone", "UTC");

/** Locks in key order, as counts are written. The sum then includes all counts committed before. */
const LOCK = command("recent-counts.lock")`
  select from ads where id = any(${ids}::uuid[]) order by id for no key update`;

const KEEP = command("recent-counts.keep")`
  update ads set kept_views = recent.views, kept_clicks = recent.clicks, kept_until = recent.today
    from (select ad.id, site.today, coalesce(sum(c.views), 0) as views, coalesce(sum(c.clicks), 0) as clicks
            from unnest(${ids}::uuid[]) as ad (id)
           cross join (select (now() at time zone ${TODAY})::date as today) as site
            left join ad_counts c on c.ad_id = ad.id and c.day > site.today - ${RECENT_DAYS} and c.day <= site.today
           group by ad.id, site.today) as recent
   where ads.id = recent.id`;

/**
 * Stores the sums of some ads' last days, for lists sorted by them. Summing a million ads for each view of a
 * list exceeded the statement timeout.
 * @param zone where days begin
 */
export async function storeRecentCounts(
  adIds: string[],
  zone: string,
  manager: EntityManager,
): Promise<void> {
  await LOCK.run({ adIds }, manager);
  await KEEP.run({ adIds, zone }, manager);
}

const PART = 1_000;

const OUTDATED = statement("recent-counts.outdated", { id: uuid })`
  select id from ads
   where (kept_views > 0 or kept_clicks > 0) and kept_until < (now() at time zone ${TODAY})::date
   order by kept_until limit ${int("limit")}`;

/**
 * Recomputes part of the sums stored before the current day, since the oldest day left their span.
 * @returns how many
 */
export async function renewRecentCounts(zone: string = config().siteTz): Promise<number> {
  const outdated = await OUTDATED.all({ zone, limit: PART });
  if (outdated.length === 0) return 0;
  const adIds = outdated.map(({ id }) => id);
  await em().transactional((manager) => storeRecentCounts(adIds, zone, manager));
  return outdated.length;
}
