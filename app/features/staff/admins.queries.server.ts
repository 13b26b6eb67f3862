import { Staff } from "db/entities/staff";
import { columns } from "db/entity-columns.server";
import { uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { StaffRole } from "~/auth/viewer.server";

/** A member of staff, as the superadmin manages them. */
export type Admin = {
  id: string;
  fullname: string;
  email: string;
  role: StaffRole;
  status: "active" | "inactive";
  /** When they turned on two-step sign-in. */
  twoStepSince?: Date | null;
  /** The permissions left to them; empty for all of their role. */
  narrowedTo: readonly string[];
  version: number;
  createdAt: Date;
};

/** The columns of `Admin`. */
export const ADMIN = {
  ...columns(Staff, "id", "fullname", "email", "role", "status"),
  ...columns(Staff, "twoStepSince", "narrowedTo", "version", "createdAt"),
};

const BY_ID = statement("admins.by-id", ADMIN)`select ${ADMIN} from staff where id = ${uuid("id")}`;

export const adminById = (id: string): Promise<Admin | undefined> => BY_ID.first({ id });

const SUPERADMINS = statement(
  "admins.superadmins",
  columns(Staff, "id"),
)`select id from staff where role = 'superadmin'`;

/** The accounts that nobody may change. */
export async function superadminIds(): Promise<Set<string>> {
  return new Set((await SUPERADMINS.all()).map(({ id }) => id));
}

/** An admin in the API; specification, section 3. */
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
