import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { containsIndex, editableColumns, lengthCheck, money, orderIndex } from "../columns";
import { siteTodaySql } from "../site-day";

export const COUPON_STATES = ["off", "ended", "not yet", "used up", "running"] as const;
export type CouponState = (typeof COUPON_STATES)[number];

type Alias = { toString(): string };

/** The orders that hold a use of a coupon. The index on their coupon is sufficient. */
const holdersSql = (coupon: Alias) => `orders o where o.coupon_id = ${coupon}.id and o.coupon_held`;

const countUses = (coupon: Alias) => `(select count(*)::int from ${holdersSql(coupon)})`;

const stateSql = (coupon: Alias) => `(case when not ${coupon}.active then 'off'
  when ${coupon}.through_day < ${siteTodaySql()} then 'ended' when ${coupon}.from_day > ${siteTodaySql()} then 'not yet'
  when ${coupon}.most_uses <= ${countUses(coupon)} then 'used up' else 'running' end)`;

const planNames = (coupon: Alias) =>
  `(select string_agg(p.name, ', ' order by p.price, p.name) from packages p where p.id = any(${coupon}.package_ids))`;

/** Revenue and discounts, one part per currency: 'USD 46.40 11.60'. Refunded payments do not count. */
const takings = (coupon: Alias) => `(select string_agg(t.line, ',' order by t.line) from (
  select o.currency || ' ' || sum(o.amount) || ' ' || sum(o.discount) as line
    from orders o join payments p on p.order_id = o.id
   where o.coupon_id = ${coupon}.id and o.coupon_held and o.status = 'captured'
     and p.status = 'COMPLETED' and p.refunded_at is null group by o.currency) as t)`;

/**
 * A code that reduces a price by a percentage or an amount. Orders store their discount, so the coupon may
 * change. A used coupon is archived, not deleted.
 */
export const Coupon = defineEntity({
  name: "Coupon",
  tableName: "coupons",
  properties: {
    ...editableColumns(),
    code: p.text(),
    /** The purpose, as staff describe it. */
    purpose: p.text(),
    percent: p.integer().nullable(),
    amount: money().nullable(),
    /** The currency of the amount. */
    currency: p.character().length(3).default("USD"),
    /** The packages that it is valid for. Empty means all. */
    packageIds: p.array().columnType("uuid[]").default([]),
    /** Total number of uses. */
    mostUses: p.integer().nullable(),
    oncePerMember: p.boolean().default(true),
    firstPurchase: p.boolean().default(false),
    /** Days of the site's time zone, both inclusive. */
    fromDay: p.date().nullable(),
    throughDay: p.date().nullable(),
    active: p.boolean().default(true),
    archivedAt: p.datetime(3).nullable(),
    uses: p.integer().formula(countUses),
    state: p.text().$type<CouponState>().formula(stateSql),
    planNames: p.text().formula(planNames).nullable(),
    takings: p.text().formula(takings).nullable(),
  },
  checks: [
    { name: "coupons_code_format", expression: "code ~ '^[A-Z0-9-]{3,40}$'" },
    lengthCheck("coupons", "purpose", 1, 200),
    { name: "coupons_percent_range", expression: "percent >= 1 and percent <= 99" },
    { name: "coupons_amount_range", expression: "amount > 0 and amount < 10000000000" },
    { name: "coupons_one_discount", expression: "(percent is null) <> (amount is null)" },
    { name: "coupons_currency_format", expression: "currency ~ '^[A-Z]{3}$'" },
    { name: "coupons_package_ids_range", expression: "cardinality(package_ids) <= 50" },
    { name: "coupons_most_uses_range", expression: "most_uses >= 1 and most_uses <= 1000000" },
    { name: "coupons_days_order", expression: "through_day >= from_day" },
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["updatedAt", "id"] },
    {
      name: "coupons_code_unique",
      expression: "create unique index coupons_code_unique on coupons (code) where archived_at is null",
    },
    {
      name: "coupons_switched_off",
      expression: "create index coupons_switched_off on coupons (created_at, id) where not active",
    },
    orderIndex({
      table: "coupons",
      name: "code_sort",
      order: "code, id",
      include: "created_at, active, archived_at",
    }),
    containsIndex("coupons", "code"),
    containsIndex("coupons", "purpose"),
  ],
});
export type Coupon = InferEntity<typeof Coupon>;
