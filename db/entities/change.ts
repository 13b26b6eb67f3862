import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck } from "../columns";
import { Staff } from "./staff";

/** What staff did to a record. Names are copied, so that the entry outlives the person and the record. */
export const Change = defineEntity({
  name: "Change",
  tableName: "changes",
  properties: {
    ...baseColumns(),
    staff: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null").index(),
    staffName: p.text(),
    /** A verb such as create, update, delete, sign-in. */
    action: p.text(),
    resource: p.text(),
    recordId: p.text(),
    recordTitle: p.text(),
    /** Changed fields; never a password or a hash. */
    detail: p.json<Record<string, unknown>>().nullable(),
  },
  checks: [
    lengthCheck("changes", "staff_name", 1, 100),
    lengthCheck("changes", "action", 1, 50),
    lengthCheck("changes", "resource", 1, 100),
    lengthCheck("changes", "record_id", 1, 100),
    lengthCheck("changes", "record_title", 0, 2000),
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["resource", "createdAt", "id"] },
    { properties: ["resource", "recordId", "createdAt"] },
  ],
});
export type Change = InferEntity<typeof Change>;
