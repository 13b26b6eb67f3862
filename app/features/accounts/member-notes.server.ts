import { MemberNote } from "db/entities/member-note";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { StaffViewer } from "~/auth/viewer.server";

const NOTE = columns(MemberNote, "id", "staffName", "text", "createdAt");

/** A staff note about a member. */
export type Note = { id: string; staffName: string; text: string; createdAt: Date };

const OF_MEMBER = statement("member-notes.of-member", NOTE)`
  select ${NOTE} from member_notes where member_id = ${uuid("memberId")}
   order by created_at desc, id desc limit 50`;

/** The newest fifty notes about a member. */
export const listNotes = (memberId: string): Promise<Note[]> => OF_MEMBER.all({ memberId });

const ONE = statement("member-notes.one", NOTE)`
  select ${NOTE} from member_notes where id = ${uuid("noteId")} and member_id = ${uuid("memberId")}`;

export const loadNote = (memberId: string, noteId: string): Promise<Note | undefined> =>
  ONE.first({ memberId, noteId });

const ADD = command("member-notes.add")`
  insert into member_notes (member_id, staff_id, staff_name, text)
  values (${uuid("memberId")}, ${uuid("staffId")}, ${text("staffName")}, ${text("text")})`;

/** Adds a note about a member, in the transaction of the change it describes. */
export const addNote = (
  manager: EntityManager,
  { id: staffId, fullname: staffName }: StaffViewer,
  memberId: string,
  words: string,
): Promise<void> => ADD.run({ memberId, staffId, staffName, text: words }, manager);

/** The notes of one member are a millisecond apart, so that they keep their order. */
const ADD_MANY = statement("member-notes.add-many", { id: uuid, memberId: uuid.from`member_id` })`
  insert into member_notes (member_id, staff_id, staff_name, text, created_at)
  select member, ${uuid.orNull("staffId")}::uuid, ${text("staffName")}::text, words,
         now() + interval '1 millisecond' * (row_number() over (partition by member order by nth))
    from unnest(${array(uuid)("members")}::uuid[], ${array(text)("notes")}::text[]) with ordinality as given (member, words, nth)
  returning id, member_id as "memberId"`;

/** The same for many members, in the given order. @returns the notes' ids by member */
export async function addNotes(
  manager: EntityManager,
  { id: staffId, fullname: staffName }: { id: string | null; fullname: string },
  notes: readonly { memberId: string; words: string }[],
): Promise<Map<string, string[]>> {
  if (notes.length === 0) return new Map();
  const given = { members: notes.map(({ memberId }) => memberId), notes: notes.map(({ words }) => words) };
  const added = await ADD_MANY.all({ staffId, staffName, ...given }, manager);
  const byMember = new Map<string, string[]>();
  for (const { id, memberId } of added) byMember.set(memberId, [...(byMember.get(memberId) ?? []), id]);
  return byMember;
}

const REMOVE = statement("member-notes.remove", columns(MemberNote, "id"))`
  delete from member_notes where id = ${uuid("noteId")} and member_id = ${uuid("memberId")} returning id`;

/** @returns false if the note was already deleted */
export const removeNote = async (
  manager: EntityManager,
  memberId: string,
  noteId: string,
): Promise<boolean> => (await REMOVE.first({ memberId, noteId }, manager)) !== undefined;
