import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { editableColumns, lengthCheck, money, oneOf, orderIndex } from "../columns";
import { Coupon } from "./coupon";
import { lockedPageCheck } from "./lock-day";
import { Member, TIERS } from "./member";
import { Package } from "./package";

/** What each of them means, and how an order comes from one to the other: app/features/billing/orders/order-states.rules.server.ts. */
export const ORDER_STATUSES = [
  "created",
  "approved",
  "capturing",
  "unknown",
  "pending",
  "captured",
  "failed",
  "cancelled",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Why an order is over without its money; those of a cancelled order first, then those of a failed one. */
export const CANCEL_REASONS = ["buyer cancelled", "replaced", "expired", "voided"] as const;
export const FAILURE_REASONS = [
  "not begun",
  "declined",
  "refused",
  "our account",
  "mismatch",
  "coupon lost",
  "cannot be bought",
  "bought since",
  "given back",
] as const;
export const END_REASONS = [...CANCEL_REASONS, ...FAILURE_REASONS] as const;
export type EndReason = (typeof END_REASONS)[number];

export const PAYMENT_PROVIDERS = ["paypal"] as const;

/** A purchase as it was agreed before the redirect to the provider; the package may change later, this does not. */
export const Order = defineEntity({
  name: "Order",
  tableName: "orders",
  properties: {
    ...editableColumns(),
    member: () => p.manyToOne(Member).ref().deleteRule("no action"),
    package: () => p.manyToOne(Package).ref().nullable().deleteRule("set null").index(),
    packageName: p.text().fieldName("plan_name"),
    tier: oneOf(TIERS),
    /** What is paid. The list price is this and the discount. */
    amount: money(),
    discount: money().defaultRaw("0"),
    coupon: () => p.manyToOne(Coupon).ref().nullable().deleteRule("no action"),
    /** The coupon's code as it was then. */
    couponCode: p.text().nullable(),
    /** Whether it holds a use of its coupon; triggers free it when the order is over without money, or the money went back. */
    couponHeld: p.boolean().default(false),
    currency: p.character().length(3),
    /** Days of access that this order buys. */
    days: p.integer(),
    provider: oneOf(PAYMENT_PROVIDERS).default("paypal"),
    providerOrderId: p.text().nullable().unique(),
    status: oneOf(ORDER_STATUSES).default("created"),
    /** Why it is over; kept while the provider is asked about it once more, and of one whose money came though it was not wanted. */
    endReason: oneOf(END_REASONS).nullable(),
    /** What the provider said, or what did not fit, for staff to read. */
    lastError: p.text().nullable(),
    /** When the provider was first asked to take the money: from then on it may have been taken. */
    captureSentAt: p.datetime(3).nullable(),
    /** A capture that the provider holds for this order and that no payment of ours stands for; gone when it was given back. */
    heldCaptureId: p.text().nullable(),
    heldAmount: money().nullable(),
    heldCurrency: p.character().length(3).nullable(),
    /** At whose lock it was begun, as a path; of gifts, and of what was chosen without a lock, nothing. */
    lockedPage: p.text().nullable(),
    capturedAt: p.datetime(3).nullable(),
  },
  checks: [
    lengthCheck("orders", "plan_name", 1, 100),
    { name: "orders_amount_range", expression: "amount > 0 and amount < 10000000000" },
    lengthCheck("orders", "coupon_code", 3, 40),
    { name: "orders_discount_range", expression: "discount >= 0 and discount < 10000000000" },
    {
      name: "orders_coupon_whole",
      expression:
        "(coupon_id is null) = (coupon_code is null) and (coupon_id is null) = (discount = 0) and (coupon_id is not null or not coupon_held)",
    },
    { name: "orders_currency_format", expression: "currency ~ '^[A-Z]{3}$'" },
    { name: "orders_days_range", expression: "days >= 1 and days <= 3660" },
    lengthCheck("orders", "provider_order_id", 1, 100),
    lengthCheck("orders", "last_error", 0, 2000),
    lengthCheck("orders", "held_capture_id", 1, 100),
    {
      name: "orders_held_whole",
      expression:
        "(held_capture_id is null) = (held_amount is null) and (held_capture_id is null) = (held_currency is null)",
    },
    lockedPageCheck("orders", "locked_page"),
    { name: "orders_captured_has_time", expression: "status <> 'captured' or captured_at is not null" },
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["status", "updatedAt"] },
    { properties: ["member", "createdAt"] },
    orderIndex({
      table: "orders",
      name: "over",
      order: "end_reason, updated_at, id",
      include: "status",
      where: "end_reason = 'our account' or status = 'captured' and end_reason is not null",
    }),
    orderIndex({
      table: "orders",
      name: "held",
      order: "held_capture_id, updated_at, id",
      where: "held_capture_id is not null",
    }),
    orderIndex({
      table: "orders",
      name: "coupon",
      order: "coupon_id, coupon_held, member_id",
      include: "status, amount, discount, currency",
      where: "coupon_id is not null",
    }),
    orderIndex({
      table: "orders",
      name: "unfinished",
      order: "created_at, id",
      include: "status, updated_at",
      where:
        "provider_order_id is not null and status in ('created', 'approved', 'capturing', 'unknown', 'pending')",
    }),
  ],
});
export type Order = InferEntity<typeof Order>;
