import { Member } from "db/entities/member";
import { columnAs, columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { bool, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { setEntitlement } from "~/access/stored-entitlement.server";
import { logChange } from "~/admin-kit/change-log.server";
import { signOutEverywhere } from "~/auth/devices.server";
import type { MemberViewer, StaffViewer } from "~/auth/viewer.server";
import { deletionMail } from "~/features/mail/mail-templates";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";
import { listAllAddresses } from "./address.server";
import { deletionDay, GRACE_DAYS } from "./deletion.rules";
import type { Leaving } from "./held-data/declare-held-data.server";
import { HELD_DATA } from "./held-data/held-data.server";
import { checkCurrentPassword } from "./passwords.server";

/**
 * Requests the account's deletion after the grace period. All sessions end, and an email explains how to keep
 * it.
 * @returns the day of the deletion
 * @throws AppError 422 for a wrong password, 429
 */
export async function requestDeletion(member: MemberViewer, password: string): Promise<Date> {
  await checkCurrentPassword(member, password, "password");
  return em().transactional((manager) => markForDeletion(manager, member));
}

const NAME = text.from`firstname || ' ' || lastname`;
const ASKING = { ...columns(Member, "id", "email", "version"), name: NAME };
const LOCK_ACTIVE = statement("deletion.lock-active", ASKING)`
  select ${ASKING} from members
   where id = ${uuid("memberId")} and status = 'active' and deletion_requested_at is null for update`;

/**
 * The same at a member's request to staff. Only for members who can sign in, as keeping the account requires
 * it.
 * @returns undefined if there is no such member
 */
export function requestDeletionByStaff(staff: StaffViewer, memberId: string): Promise<Date | undefined> {
  return em().transactional(async (manager) => {
    const member = await LOCK_ACTIVE.first({ memberId }, manager);
    if (!member) return undefined;
    logChange(manager, staff, {
      action: "asked to delete",
      resource: "manage-users",
      recordId: memberId,
      recordTitle: member.name,
      recordVersion: member.version + 1,
    });
    return markForDeletion(manager, member);
  });
}

const MARK = statement("deletion.mark", { at: timestamp.present })`
  update members set deletion_requested_at = coalesce(deletion_requested_at, now()), version = version + 1
   where id = ${uuid("memberId")} returning deletion_requested_at as at`;

async function markForDeletion(manager: EntityManager, member: { id: string; email: string }): Promise<Date> {
  const requested = await MARK.first({ memberId: member.id }, manager);
  const { at } = requested ?? { at: new Date() };
  const { siteName, siteTz } = config();
  const mail = deletionMail(siteName, deletionDay(at), siteTz);
  const cause = `deletion:${member.id}:${at.toISOString()}`;
  await queueMail(manager, { to: member.email, content: mail, dedupeKey: cause });
  await signOutEverywhere({ kind: "member", id: member.id }, manager);
  return deletionDay(at);
}

const KEPT = { ...columns(Member, "version"), name: NAME };
const KEEP_ACCOUNT = statement("deletion.keep", KEPT)`
  update members set deletion_requested_at = null, version = version + 1
   where id = ${uuid("memberId")} and deletion_requested_at is not null returning ${KEPT}`;

/** The member cancels the deletion. */
export const keepAccount = ({ id }: MemberViewer): Promise<void> => KEEP_ACCOUNT.run({ memberId: id });

/** Staff cancel the deletion. @returns false if none was requested */
export function keepAccountByStaff(staff: StaffViewer, memberId: string): Promise<boolean> {
  return em().transactional(async (manager) => {
    const kept = await KEEP_ACCOUNT.first({ memberId }, manager);
    if (!kept) return false;
    logChange(manager, staff, {
      action: "kept",
      resource: "manage-users",
      recordId: memberId,
      recordTitle: kept.name,
      recordVersion: kept.version,
    });
    return true;
  });
}

const DUE = statement("deletion.due", columns(Member, "id"))`
  select id from members where deletion_requested_at < now() - make_interval(days => ${GRACE_DAYS})
   order by deletion_requested_at limit 100`;

/** Deletes accounts whose grace period is over, one batch, one transaction each. @returns how many */
export async function deleteDueMembers(): Promise<number> {
  const due = await DUE.all();
  for (const { id } of due) {
    const leaving = await em().transactional((manager) => deleteAccount(manager, id));
    if (leaving) for (const { discard } of HELD_DATA) await discard?.(leaving);
  }
  return due.length;
}

const LEAVING = {
  ...columns(Member, "firstname", "lastname"),
  photo: columnAs("m", Member, "profileImage"),
  paid: bool.from`exists (select 1 from orders where member_id = m.id)
    or exists (select 1 from payments where member_id = m.id)`,
};
const LOCK_DUE = statement("deletion.lock-due", LEAVING)`
  select ${LEAVING} from members m
   where id = ${uuid("memberId")} and deletion_requested_at < now() - make_interval(days => ${GRACE_DAYS}) for update`;

/**
 * Deletes a member's data, table by table (`HELD_DATA`). Members with payments stay as a row without name and
 * address, because accounting must keep the payments. @returns undefined if the member kept the account in
 * the meantime
 */
async function deleteAccount(manager: EntityManager, memberId: string): Promise<Leaving | undefined> {
  const member = await LOCK_DUE.first({ memberId }, manager);
  if (!member) return undefined;
  const { firstname, lastname, photo, paid } = member;
  const addresses = await listAllAddresses(memberId, manager);
  const leaving = { memberId, addresses, names: [firstname, lastname], photo, paid };
  await deleteMemberData(manager, leaving);
  return leaving;
}

/** Deletes all data about a member. The caller has locked the member's row. */
export async function deleteMemberData(manager: EntityManager, leaving: Leaving): Promise<void> {
  if (leaving.paid) await setEntitlement(manager, leaving.memberId, { tier: "Basic", until: null });
  for (const { forget } of HELD_DATA) await forget?.(manager, leaving);
}
