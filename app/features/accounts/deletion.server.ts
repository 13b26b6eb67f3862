import { Member } from "db/entities/member";
import { columnAs, columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { array, bool, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { forgetDifferences, recordChange } from "~/admin-kit/change-log.server";
import { signOutEverywhere } from "~/features/auth/devices.server";
import type { MemberViewer, StaffViewer } from "~/features/auth/viewer.server";
import { forgetGiftsOf } from "~/features/billing/gifts/forget-gifts.server";
import { forgetPeriods } from "~/features/entitlements/periods.server";
import { setEntitlement } from "~/features/entitlements/stored-entitlement.server";
import { forgetTrialOf } from "~/features/entitlements/trials/forget-trial.server";
import { deletionMail } from "~/features/mail/mail-templates";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";
import { discardPicture } from "~/platform/pictures/picture-removals.server";
import { formerAddressesOf } from "./address.server";
import { deletionDay, GRACE_DAYS } from "./deletion.rules";
import { confirmPassword } from "./passwords.server";
import { deleteRegistrations } from "./registration.server";

/**
 * Asks for the account to be deleted after the days of grace. All sessions end, and a mail says how to keep it.
 * @returns the day it will be gone.
 * @throws AppError 422 for a wrong password, 429
 */
export async function requestDeletion(member: MemberViewer, password: string): Promise<Date> {
  await confirmPassword(member, password, "password");
  return em().transactional((manager) => markForDeletion(manager, member));
}

const NAME = text.from`firstname || ' ' || lastname`;
const ASKING = { ...columns(Member, "id", "email"), name: NAME };
const LOCK_ACTIVE = statement("deletion.lock-active", ASKING)`
  select ${ASKING} from members
   where id = ${uuid("memberId")} and status = 'active' and deletion_requested_at is null for update`;

/**
 * The same for a member who asked staff for it. Only for who can sign in and keep the account, as the mail says.
 * @returns undefined when there is no such member, or none who could keep the account
 */
export function requestDeletionByStaff(staff: StaffViewer, memberId: string): Promise<Date | undefined> {
  return em().transactional(async (manager) => {
    const member = await LOCK_ACTIVE.first({ memberId }, manager);
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

const KEPT = { name: NAME };
const KEEP_ACCOUNT = statement("deletion.keep", KEPT)`
  update members set deletion_requested_at = null, version = version + 1
   where id = ${uuid("memberId")} and deletion_requested_at is not null returning ${KEPT}`;

/** The member keeps the account. */
export const keepAccount = ({ id }: MemberViewer): Promise<void> => KEEP_ACCOUNT.run({ memberId: id });

/** The same, said to staff. @returns false when nobody wanted it deleted */
export function keepAccountByStaff(staff: StaffViewer, memberId: string): Promise<boolean> {
  return em().transactional(async (manager) => {
    const kept = await KEEP_ACCOUNT.first({ memberId }, manager);
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

const DUE = statement("deletion.due", columns(Member, "id"))`
  select id from members where deletion_requested_at < now() - make_interval(days => ${GRACE_DAYS})
   order by deletion_requested_at limit 100`;

/** Removes accounts whose grace is over, a part of them, one transaction each. @returns how many. */
export async function deleteDueAccounts(): Promise<number> {
  const due = await DUE.all();
  for (const { id } of due) {
    const photo = await em().transactional((manager) => deleteAccount(manager, id));
    if (photo) await discardPicture(photo);
  }
  return due.length;
}

const LEAVING = {
  ...columns(Member, "email"),
  photo: columnAs("m", Member, "profileImage"),
  bought: bool.from`exists (select 1 from orders where member_id = m.id)
    or exists (select 1 from payments where member_id = m.id)`,
};
const LOCK_DUE = statement("deletion.lock-due", LEAVING)`
  select ${LEAVING} from members m
   where id = ${uuid("memberId")} and deletion_requested_at < now() - make_interval(days => ${GRACE_DAYS}) for update`;

const DELETE_MAILS = command("deletion.mails")`
  delete from mails where lower(to_address) = any(${array(text)("addresses")})`;
const DELETE_FORMER = command("deletion.former-addresses")`
  delete from former_addresses where member_id = ${uuid("memberId")}`;
const DELETE_IMPORTED = command("deletion.imported-rows")`
  delete from member_import_rows
   where member_import_id in (select id from member_imports) and email = any(${array(text)("addresses")})`;
/** Of files that nobody has gone through yet, where any cell may be an address: of those there are few, and they go after a week. */
const DELETE_UNREAD = command("deletion.unread-rows")`
  delete from member_import_rows r using member_imports i
   where i.id = r.member_import_id and i.state in ('receiving', 'matching', 'reading') and r.email is null
     and exists (select 1 from jsonb_array_elements_text(r.cells) as cell
                  where lower(btrim(cell)) = any(${array(text)("addresses")}))`;
const DELETE_NOTES = command(
  "deletion.notes",
)`delete from member_notes where member_id = ${uuid("memberId")}`;
const DELETE_TOKENS = command(
  "deletion.tokens",
)`delete from single_use_tokens where member_id = ${uuid("memberId")}`;
const DELETE_PHOTO = command("deletion.photo")`delete from images where id = ${uuid("id")}`;
const DELETE_MEMBER = command("deletion.member")`delete from members where id = ${uuid("memberId")}`;
const ANONYMIZE = command("deletion.anonymize")`
  update members set firstname = 'Deleted', lastname = 'member', email = 'deleted-' || id || '@invalid',
         password_hash = 'deleted, nobody signs in with this', status = 'inactive', profile_image_id = null,
         deletion_requested_at = null, version = version + 1
   where id = ${uuid("memberId")}`;

/**
 * Removes a member with everything that is theirs. Who ever paid stays as a row without a name or an address,
 * because the books must keep the payment. @returns the photo whose files are to go after the commit.
 */
async function deleteAccount(manager: EntityManager, id: string): Promise<string | undefined> {
  const member = await LOCK_DUE.first({ memberId: id }, manager);
  if (!member) return undefined;
  const formerly = await formerAddressesOf(id, manager);
  const addresses = [member, ...formerly].map(({ email }) => email.toLowerCase());
  await DELETE_MAILS.run({ addresses }, manager);
  await DELETE_FORMER.run({ memberId: id }, manager);
  await DELETE_IMPORTED.run({ addresses }, manager);
  await DELETE_UNREAD.run({ addresses }, manager);
  await DELETE_NOTES.run({ memberId: id }, manager);
  await forgetGiftsOf(manager, id, addresses);
  await forgetTrialOf(manager, id, addresses);
  if (member.bought) {
    await signOutEverywhere({ kind: "member", id }, manager);
    await setEntitlement(manager, id, { tier: "Basic", until: null });
    await forgetPeriods(manager, id);
    await DELETE_TOKENS.run({ memberId: id }, manager);
    await deleteRegistrations(manager, id);
    await ANONYMIZE.run({ memberId: id }, manager);
  } else {
    await DELETE_MEMBER.run({ memberId: id }, manager);
  }
  await forgetDifferences(manager, { resource: "manage-users", recordId: id });
  if (member.photo) await DELETE_PHOTO.run({ id: member.photo }, manager);
  return member.photo ?? undefined;
}
