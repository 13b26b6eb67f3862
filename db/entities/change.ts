import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf } from "../columns";
import { Staff } from "./staff";

/** Where a change came from. What was written down before anybody asked is of unknown origin. */
export const CHANGE_ORIGINS = ["form", "api", "import", "job", "unknown"] as const;
export type ChangeOrigin = (typeof CHANGE_ORIGINS)[number];

/** What was in each changed field, and what is: by the field's name, as the text of a form. */
export type Differences = Record<string, { from: string; to: string }>;

/** What staff did to a record. Names are copied, so that the entry outlives the person and the record. */
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
    /** The version of the record that the change made; null where nothing of it has versions. */
    recordVersion: p.integer().nullable(),
    origin: oneOf(CHANGE_ORIGINS).default("unknown"),
    /** Changed fields; never a password or a hash. */
    detail: p.json<Record<string, unknown>>().nullable(),
    /** Apart from the detail: it may be long, and lists of changes do not read it. */
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
