import { authorSlugOf } from "db/author-slug";
import { int, join, raw, sql } from "db/sql";
import { statement } from "db/statement.server";

const IS_AUTHOR = sql`${authorSlugOf("author")} = slug`;
/** Records that readers may see later. The author of published alerts and picks is in their calls. */
const WAITING = [
  ...["news", "daily_briefs", "trade_alerts", "stock_picks"].map(
    (table) => sql`not exists (select from ${raw(table)} where ${IS_AUTHOR} and status = 'draft')`,
  ),
  sql`not exists (select from trade_alerts where ${IS_AUTHOR} and status = 'published' and publish_at > now())`,
];

const COUNT = int.from`count(*)::int`;
/**
 * Finds the followed names one by one in their index, however many members follow each. A name stays while a
 * text, a call or an account of staff has it.
 */
const FORGET = statement("authors.forget-unknown", { count: COUNT })`
  with recursive followed as (
    (select slug from followed_authors order by slug limit 1)
    union all
    select (select slug from followed_authors where slug > followed.slug order by slug limit 1)
      from followed where followed.slug is not null),
  unknown as (
    select slug from followed where slug is not null
       and not exists (select from staff where ${authorSlugOf("fullname")} = slug)
       and not exists (select from news where ${IS_AUTHOR} and status = 'published')
       and not exists (select from daily_briefs where ${IS_AUTHOR} and status = 'published')
       and not exists (select from calls where ${IS_AUTHOR} and state = 'open' and kind <> 'brief')
       and not exists (
         select from calls where ${IS_AUTHOR} and state <> 'open' and kind <> 'brief' and not mistake)
       and ${join(WAITING, sql` and `)}),
  gone as (
    delete from followed_authors where ctid = any(array(
      select ctid from followed_authors where slug in (select slug from unknown) limit 1000))
    returning 1)
  select ${{ count: COUNT }} from gone`;

/** Deletes the marks of authors without any records. @returns how many rows were deleted */
export const forgetUnknownAuthors = async (): Promise<number> => (await FORGET.first())?.count ?? 0;
