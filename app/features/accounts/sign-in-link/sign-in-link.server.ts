import { createHash, timingSafeEqual } from "node:crypto";
import { Member } from "db/entities/member";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { type RowOf, uuid } from "db/sql";
import { statement } from "db/statement.server";
import {
  type AskedSignIn,
  consumeSignIn,
  deriveSignInCode,
  deriveToken,
  ownerOfSignIn,
} from "~/auth/single-use-tokens.server";
import { plainLetters } from "~/auth/typed-codes";
import { liftBounce } from "~/features/mail/suppressions.queries.server";
import { AppError, consumeLimit, fieldError } from "~/web/app-error.server";
import { networkPrefix, resetLimit } from "~/web/rate-limits.server";
import type { RequestArgs } from "~/web/request-args.server";
import { requestMail } from "../mail-requests.server";
import { readBrowserHash } from "../registration-cookie.server";
import { assertNotInactive } from "../sign-in.server";
import { verifyBySignIn } from "../verification.server";
import { newAskedSignIn } from "./link-cookie.server";
import { SIGN_IN_LINK_TEXTS as TEXTS } from "./sign-in-link.rules";

/**
 * Sends a link to sign in with if the address belongs to a member. The reply is the same for every address.
 * @param next where to go after the sign-in
 * @returns the header of the cookie that binds the link to this browser
 * @throws AppError 429
 */
export async function askForSignInLink(
  args: RequestArgs,
  email: string,
  next: string | undefined,
): Promise<string> {
  await consumeLimit(limitsOf(args, email));
  const { asked, setCookie } = newAskedSignIn(args.request, next);
  await requestMail({ about: "sign-in", email, browser: asked });
  return setCookie;
}

const limitsOf = ({ context: { ip } }: RequestArgs, email: string) => ({
  "sign-in-link-network": ip,
  "sign-in-link-address": `${networkPrefix(ip)} ${email}`,
  "sign-in-link-mailbox": email,
});

/** A sign-in proves who owns the mailbox: the requests of strangers no longer count. */
async function giveBack(args: RequestArgs, { email }: SigningIn): Promise<void> {
  await resetLimit({ ...limitsOf(args, email), "sign-in-code-network": args.context.ip });
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const [a = Buffer.of(), b = Buffer.of()] = [one, other].map((text) =>
    createHash("sha256").update(text).digest(),
  );
  return timingSafeEqual(a, b);
}

/** Whether this browser asked for the link. */
export const isOwnLink = (asked: AskedSignIn | undefined, token: string): boolean =>
  asked !== undefined && isSame(deriveToken("sign-in", asked.id), token);

const PERSON = columns(Member, "id", "email", "status", "passwordHash", "deletionRequestedAt");
export type SigningIn = RowOf<typeof PERSON>;

const LOCK = statement("sign-in-link.lock", PERSON)`
  select ${PERSON} from members where id = ${uuid("id")} for update`;

/**
 * Identifies the member by the link that this browser asked for, once. A pending address becomes verified.
 * @throws AppError 400 for a used, expired, replaced or foreign link, 403 for an inactive account, 429
 */
export async function identifyByLink(
  args: RequestArgs,
  asked: AskedSignIn | undefined,
  token: string,
): Promise<SigningIn> {
  await consumeLimit({ "sign-in-code-network": args.context.ip });
  if (!asked || !isOwnLink(asked, token)) throw new AppError(400, TEXTS.otherBrowser);
  const person = await identify(args, asked);
  if (!person) throw new AppError(400, TEXTS.useless);
  await giveBack(args, person);
  return person;
}

/**
 * The same by the code in the email, typed into the browser that asked.
 * @throws AppError 422 for a wrong, used or expired code, 403 for an inactive account, 429
 */
export async function identifyByCode(
  args: RequestArgs,
  asked: AskedSignIn,
  typed: string,
): Promise<SigningIn> {
  await consumeLimit({ "sign-in-code-network": args.context.ip, "sign-in-code": asked.id });
  const right = isSame(plainLetters(deriveSignInCode(asked.id)), plainLetters(typed));
  const person = right ? await identify(args, asked) : undefined;
  if (!person) throw fieldError(422, "code", TEXTS.wrongCode);
  await giveBack(args, person);
  return person;
}

/** The member's row is locked before the link's, as everywhere. */
const identify = ({ request }: RequestArgs, asked: AskedSignIn): Promise<SigningIn | undefined> =>
  em().transactional(async (manager: EntityManager) => {
    const id = await ownerOfSignIn(manager, asked);
    const member = id && (await LOCK.first({ id }, manager));
    if (!member || !(await consumeSignIn(manager, asked))) return undefined;
    assertNotInactive(member.status);
    if (member.status !== "pending") {
      await liftBounce(member.email, manager);
      return member;
    }
    await verifyBySignIn(manager, member.id, readBrowserHash(request));
    return LOCK.first({ id: member.id }, manager);
  });
