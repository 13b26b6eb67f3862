import { authorSlugOf } from "db/author-slug";
import { PUBLISHED } from "db/published";
import { bool, int, literal, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { accessTo, canReadInFull } from "~/access/access.server";
import type { MemberViewer } from "~/auth/viewer.server";
import { countMarks } from "./counts.queries.server";
import type { NewestItem } from "./watchlist.queries.server";

export type FollowedRow = { slug: string; name: string; newest?: NewestItem };

const NEWEST_OF = sql`${authorSlugOf("author")} = page.slug and ${PUBLISHED} order by created_at desc, id desc limit 1`;
const ROW = {
  slug: text.from`page.slug`,
  name: text.from`page.name`,
  kind: literal(["brief", "news"]).orNull.from`item.kind`,
  id: uuid.orNull.from`item.id`,
  title: text.orNull.from`item.title`,
  at: timestamp.orNull.from`item.at`,
  isPrivate: bool.from`coalesce(item."isPrivate", false)`,
};

/** Calls are left out: the existence of a locked one is not public. */
const PAGE = statement("authors.followed", ROW)`
  select ${ROW} from (
      select slug, name, created_at from followed_authors where member_id = ${uuid("memberId")}
       order by created_at desc, slug limit ${int("limit")} offset ${int("offset", 0)}) as page
    left join lateral (
      select * from (
        (select 'news'::text as kind, id, title, created_at as at, false as "isPrivate" from news where ${NEWEST_OF})
        union all
        (select 'brief', id, coalesce(headline, company_name), created_at, audience = 'private'
           from daily_briefs where ${NEWEST_OF})) as each
       order by at desc, id limit 1) as item on true
   order by page.created_at desc, page.slug`;

/** A page of the authors that a member follows, each with the newest text, and how many they are. */
export async function followedAuthors(
  member: MemberViewer,
  range: { limit: number; offset: number },
): Promise<{ authors: FollowedRow[]; total: number }> {
  const [rows, total] = await Promise.all([
    PAGE.all({ memberId: member.id, ...range }),
    countMarks("authors", member.id),
  ]);
  const access = accessTo("daily brief", member);
  const authors = rows.map(({ slug, name, kind, id, title, at, isPrivate }): FollowedRow => {
    if (kind === null || id === null || at === null) return { slug, name };
    const locked = kind === "brief" && !canReadInFull(access, isPrivate ? "private" : "members");
    return { slug, name, newest: { kind, id, title, at, locked } };
  });
  return { authors, total };
}
