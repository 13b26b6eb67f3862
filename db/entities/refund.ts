import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, money, oneOf } from "../columns";
import { Payment } from "./payment";
import { Staff } from "./staff";

/** `asked`: staff requested it from PayPal, and PayPal has not reported the outcome. */
export const REFUND_STATES = ["asked", "done", "refused"] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** A full or partial refund of a payment, made by staff here or at the provider. */
export const Refund = defineEntity({
  name: "Refund",
  tableName: "refunds",
  properties: {
    ...baseColumns(),
    payment: () => p.manyToOne(Payment).ref().deleteRule("no action").index(),
    /** In the payment's currency. */
    amount: money(),
    state: oneOf(REFUND_STATES),
    /** Makes a repeated submission the same refund. Null for refunds made at the provider. */
    requestKey: p.text().nullable().unique(),
    providerRefundId: p.text().nullable().unique(),
    /** The reason that staff gave. */
    reason: p.text().nullable(),
    staff: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null").index(),
    /** Outlives the account of the person who refunded it. */
    staffName: p.text().nullable(),
  },
  checks: [
    { name: "refunds_amount_range", expression: "amount > 0 and amount < 10000000000" },
    lengthCheck("refunds", "request_key", 1, 100),
    lengthCheck("refunds", "provider_refund_id", 1, 100),
    lengthCheck("refunds", "reason", 1, 500),
    lengthCheck("refunds", "staff_name", 1, 200),
  ],
});
export type Refund = InferEntity<typeof Refund>;
