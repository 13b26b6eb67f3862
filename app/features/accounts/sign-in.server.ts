import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { WRONG } from "~/features/auth/form-sign-in.server";
import { passwordMatches } from "~/features/auth/password-hash.server";
import type { Recognised } from "~/features/auth/sessions.server";
import { Refused, spend } from "~/web/errors.server";
import { forgive } from "~/web/rate-limits.server";
import type { Asking } from "~/web/request-args.server";
import { FIX_THE_FORM, validatorFor } from "~/web/validator";
import { type MemberAccount, memberByEmail } from "./member.queries.server";
import { browserHashOf } from "./registration-cookie.server";
import { type MemberSignIn, memberSignIn } from "./sign-in.rules";

export { type MemberAccount, memberWire } from "./member.queries.server";

/**
 * Checks a member's address and password. Known and unknown addresses take the same way and get the same words;
 * that an account is pending or inactive is told only to somebody who knows its password.
 * @throws Refused
 */
export async function checkMember(
  { email, password }: MemberSignIn,
  { context, request }: Asking,
): Promise<MemberAccount & Recognised> {
  await spend({ "sign-in-network": context.ip, "sign-in-address": `member ${email}` });
  const found = await memberByEmail(email, browserHashOf(request));
  const passwordHash = found?.passwordHash ?? undefined;
  if (!(await passwordMatches(passwordHash, password)) || !found || !passwordHash) {
    throw new Refused(401, WRONG);
  }
  if (found.status === "pending") {
    throw new Refused(403, "Please verify your email before you sign in", { pending: true });
  }
  if (found.status === "inactive") {
    throw new Refused(403, "This account is not active. Please contact support");
  }
  await forgive({ "sign-in-network": context.ip, "sign-in-address": `member ${email}` });
  return { ...found, passwordHash };
}

/** Field errors as `Refused`, from a form or a JSON body. */
export async function readMemberSignIn(values: FormData | Record<string, unknown>): Promise<MemberSignIn> {
  const { data, error } = await validatorFor(memberSignIn).validate(values);
  if (error) {
    throw new Refused(422, FIX_THE_FORM, { fieldErrors: error.fieldErrors });
  }
  return data;
}

/** Signs in with the form of `/login`. @throws Refused */
export function authenticateMember(asking: Asking): Promise<MemberAccount & Recognised> {
  const strategy = new FormStrategy<MemberAccount & Recognised>(async ({ form }) =>
    checkMember(await readMemberSignIn(form as FormData), asking),
  );
  return new Authenticator<MemberAccount & Recognised>()
    .use(strategy, "member")
    .authenticate("member", asking.request);
}
