import { Member } from "db/entities/member";
import { Registration } from "db/entities/registration";
import { columnAs, columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { bool, type RowOf, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { reattribute } from "~/access/referrals.server";
import { emailOnlySchema } from "~/auth/account.rules";
import { assignIntent } from "~/auth/intents/intents.server";
import { allowLinkSignIn, consumeToken, findTokenState } from "~/auth/single-use-tokens.server";
import { welcomeMail } from "~/features/mail/mail-templates";
import { queueMail } from "~/features/mail/queue.server";
import { liftBounce } from "~/features/mail/suppressions.queries.server";
import { adoptSubscriptions } from "~/features/newsletters/choices.queries.server";
import { config } from "~/platform/config.server";
import { AppError, consumeLimit, parseOrThrow } from "~/web/app-error.server";
import type { RequestArgs } from "~/web/request-args.server";
import {
  type PendingRegistration,
  type ResolvedRegistration,
  resolveRegistration,
} from "./competing-registrations.rules";
import { requestMail } from "./mail-requests.server";
import { deleteRegistrations } from "./registration.server";
import { BROWSER_HOURS, readBrowserHash } from "./registration-cookie.server";

/** The texts of sections 5 and 8 of the specification. */
export const VERIFY_TEXTS = { done: "Email verified successfully!", failed: "Verification failed" } as const;
export const RESEND_TEXTS = {
  done: "Verification email sent!",
  failed: "Failed to resend verification email",
} as const;
const MISSING_TOKEN = "Invalid or missing verification token";
const MISSING_EMAIL = "Missing email address in request";

const TOKEN_ERRORS = {
  void: "A newer link was sent. Please use the one in the latest email.",
  expired: "This link has expired. Sign in to request a new one.",
} as const;

/** These GETs change data, as documented; a HEAD only reads (RFC 9110, section 9.2.1). */
const isHeadRequest = ({ request }: RequestArgs) => request.method === "HEAD";

/** Whether the member can sign in now or must set a password first. */
type Settled = { passwordKept: boolean };
export type Verified = Settled & { memberId: string };

/**
 * Verifies the address that a link was sent to. Opening the link again, or by an email scanner, changes
 * nothing more; only the browser that registered can still have its password set later, while the member has
 * none. Nobody is signed in here, and an account that staff deactivated stays inactive.
 * @throws AppError 400
 */
export async function verifyEmail(args: RequestArgs, token: string | undefined): Promise<Verified> {
  const found = token ? await findTokenState("verify-email", token) : undefined;
  if (!token || !found) throw new AppError(400, MISSING_TOKEN);
  const { state, memberId } = found;
  if (state !== "good" && state !== "used") throw new AppError(400, TOKEN_ERRORS[state]);
  if (isHeadRequest(args)) return { passwordKept: true, memberId };
  const settled = await em().transactional(async (manager) => {
    const member = await LOCK_MEMBER.first({ id: memberId }, manager);
    if (!member) throw new AppError(400, MISSING_TOKEN);
    const open =
      member.status === "pending"
        ? Boolean(await consumeToken(manager, "verify-email", token))
        : member.status === "active" && member.passwordHash === null;
    if (!open) return { passwordKept: member.passwordHash !== null };
    return settleRegistration(manager, member, { token, browserHash: readBrowserHash(args.request) });
  });
  return { ...settled, memberId };
}

const ADDRESSEE = columns(Member, "id", "email", "status", "firstname", "lastname", "passwordHash");
type Addressee = RowOf<typeof ADDRESSEE>;

const LOCK_MEMBER = statement("verification.lock-member", ADDRESSEE)`
  select ${ADDRESSEE} from members where id = ${uuid("id")} for update`;

const PENDING = {
  ...columns(Registration, "firstname", "lastname", "passwordHash", "browserHash"),
  ...columns(Registration, "referralCode", "referrersBrowser"),
  intentId: columnAs("registrations", Registration, "intent"),
  fresh: bool.from`created_at > now() - make_interval(hours => ${BROWSER_HOURS})`,
};
const REGISTRATIONS = statement("verification.registrations", PENDING)`
  select ${PENDING} from registrations where member_id = ${uuid("memberId")} order by created_at desc, id`;

/**
 * Verifies the address of a pending member who signs in with an emailed link. The person who asked has not
 * read that the address was registered, so only this browser's own registration keeps its password.
 */
export async function verifyBySignIn(
  manager: EntityManager,
  memberId: string,
  browserHash: string | undefined,
): Promise<void> {
  const member = await LOCK_MEMBER.first({ id: memberId }, manager);
  if (member?.status === "pending") await settleRegistration(manager, member, { browserHash });
}

/**
 * Copies the registration that counts to the member. Usually the address has only one.
 * @param token the verification link, if one was opened
 */
async function settleRegistration(
  manager: EntityManager,
  member: Addressee,
  { token, browserHash }: { token?: string; browserHash: string | undefined },
): Promise<Settled> {
  await liftBounce(member.email, manager);
  const all: PendingRegistration[] = await REGISTRATIONS.all({ memberId: member.id }, manager);
  const several = all.some(({ passwordHash }) => token === undefined || passwordHash !== member.passwordHash);
  const kept = several ? resolveRegistration(all, browserHash) : undefined;
  // An address that was verified without a password brings nothing new.
  if (member.status === "active" && !kept?.passwordHash) return { passwordKept: false };
  const { firstname, passwordHash } = await activate(manager, member, kept);
  await adoptSubscriptions([member.id], manager);
  if (passwordHash === null) return { passwordKept: false };
  await continueRegistration(manager, member.id, kept ?? all[0], token);
  await deleteRegistrations(manager, member.id);
  const content = welcomeMail(config().siteName, firstname);
  await queueMail(manager, { to: member.email, content, dedupeKey: `welcome:${member.id}` });
  return { passwordKept: true };
}

/**
 * Assigns the interrupted purchase or claim to the member, for any browser they sign in with. The link signs
 * in the browser that registered, even after an email scanner opened it.
 */
async function continueRegistration(
  manager: EntityManager,
  memberId: string,
  registration: ResolvedRegistration | undefined,
  token: string | undefined,
): Promise<void> {
  const { intentId, browserHash, fresh } = registration ?? {};
  if (intentId) await assignIntent(manager, intentId, memberId);
  if (token && browserHash && fresh) await allowLinkSignIn(manager, token, browserHash);
}

const ACTIVATE = command("verification.activate")`
  update members set firstname = ${text("firstname")}, lastname = ${text("lastname")},
         password_hash = ${text.orNull("passwordHash")}, status = 'active', version = version + 1,
         email_verified_at = coalesce(email_verified_at, now())
   where id = ${uuid("id")}`;

async function activate(
  manager: EntityManager,
  member: Addressee,
  kept: ResolvedRegistration | undefined,
): Promise<Pick<Addressee, "firstname" | "passwordHash">> {
  const { firstname, lastname, passwordHash } = kept ?? member;
  await ACTIVATE.run({ id: member.id, firstname, lastname, passwordHash }, manager);
  if (kept) await reattribute(manager, member.id, followedLink(kept));
  return { firstname, passwordHash };
}

const followedLink = ({ referralCode: code, referrersBrowser }: ResolvedRegistration) =>
  code === null ? null : { code, referrersBrowser };

/** Resends the verification email if the address needs one. @throws AppError 400, 422, 429 */
export async function resendVerification(args: RequestArgs): Promise<void> {
  const email = new URL(args.request.url).searchParams.get("email");
  if (!email?.trim()) throw new AppError(400, MISSING_EMAIL);
  const values = parseOrThrow(emailOnlySchema, { email });
  if (isHeadRequest(args)) return;
  await consumeLimit({ "resend-network": args.context.ip, "resend-address": values.email });
  await requestMail({ about: "verification", email: values.email });
}
