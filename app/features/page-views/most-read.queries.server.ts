import { PUBLISHED } from "db/published";
import { day, int, literal, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { SharedPanel } from "~/platform/shared-panel.server";
import { VIEWED_SECTIONS, type ViewedSection } from "./page-views.rules";

/** A page in the list of most read pages; its title is public. */
export type MostReadItem = { id: string; section: ViewedSection; title: string };

/** Entries in the right column. */
const LINES = 5;

const ITEM = { id: uuid.from`read.record_id`, section: literal(VIEWED_SECTIONS), title: text.present };

const MOST_READ = statement("page-views.most-read", ITEM)`
  select ${ITEM}
    from (select place, section, record_id, case section
            when 'news' then (select title from news where id = record_id and ${PUBLISHED})
            when 'daily-brief' then (select coalesce(headline, company_name) from daily_briefs
                                      where id = record_id and ${PUBLISHED})
            else (select title from videos where id = record_id and ${PUBLISHED}) end as title
            from most_read) as read
   where title is not null order by place limit ${int("limit")}`;

/** The most read pages of the last week, for the right column of every page. */
export const mostRead = new SharedPanel<MostReadItem[]>(() => MOST_READ.allPrepared({ limit: LINES }));

const DAY = { day: day.from`days.day`, value: int.from`coalesce(r.views, 0)` };
const BY_DAY = statement("page-views.by-day", DAY)`
  select ${DAY} from (
    select (now() at time zone ${text("zone", "UTC")})::date - back as day
      from generate_series(0, ${int("days")}::int - 1) as back) as days
    left join reading_days r on r.day = days.day
   order by days.day`;

/** Views of articles, briefs and videos on each of the last days, oldest first. Today is not over. */
export const pageViewsByDay = (days: number, zone: string): Promise<{ day: string; value: number }[]> =>
  BY_DAY.all({ days, zone });

const VIEWS = { views: int.from`coalesce(sum(views), 0)::int` };
const OF_PAGE = statement("page-views.of-page", VIEWS)`
  select ${VIEWS} from generate_series((${timestamp("since")}::timestamptz at time zone ${text("zone")})::date,
    now() at time zone ${text("zone")}, interval '1 day') as each (day)
   cross join lateral (
    select views from page_readings
     where day = each.day::date and section = ${literal(VIEWED_SECTIONS)("section")} and record_id = ${uuid("id")} offset 0) as counted`;

type ViewsOfPage = { section: ViewedSection; id: string; since: Date; zone: string };

/** The views of one page from a day on. They are kept for five weeks. @property zone in which days begin */
export async function viewsOfPage(page: ViewsOfPage): Promise<number> {
  return (await OF_PAGE.first(page))?.views ?? 0;
}
