import { STAFF_ROLES, STAFF_STATUSES, Staff, type StaffRole, type StaffStatus } from "db/entities/staff";
import { createdColumn } from "~/admin-kit/columns.server";
import { toOptions } from "~/admin-kit/fields.server";
import { derive, type Resource, rowsForPermission } from "~/admin-kit/resource.server";
import { rolesFor } from "~/features/auth/permissions.server";
import { serializeAdmin } from "./admins.queries.server";
import { managedStaffSchema } from "./staff.schema.server";

const STATUS_BADGES = {
  active: { text: "Active", tone: "good" },
  inactive: { text: "Inactive", tone: "bad" },
} as const;

/** Who works in the back-office: the list and its question. What is done to them is in admins.server.ts. */
export const admins: Resource<Staff> = {
  entity: Staff,
  path: "settings",
  names: { one: "admin", many: "admins", title: "Settings", add: "Add Admin", edit: "Edit admin" },
  roles: rolesFor("admins"),
  fields: [],
  columns: [
    {
      label: "Name",
      subLabel: "Email",
      sort: "fullname",
      cell: derive(["fullname", "email"], ({ fullname, email }) => ({
        kind: "title",
        text: fullname,
        sub: email,
      })),
    },
    { label: "Role", sort: "role", cell: derive(["role"], ({ role }) => ({ kind: "text", text: role })) },
    {
      label: "Status",
      cell: derive(["status"], ({ status }) => ({ kind: "badge", ...STATUS_BADGES[status as StaffStatus] })),
    },
    createdColumn(),
  ],
  search: { label: "Search name or email", in: ["fullname", "email"] },
  filters: [
    {
      name: "role",
      label: "Role",
      options: toOptions(STAFF_ROLES),
      where: (role) => ({ role: role as StaffRole }),
    },
    {
      name: "status",
      label: "Status",
      options: STAFF_STATUSES.map((value) => ({ value, label: STATUS_BADGES[value].text })),
      where: (status) => ({ status: status as StaffStatus }),
    },
  ],
  titleOf: derive(["fullname"], ({ fullname }) => fullname),
  deleteNote: ({ fullname, email }) =>
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
  schema: managedStaffSchema,
  visibleTo: (viewer) => ({
    where: rowsForPermission("admins.read", viewer),
    select: ["id", "fullname", "email", "role", "status", "createdAt", "updatedAt", "version"],
    serialize: (row) => serializeAdmin(row),
  }),
};
