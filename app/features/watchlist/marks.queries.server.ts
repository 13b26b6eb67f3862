import { array, join, raw, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { MemberViewer } from "~/auth/viewer.server";
import { readMarkKey, type SavedKind } from "~/features/marks/mark.rules";
import { readBesideOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import { isUuid } from "~/web/uuid";

const MEMBER = sql`member_id = ${uuid("memberId")}`;

const saved = (kind: SavedKind) => {
  const column = raw(`${kind}_id`);
  return sql`select ${raw(`'${kind}:'`)} || ${column} as key from saved_items
    where ${MEMBER} and ${column} = any(${array(uuid)("ids")}::uuid[])`;
};

const NAMES = sql`${array(text)("names")}::text[]`;
const MARKED = statement("marks.of-page", { key: text.present })`
  select 'company:' || i.symbol as key from instruments as i
   cross join lateral (select id from instruments where id = i.id union all
                       select id from instruments where merged_into = i.id) as each
   cross join lateral (select from watched_instruments where ${MEMBER} and instrument_id = each.id limit 1) as watched
   where i.symbol = any(${NAMES}) and i.merged_into is null
  union all
  select 'author:' || slug from followed_authors where ${MEMBER} and slug = any(${NAMES})
  union all
  ${join([saved("news"), saved("brief"), saved("video")], sql` union all `)}`;

/**
 * Which of these a member has marked. If it cannot be read in time, nothing counts as marked, because marking
 * it again does no harm.
 * @param keys as `markKey` makes them
 */
export async function marksFor(
  args: Pick<RequestArgs, "context">,
  { id: memberId, hasMarks }: MemberViewer,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!hasMarks || keys.length === 0) return NONE;
  const names = keys.flatMap((key) => readMarkKey(key)?.name ?? []);
  const read = () => MARKED.allPrepared({ memberId, names, ids: names.filter(isUuid) });
  const found = await readBesideOr(args, "marks not read", read, []);
  return new Set(found.map(({ key }) => key));
}

const NONE: ReadonlySet<string> = new Set();
