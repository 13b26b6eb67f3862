import { PUBLISHED } from "db/published";
import { raw, text, uuid } from "db/sql";
import { command, forEachOf, statement } from "db/statement.server";
import type { MemberViewer } from "~/auth/viewer.server";
import { MOST_MARKS, type SavedKind } from "~/features/marks/mark.rules";
import { AppError } from "~/web/app-error.server";
import { isUuid } from "~/web/uuid";
import { changeMarks } from "./change-marks.server";
import { countMarks } from "./counts.queries.server";

const KINDS = ["news", "brief", "video"] as const;
const RECORDS = {
  news: { table: "news", title: "title" },
  brief: { table: "daily_briefs", title: "coalesce(headline, company_name)" },
  video: { table: "videos", title: "title" },
} as const;

const TITLE = forEachOf(KINDS, (kind) => {
  const row = { title: text.from`${raw(RECORDS[kind].title)}` };
  return statement(`saved.title, ${kind}`, row)`
    select ${row} from ${raw(RECORDS[kind].table)} where id = ${uuid("id")} and ${PUBLISHED}`;
});
const SAVE = forEachOf(
  KINDS,
  (kind) => command(`saved.add, ${kind}`)`
    insert into saved_items (member_id, ${raw(`${kind}_id`)}) values (${uuid("memberId")}, ${uuid("id")})
        on conflict do nothing`,
);
const REMOVE = forEachOf(
  KINDS,
  (kind) => command(`saved.remove, ${kind}`)`
    delete from saved_items where member_id = ${uuid("memberId")} and ${raw(`${kind}_id`)} = ${uuid("id")}`,
);

/**
 * Saves a published record for later. A locked one may be saved, too: its title is public.
 * @returns its title
 * @throws AppError 404 without such a record, 422 above the limit
 */
export async function save(member: MemberViewer, kind: SavedKind, id: string): Promise<string> {
  const record = isUuid(id) ? await TITLE[kind].first({ id }) : undefined;
  if (!record) throw new AppError(404, "This no longer exists.");
  await changeMarks(member.id, async (manager) => {
    await SAVE[kind].run({ memberId: member.id, id }, manager);
    const count = await countMarks("saved", member.id, manager);
    if (count > MOST_MARKS)
      throw new AppError(422, "You have saved 10,000 items. Remove one to save another.");
  });
  return record.title;
}

export async function unsave({ id: memberId }: MemberViewer, kind: SavedKind, id: string): Promise<void> {
  if (isUuid(id)) await changeMarks(memberId, (manager) => REMOVE[kind].run({ memberId, id }, manager));
}
