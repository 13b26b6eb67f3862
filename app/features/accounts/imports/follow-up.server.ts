import type { MemberBefore } from "db/entities/member-import";
import type { EntityManager } from "db/orm.server";
import { array, bool, int, text, uuid } from "db/sql";
import { command } from "db/statement.server";
import { takeBackSet } from "~/access/periods.server";
import { type ChangeEntry, logChanges } from "~/admin-kit/change-log.server";
import { differencesBetween } from "~/admin-kit/differences.server";
import { everyAddressOf } from "../address.server";
import { forgetAccount } from "../deletion.server";
import { requestMail } from "../mail-requests.server";
import { memberEntry } from "../many-members.server";
import type { Turn } from "./import-turns.server";
import { forgetImported, lockUntouched, takeUnmailed, type UntouchedMember } from "./imported-members.server";
import { authorOf } from "./write-members.server";

type ImportedLine = { line: number; memberId: string };

/** Has new members written to who got no mail when they were imported. */
export async function mailSlice(
  manager: EntityManager,
  { id }: Turn,
  slice: readonly ImportedLine[],
): Promise<void> {
  const lines = slice.map(({ line }) => line);
  for (const email of await takeUnmailed(manager, id, lines))
    await requestMail({ about: "import", email }, manager);
}

/**
 * Makes members what they were before an import, but for those that something else has touched since: new ones are deleted with all
 * that is kept about them, and those who were there have their names, notes and access of before.
 * @returns how many
 */
export async function undoSlice(
  manager: EntityManager,
  turn: Turn,
  slice: readonly ImportedLine[],
): Promise<number> {
  const untouched = await lockUntouched(manager, turn.id, slice);
  for (const member of untouched) {
    if (member.before === null) await deleteNew(manager, member);
    else await putBack(manager, turn, { ...member, before: member.before });
  }
  await forgetImported(
    manager,
    turn.id,
    untouched.map(({ line }) => line),
  );
  return untouched.length;
}

async function deleteNew(
  manager: EntityManager,
  { memberId, firstname, lastname }: UntouchedMember,
): Promise<void> {
  const addresses = await everyAddressOf(memberId, manager);
  const leaving = { memberId, addresses, names: [firstname, lastname], photo: null, paid: false };
  await forgetAccount(manager, leaving);
}

type Changed = UntouchedMember & { before: NonNullable<UntouchedMember["before"]> };

const PUT_BACK = command("member-imports.put-back")`
  update members set firstname = ${text("firstname")}, lastname = ${text("lastname")},
         remind_by_mail = ${bool("remindByMail")}, version = version + ${int("versions")}
   where id = ${uuid("memberId")}`;
const REMOVE_NOTES = command("member-imports.remove-notes")`
  delete from member_notes where member_id = ${uuid("memberId")} and id::text = any(${array(text)("noteIds")}::text[])`;

async function putBack(manager: EntityManager, turn: Turn, member: Changed): Promise<void> {
  const { memberId, noteIds, before } = member;
  const { firstname, lastname, remindByMail, term } = before;
  // The log has one line: an access that is taken back makes the version, or else this does.
  await PUT_BACK.run({ memberId, firstname, lastname, remindByMail, versions: term ? 0 : 1 }, manager);
  if (noteIds.length > 0) await REMOVE_NOTES.run({ memberId, noteIds }, manager);
  if (term) {
    const until = term.until === null ? null : new Date(term.until);
    await takeBackSet(manager, { causeId: turn.id, memberId, before: { tier: term.tier, until } });
  }
  await logChanges(manager, authorOf(turn), [undoneEntry(member)]);
}

function undoneEntry({ memberId, noteIds, before, ...member }: Changed): ChangeEntry {
  const differences = differencesBetween(textsOf(member), textsOf(before));
  const fields = [
    ...Object.keys(differences),
    ...(noteIds.length > 0 ? ["notes"] : []),
    ...(before.term ? ["subscription", "subscriptionExpiresAt"] : []),
  ];
  return {
    ...memberEntry("undid the import of", memberId, `${before.firstname} ${before.lastname}`, { fields }),
    recordVersion: member.version + 1,
    differences,
  };
}

const textsOf = ({ firstname, lastname, remindByMail }: Omit<MemberBefore, "term">) => ({
  firstname,
  lastname,
  remindByMail: remindByMail ? "yes" : "no",
});
