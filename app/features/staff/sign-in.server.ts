import { query } from "db/query.server";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { INVALID_CREDENTIALS } from "~/features/auth/form-sign-in.server";
import { passwordMatches } from "~/features/auth/password-hash.server";
import type { VerifiedPerson } from "~/features/auth/sessions.server";
import type { StaffRole } from "~/features/auth/viewer.server";
import { AppError, consumeLimit } from "~/web/errors.server";
import { resetLimit } from "~/web/rate-limits.server";
import type { RequestArgs } from "~/web/request-args.server";
import { validatorFor } from "~/web/validator";
import { FILL_IN, type StaffSignIn, staffSignIn } from "./sign-in.rules";

export type StaffAccount = { id: string; fullname: string; email: string; role: StaffRole };

/**
 * Checks the address and password of a member of staff; somebody inactive is nobody.
 * @throws AppError
 */
export async function checkStaff(
  { email, password }: StaffSignIn,
  { context }: Pick<RequestArgs, "context">,
): Promise<StaffAccount & VerifiedPerson> {
  await consumeLimit({ "sign-in-network": context.ip, "sign-in-address": `staff ${email}` });
  const [found] = await query<StaffAccount & VerifiedPerson>(
    `select id, fullname, email, role, password_hash as "passwordHash"
       from staff where email = ? and status = 'active'`,
    [email],
  );
  if (!(await passwordMatches(found?.passwordHash, password)) || !found) {
    throw new AppError(401, INVALID_CREDENTIALS);
  }
  await resetLimit({ "sign-in-network": context.ip, "sign-in-address": `staff ${email}` });
  return found;
}

/** 'Please fill in all fields' as an `AppError`, from a form or a JSON body. */
export async function readStaffSignIn(values: FormData | Record<string, unknown>): Promise<StaffSignIn> {
  const { data, error } = await validatorFor(staffSignIn).validate(values);
  if (error) throw new AppError(422, FILL_IN, { fieldErrors: error.fieldErrors });
  return data;
}

/** Signs in with the form of `/admin/login`. @throws AppError */
export function authenticateStaff(args: RequestArgs): Promise<StaffAccount & VerifiedPerson> {
  const strategy = new FormStrategy<StaffAccount & VerifiedPerson>(async ({ form }) =>
    checkStaff(await readStaffSignIn(form as FormData), args),
  );
  return new Authenticator<StaffAccount & VerifiedPerson>()
    .use(strategy, "staff")
    .authenticate("staff", args.request);
}

/** The member of staff as the API gives it; specification, section 3. */
export const staffWire = ({ id, fullname, email, role }: StaffAccount) => ({
  _id: id,
  id,
  fullname,
  email,
  role,
});
