import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { oneOf } from "../columns";

export const RECEIPT_SERIES = ["receipt", "credit note"] as const;

/**
 * The last number of each series. The database's `next_receipt_number` increments it; nothing else writes it.
 */
export const ReceiptCounter = defineEntity({
  name: "ReceiptCounter",
  tableName: "receipt_counters",
  properties: { series: oneOf(RECEIPT_SERIES).primary(), last: p.integer() },
  checks: [{ name: "receipt_counters_last_range", expression: "last >= 1" }],
});
export type ReceiptCounter = InferEntity<typeof ReceiptCounter>;
