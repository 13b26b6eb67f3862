import { siteMidnightOf } from "db/site-day";
import { array, day, type Fragment, int, join, literal, raw, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { can, type Permission } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { CALENDAR_PATHS, CALENDAR_STATES, type CalendarItem, type CalendarPath } from "./calendar.rules";

/** The permission for each screen. */
export const READ_PERMISSIONS: Record<CalendarPath, Permission> = {
  news: "news.read",
  "daily-brief": "daily-briefs.read",
  "trade-alert": "trade-alerts.read",
  videos: "videos.read",
  ads: "ads.read",
  banner: "banners.read",
};

const ITEM = {
  path: literal(CALENDAR_PATHS).from`path`,
  state: literal(CALENDAR_STATES).from`state`,
  id: uuid.from`id`,
  title: text.from`title`,
  at: timestamp.from`at`,
};

/** Whether a time is on the day. */
const onDay = (moment: Fragment<object>) =>
  sql`${moment} >= ${siteMidnightOf(sql`days.day`)} and ${moment} < ${siteMidnightOf(sql`days.day + 1`)}`;

type Part = { path: CalendarPath; table: string; title: Fragment<object>; state: Fragment<object> };

const selectPart = (
  { path, table, title, state }: Part,
  at: Fragment<object>,
  where: Fragment<object>,
) => sql`
  (select ${raw(`'${path}'`)}::text as path, ${state} as state, id, ${title} as title, ${at} as at
     from ${raw(table)}
    where ${raw(`'${path}'`)} = any(${array(text)("paths")}::text[]) and ${where} and ${onDay(at)}
    order by ${at}, id limit ${int("most")}::int)`;

/** Scheduled working copies of records that are not in the bin, for people who may write these: the titles are the copies'. */
const selectCopies = ({ path, table }: Pick<Part, "path" | "table">) => sql`
  (select ${raw(`'${path}'`)}::text as path, 'copy' as state, copy.record_id as id, copy.title as title, copy.publish_at as at
     from working_copies copy join ${raw(table)} record on record.id = copy.record_id
    where copy.kind = ${raw(`'${path}'`)} and ${raw(`'${path}'`)} = any(${array(text)("written")}::text[])
      and ${onDay(sql`copy.publish_at`)}
    order by copy.publish_at, copy.record_id limit ${int("most")}::int)`;

/** The creation date, which is also the publishing time. */
const AGE = sql`created_at`;
const MINUTE = sql`publish_at`;
const END = sql`unpublish_at`;

const OUT_OR_SCHEDULED = sql`case when created_at > now() then 'scheduled' else 'out' end`;
const DRAFT = sql`'draft'`;
const ENDS = sql`'ends'`;
const IS_PUBLISHED = sql`status = 'published'`;
const IS_DRAFT = sql`status = 'draft'`;

const NEWS = { path: "news", table: "news", title: sql`title` } as const;
const BRIEF = { path: "daily-brief", table: "daily_briefs", title: sql`company_name` } as const;
const VIDEO = { path: "videos", table: "videos", title: sql`title` } as const;
const CALLED = sql`initcap(tag) || ' ' || name`;
const ALERT = { path: "trade-alert", table: "trade_alerts", title: CALLED } as const;
const AD = { path: "ads", table: "ads", title: sql`coalesce(alt_text, name)`, state: ENDS } as const;
const BANNER = { path: "banner", table: "banners", title: sql`title`, state: ENDS } as const;

const DAYS = statement("planning.days", ITEM)`
  select ${ITEM} from
    (select ${day("first")}::date + n as day from generate_series(0, ${int("days")}::int - 1) as n) as days
    cross join lateral (${join(
      [
        ...[NEWS, BRIEF, VIDEO, ALERT].flatMap((part) => [
          selectPart({ ...part, state: OUT_OR_SCHEDULED }, AGE, IS_PUBLISHED),
          selectPart({ ...part, state: DRAFT }, MINUTE, IS_DRAFT),
        ]),
        ...[NEWS, BRIEF, VIDEO, ALERT].map(selectCopies),
        selectPart(AD, END, IS_PUBLISHED),
        selectPart(BANNER, END, sql`true`),
      ],
      sql` union all `,
    )}) as planned order by at, path, id`;

/** The published, scheduled and ending records of some days in the site's time zone, of the kinds this member of staff may open.
 * @param range.first yyyy-mm-dd @param range.most entries per day, kind and state
 */
export function scheduledDays(
  viewer: StaffViewer,
  range: { first: string; days: number; most: number },
): Promise<CalendarItem[]> {
  const paths = CALENDAR_PATHS.filter((path) => can(viewer, READ_PERMISSIONS[path]));
  return DAYS.all({ ...range, paths, written: plannable(viewer) });
}

const WRITE_PERMISSIONS = {
  news: "news.write",
  "daily-brief": "daily-briefs.write",
  "trade-alert": "trade-alerts.write",
  videos: "videos.write",
} as const satisfies Partial<Record<CalendarPath, Permission>>;

/** The kinds that this member of staff can plan: their forms have a minute of publication. */
export const plannable = (viewer: StaffViewer) =>
  (Object.keys(WRITE_PERMISSIONS) as (keyof typeof WRITE_PERMISSIONS)[]).filter((path) =>
    can(viewer, WRITE_PERMISSIONS[path]),
  );
