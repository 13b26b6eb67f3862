import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { moneySum, orderIndex } from "../columns";

/** The path of a page that may show a lock: of a list, or of one record by its id. The rule is `parsePaywallPage` of entitlements. */
const LOCKED_PAGE =
  "'^/((daily-brief|trade-alert|videos)(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?|stock-picks|search)?$'";

/** @param column holds the path of a locked page */
export const lockedPageCheck = (table: string, column: string) => ({
  name: `${table}_${column}_format`,
  expression: `${column} ~ ${LOCKED_PAGE}`,
});

/**
 * How often the lock of a page was seen on one day of UTC, and how often the way to the plans was taken from it. Nothing says by
 * whom. Of months long past one row a page stands for the whole month, on its first day.
 */
export const LockDay = defineEntity({
  name: "LockDay",
  tableName: "lock_days",
  properties: {
    day: p.date().primary(),
    page: p.text().primary(),
    shown: p.integer(),
    followed: p.integer(),
  },
  checks: [
    lockedPageCheck("lock_days", "page"),
    { name: "lock_days_counts_range", expression: "least(shown, followed) >= 0" },
  ],
  indexes: [
    orderIndex({ table: "lock_days", name: "unfolded", order: "day", where: "extract(day from day) <> 1" }),
  ],
});
export type LockDay = InferEntity<typeof LockDay>;

/** What came in on one day of UTC from who bought at the lock of a page, and what of such payments was given back on that day. */
export const LockRevenueDay = defineEntity({
  name: "LockRevenueDay",
  tableName: "lock_revenue_days",
  properties: {
    day: p.date().primary(),
    page: p.text().primary(),
    currency: p.character().length(3).primary(),
    payments: p.integer(),
    amount: moneySum(),
    refunds: p.integer(),
    refunded: moneySum(),
  },
  checks: [
    lockedPageCheck("lock_revenue_days", "page"),
    {
      name: "lock_revenue_days_counts_range",
      expression: "least(payments, amount, refunds, refunded) >= 0",
    },
  ],
});
export type LockRevenueDay = InferEntity<typeof LockRevenueDay>;
