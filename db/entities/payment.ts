import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { editableColumns, lengthCheck, money, oneOf, orderIndex } from "../columns";
import { Member, TIERS } from "./member";
import { Order } from "./order";

export const PAYMENT_STATUSES = ["COMPLETED", "PENDING", "FAILED"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Money that came in or is pending. A refund keeps the status and sets `refundedAt`. */
export const Payment = defineEntity({
  name: "Payment",
  tableName: "payments",
  properties: {
    ...editableColumns(),
    order: () => p.manyToOne(Order).ref().nullable().deleteRule("no action").unique(),
    member: () => p.manyToOne(Member).ref().deleteRule("no action"),
    packageName: p.text().fieldName("plan"),
    tier: oneOf(TIERS),
    amount: money(),
    currency: p.character().length(3),
    status: oneOf(PAYMENT_STATUSES),
    paymentMethod: p.text(),
    providerCaptureId: p.text().nullable().unique(),
    /** The provider's id of the paying account. Null if the provider named none. */
    payerId: p.text().nullable(),
    paymentDate: p.datetime(3).defaultRaw("now()"),
    /** The access that this payment bought: start and end. */
    accessFrom: p.datetime(3).nullable(),
    expiresAt: p.datetime(3).nullable(),
    /**
     * The tier of that access, if it differs from the one sold: Private began while the money was pending.
     */
    accessTier: oneOf(TIERS).nullable(),
    /** When it was fully refunded. */
    refundedAt: p.datetime(3).nullable(),
    /** The total of partial refunds. A full refund has only `refundedAt`. */
    refundedAmount: money().defaultRaw("0"),
    /**
     * Numbers without gaps, given when the money is in and when it is refunded. The database's
     * `number_payment` gives them.
     */
    receiptNumber: p.integer().nullable().unique(),
    creditNoteNumber: p.integer().nullable().unique(),
  },
  checks: [
    lengthCheck("payments", "plan", 1, 100),
    { name: "payments_amount_range", expression: "amount >= 0 and amount < 10000000000" },
    {
      name: "payments_refunded_amount_range",
      expression: "refunded_amount >= 0 and refunded_amount <= amount",
    },
    { name: "payments_currency_format", expression: "currency ~ '^[A-Z]{3}$'" },
    lengthCheck("payments", "payment_method", 1, 100),
    lengthCheck("payments", "provider_capture_id", 1, 100),
    lengthCheck("payments", "payer_id", 1, 100),
    { name: "payments_receipt_number_range", expression: "receipt_number >= 1" },
    { name: "payments_credit_note_number_range", expression: "credit_note_number >= 1" },
    {
      name: "payments_receipt_of_money",
      expression: "receipt_number is null or status = 'COMPLETED'",
    },
    {
      name: "payments_credit_note_of_receipt",
      expression: "credit_note_number is null or (receipt_number is not null)",
    },
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["updatedAt", "id"] },
    { properties: ["paymentDate", "id"] },
    { properties: ["status", "createdAt", "id"] },
    { properties: ["member", "createdAt"] },
    orderIndex({
      table: "payments",
      name: "payer",
      order: "payer_id, member_id",
      where: "payer_id is not null",
    }),
    orderIndex({
      table: "payments",
      name: "kept",
      order: "status, created_at, id",
      where: "refunded_at is null",
    }),
    orderIndex({
      table: "payments",
      name: "refunded",
      order: "created_at, id",
      where: "refunded_at is not null",
    }),
    orderIndex({
      table: "payments",
      name: "running",
      order: "expires_at",
      include: "member_id, tier, access_tier",
      where: "status = 'COMPLETED' and refunded_at is null",
    }),
    orderIndex({
      table: "payments",
      name: "beginning",
      order: "access_from",
      include: "member_id",
      where: "status = 'COMPLETED'",
    }),
    orderIndex({
      table: "payments",
      name: "given_back",
      order: "refunded_at",
      include: "member_id",
      where: "refunded_at is not null",
    }),
    orderIndex({
      table: "payments",
      name: "given_back_end",
      order: "expires_at",
      include: "member_id",
      where: "refunded_at is not null",
    }),
  ],
});
export type Payment = InferEntity<typeof Payment>;
