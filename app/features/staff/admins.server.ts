import { randomUUID } from "node:crypto";
import { json } from "@remix-run/node";
import { type EntityManager, em } from "db/orm.server";
import { rows } from "db/query.server";
import { recordChange } from "~/admin-kit/change-log.server";
import { hashPassword } from "~/features/auth/password-hash.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { Refused } from "~/web/errors.server";
import { notFound } from "~/web/replies.server";
import { ADMIN_COLUMNS, type Admin } from "./admins.queries.server";
import type { Addition, AdminChange } from "./admins.rules";

const TAKEN = "Somebody on the staff has this email already";
const SUPERADMIN = "The superadmin cannot be changed here.";
const MISSING = "Admin not found.";

const taken = () => new Refused(409, TAKEN, { fieldErrors: { email: TAKEN } });

/** PostgreSQL's word for a value that must be unique and is not. */
const isTaken = (error: unknown) => error instanceof Error && "code" in error && error.code === "23505";

/** Adds an admin or an editor. @throws Refused 409 when the address is taken */
export async function addAdmin(staff: StaffViewer, values: Addition): Promise<Admin> {
  const { fullname, email, role, password } = values;
  const passwordHash = await hashPassword(password);
  return em().transactional(async (manager) => {
    const [added] = await rows<Admin>(
      `insert into staff (id, fullname, email, role, password_hash) values (?, ?, ?, ?, ?)
       on conflict (email) do nothing returning ${ADMIN_COLUMNS}`,
      [randomUUID(), fullname, email, role, passwordHash],
      manager,
    );
    if (!added) throw taken();
    logged(manager, staff, added, "added");
    return added;
  });
}

export type AdminSaved = { saved: Admin } | { conflict: Admin };

/**
 * Changes an admin. With another role, another password or without access, all their sessions end with the commit.
 * @param version the one that was edited; with another one saved since, nothing is changed
 * @throws Refused 409 when the address is taken, 404 and 403 (the superadmin) as responses
 */
export async function updateAdmin(
  staff: StaffViewer,
  id: string,
  values: AdminChange,
  version?: number,
): Promise<AdminSaved> {
  const passwordHash = values.password === undefined ? null : await hashPassword(values.password);
  try {
    return await em().transactional(async (manager) => {
      const before = await lockAdmin(manager, id);
      if (version !== undefined && version !== before.version) return { conflict: before };
      const { fullname, email, role, status = before.status } = values;
      const [saved] = await rows<Admin>(
        `update staff set fullname = ?, email = ?, role = ?, status = ?, version = version + 1,
                password_hash = coalesce(?, password_hash) where id = ? returning ${ADMIN_COLUMNS}`,
        [fullname, email, role, status, passwordHash, id],
        manager,
      );
      if (!saved) throw notFound(MISSING);
      if (passwordHash || role !== before.role || status !== before.status) await signOut(manager, id);
      const names = (["fullname", "email", "role", "status"] as const).filter(
        (name) => saved[name] !== before[name],
      );
      logged(manager, staff, saved, "edited", passwordHash ? [...names, "password"] : names);
      return { saved };
    });
  } catch (error) {
    throw isTaken(error) ? taken() : error;
  }
}

/** Removes an admin; their sessions go with them, what they did stays in the log. @throws 404 and 403 as responses */
export function deleteAdmin(staff: StaffViewer, id: string): Promise<void> {
  return em().transactional(async (manager) => {
    const admin = await lockAdmin(manager, id);
    logged(manager, staff, admin, "deleted");
    await rows("delete from staff where id = ?", [id], manager);
  });
}

/** @throws 404; 403 for the superadmin, who is nobody's to change */
async function lockAdmin(manager: EntityManager, id: string): Promise<Admin> {
  const [admin] = await rows<Admin>(
    `select ${ADMIN_COLUMNS} from staff where id = ? for update`,
    [id],
    manager,
  );
  if (!admin) throw notFound(MISSING);
  if (admin.role === "superadmin") throw json({ message: SUPERADMIN }, 403);
  return admin;
}

const signOut = (manager: EntityManager, id: string) =>
  rows("delete from sessions where staff_id = ?", [id], manager);

function logged(
  manager: EntityManager,
  staff: StaffViewer,
  { id, fullname }: Admin,
  action: string,
  fields: string[] = [],
): void {
  const detail = fields.length > 0 ? { fields } : null;
  recordChange(manager, staff, { action, resource: "settings", recordId: id, recordTitle: fullname, detail });
}
