import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import {
  containsIndex,
  editableColumns,
  lengthCheck,
  orderIndex,
  picturesIndex,
  sortIndex,
} from "../columns";
import { Image } from "./image";
import { Staff } from "./staff";

/** A record's values by property, as in JSON: moments in ISO 8601, decimals as text. */
export type RecordValues = { readonly [property: string]: unknown };

/**
 * A deleted record, with everything that a restore needs. `createdAt` is the moment of the deletion. Its
 * picture stays as long as this row, but is not served; a trigger releases it.
 */
export const BinnedRecord = defineEntity({
  name: "BinnedRecord",
  tableName: "binned_records",
  properties: {
    ...editableColumns(),
    /** The path of the record's screen. */
    kind: p.text(),
    recordId: p.uuid().unique(),
    title: p.text(),
    held: p.json<RecordValues>(),
    image: () => p.manyToOne(Image).ref().nullable().deleteRule("no action").index(),
    staff: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null").index(),
    /** Outlives the account of the person who deleted it. */
    staffName: p.text(),
  },
  checks: [
    lengthCheck("binned_records", "kind", 1, 50),
    lengthCheck("binned_records", "title", 0, 300),
    lengthCheck("binned_records", "staff_name", 1, 200),
  ],
  indexes: [
    orderIndex({ table: "binned_records", name: "created_at_id", order: "created_at, id", include: "kind" }),
    { properties: ["kind", "createdAt", "id"] },
    containsIndex("binned_records", "title"),
    picturesIndex("binned_records", "held", "held::text"),
    sortIndex("binned_records", "title", "kind, created_at"),
  ],
});
export type BinnedRecord = InferEntity<typeof BinnedRecord>;
