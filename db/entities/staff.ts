import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { editableColumns, lengthCheck, oneOf } from "../columns";

export const STAFF_ROLES = ["superadmin", "admin", "editor"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const STAFF_STATUSES = ["active", "inactive"] as const;
export type StaffStatus = (typeof STAFF_STATUSES)[number];

/** Somebody who works in the back-office. */
export const Staff = defineEntity({
  name: "Staff",
  tableName: "staff",
  properties: {
    ...editableColumns(),
    fullname: p.text(),
    email: p.text().columnType("citext").unique(),
    passwordHash: p.text(),
    role: oneOf(STAFF_ROLES),
    status: oneOf(STAFF_STATUSES).default("active"),
  },
  checks: [
    lengthCheck("staff", "fullname", 1, 100),
    lengthCheck("staff", "email", 3, 254),
    lengthCheck("staff", "password_hash", 20, 300),
  ],
  indexes: [{ properties: ["createdAt", "id"] }],
});
export type Staff = InferEntity<typeof Staff>;
