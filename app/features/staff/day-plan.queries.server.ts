import { SITE_TODAY, siteMidnightOf } from "db/site-day";
import { array, bool, type Fragment, int, join, literal, raw, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { can } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { READ_PERMISSIONS } from "~/features/scheduling/calendar.queries.server";
import { DAY_PATHS, type DayItem, type DayPath, type DayPlan } from "./day-plan.rules";

/** The most published records and drafts shown per kind. */
const SHOWN = 6;

const ITEM = {
  draft: bool.from`draft`,
  path: literal(DAY_PATHS).from`path`,
  id: uuid.from`id`,
  title: text.from`title`,
  at: timestamp.from`at`,
  scheduled: bool.from`at > now()`,
};

const TODAY = sql`created_at >= ${siteMidnightOf(SITE_TODAY)}
  and created_at < ${siteMidnightOf(sql`(${SITE_TODAY} + 1)`)}`;
const OUT = sql`status = 'published' and ${TODAY}`;
const DRAFT = sql`status = 'draft'`;

/** The newest records of a kind, if it is requested. */
const newest = (path: DayPath, from: Fragment<object>, title: Fragment<object>, draft = false) => sql`
  (select ${raw(String(draft))} as draft, ${raw(`'${path}'`)}::text as path, id, ${title} as title, created_at as at
     from ${from} and ${raw(`'${path}'`)} = any(${array(text)("paths")}::text[])
    order by created_at desc, id desc limit ${int("most")})`;

const PLAN = statement("dashboard.day-plan", ITEM)`
  select ${ITEM} from (${join(
    [
      newest("news", sql`news where ${OUT}`, sql`title`),
      newest("videos", sql`videos where ${OUT}`, sql`title`),
      newest("daily-brief", sql`daily_briefs where ${OUT}`, sql`company_name`),
      newest("trade-alert", sql`trade_alerts where ${OUT}`, sql`initcap(tag) || ' ' || name`),
      newest("news", sql`news where ${DRAFT}`, sql`title`, true),
      newest("videos", sql`videos where ${DRAFT}`, sql`title`, true),
      newest("daily-brief", sql`daily_briefs where ${DRAFT}`, sql`company_name`, true),
      newest("trade-alert", sql`trade_alerts where ${DRAFT}`, sql`initcap(tag) || ' ' || name`, true),
    ],
    sql` union all `,
  )}) as planned order by at desc, id`;

/** Today's published and scheduled records and the drafts, of the kinds this member of staff may open. */
export async function dayPlan(viewer: StaffViewer): Promise<DayPlan> {
  const paths = DAY_PATHS.filter((path) => can(viewer, READ_PERMISSIONS[path]));
  const found = await PLAN.all({ paths, most: SHOWN });
  const items = (areDrafts: boolean): DayItem[] =>
    found.filter(({ draft }) => draft === areDrafts).map(({ draft: _, ...item }) => item);
  return { out: items(false).toReversed(), drafts: items(true).slice(0, SHOWN) };
}
