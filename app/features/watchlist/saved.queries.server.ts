import { PUBLISHED } from "db/published";
import { bool, int, literal, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { accessTo, canReadInFull } from "~/access/access.server";
import type { MemberViewer } from "~/auth/viewer.server";
import { countMarks } from "./counts.queries.server";

/** @property title null while the record is not published */
export type SavedRow = {
  kind: "news" | "brief" | "video";
  id: string;
  title: string | null;
  at: Date | null;
  locked: boolean;
};

const ROW = {
  kind: literal(["news", "brief", "video"])
    .from`case when news_id is not null then 'news' when brief_id is not null then 'brief' else 'video' end`,
  id: uuid.from`coalesce(news_id, brief_id, video_id)`,
  title: text.orNull.from`coalesce(n.title, b.title, v.title)`,
  at: timestamp.orNull.from`coalesce(n.created_at, b.created_at, v.created_at)`,
  isFree: bool.from`coalesce(v.is_free, n.title is not null)`,
  isPrivate: bool.from`coalesce(b.audience, v.audience) is not distinct from 'private'`,
};

/** The titles of all kinds are public. */
const PAGE = statement("saved.page", ROW)`
  select ${ROW} from (
      select * from saved_items where member_id = ${uuid("memberId")}
       order by created_at desc, id limit ${int("limit")} offset ${int("offset", 0)}) as saved
    left join lateral (
      select title, created_at from news where id = news_id and ${PUBLISHED}) as n on true
    left join lateral (
      select coalesce(headline, company_name) as title, created_at, audience from daily_briefs
       where id = brief_id and ${PUBLISHED}) as b on true
    left join lateral (
      select title, created_at, audience, is_free from videos where id = video_id and ${PUBLISHED}) as v on true
   order by saved.created_at desc, saved.id`;

/** A page of what a member saved, the newest first, and how much it is in all. */
export async function savedItems(
  member: MemberViewer,
  range: { limit: number; offset: number },
): Promise<{ items: SavedRow[]; total: number }> {
  const [rows, total] = await Promise.all([
    PAGE.all({ memberId: member.id, ...range }),
    countMarks("saved", member.id),
  ]);
  const items = rows.map(({ isFree, isPrivate, ...row }) => {
    const access = accessTo(row.kind === "video" ? "video" : "daily brief", member);
    const reads = isFree || canReadInFull(access, isPrivate ? "private" : "members");
    return { ...row, locked: row.title !== null && !reads };
  });
  return { items, total };
}
