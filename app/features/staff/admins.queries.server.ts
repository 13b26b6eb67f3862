import { Staff } from "db/entities/staff";
import { columns } from "db/entity-columns.server";
import { uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { StaffRole } from "~/auth/viewer.server";

/** Somebody of the staff, as the superadmin manages them. */
export type Admin = {
  id: string;
  fullname: string;
  email: string;
  role: StaffRole;
  status: "active" | "inactive";
  /** Since when a sign-in of theirs asks for a code, too. */
  twoStepSince?: Date | null;
  version: number;
  createdAt: Date;
};

/** The columns of `Admin`. */
export const ADMIN = columns(
  Staff,
  ...(["id", "fullname", "email", "role", "status", "twoStepSince", "version", "createdAt"] as const),
);

const BY_ID = statement("admins.by-id", ADMIN)`select ${ADMIN} from staff where id = ${uuid("id")}`;

export const adminById = (id: string): Promise<Admin | undefined> => BY_ID.first({ id });

const SUPERADMINS = statement(
  "admins.superadmins",
  columns(Staff, "id"),
)`select id from staff where role = 'superadmin'`;

/** Those whom nobody may change. */
export async function superadminIds(): Promise<Set<string>> {
  return new Set((await SUPERADMINS.all()).map(({ id }) => id));
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
