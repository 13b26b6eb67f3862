import { ImportedMember, type MemberBefore } from "db/entities/member-import";
import { columnAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, bool, int, json, type RowOf, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";

/**
 * A member that a row added or changed.
 * @property before a changed member's former values.
 * @property labelIds the labels that a new member got
 * @property isMailed whether their email is queued
 */
export type Imported = {
  line: number;
  memberId: string;
  before?: MemberBefore;
  noteIds: readonly string[];
  labelIds?: readonly string[];
  isMailed: boolean;
};

const NOTE_DOWN = command("imported-members.note-down")`
  insert into imported_members (member_import_id, line, member_id, member_version, before, note_ids, label_ids, mailed_at)
  select ${uuid("id")}, given.line, m.id, m.version, given.before::jsonb, given.notes::jsonb, given.labels::jsonb, case when given.mailed then now() end
    from unnest(${array(int)("lines")}::int[], ${array(uuid)("members")}::uuid[], ${array(text.orNull)("befores")}::text[],
                ${array(text)("notes")}::text[], ${array(text.orNull)("labels")}::text[], ${array(bool)("mailed")}::boolean[])
      as given (line, member, before, notes, labels, mailed)
    join members m on m.id = given.member`;

/** Records the members of a slice in their final state: the last step of its transaction. */
export async function recordImported(
  manager: EntityManager,
  id: string,
  imported: readonly Imported[],
): Promise<void> {
  if (imported.length === 0) return;
  const given = {
    lines: imported.map(({ line }) => line),
    members: imported.map(({ memberId }) => memberId),
    befores: imported.map(({ before }) => (before ? JSON.stringify(before) : null)),
    notes: imported.map(({ noteIds }) => JSON.stringify(noteIds)),
    labels: imported.map(({ labelIds }) => (labelIds ? JSON.stringify(labelIds) : null)),
    mailed: imported.map(({ isMailed }) => isMailed),
  };
  await NOTE_DOWN.run({ id, ...given }, manager);
}

/**
 * Whether a member has changed since the import: by a version change, or for a new member by any other action
 * of theirs or of staff, such as a label that no segment gives.
 */
const TOUCHED = sql`(m.version <> i.member_version or i.before is null and (
  m.password_hash is not null
  or exists (select 1 from member_notes n where n.member_id = m.id and not jsonb_exists(i.note_ids, n.id::text))
  or exists (select 1 from member_labels g join labels l on l.id = g.label_id
              where g.member_id = m.id and l.segment_id is null and l.ended_at is null
                and not jsonb_exists(coalesce(i.label_ids, '[]'), l.id::text))))`;

/** New members who may still get the email to choose a password. */
const UNMAILED = sql`(i.before is null and i.mailed_at is null and m.status = 'active' and m.remind_by_mail and m.password_hash is null)`;

/** Evaluates each member once for all counts: an import has up to 200,000. */
const JUDGED = sql`(
  select i.before is null as is_new, ${TOUCHED} as is_touched, ${UNMAILED} as is_unmailed, i.mailed_at is not null as is_mailed
    from imported_members i join members m on m.id = i.member_id where i.member_import_id = ${uuid("id")}) as judged`;

const COUNTS = {
  all: int.from`count(*)::int`,
  added: int.from`(count(*) filter (where is_new and not is_touched))::int`,
  changed: int.from`(count(*) filter (where not is_new and not is_touched))::int`,
  touched: int.from`(count(*) filter (where is_touched))::int`,
  unmailed: int.from`(count(*) filter (where is_unmailed))::int`,
  mailed: int.from`(count(*) filter (where is_mailed))::int`,
};

const COUNT = statement("imported-members.count", COUNTS)`select ${COUNTS} from ${JUDGED}`;

/** An import's members: how many undoing would delete, change or skip, and how many got no email. */
export type ImportedCounts = RowOf<typeof COUNTS>;
export const countImported = async (id: string): Promise<ImportedCounts> =>
  (await COUNT.first({ id })) ?? { all: 0, added: 0, changed: 0, touched: 0, unmailed: 0, mailed: 0 };

const LEFT = statement("imported-members.left", { left: int.from`count(*)::int` })`
  select count(*)::int as left from imported_members where member_import_id = ${uuid("id")}`;

/** How many of them are not undone. */
export const countLeft = async (manager: EntityManager, id: string): Promise<number> =>
  (await LEFT.first({ id }, manager))?.left ?? 0;

type Slice = { id: string; after: number; limit: number };

const NEXT = { line: int.from`i.line`, memberId: columnAs("i", ImportedMember, "member") };
const NEXT_OF = statement("imported-members.next", NEXT)`
  select ${NEXT} from imported_members i where i.member_import_id = ${uuid("id")} and i.line > ${int("after")}
   order by i.line limit ${int("limit")}`;

/** The next members after a line. */
export const nextImported = (manager: EntityManager, slice: Slice) => NEXT_OF.all(slice, manager);

const LOCK = statement("imported-members.lock", { id: uuid })`
  select id from members where id = any(${array(uuid)("ids")}::uuid[]) order by id for update`;

const UNTOUCHED = {
  line: int.from`i.line`,
  memberId: columnAs("i", ImportedMember, "member"),
  before: json<MemberBefore>().orNull.from`i.before`,
  noteIds: json<string[]>().from`i.note_ids`,
  firstname: text.from`m.firstname`,
  lastname: text.from`m.lastname`,
  remindByMail: bool.from`m.remind_by_mail`,
  version: int.from`m.version`,
};
export type UntouchedMember = RowOf<typeof UNTOUCHED>;
const FIND_UNTOUCHED = statement("imported-members.untouched", UNTOUCHED)`
  select ${UNTOUCHED} from imported_members i join members m on m.id = i.member_id
   where i.member_import_id = ${uuid("id")} and i.line = any(${array(int)("lines")}::int[]) and not ${TOUCHED} order by i.line`;

/** The unchanged ones of these members; locks them in id order, until the transaction ends. */
export async function lockUntouched(
  manager: EntityManager,
  id: string,
  slice: readonly { line: number; memberId: string }[],
): Promise<UntouchedMember[]> {
  await LOCK.all({ ids: slice.map(({ memberId }) => memberId) }, manager);
  return FIND_UNTOUCHED.all({ id, lines: slice.map(({ line }) => line) }, manager);
}

const LEAVE = command("imported-members.leave")`
  delete from imported_members where member_import_id = ${uuid("id")} and line = any(${array(int)("lines")}::int[])`;

/** Deletes the records of restored members. */
export const deleteImported = (manager: EntityManager, id: string, lines: readonly number[]): Promise<void> =>
  LEAVE.run({ id, lines: [...lines] }, manager);

const MAIL = statement("imported-members.mail", { email: text.from`m.email::text` })`
  update imported_members i set mailed_at = now() from members m
   where m.id = i.member_id and i.member_import_id = ${uuid("id")} and i.line = any(${array(int)("lines")}::int[]) and ${UNMAILED}
  returning m.email::text as email`;

/** Marks the members of these lines who may get their email. @returns their addresses */
export const markMailed = async (
  manager: EntityManager,
  id: string,
  lines: readonly number[],
): Promise<string[]> => (await MAIL.all({ id, lines: [...lines] }, manager)).map(({ email }) => email);
