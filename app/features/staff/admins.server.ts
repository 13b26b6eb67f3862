import { randomUUID } from "node:crypto";
import type { Differences } from "db/entities/change";
import { Image } from "db/entities/image";
import { STAFF_ROLES, STAFF_STATUSES } from "db/entities/staff";
import { type EntityManager, em } from "db/orm.server";
import { array, literal, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { logChange } from "~/admin-kit/change-log.server";
import { differencesBetween } from "~/admin-kit/differences.server";
import { signOutEverywhere } from "~/auth/devices.server";
import { narrowingOf } from "~/auth/narrowing.server";
import { deletePasskeys } from "~/auth/passkeys/passkeys.server";
import { hashPassword } from "~/auth/password-hash.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { discardPicture } from "~/platform/pictures/picture-removals.server";
import { AppError, fieldError } from "~/web/app-error.server";
import { forbidden, notFound } from "~/web/replies.server";
import { saveWithPhoto } from "~/web/uploaded-photo.server";
import { ADMIN, type Admin, serializeAdmin } from "./admins.queries.server";
import type { AdminChange, NewAdmin } from "./admins.rules";
import { changeProfile, type ProfileChange } from "./staff-profile.server";
import { resetToPassword } from "./two-step/reset.server";
import { mailTwoStep } from "./two-step/two-step-mail.server";

const EMAIL_TAKEN = "Another member of staff already uses this email";
const SUPERADMIN_PROTECTED = "The superadmin cannot be changed here.";
export const ADMIN_CHANGED = "Somebody else changed this admin.";
const ADMIN_NOT_FOUND = "Admin not found.";

export const emailTaken = () => fieldError(409, "email", EMAIL_TAKEN);

/** Whether PostgreSQL reports a unique violation. */
const isUniqueViolation = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "23505";

const ADD = statement("admins.add", ADMIN)`
  insert into staff (id, fullname, email, role, password_hash)
  values (${uuid("id")}, ${text("fullname")}, ${text("email")}, ${literal(STAFF_ROLES)("role")}, ${text("passwordHash")})
  on conflict (email) do nothing returning ${ADMIN}`;

/** Adds an admin or an editor. @throws AppError 409 if the address is taken */
export async function addAdmin(staff: StaffViewer, values: NewAdmin): Promise<Admin> {
  const { fullname, email, role, password } = values;
  const passwordHash = await hashPassword(password);
  return em().transactional(async (manager) => {
    const added = await ADD.first({ id: randomUUID(), fullname, email, role, passwordHash }, manager);
    if (!added) throw emailTaken();
    logAdminChange(manager, staff, added, "added");
    return added;
  });
}

const UPDATE = statement("admins.update", ADMIN)`
  update staff set fullname = ${text("fullname")}, email = ${text("email")}, role = ${literal(STAFF_ROLES)("role")},
         status = ${literal(STAFF_STATUSES)("status")}, narrowed_to = ${array(text)("narrowedTo")}, version = version + 1,
         password_hash = coalesce(${text.orNull("passwordHash")}, password_hash)
   where id = ${uuid("id")} returning ${ADMIN}`;

/** Changes an admin. A new role, password or status ends all their sessions with the commit, a new password their passkeys; a narrowing counts from their next request.
 * @param version that was edited; a newer one is not overwritten
 * @throws AppError 409 if the address is taken or somebody saved first, 404 and 403 (a superadmin) as responses
 */
export async function updateAdmin(
  staff: StaffViewer,
  id: string,
  values: AdminChange & ProfileChange & { narrowedTo?: readonly string[] },
  version?: number,
): Promise<Admin> {
  const passwordHash = values.password === undefined ? null : await hashPassword(values.password);
  const update = () =>
    em().transactional(async (manager) => {
      const before = await lockAdmin(manager, id);
      if (version !== undefined && version !== before.version) throw conflictWith(before);
      const { fullname, email, role, status = before.status, narrowedTo = before.narrowedTo } = values;
      const columns = { id, fullname, email, role, status, narrowedTo: [...narrowedTo], passwordHash };
      const saved = await UPDATE.first(columns, manager);
      if (!saved) throw notFound(ADMIN_NOT_FOUND);
      if (passwordHash) await deletePasskeys(manager, { kind: "staff", id });
      if (passwordHash || role !== before.role || status !== before.status)
        await signOutEverywhere({ kind: "staff", id }, manager);
      const names = (["fullname", "email", "role", "status"] as const).filter(
        (name) => saved[name] !== before[name],
      );
      const { differences, replaced } = await changeProfile(manager, id, values);
      const own = Object.fromEntries(names.map((name) => [name, { from: before[name], to: saved[name] }]));
      logAdminChange(manager, staff, saved, "edited", {
        differences: { ...own, ...narrowingDifferences(before, saved), ...differences },
        password: passwordHash !== null,
      });
      return { saved, replaced };
    });
  try {
    return await saveWithPhoto(values.portrait, update);
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
}

/** As the form writes them. */
const narrowingDifferences = (before: Admin, after: Admin): Differences =>
  differencesBetween(narrowingTexts(before), narrowingTexts(after));

export const narrowingTexts = ({ narrowedTo }: Pick<Admin, "narrowedTo">) => ({
  narrowing: narrowingOf(narrowedTo),
  narrowedTo: narrowedTo.join("\n"),
});

function conflictWith(saved: Admin): AppError {
  const { fullname, email, role, status, version } = saved;
  return new AppError(409, ADMIN_CHANGED, {
    conflict: { version, values: { fullname, email, role, status }, record: serializeAdmin(saved) },
  });
}

const GONE = { portraitId: uuid.orNull.from`portrait_id` };
const DELETE = statement("admins.delete", GONE)`delete from staff where id = ${uuid("id")} returning ${GONE}`;

/** Deletes an admin with their sessions and portrait; their changes stay in the log.
 * @throws 404 and 403 as responses
 */
export async function deleteAdmin(staff: StaffViewer, id: string): Promise<void> {
  const portraitId = await em().transactional(async (manager) => {
    const admin = await lockAdmin(manager, id);
    logAdminChange(manager, staff, admin, "deleted");
    const gone = await DELETE.first({ id }, manager);
    if (gone?.portraitId) await manager.nativeDelete(Image, { id: gone.portraitId });
    return gone?.portraitId;
  });
  if (portraitId) await discardPicture(portraitId);
}

/** Turns off the two-step sign-in of somebody who lost their phone and codes, and deletes their passkeys; they are signed out everywhere and get an email.
 * @throws 404 and 403 (a superadmin) as responses
 */
export async function resetTwoStep(staff: StaffViewer, id: string): Promise<void> {
  await em().transactional(async (manager) => {
    const admin = await lockAdmin(manager, id);
    if (!(await resetToPassword(manager, id))) return;
    await mailTwoStep(manager, admin.email, { kind: "reset", by: staff.fullname });
    const about = { resource: "settings", recordId: id, recordTitle: admin.fullname };
    logChange(manager, staff, { ...about, action: "edited", detail: { fields: ["two-step sign-in"] } });
  });
}

const LOCK = statement("admins.lock", ADMIN)`select ${ADMIN} from staff where id = ${uuid("id")} for update`;

/** @throws 404; 403 for a superadmin, whom nobody may change */
async function lockAdmin(manager: EntityManager, id: string): Promise<Admin> {
  const admin = await LOCK.first({ id }, manager);
  if (!admin) throw notFound(ADMIN_NOT_FOUND);
  if (admin.role === "superadmin") throw forbidden(SUPERADMIN_PROTECTED);
  return admin;
}

function logAdminChange(
  manager: EntityManager,
  staff: StaffViewer,
  { id, fullname, version }: Admin,
  action: string,
  { differences = {}, password = false }: { differences?: Differences; password?: boolean } = {},
): void {
  const fields = [...Object.keys(differences), ...(password ? ["password"] : [])];
  const detail = fields.length > 0 ? { fields } : null;
  const about = { resource: "settings", recordId: id, recordTitle: fullname, recordVersion: version };
  logChange(manager, staff, { ...about, action, detail, differences });
}
