import { em } from "db/orm.server";
import { rows } from "db/query.server";
import { recordChange } from "~/admin-kit/change-log.server";
import { hashPassword, passwordMatches } from "~/features/auth/password-hash.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { Refused, spend } from "~/web/errors.server";
import { forgive } from "~/web/rate-limits.server";
import type { OwnPassword } from "./admins.rules";

const WRONG = "This is not your current password";

const ownLine = ({ id, fullname }: StaffViewer) => ({
  action: "edited",
  resource: "profile-settings",
  recordId: id,
  recordTitle: fullname,
});

/**
 * Changes one's own password. Every other session of one's own ends.
 * @throws Refused 422 for a wrong current password, 429
 */
export async function changeOwnPassword(staff: StaffViewer, values: OwnPassword): Promise<void> {
  await spend({ "password-staff": staff.id });
  const [held] = await rows<{ hash: string }>("select password_hash as hash from staff where id = ?", [
    staff.id,
  ]);
  if (!(await passwordMatches(held?.hash, values.currentPassword))) {
    throw new Refused(422, WRONG, { fieldErrors: { currentPassword: WRONG } });
  }
  await forgive({ "password-staff": staff.id });
  const passwordHash = await hashPassword(values.newPassword);
  await em().transactional(async (manager) => {
    await rows(
      "update staff set password_hash = ?, version = version + 1 where id = ?",
      [passwordHash, staff.id],
      manager,
    );
    await rows("delete from sessions where staff_id = ? and id <> ?", [staff.id, staff.sessionId], manager);
    recordChange(manager, staff, { ...ownLine(staff), detail: { fields: ["password"] } });
  });
}

export type OwnName = { fullname: string; version: number };

export async function ownNameOf(staff: StaffViewer): Promise<OwnName> {
  const [own] = await rows<OwnName>("select fullname, version from staff where id = ?", [staff.id]);
  return own ?? { fullname: staff.fullname, version: 0 };
}

/** Changes one's own name. @returns what is saved instead, when somebody else was faster */
export function renameOneself(
  staff: StaffViewer,
  fullname: string,
  version?: number,
): Promise<OwnName | undefined> {
  return em().transactional(async (manager) => {
    const [held] = await rows<OwnName>(
      "select fullname, version from staff where id = ? for update",
      [staff.id],
      manager,
    );
    if (held && version !== undefined && held.version !== version) return held;
    await rows(
      "update staff set fullname = ?, version = version + 1 where id = ?",
      [fullname, staff.id],
      manager,
    );
    recordChange(manager, staff, { ...ownLine({ ...staff, fullname }), detail: { fields: ["fullname"] } });
    return undefined;
  });
}
