import { Staff } from "db/entities/staff";
import { columns } from "db/entity-columns.server";
import { text } from "db/sql";
import { statement } from "db/statement.server";
import type { SignInMethod } from "~/features/auth/form-sign-in.server";
import type { VerifiedPerson } from "~/features/auth/sessions.server";
import type { StaffRole } from "~/features/auth/viewer.server";
import { FILL_IN, staffSignIn } from "./sign-in.rules";

export type StaffAccount = { id: string; fullname: string; email: string; role: StaffRole };

const ACCOUNT = columns(Staff, "id", "fullname", "email", "role", "passwordHash");
const ACTIVE_BY_EMAIL = statement("staff.active-by-email", ACCOUNT)`
  select ${ACCOUNT} from staff where email = ${text("email")} and status = 'active'`;

/** How staff sign in, at `/admin/login` and `POST /api/auth/admin/login`; somebody inactive is nobody. */
export const STAFF_SIGN_IN: SignInMethod<StaffAccount & VerifiedPerson> = {
  kind: "staff",
  schema: staffSignIn,
  find: (email) => ACTIVE_BY_EMAIL.first({ email }),
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
