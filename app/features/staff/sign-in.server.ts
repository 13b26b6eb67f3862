import { query } from "db/query.server";
import type { SignInMethod } from "~/features/auth/form-sign-in.server";
import type { VerifiedPerson } from "~/features/auth/sessions.server";
import type { StaffRole } from "~/features/auth/viewer.server";
import { FILL_IN, staffSignIn } from "./sign-in.rules";

export type StaffAccount = { id: string; fullname: string; email: string; role: StaffRole };

/** How staff sign in, at `/admin/login` and `POST /api/auth/admin/login`; somebody inactive is nobody. */
export const STAFF_SIGN_IN: SignInMethod<StaffAccount & VerifiedPerson> = {
  kind: "staff",
  schema: staffSignIn,
  find: async (email) => {
    const [found] = await query<StaffAccount & VerifiedPerson>(
      `select id, fullname, email, role, password_hash as "passwordHash"
         from staff where email = ? and status = 'active'`,
      [email],
    );
    return found;
  },
  texts: { incomplete: FILL_IN, failed: "Login failed" },
};

/** The member of staff as the API gives it; specification, section 3. */
export const staffWire = ({ id, fullname, email, role }: StaffAccount) => ({
  _id: id,
  id,
  fullname,
  email,
  role,
});
