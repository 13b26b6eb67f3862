import { rows } from "db/rows.server";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { Asking } from "~/http/context.server";
import { countAttempt, forgive, waitSentence } from "~/http/limits.server";
import { passwordMatches } from "~/http/passwords.server";
import { SignInRefused } from "~/http/sign-in.server";
import { validatorFor } from "~/http/validator";
import type { Tier } from "~/http/viewer.server";
import { type MemberSignIn, memberSignIn } from "./sign-in.rules";

export type MemberAccount = {
  id: string;
  serialNumber: number;
  firstname: string;
  lastname: string;
  email: string;
  subscription: Tier;
  status: "active" | "inactive" | "pending";
  registeredByAdmin: boolean;
  createdAt: Date;
};

const FIND = `
  select id, serial_number as "serialNumber", firstname, lastname, email, status,
         case when subscription_expires_at <= now() then 'Basic' else subscription end as subscription,
         registered_by_admin as "registeredByAdmin", created_at as "createdAt", password_hash as "passwordHash"
    from members where email = ?`;

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
  const [found] = await rows<MemberAccount & { passwordHash: string }>(FIND, [email]);
  if (!(await passwordMatches(found?.passwordHash, password)) || !found) {
    throw new SignInRefused(401, "Invalid email or password");
  }
  const { passwordHash: _, ...member } = found;
  if (member.status === "pending") {
    throw new SignInRefused(403, "Please verify your email before you sign in", { pending: true });
  }
  if (member.status === "inactive") {
    throw new SignInRefused(403, "This account is not active. Please contact support");
  }
  await forgive("sign-in-address", `member ${email}`);
  return member;
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
export function authenticateMember(asking: Asking): Promise<MemberAccount> {
  const strategy = new FormStrategy<MemberAccount>(async ({ form }) =>
    checkMember(await readMemberSignIn(form as FormData), asking),
  );
  return new Authenticator<MemberAccount>().use(strategy, "member").authenticate("member", asking.request);
}

/** The member as the API gives it; specification, section 3. */
export const memberWire = (member: MemberAccount) => ({
  _id: member.id,
  id: member.id,
  serialNumber: member.serialNumber,
  firstname: member.firstname,
  lastname: member.lastname,
  email: member.email,
  role: "user",
  subscription: member.subscription,
  status: member.status,
  registeredByAdmin: member.registeredByAdmin,
  createdAt: member.createdAt.toISOString(),
});
