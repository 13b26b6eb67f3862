import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf } from "../columns";
import { Staff } from "./staff";

/** Where a change came from. The origin of the oldest changes is unknown. */
export const CHANGE_ORIGINS = ["form", "api", "import", "job", "unknown"] as const;
export type ChangeOrigin = (typeof CHANGE_ORIGINS)[number];

/** The old and new value of each changed field, by field name, as form text. */
export type Differences = Record<string, { from: string; to: string }>;

/** A change of a record by staff. Names are copied, so the entry outlives the person and the record. */
export const Change = defineEntity({
  name: "Change",
  tableName: "changes",
  properties: {
    ...baseColumns(),
    staff: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null"),
    staffName: p.text(),
    /** A verb such as create, update, delete, sign-in. */
    action: p.text(),
    resource: p.text(),
    recordId: p.text(),
    recordTitle: p.text(),
    /** The record's version after the change. Null for records without versions. */
    recordVersion: p.integer().nullable(),
    origin: oneOf(CHANGE_ORIGINS).default("unknown"),
    /** The changed fields. Never contains a password or a hash. */
    detail: p.json<Record<string, unknown>>().nullable(),
    /** Separate from the detail: it may be long, and lists of changes do not read it. */
    differences: p.json<Differences>().nullable(),
  },
  checks: [
    lengthCheck("changes", "staff_name", 1, 100),
    lengthCheck("changes", "action", 1, 50),
    lengthCheck("changes", "resource", 1, 100),
    lengthCheck("changes", "record_id", 1, 100),
    lengthCheck("changes", "record_title", 0, 2000),
    { name: "changes_differences_object", expression: "jsonb_typeof(differences) = 'object'" },
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["resource", "origin", "createdAt", "id"] },
    { properties: ["staff", "resource", "origin", "createdAt", "id"] },
    { properties: ["resource", "recordId", "createdAt"] },
  ],
});
export type Change = InferEntity<typeof Change>;
