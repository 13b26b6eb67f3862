import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck } from "../columns";

/**
 * The seller from a certain time on. A change of the seller's data adds a row; rows never change. A receipt
 * names the seller at its date.
 */
export const SellerOfDay = defineEntity({
  name: "SellerOfDay",
  tableName: "sellers",
  properties: {
    ...baseColumns(),
    since: p.datetime(3),
    name: p.text(),
    /** Address lines. */
    address: p.array(String).columnType("text[]"),
    taxId: p.text().nullable(),
    /** The tax name and its rate in per cent. Both null if receipts show no tax. */
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
