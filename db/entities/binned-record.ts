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

/** What a record held, by property: moments in ISO 8601, decimals as text, as JSON has them. */
export type HeldValues = { readonly [property: string]: unknown };

/**
 * A record that was deleted, with all that is needed to bring it back. `createdAt` is when it was deleted. Its picture stays as
 * long as it is here, and is given to nobody; a trigger lets go of it.
 */
export const BinnedRecord = defineEntity({
  name: "BinnedRecord",
  tableName: "binned_records",
  properties: {
    ...editableColumns(),
    /** The path of its screen. */
    kind: p.text(),
    recordId: p.uuid().unique(),
    title: p.text(),
    held: p.json<HeldValues>(),
    image: () => p.manyToOne(Image).ref().nullable().deleteRule("no action").index(),
    staff: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null").index(),
    /** Kept when the account of who deleted it goes. */
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
