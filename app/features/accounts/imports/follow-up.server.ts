import type { MemberBefore } from "db/entities/member-import";
import type { EntityManager } from "db/orm.server";
import { array, bool, int, text, uuid } from "db/sql";
import { command } from "db/statement.server";
import { takeBackSetAccess } from "~/access/periods.server";
import { type ChangeEntry, logChanges } from "~/admin-kit/change-log.server";
import { differencesBetween } from "~/admin-kit/differences.server";
import { listAllAddresses } from "../address.server";
import { deleteMemberData } from "../deletion.server";
import { takeLabel } from "../labels/labels.queries.server";
import { requestMail } from "../mail-requests.server";
import { memberEntry } from "../many-members.server";
import type { LeasedImport } from "./import-lease.server";
import { deleteImported, lockUntouched, markMailed, type UntouchedMember } from "./imported-members.server";
import { importAuthor } from "./write-members.server";

type ImportedLine = { line: number; memberId: string };

/** Queues the email for new members who got none when they were imported. */
export async function mailSlice(
  manager: EntityManager,
  { id }: LeasedImport,
  slice: readonly ImportedLine[],
): Promise<void> {
  const lines = slice.map(({ line }) => line);
  for (const email of await markMailed(manager, id, lines))
    await requestMail({ about: "import", email }, manager);
}

/**
 * Restores members to their state before an import, except those that changed since. Newly added members are
 * deleted with all their data; existing ones get back their names, notes and access.
 * @returns how many were restored
 */
export async function undoSlice(
  manager: EntityManager,
  leased: LeasedImport,
  slice: readonly ImportedLine[],
): Promise<number> {
  const untouched = await lockUntouched(manager, leased.id, slice);
  for (const member of untouched) {
    if (member.before === null) await deleteNew(manager, member);
    else await putBack(manager, leased, { ...member, before: member.before });
  }
  await deleteImported(
    manager,
    leased.id,
    untouched.map(({ line }) => line),
  );
  return untouched.length;
}

async function deleteNew(
  manager: EntityManager,
  { memberId, firstname, lastname }: UntouchedMember,
): Promise<void> {
  const addresses = await listAllAddresses(memberId, manager);
  const leaving = { memberId, addresses, names: [firstname, lastname], photo: null, paid: false };
  await deleteMemberData(manager, leaving);
}

type Changed = UntouchedMember & { before: NonNullable<UntouchedMember["before"]> };

const PUT_BACK = command("member-imports.put-back")`
  update members set firstname = ${text("firstname")}, lastname = ${text("lastname")},
         remind_by_mail = ${bool("remindByMail")}, version = version + ${int("versions")}
   where id = ${uuid("memberId")}`;
const REMOVE_NOTES = command("member-imports.remove-notes")`
  delete from member_notes where member_id = ${uuid("memberId")} and id::text = any(${array(text)("noteIds")}::text[])`;

async function putBack(manager: EntityManager, leased: LeasedImport, member: Changed): Promise<void> {
  const { memberId, noteIds, before } = member;
  const { firstname, lastname, remindByMail, term } = before;
  // The member's version rises once: a restored access raises it, otherwise this statement does.
  await PUT_BACK.run({ memberId, firstname, lastname, remindByMail, versions: term ? 0 : 1 }, manager);
  if (noteIds.length > 0) await REMOVE_NOTES.run({ memberId, noteIds }, manager);
  for (const label of before.labels ?? []) await takeLabel(manager, label, [memberId]);
  if (term) {
    const until = term.until === null ? null : new Date(term.until);
    await takeBackSetAccess(manager, { causeId: leased.id, memberId, before: { tier: term.tier, until } });
  }
  await logChanges(manager, importAuthor(leased), [undoneEntry(member)]);
}

function undoneEntry({ memberId, noteIds, before, ...member }: Changed): ChangeEntry {
  const differences = differencesBetween(loggedTexts(member), loggedTexts(before));
  const fields = [
    ...Object.keys(differences),
    ...(noteIds.length > 0 ? ["notes"] : []),
    ...(before.labels ? ["labels"] : []),
    ...(before.term ? ["subscription", "subscriptionExpiresAt"] : []),
  ];
  return {
    ...memberEntry("undid the import of", memberId, `${before.firstname} ${before.lastname}`, { fields }),
    recordVersion: member.version + 1,
    differences,
  };
}

const loggedTexts = ({ firstname, lastname, remindByMail }: Omit<MemberBefore, "term" | "labels">) => ({
  firstname,
  lastname,
  remindByMail: remindByMail ? "yes" : "no",
});
