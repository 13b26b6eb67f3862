import { query } from "db/query.server";
import type { StaffRole } from "~/features/auth/viewer.server";

/** Somebody of the staff, as the superadmin manages them. */
export type Admin = {
  id: string;
  fullname: string;
  email: string;
  role: StaffRole;
  status: "active" | "inactive";
  version: number;
  createdAt: Date;
};

export const ADMIN_COLUMNS = `id, fullname, email, role, status, version, created_at as "createdAt"`;

export async function adminById(id: string): Promise<Admin | undefined> {
  const [found] = await query<Admin>(`select ${ADMIN_COLUMNS} from staff where id = ?`, [id]);
  return found;
}

/** Those whom nobody may change. */
export async function superadminIds(): Promise<Set<string>> {
  const found = await query<{ id: string }>("select id from staff where role = 'superadmin'");
  return new Set(found.map(({ id }) => id));
}

/** As the API gives it; specification, section 3. */
export const serializeAdmin = ({ id, fullname, email, role, status, version, createdAt }: Admin) => ({
  _id: id,
  id,
  fullname,
  email,
  role,
  status,
  version,
  createdAt: createdAt.toISOString(),
});
