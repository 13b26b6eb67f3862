import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { INVALID_CREDENTIALS } from "~/features/auth/form-sign-in.server";
import { passwordMatches } from "~/features/auth/password-hash.server";
import type { VerifiedPerson } from "~/features/auth/sessions.server";
import { AppError, consumeLimit } from "~/web/errors.server";
import { resetLimit } from "~/web/rate-limits.server";
import type { RequestArgs } from "~/web/request-args.server";
import { FIX_THE_FORM, validatorFor } from "~/web/validator";
import { type MemberAccount, memberByEmail } from "./member.queries.server";
import { browserHashOf } from "./registration-cookie.server";
import { type MemberSignIn, memberSignIn } from "./sign-in.rules";

export { type MemberAccount, serializeMember } from "./member.queries.server";

/**
 * Checks a member's address and password. Known and unknown addresses take the same way and get the same words;
 * that an account is pending or inactive is told only to somebody who knows its password.
 * @throws AppError
 */
export async function checkMember(
  { email, password }: MemberSignIn,
  { context, request }: RequestArgs,
): Promise<MemberAccount & VerifiedPerson> {
  await consumeLimit({ "sign-in-network": context.ip, "sign-in-address": `member ${email}` });
  const found = await memberByEmail(email, browserHashOf(request));
  const passwordHash = found?.passwordHash ?? undefined;
  if (!(await passwordMatches(passwordHash, password)) || !found || !passwordHash) {
    throw new AppError(401, INVALID_CREDENTIALS);
  }
  if (found.status === "pending") {
    throw new AppError(403, "Please verify your email before you sign in", { pending: true });
  }
  if (found.status === "inactive") {
    throw new AppError(403, "This account is not active. Please contact support");
  }
  await resetLimit({ "sign-in-network": context.ip, "sign-in-address": `member ${email}` });
  return { ...found, passwordHash };
}

/** Field errors as an `AppError`, from a form or a JSON body. */
export async function readMemberSignIn(values: FormData | Record<string, unknown>): Promise<MemberSignIn> {
  const { data, error } = await validatorFor(memberSignIn).validate(values);
  if (error) {
    throw new AppError(422, FIX_THE_FORM, { fieldErrors: error.fieldErrors });
  }
  return data;
}

/** Signs in with the form of `/login`. @throws AppError */
export function authenticateMember(args: RequestArgs): Promise<MemberAccount & VerifiedPerson> {
  const strategy = new FormStrategy<MemberAccount & VerifiedPerson>(async ({ form }) =>
    checkMember(await readMemberSignIn(form as FormData), args),
  );
  return new Authenticator<MemberAccount & VerifiedPerson>()
    .use(strategy, "member")
    .authenticate("member", args.request);
}
