import { type EntityManager, em } from "db/orm.server";
import { rows } from "db/rows.server";
import { deletionLetter } from "~/features/mail/letters";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/http/config.server";
import { discardImage } from "~/http/images.server";
import type { MemberViewer } from "~/http/viewer.server";
import { deletionDay, GRACE_DAYS } from "./deletion.rules";
import { confirmPassword } from "./passwords.server";

/**
 * Asks for the account to be deleted after the days of grace. All sessions end, and a mail says how to keep it.
 * @returns the day it will be gone.
 * @throws Refused 422 for a wrong password, 429
 */
export async function requestDeletion(member: MemberViewer, password: string): Promise<Date> {
  await confirmPassword(member, password, "password");
  return em().transactional(async (manager) => {
    const [asked] = await rows<{ at: Date }>(
      `update members set deletion_requested_at = coalesce(deletion_requested_at, now()), version = version + 1
        where id = ? returning deletion_requested_at as at`,
      [member.id],
      manager,
    );
    const { at } = asked ?? { at: new Date() };
    const { siteName, siteTz } = config();
    const letter = deletionLetter(siteName, deletionDay(at), siteTz);
    const cause = `deletion:${member.id}:${at.toISOString()}`;
    await queueMail(manager, { to: member.email, letter, cause });
    await rows("delete from sessions where member_id = ?", [member.id], manager);
    return deletionDay(at);
  });
}

/** The member keeps the account. */
export async function keepAccount(member: MemberViewer): Promise<void> {
  await rows(
    "update members set deletion_requested_at = null, version = version + 1 where id = ? and deletion_requested_at is not null",
    [member.id],
  );
}

/** Removes the accounts whose grace is over, one transaction each. @returns how many. */
export async function deleteDueAccounts(): Promise<number> {
  const due = await rows<{ id: string }>(
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
  const [member] = await rows<{ email: string; photo: string | null; bought: boolean }>(
    `select email, profile_image_id as photo,
            exists (select 1 from orders where member_id = m.id)
              or exists (select 1 from payments where member_id = m.id) as bought
       from members m where id = ? and deletion_requested_at < now() - make_interval(days => ?) for update`,
    [id, GRACE_DAYS],
    manager,
  );
  if (!member) return undefined;
  await rows("delete from mails where lower(to_address) = lower(?)", [member.email], manager);
  if (member.bought) {
    await rows("delete from sessions where member_id = ?", [id], manager);
    await rows("delete from single_use_tokens where member_id = ?", [id], manager);
    await rows(
      `update members set firstname = 'Deleted', lastname = 'member', email = 'deleted-' || id || '@invalid',
              password_hash = 'deleted, nobody signs in with this', status = 'inactive', profile_image_id = null,
              subscription = 'Basic', subscription_expires_at = null, deletion_requested_at = null,
              version = version + 1 where id = ?`,
      [id],
      manager,
    );
  } else {
    await rows("delete from members where id = ?", [id], manager);
  }
  if (member.photo) await rows("delete from images where id = ?", [member.photo], manager);
  return member.photo ?? undefined;
}
