import { AdCount } from "db/entities/ad-count";
import { columns } from "db/entity-columns.server";
import { int, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { type DayCounts, fillDays } from "./ad-counts.rules";

const zone = text("zone", "UTC");

const COUNTED = { ...columns(AdCount, "views", "clicks"), day: text.from`day::text` };
const DAYS = statement("ad-counts.days", COUNTED)`
  select ${COUNTED} from ad_counts
   where ad_id = ${uuid("adId")} and day > (now() at time zone ${zone})::date - ${int("span")}::int order by day`;

const LIMITS = statement("ad-counts.limits", { today: text, since: text })`
  select (now() at time zone ${zone})::date::text as today, (created_at at time zone ${zone})::date::text as since
    from ads where id = ${uuid("adId")}`;

/**
 * The counts of an ad for each of the last days, newest first.
 * @param zone where days begin
 */
export async function recentDays(adId: string, span: number, zone: string): Promise<DayCounts[]> {
  const [days, limits] = await Promise.all([DAYS.all({ adId, zone, span }), LIMITS.first({ adId, zone })]);
  return limits ? fillDays(days, { ...limits, span }) : [];
}
