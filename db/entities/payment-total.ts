import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { moneySum, oneOf } from "../columns";
import { PAYMENT_STATUSES } from "./payment";

/**
 * The totals of a day's payments (UTC, by `created_at`). Triggers on `payments` write it; nothing else does.
 */
export const PaymentTotal = defineEntity({
  name: "PaymentTotal",
  tableName: "payment_totals",
  properties: {
    day: p.date().primary(),
    status: oneOf(PAYMENT_STATUSES).primary(),
    currency: p.character().length(3).primary(),
    count: p.integer(),
    amount: moneySum(),
    /** The refunded total. */
    refunds: p.integer(),
    refunded: moneySum(),
  },
});
export type PaymentTotal = InferEntity<typeof PaymentTotal>;
