import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { authorSlugSql } from "../author-slug";
import { editableColumns, lengthCheck, oneOf, orderIndex } from "../columns";
import { Image } from "./image";

export const STAFF_ROLES = ["superadmin", "admin", "editor"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const STAFF_STATUSES = ["active", "inactive"] as const;
export type StaffStatus = (typeof STAFF_STATUSES)[number];

/** A person who works in the back-office. */
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
    /** The permissions that a superadmin left them within their role; empty for all of it. */
    narrowedTo: p.array().columnType("text[]").default([]),
    /** Since when a sign-in also requires a code from their app. Null if it does not. */
    twoStepSince: p.datetime(3).nullable(),
    /** The text next to the portrait on the author's page, plain text. */
    bio: p.text().nullable(),
    portrait: () => p.manyToOne(Image).ref().nullable().deleteRule("set null").index(),
  },
  checks: [
    lengthCheck("staff", "fullname", 1, 100),
    lengthCheck("staff", "email", 3, 254),
    lengthCheck("staff", "password_hash", 20, 300),
    lengthCheck("staff", "bio", 1, 500),
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    orderIndex({
      table: "staff",
      name: "author_slug",
      order: `${authorSlugSql("fullname")}, created_at, id`,
      where: "bio is not null or portrait_id is not null",
    }),
  ],
});
export type Staff = InferEntity<typeof Staff>;
