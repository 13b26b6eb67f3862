import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { moneySum, oneOf } from "../columns";
import { PAYMENT_STATUSES } from "./payment";

/** What the payments of a day (UTC, by `created_at`) come to. Triggers on `payments` keep it; nothing else writes it. */
export const PaymentTotal = defineEntity({
  name: "PaymentTotal",
  tableName: "payment_totals",
  properties: {
    day: p.date().primary(),
    status: oneOf(PAYMENT_STATUSES).primary(),
    currency: p.character().length(3).primary(),
    count: p.integer(),
    amount: moneySum(),
    /** What of it was given back. */
    refunds: p.integer(),
    refunded: moneySum(),
  },
});
export type PaymentTotal = InferEntity<typeof PaymentTotal>;
