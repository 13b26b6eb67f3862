import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { Asking } from "~/http/context.server";
import { countAttempt, forgive, waitSentence } from "~/http/limits.server";
import { passwordMatches } from "~/http/passwords.server";
import type { Recognised } from "~/http/sessions.server";
import { SignInRefused, WRONG } from "~/http/sign-in.server";
import { validatorFor } from "~/http/validator";
import { type MemberAccount, memberByEmail } from "./member.queries.server";
import { type MemberSignIn, memberSignIn } from "./sign-in.rules";

export { type MemberAccount, memberWire } from "./member.queries.server";

/**
 * Checks a member's address and password. Known and unknown addresses take the same way and get the same words;
 * that an account is pending or inactive is told only to somebody who knows its password.
 * @throws SignInRefused
 */
export async function checkMember({ email, password }: MemberSignIn, { context }: Pick<Asking, "context">) {
  const retryAfter = await countAttempt({
    "sign-in-network": context.ip,
    "sign-in-address": `member ${email}`,
  });
  if (retryAfter !== undefined) throw new SignInRefused(429, waitSentence(retryAfter), { retryAfter });
  const found = await memberByEmail(email);
  if (!(await passwordMatches(found?.passwordHash, password)) || !found) {
    throw new SignInRefused(401, WRONG);
  }
  if (found.status === "pending") {
    throw new SignInRefused(403, "Please verify your email before you sign in", { pending: true });
  }
  if (found.status === "inactive") {
    throw new SignInRefused(403, "This account is not active. Please contact support");
  }
  await forgive({ "sign-in-network": context.ip, "sign-in-address": `member ${email}` });
  return found;
}

/** Field errors as `SignInRefused`, from a form or a JSON body. */
export async function readMemberSignIn(values: FormData | Record<string, unknown>): Promise<MemberSignIn> {
  const { data, error } = await validatorFor(memberSignIn).validate(values);
  if (error) {
    throw new SignInRefused(422, "Please fix the errors in the form", { fieldErrors: error.fieldErrors });
  }
  return data;
}

/** Signs in with the form of `/login`. @throws SignInRefused */
export function authenticateMember(asking: Asking): Promise<MemberAccount & Recognised> {
  const strategy = new FormStrategy<MemberAccount & Recognised>(async ({ form }) =>
    checkMember(await readMemberSignIn(form as FormData), asking),
  );
  return new Authenticator<MemberAccount & Recognised>()
    .use(strategy, "member")
    .authenticate("member", asking.request);
}
