import { Staff } from "db/entities/staff";
import { columnAs, columns } from "db/entity-columns.server";
import { em } from "db/orm.server";
import { text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { logChange } from "~/admin-kit/change-log.server";
import { signOutOthers } from "~/auth/devices.server";
import { hashPassword, passwordMatches } from "~/auth/password-hash.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { consumeLimit, fieldError } from "~/web/app-error.server";
import { resetLimit } from "~/web/rate-limits.server";
import type { OwnPassword } from "./own-password.rules";

const WRONG_PASSWORD = "This is not your current password";

/** The log entry for a change of the own account. */
export const ownChange = ({ id, fullname }: StaffViewer) => ({
  action: "edited",
  resource: "profile-settings",
  recordId: id,
  recordTitle: fullname,
});

const HASH = { hash: columnAs("staff", Staff, "passwordHash") };
const PASSWORD = statement("own-account.password", HASH)`select ${HASH} from staff where id = ${uuid("id")}`;
const SET_PASSWORD = statement("own-account.set-password", columns(Staff, "version"))`
  update staff set password_hash = ${text("passwordHash")}, version = version + 1
   where id = ${uuid("id")} returning version`;

/** Checks the current password. @throws AppError 422 at `currentPassword`, 429 */
export async function checkOwnPassword({ id }: StaffViewer, password: string): Promise<void> {
  await consumeLimit({ "password-staff": id });
  const stored = await PASSWORD.first({ id });
  if (!(await passwordMatches(stored?.hash, password))) {
    throw fieldError(422, "currentPassword", WRONG_PASSWORD);
  }
  await resetLimit({ "password-staff": id });
}

/** Changes the own password and ends all other sessions.
 * @throws AppError 422 for a wrong current password, 429
 */
export async function changeOwnPassword(staff: StaffViewer, values: OwnPassword): Promise<void> {
  await checkOwnPassword(staff, values.currentPassword);
  const passwordHash = await hashPassword(values.newPassword);
  await em().transactional(async (manager) => {
    const set = await SET_PASSWORD.first({ passwordHash, id: staff.id }, manager);
    await signOutOthers(staff, manager);
    logChange(manager, staff, {
      ...ownChange(staff),
      recordVersion: set?.version,
      detail: { fields: ["password"] },
    });
  });
}
