import { STAFF_ROLES, STAFF_STATUSES, Staff, type StaffRole, type StaffStatus } from "db/entities/staff";
import type { Cell } from "~/admin-kit/cells";
import { createdColumn } from "~/admin-kit/columns.server";
import { text, toOptions } from "~/admin-kit/fields.server";
import { fieldFilters } from "~/admin-kit/list-filters.server";
import {
  derive,
  type Exposed,
  type FormTexts,
  type Removable,
  rowsForPermission,
  type StoredList,
} from "~/admin-kit/resource.server";
import { narrowingOf } from "~/auth/narrowing.server";
import { rolesFor } from "~/auth/permissions.server";
import { serializeAdmin } from "./admins.queries.server";
import { managedStaffSchema } from "./staff.schema.server";

const STATUS_BADGES = {
  active: { text: "Active", tone: "good" },
  inactive: { text: "Inactive", tone: "bad" },
} as const;

/** On or off; links to the reset if this is allowed. */
function twoStepCell(id: string, role: StaffRole, since: Date | null | undefined): Cell {
  if (!since) return { kind: "text", text: "Off" };
  return role === "superadmin"
    ? { kind: "text", text: "On" }
    : { kind: "title", text: "On", to: `/admin/settings/${id}/two-step` };
}

/** The list of staff and its delete question. The changes are in admins.server.ts. */
export const admins: StoredList<Staff> & Removable<Staff> & Exposed<Staff> & { form: Required<FormTexts> } = {
  entity: Staff,
  path: "settings",
  singular: "admin",
  noun: "admins",
  roles: rolesFor("admins"),
  titleOf: derive(["fullname"], ({ fullname }) => fullname),
  missing: "Admin not found.",
  loadFailed: "Failed to fetch admins",
  visibleTo: (viewer) => ({
    where: rowsForPermission("admins.read", viewer),
    select: [
      "id",
      "fullname",
      "email",
      "role",
      "status",
      "narrowedTo",
      "twoStepSince",
      "createdAt",
      "updatedAt",
      "version",
    ],
  }),
  listing: {
    title: "Settings",
    plural: "admins",
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
      {
        label: "Role",
        subLabel: "May do",
        sort: "role",
        cell: derive(["role", "narrowedTo"], ({ role, narrowedTo }) => ({
          kind: "text",
          text: role,
          sub: narrowedTo.length > 0 ? narrowingOf(narrowedTo) : undefined,
        })),
      },
      {
        label: "Status",
        cell: derive(["status"], ({ status }) => ({
          kind: "badge",
          ...STATUS_BADGES[status as StaffStatus],
        })),
      },
      {
        label: "Two-step sign-in",
        cell: derive(["id", "role", "twoStepSince"], ({ id, role, twoStepSince }) =>
          twoStepCell(id, role, twoStepSince),
        ),
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
    empty: "No admins found.",
  },
  form: {
    add: { title: "Add Admin", done: "Admin added successfully", failed: "Failed to add admin" },
    update: { title: "Edit admin", done: "Admin updated successfully", failed: "Failed to update admin" },
  },
  removal: {
    note: ({ fullname, email }) =>
      `${fullname} (${email}) will be signed out everywhere immediately and will not be able to sign in again. The change log keeps their changes.`,
    done: "Admin deleted successfully",
    failed: "Failed to delete admin",
  },
  api: {
    schema: managedStaffSchema,
    filters: fieldFilters({ entity: Staff, fields: [text("email", { label: "Email", maxLength: 254 })] }, [
      "email",
    ]),
    serialize: (row) => serializeAdmin(row),
  },
};
