import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { containsIndex, editableColumns, lengthCheck, money, orderIndex } from "../columns";
import { siteTodaySql } from "../site-day";

export const COUPON_STATES = ["off", "ended", "not yet", "used up", "running"] as const;
export type CouponState = (typeof COUPON_STATES)[number];

type Alias = { toString(): string };

/** The orders that hold a use of a coupon; the index of their coupon answers alone. */
const holders = (coupon: Alias) => `orders o where o.coupon_id = ${coupon}.id and o.coupon_held`;

const countUses = (coupon: Alias) => `(select count(*)::int from ${holders(coupon)})`;

const stateOf = (coupon: Alias) => `(case when not ${coupon}.active then 'off'
  when ${coupon}.through_day < ${siteTodaySql()} then 'ended' when ${coupon}.from_day > ${siteTodaySql()} then 'not yet'
  when ${coupon}.most_uses <= ${countUses(coupon)} then 'used up' else 'running' end)`;

const planNames = (coupon: Alias) =>
  `(select string_agg(p.name, ', ' order by p.price, p.name) from packages p where p.id = any(${coupon}.package_ids))`;

/** What came in with it and what it gave, one word for each currency: 'USD 46.40 11.60'. Money that went back is neither. */
const takings = (coupon: Alias) => `(select string_agg(t.line, ',' order by t.line) from (
  select o.currency || ' ' || sum(o.amount) || ' ' || sum(o.discount) as line
    from orders o join payments p on p.order_id = o.id
   where o.coupon_id = ${coupon}.id and o.coupon_held and o.status = 'captured'
     and p.status = 'COMPLETED' and p.refunded_at is null group by o.currency) as t)`;

/**
 * A code that takes something off a price: so many per cent, or an amount. Orders keep what it took off, so it may change. One
 * that was used is archived, not deleted.
 */
export const Coupon = defineEntity({
  name: "Coupon",
  tableName: "coupons",
  properties: {
    ...editableColumns(),
    code: p.text(),
    /** What it is for, in the words of staff. */
    purpose: p.text(),
    percent: p.integer().nullable(),
    amount: money().nullable(),
    /** Of the amount. */
    currency: p.character().length(3).default("USD"),
    /** The packages it is for; none are all of them. */
    packageIds: p.array().columnType("uuid[]").default([]),
    /** How often it may be used by all together. */
    mostUses: p.integer().nullable(),
    oncePerMember: p.boolean().default(true),
    firstPurchase: p.boolean().default(false),
    /** Days of the site's zone, both included. */
    fromDay: p.date().nullable(),
    throughDay: p.date().nullable(),
    active: p.boolean().default(true),
    archivedAt: p.datetime(3).nullable(),
    uses: p.integer().formula(countUses),
    state: p.text().$type<CouponState>().formula(stateOf),
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
