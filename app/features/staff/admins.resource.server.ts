import { STAFF_ROLES, STAFF_STATUSES, Staff, type StaffRole, type StaffStatus } from "db/entities/staff";
import { createdColumn } from "~/admin-kit/columns.server";
import { asOptions } from "~/admin-kit/fields.server";
import { type Resource, rowsFor, shown } from "~/admin-kit/resource.server";
import { OWNER } from "~/features/auth/viewer.server";
import { adminWire } from "./admins.queries.server";
import { managedStaffForm } from "./staff.schema.server";

const STATUS_WORDS = {
  active: { text: "Active", tone: "good" },
  inactive: { text: "Inactive", tone: "bad" },
} as const;

/** Who works behind the counter: the list and its question. What is done to them is in admins.server.ts. */
export const admins: Resource<Staff> = {
  entity: Staff,
  path: "settings",
  names: { one: "admin", many: "admins", title: "Settings", add: "Add Admin", edit: "Edit admin" },
  roles: { read: OWNER, write: OWNER, remove: OWNER },
  fields: [],
  columns: [
    {
      label: "Name",
      under: "Email",
      sort: "fullname",
      cell: shown(["fullname", "email"], ({ fullname, email }) => ({
        kind: "title",
        text: fullname,
        sub: email,
      })),
    },
    { label: "Role", sort: "role", cell: shown(["role"], ({ role }) => ({ kind: "text", text: role })) },
    {
      label: "Status",
      cell: shown(["status"], ({ status }) => ({ kind: "badge", ...STATUS_WORDS[status as StaffStatus] })),
    },
    createdColumn(),
  ],
  search: { label: "Search name or email", in: ["fullname", "email"] },
  filters: [
    {
      name: "role",
      label: "Role",
      options: asOptions(STAFF_ROLES),
      where: (role) => ({ role: role as StaffRole }),
    },
    {
      name: "status",
      label: "Status",
      options: STAFF_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value].text })),
      where: (status) => ({ status: status as StaffStatus }),
    },
  ],
  titleOf: shown(["fullname"], ({ fullname }) => fullname),
  describe: ({ fullname, email }) =>
    `${fullname} (${email}) is signed out everywhere at once and cannot come back. What they did stays in the log.`,
  texts: {
    empty: "No admins found.",
    missing: "Admin not found.",
    failed: {
      load: "Failed to fetch admins",
      add: "Failed to add admin",
      update: "Failed to update admin",
      remove: "Failed to delete admin",
    },
    done: {
      add: "Admin added successfully",
      update: "Admin updated successfully",
      remove: "Admin deleted successfully",
    },
  },
  record: managedStaffForm,
  visibleTo: (viewer) => ({
    where: rowsFor(OWNER, viewer),
    select: ["id", "fullname", "email", "role", "status", "createdAt", "updatedAt", "version"],
    wire: (row) => adminWire(row),
  }),
};
