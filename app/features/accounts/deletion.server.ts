import { type EntityManager, em } from "db/orm.server";
import { query } from "db/query.server";
import { recordChange } from "~/admin-kit/change-log.server";
import { signOutEverywhere } from "~/features/auth/devices.server";
import type { MemberViewer, StaffViewer } from "~/features/auth/viewer.server";
import { setEntitlement } from "~/features/entitlements/entitlement.server";
import { deletionMail } from "~/features/mail/mail-templates";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";
import { discardImage } from "~/platform/images/images.server";
import { deletionDay, GRACE_DAYS } from "./deletion.rules";
import { confirmPassword } from "./passwords.server";

/**
 * Asks for the account to be deleted after the days of grace. All sessions end, and a mail says how to keep it.
 * @returns the day it will be gone.
 * @throws AppError 422 for a wrong password, 429
 */
export async function requestDeletion(member: MemberViewer, password: string): Promise<Date> {
  await confirmPassword(member, password, "password");
  return em().transactional((manager) => markForDeletion(manager, member));
}

/**
 * The same for a member who asked staff for it. Only for who can sign in and keep the account, as the mail says.
 * @returns undefined when there is no such member, or none who could keep the account
 */
export function requestDeletionByStaff(staff: StaffViewer, memberId: string): Promise<Date | undefined> {
  return em().transactional(async (manager) => {
    const [member] = await query<{ id: string; email: string; name: string }>(
      `select id, email, firstname || ' ' || lastname as name from members
        where id = ? and status = 'active' and deletion_requested_at is null for update`,
      [memberId],
      manager,
    );
    if (!member) return undefined;
    recordChange(manager, staff, {
      action: "asked to delete",
      resource: "manage-users",
      recordId: memberId,
      recordTitle: member.name,
    });
    return markForDeletion(manager, member);
  });
}

async function markForDeletion(manager: EntityManager, member: { id: string; email: string }): Promise<Date> {
  const [requested] = await query<{ at: Date }>(
    `update members set deletion_requested_at = coalesce(deletion_requested_at, now()), version = version + 1
      where id = ? returning deletion_requested_at as at`,
    [member.id],
    manager,
  );
  const { at } = requested ?? { at: new Date() };
  const { siteName, siteTz } = config();
  const mail = deletionMail(siteName, deletionDay(at), siteTz);
  const cause = `deletion:${member.id}:${at.toISOString()}`;
  await queueMail(manager, { to: member.email, content: mail, dedupeKey: cause });
  await signOutEverywhere({ kind: "member", id: member.id }, manager);
  return deletionDay(at);
}

const KEEP_ACCOUNT = `update members set deletion_requested_at = null, version = version + 1
  where id = ? and deletion_requested_at is not null returning firstname || ' ' || lastname as name`;

/** The member keeps the account. */
export async function keepAccount(member: MemberViewer): Promise<void> {
  await query(KEEP_ACCOUNT, [member.id]);
}

/** The same, said to staff. @returns false when nobody wanted it deleted */
export function keepAccountByStaff(staff: StaffViewer, memberId: string): Promise<boolean> {
  return em().transactional(async (manager) => {
    const [kept] = await query<{ name: string }>(KEEP_ACCOUNT, [memberId], manager);
    if (!kept) return false;
    recordChange(manager, staff, {
      action: "kept",
      resource: "manage-users",
      recordId: memberId,
      recordTitle: kept.name,
    });
    return true;
  });
}

/** Removes the accounts whose grace is over, one transaction each. @returns how many. */
export async function deleteDueAccounts(): Promise<number> {
  const due = await query<{ id: string }>(
    `select id from members where deletion_requested_at < now() - make_interval(days => ?)
      order by deletion_requested_at limit 500`,
    [GRACE_DAYS],
  );
  for (const { id } of due) {
    const photo = await em().transactional((manager) => deleteAccount(manager, id));
    if (photo) await discardImage(photo);
  }
  return due.length;
}

/**
 * Removes a member with everything that is theirs. Who ever paid stays as a row without a name or an address,
 * because the books must keep the payment. @returns the photo whose files are to go after the commit.
 */
async function deleteAccount(manager: EntityManager, id: string): Promise<string | undefined> {
  const [member] = await query<{ email: string; photo: string | null; bought: boolean }>(
    `select email, profile_image_id as photo,
            exists (select 1 from orders where member_id = m.id)
              or exists (select 1 from payments where member_id = m.id) as bought
       from members m where id = ? and deletion_requested_at < now() - make_interval(days => ?) for update`,
    [id, GRACE_DAYS],
    manager,
  );
  if (!member) return undefined;
  await query("delete from mails where lower(to_address) = lower(?)", [member.email], manager);
  if (member.bought) {
    await signOutEverywhere({ kind: "member", id }, manager);
    await setEntitlement(manager, id, { tier: "Basic", until: null });
    await query("delete from single_use_tokens where member_id = ?", [id], manager);
    await query("delete from registrations where member_id = ?", [id], manager);
    await query(
      `update members set firstname = 'Deleted', lastname = 'member', email = 'deleted-' || id || '@invalid',
              password_hash = 'deleted, nobody signs in with this', status = 'inactive', profile_image_id = null,
              deletion_requested_at = null, version = version + 1 where id = ?`,
      [id],
      manager,
    );
  } else {
    await query("delete from members where id = ?", [id], manager);
  }
  if (member.photo) await query("delete from images where id = ?", [member.photo], manager);
  return member.photo ?? undefined;
}
