import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { editableColumns, lengthCheck, money, oneOf, orderIndex } from "../columns";
import { Coupon } from "./coupon";
import { lockedPageCheck } from "./lock-day";
import { Member, TIERS } from "./member";
import { Package } from "./package";

export const ORDER_STATUSES = [
  "created",
  "approved",
  "capturing",
  "captured",
  "failed",
  "cancelled",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

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
    /** Whether it holds a use of its coupon; a trigger frees it with an order that is over without money. */
    couponHeld: p.boolean().default(false),
    currency: p.character().length(3),
    /** Days of access that this order buys. */
    days: p.integer(),
    provider: oneOf(PAYMENT_PROVIDERS).default("paypal"),
    providerOrderId: p.text().nullable().unique(),
    status: oneOf(ORDER_STATUSES).default("created"),
    lastError: p.text().nullable(),
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
    lockedPageCheck("orders", "locked_page"),
    { name: "orders_captured_has_time", expression: "status <> 'captured' or captured_at is not null" },
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["status", "updatedAt"] },
    { properties: ["member", "createdAt"] },
    orderIndex({
      table: "orders",
      name: "captured_in_vain",
      order: "updated_at, id",
      where: "status = 'failed' and last_error like 'Captured, but %'",
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
      where: "provider_order_id is not null and status in ('created', 'approved', 'capturing')",
    }),
  ],
});
export type Order = InferEntity<typeof Order>;
