import { em } from "db/orm.server";
import { query } from "db/query.server";
import { recordChange } from "~/admin-kit/change-log.server";
import { signOutOthers } from "~/features/auth/devices.server";
import { hashPassword, passwordMatches } from "~/features/auth/password-hash.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { AppError, consumeLimit } from "~/web/errors.server";
import { resetLimit } from "~/web/rate-limits.server";
import type { OwnPassword } from "./admins.rules";

const WRONG_PASSWORD = "This is not your current password";

const ownChange = ({ id, fullname }: StaffViewer) => ({
  action: "edited",
  resource: "profile-settings",
  recordId: id,
  recordTitle: fullname,
});

/**
 * Changes one's own password. Every other session of one's own ends.
 * @throws AppError 422 for a wrong current password, 429
 */
export async function changeOwnPassword(staff: StaffViewer, values: OwnPassword): Promise<void> {
  await consumeLimit({ "password-staff": staff.id });
  const [stored] = await query<{ hash: string }>("select password_hash as hash from staff where id = ?", [
    staff.id,
  ]);
  if (!(await passwordMatches(stored?.hash, values.currentPassword))) {
    throw new AppError(422, WRONG_PASSWORD, { fieldErrors: { currentPassword: WRONG_PASSWORD } });
  }
  await resetLimit({ "password-staff": staff.id });
  const passwordHash = await hashPassword(values.newPassword);
  await em().transactional(async (manager) => {
    await query(
      "update staff set password_hash = ?, version = version + 1 where id = ?",
      [passwordHash, staff.id],
      manager,
    );
    await signOutOthers(staff, manager);
    recordChange(manager, staff, { ...ownChange(staff), detail: { fields: ["password"] } });
  });
}

export type OwnName = { fullname: string; version: number };

export async function ownNameOf(staff: StaffViewer): Promise<OwnName> {
  const [own] = await query<OwnName>("select fullname, version from staff where id = ?", [staff.id]);
  return own ?? { fullname: staff.fullname, version: 0 };
}

/** Changes one's own name. @throws AppError 409 with what is saved instead, when somebody else was faster */
export function renameOneself(staff: StaffViewer, fullname: string, version?: number): Promise<void> {
  return em().transactional(async (manager) => {
    const [stored] = await query<OwnName>(
      "select fullname, version from staff where id = ? for update",
      [staff.id],
      manager,
    );
    if (stored && version !== undefined && stored.version !== version) throw conflictWith(stored);
    await query(
      "update staff set fullname = ?, version = version + 1 where id = ?",
      [fullname, staff.id],
      manager,
    );
    recordChange(manager, staff, { ...ownChange({ ...staff, fullname }), detail: { fields: ["fullname"] } });
  });
}

const conflictWith = ({ fullname, version }: OwnName) =>
  new AppError(409, "Somebody else changed this name.", { conflict: { version, values: { fullname } } });
