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
    /** What the tax in the prices is called, and how many per cent it is; neither where receipts have no line for it. */
    vatName: p.text().nullable(),
    vatRate: p.decimal("string").precision(4).scale(2).nullable(),
  },
  checks: [
    lengthCheck("sellers", "name", 1, 100),
    { name: "sellers_address_lines", expression: "cardinality(address) <= 8" },
    lengthCheck("sellers", "tax_id", 1, 60),
    lengthCheck("sellers", "vat_name", 1, 20),
    { name: "sellers_vat_rate_range", expression: "vat_rate >= 0 and vat_rate < 100" },
    { name: "sellers_vat_whole", expression: "(vat_name is null) = (vat_rate is null)" },
  ],
  indexes: [{ properties: ["since", "id"] }, { properties: ["createdAt", "id"] }],
});
export type SellerOfDay = InferEntity<typeof SellerOfDay>;
