import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { editableColumns, lengthCheck, money, oneOf, orderIndex } from "../columns";
import { Coupon } from "./coupon";
import { Member, TIERS } from "./member";
import { Package } from "./package";
import { paywallPageCheck } from "./paywall-day";

/** For their meaning and transitions see app/features/billing/orders/order-states.rules.server.ts. */
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

/** Why an order ended without its money: first the reasons of cancelled orders, then those of failed ones. */
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

/**
 * A purchase with the terms agreed before the redirect to the provider. Later changes of the package do not
 * affect it.
 */
export const Order = defineEntity({
  name: "Order",
  tableName: "orders",
  properties: {
    ...editableColumns(),
    member: () => p.manyToOne(Member).ref().deleteRule("no action"),
    package: () => p.manyToOne(Package).ref().nullable().deleteRule("set null").index(),
    packageName: p.text().fieldName("plan_name"),
    tier: oneOf(TIERS),
    /** The price to pay. Together with the discount it is the list price. */
    amount: money(),
    discount: money().defaultRaw("0"),
    coupon: () => p.manyToOne(Coupon).ref().nullable().deleteRule("no action"),
    /** The coupon's code at the time of the order. */
    couponCode: p.text().nullable(),
    /**
     * Whether it holds a use of its coupon. Triggers release it when the order ends without money, or the
     * payment is refunded.
     */
    couponHeld: p.boolean().default(false),
    currency: p.character().length(3),
    /** Days of access that the order buys. */
    days: p.integer(),
    provider: oneOf(PAYMENT_PROVIDERS).default("paypal"),
    providerOrderId: p.text().nullable().unique(),
    status: oneOf(ORDER_STATUSES).default("created"),
    /** Why it is over. It stays while the provider is queried again, and if unwanted money came in. */
    endReason: oneOf(END_REASONS).nullable(),
    /** The provider's error, or the mismatch, for staff. */
    lastError: p.text().nullable(),
    /** When the first capture was sent to the provider. From then on the money may have been taken. */
    captureSentAt: p.datetime(3).nullable(),
    /**
     * A capture that the provider holds for this order without a payment of ours. Cleared once it is
     * refunded.
     */
    heldCaptureId: p.text().nullable(),
    heldAmount: money().nullable(),
    heldCurrency: p.character().length(3).nullable(),
    /**
     * The path of the page whose paywall led to the order. Null for gifts and for purchases without a
     * paywall.
     */
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
    paywallPageCheck("orders", "locked_page"),
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
