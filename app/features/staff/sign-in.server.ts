import { rows } from "db/query.server";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { WRONG } from "~/features/auth/form-sign-in.server";
import { passwordMatches } from "~/features/auth/password-hash.server";
import type { Recognised } from "~/features/auth/sessions.server";
import type { StaffRole } from "~/features/auth/viewer.server";
import { Refused, spend } from "~/web/errors.server";
import { forgive } from "~/web/rate-limits.server";
import type { Asking } from "~/web/request-args.server";
import { validatorFor } from "~/web/validator";
import { FILL_IN, type StaffSignIn, staffSignIn } from "./sign-in.rules";

export type StaffAccount = { id: string; fullname: string; email: string; role: StaffRole };

/**
 * Checks the address and password of a member of staff; somebody inactive is nobody.
 * @throws Refused
 */
export async function checkStaff(
  { email, password }: StaffSignIn,
  { context }: Pick<Asking, "context">,
): Promise<StaffAccount & Recognised> {
  await spend({ "sign-in-network": context.ip, "sign-in-address": `staff ${email}` });
  const [found] = await rows<StaffAccount & Recognised>(
    `select id, fullname, email, role, password_hash as "passwordHash"
       from staff where email = ? and status = 'active'`,
    [email],
  );
  if (!(await passwordMatches(found?.passwordHash, password)) || !found) {
    throw new Refused(401, WRONG);
  }
  await forgive({ "sign-in-network": context.ip, "sign-in-address": `staff ${email}` });
  return found;
}

/** 'Please fill in all fields' as `Refused`, from a form or a JSON body. */
export async function readStaffSignIn(values: FormData | Record<string, unknown>): Promise<StaffSignIn> {
  const { data, error } = await validatorFor(staffSignIn).validate(values);
  if (error) throw new Refused(422, FILL_IN, { fieldErrors: error.fieldErrors });
  return data;
}

/** Signs in with the form of `/admin/login`. @throws Refused */
export function authenticateStaff(asking: Asking): Promise<StaffAccount & Recognised> {
  const strategy = new FormStrategy<StaffAccount & Recognised>(async ({ form }) =>
    checkStaff(await readStaffSignIn(form as FormData), asking),
  );
  return new Authenticator<StaffAccount & Recognised>()
    .use(strategy, "staff")
    .authenticate("staff", asking.request);
}

/** The member of staff as the API gives it; specification, section 3. */
export const staffWire = ({ id, fullname, email, role }: StaffAccount) => ({
  _id: id,
  id,
  fullname,
  email,
  role,
});
