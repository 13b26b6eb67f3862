import { query } from "db/query.server";
import { type DayTally, fillDays } from "./ad-counts.rules";

/** What was counted of an ad on each of the last days, newest first. @param zone where days begin */
export async function recentDays(adId: string, span: number, zone: string): Promise<DayTally[]> {
  const [counted, [limits]] = await Promise.all([
    query<DayTally>(
      `select day::text as day, views, clicks from ad_counts
        where ad_id = ? and day > (now() at time zone ?)::date - ?::int order by day`,
      [adId, zone, span],
    ),
    query<{ today: string; since: string }>(
      `select (now() at time zone ?)::date::text as today, (created_at at time zone ?)::date::text as since
         from ads where id = ?`,
      [zone, zone, adId],
    ),
  ]);
  return limits ? fillDays(counted, { ...limits, span }) : [];
}
