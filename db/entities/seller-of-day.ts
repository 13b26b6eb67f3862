import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck } from "../columns";

/**
 * Who sold from a moment on. A row is written when the seller's data change, and never changed: a receipt names who sold on
 * its day.
 */
export const SellerOfDay = defineEntity({
  name: "SellerOfDay",
  tableName: "sellers",
  properties: {
    ...baseColumns(),
    since: p.datetime(3),
    name: p.text(),
    /** Its lines. */
    address: p.array(String).columnType("text[]"),
    taxId: p.text().nullable(),
  },
  checks: [
    lengthCheck("sellers", "name", 1, 100),
    { name: "sellers_address_lines", expression: "cardinality(address) <= 8" },
    lengthCheck("sellers", "tax_id", 1, 60),
  ],
  indexes: [{ properties: ["since", "id"] }, { properties: ["createdAt", "id"] }],
});
export type SellerOfDay = InferEntity<typeof SellerOfDay>;
