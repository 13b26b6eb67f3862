import { IS_OUT, PUBLISHED } from "db/published";
import { SITE_TODAY, siteMidnightOf } from "db/site-day";
import { array, bool, type Fragment, int, join, literal, raw, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { can, type Permission } from "~/features/auth/permissions.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { DAY_KINDS, type DayItem, type DayKind, type DayPlan } from "./day-plan.rules";

/** Shown of what went out today and of the drafts, of each kind. */
const SHOWN = 6;

const PERMISSIONS: Record<DayKind, Permission> = {
  news: "news.read",
  video: "videos.read",
  brief: "daily-briefs.read",
  alert: "trade-alerts.read",
};

const ITEM = {
  draft: bool.from`draft`,
  kind: literal(DAY_KINDS).from`kind`,
  id: uuid.from`id`,
  title: text.from`title`,
  at: timestamp.from`at`,
};

const TODAY = sql`created_at >= ${siteMidnightOf(SITE_TODAY)}`;
const OUT = sql`${PUBLISHED} and ${TODAY}`;
const DRAFT = sql`status = 'draft'`;

/** The newest of a kind, where it was asked for. */
const newest = (kind: DayKind, from: Fragment<object>, title: Fragment<object>, draft = false) => sql`
  (select ${raw(String(draft))} as draft, ${raw(`'${kind}'`)}::text as kind, id, ${title} as title, created_at as at
     from ${from} and ${raw(`'${kind}'`)} = any(${array(text)("kinds")}::text[])
    order by created_at desc, id desc limit ${int("most")})`;

const PLAN = statement("dashboard.day-plan", ITEM)`
  select ${ITEM} from (${join(
    [
      newest("news", sql`news where ${OUT}`, sql`title`),
      newest("video", sql`videos where ${OUT}`, sql`title`),
      newest("brief", sql`daily_briefs where ${OUT}`, sql`company_name`),
      newest("alert", sql`trade_alerts where ${IS_OUT} and ${TODAY}`, sql`initcap(tag) || ' ' || name`),
      newest("news", sql`news where ${DRAFT}`, sql`title`, true),
      newest("video", sql`videos where ${DRAFT}`, sql`title`, true),
      newest("brief", sql`daily_briefs where ${DRAFT}`, sql`company_name`, true),
    ],
    sql` union all `,
  )}) as planned order by at desc, id`;

/** What went out today and what is a draft, of the kinds whose screens this member of staff may open. */
export async function dayPlan(viewer: StaffViewer): Promise<DayPlan> {
  const kinds = DAY_KINDS.filter((kind) => can(viewer, PERMISSIONS[kind]));
  const found = await PLAN.all({ kinds, most: SHOWN });
  const items = (asked: boolean): DayItem[] =>
    found.filter(({ draft }) => draft === asked).map(({ draft: _, ...item }) => item);
  return { out: items(false).toReversed(), drafts: items(true).slice(0, SHOWN) };
}
