import { Staff } from "db/entities/staff";
import { columns } from "db/entity-columns.server";
import { text } from "db/sql";
import { statement } from "db/statement.server";
import type { SignInMethod } from "~/auth/form-sign-in.server";
import type { VerifiedPerson } from "~/auth/sessions.server";
import type { StaffRole } from "~/auth/viewer.server";
import { mailNewDevice } from "~/features/mail/new-device-mail.server";
import { FILL_IN, staffSignIn } from "./sign-in.rules";
import { beginPendingSignIn, SECOND_STEP_PATH } from "./two-step/pending-sign-ins.server";
import { checkCode } from "./two-step/second-step.server";

export type StaffAccount = { id: string; fullname: string; email: string; role: StaffRole };

type SigningIn = StaffAccount & VerifiedPerson & { twoStepSince: Date | null };

const ACCOUNT = columns(Staff, "id", "fullname", "email", "role", "passwordHash", "twoStepSince");
const ACTIVE_BY_EMAIL = statement("staff.active-by-email", ACCOUNT)`
  select ${ACCOUNT} from staff where email = ${text("email")} and status = 'active'`;

/** Sign-in for staff at `/admin/login` and `POST /api/auth/admin/login`. Inactive staff are not found. */
export const STAFF_SIGN_IN: SignInMethod<SigningIn> = {
  kind: "staff",
  schema: staffSignIn,
  find: (email) => ACTIVE_BY_EMAIL.first({ email }),
  secondStep: {
    isOn: ({ twoStepSince }) => twoStepSince !== null,
    page: SECOND_STEP_PATH,
    begin: beginPendingSignIn,
    check: checkCode,
  },
  onNewDevice: mailNewDevice("staff"),
  texts: { incomplete: FILL_IN, failed: "Login failed" },
};

/** A member of staff in the API; specification, section 3. */
export const staffWire = ({ id, fullname, email, role }: StaffAccount) => ({
  _id: id,
  id,
  fullname,
  email,
  role,
});
