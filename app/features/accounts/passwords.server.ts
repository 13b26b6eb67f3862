import { randomUUID } from "node:crypto";
import { Member } from "db/entities/member";
import { columnAs, columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { PasswordChange } from "~/auth/account.rules";
import { signOutEverywhere, signOutOthers } from "~/auth/devices.server";
import { deletePasskeys } from "~/auth/passkeys/passkeys.server";
import { hashPassword, passwordMatches } from "~/auth/password-hash.server";
import { consumeToken, findTokenState, voidTokens } from "~/auth/single-use-tokens.server";
import type { MemberViewer } from "~/auth/viewer.server";
import { passwordChangedMail } from "~/features/mail/mail-templates";
import { queueMail } from "~/features/mail/queue.server";
import { liftBounce } from "~/features/mail/suppressions.queries.server";
import { config } from "~/platform/config.server";
import { AppError, consumeLimit, fieldError } from "~/web/app-error.server";
import { resetLimit } from "~/web/rate-limits.server";
import type { RequestArgs } from "~/web/request-args.server";
import { requestMail } from "./mail-requests.server";
import { LINK_INVALID } from "./passwords.texts";
import { deleteRegistrations } from "./registration.server";

/** Sends a reset link if the address belongs to a member. @throws AppError 429 */
export async function forgotPassword(args: RequestArgs, email: string): Promise<void> {
  await consumeLimit({ "forgot-network": args.context.ip, "forgot-address": email });
  await requestMail({ about: "reset", email });
}

export async function isResetLinkValid(token: string): Promise<boolean> {
  return (await findTokenState("reset-password", token))?.state === "good";
}

/**
 * Sets a password with an emailed link, once. All of the member's sessions end, their passkeys are deleted, and
 * other links become void.
 * @throws AppError 400 for a used, expired, replaced or foreign link; 429
 */
export async function resetPassword(args: RequestArgs, token: string, password: string): Promise<void> {
  await consumeLimit({ "reset-network": args.context.ip });
  // Invented links must not cost a password hash.
  if (!(await isResetLinkValid(token))) throw new AppError(400, LINK_INVALID);
  const passwordHash = await hashPassword(password);
  const email = await em().transactional(async (manager) => {
    const memberId = await consumeToken(manager, "reset-password", token);
    if (!memberId) throw new AppError(400, LINK_INVALID);
    const address = await replacePassword(manager, memberId, passwordHash, "deleted");
    await liftBounce(address, manager);
    // Anyone who knew the old password may have added one.
    await deletePasskeys(manager, { kind: "member", id: memberId });
    // Browsers that registered the address can no longer bring their own password.
    await deleteRegistrations(manager, memberId);
    // The password change locks the row first: a concurrent sign-in with the old password ends here or fails.
    await signOutEverywhere({ kind: "member", id: memberId }, manager);
    return address;
  });
  await resetLimit({ "sign-in-address": `member ${email}` });
}

/**
 * Changes the password of a signed-in member. Every other session ends; passkeys stay.
 * @throws AppError 422 for a wrong current password, 429
 */
export async function changePassword(member: MemberViewer, values: PasswordChange): Promise<void> {
  await checkCurrentPassword(member, values.currentPassword, "currentPassword");
  const passwordHash = await hashPassword(values.newPassword);
  await em().transactional(async (manager) => {
    await replacePassword(manager, member.id, passwordHash, "kept");
    await signOutOthers(member, manager);
  });
}

/** Members who signed in with a link may have none. */
const NO_PASSWORD =
  "You have no password yet. Sign out and choose \u201cForgot your password?\u201d on the sign-in page to set one.";

const HASH = { hash: columnAs("members", Member, "passwordHash") };
const PASSWORD = statement("passwords.of-member", HASH)`select ${HASH} from members where id = ${uuid("id")}`;

/** Checks a signed-in member's password again. @throws AppError 422 with the error at `field`, 429 */
export async function checkCurrentPassword(
  member: MemberViewer,
  password: string,
  field: string,
): Promise<void> {
  await consumeLimit({ "password-member": member.id });
  const found = await PASSWORD.first({ id: member.id });
  if (!(await passwordMatches(found?.hash ?? undefined, password))) {
    const message = found?.hash === null ? NO_PASSWORD : "This is not your current password";
    throw fieldError(422, field, message);
  }
  await resetLimit({ "password-member": member.id });
}

const REPLACED = { ...columns(Member, "email"), at: timestamp.from`now()` };
const REPLACE = statement("passwords.replace", REPLACED)`
  update members set password_hash = ${text("passwordHash")}, version = version + 1
   where id = ${uuid("memberId")} returning ${REPLACED}`;

async function replacePassword(
  manager: EntityManager,
  memberId: string,
  passwordHash: string,
  passkeys: "kept" | "deleted",
): Promise<string> {
  const member = await REPLACE.first({ passwordHash, memberId }, manager);
  if (!member) throw new Error("The member whose password was to be changed no longer exists");
  await voidTokens(manager, memberId, "reset-password");
  await voidTokens(manager, memberId, "sign-in");
  // A person who knew the old password may have requested another address.
  await voidTokens(manager, memberId, "change-email");
  const { siteName, siteTz } = config();
  const mail = passwordChangedMail(siteName, member.at, siteTz, passkeys);
  await queueMail(manager, {
    to: member.email,
    content: mail,
    dedupeKey: `password-changed:${randomUUID()}`,
  });
  return member.email;
}
