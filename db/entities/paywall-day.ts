import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { moneySum, orderIndex } from "../columns";

/**
 * The path of a page that may show a paywall: of a list, or of one record by its id. `parsePaywallPage` of
 * entitlements defines the rule.
 */
const LOCKED_PAGE =
  "'^/((daily-brief|trade-alert|videos)(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?|stock-picks|search)?$'";

/** @param column holds the path of a page with a paywall */
export const paywallPageCheck = (table: string, column: string) => ({
  name: `${table}_${column}_format`,
  expression: `${column} ~ ${LOCKED_PAGE}`,
});

/**
 * How often a page's paywall was seen, and its link to the plans followed, on one day of UTC. Nothing
 * identifies the readers. Older months have one row per page, on the month's first day.
 */
export const PaywallDay = defineEntity({
  name: "PaywallDay",
  tableName: "lock_days",
  properties: {
    day: p.date().primary(),
    page: p.text().primary(),
    shown: p.integer(),
    followed: p.integer(),
  },
  checks: [
    paywallPageCheck("lock_days", "page"),
    { name: "lock_days_counts_range", expression: "least(shown, followed) >= 0" },
  ],
  indexes: [
    orderIndex({ table: "lock_days", name: "unfolded", order: "day", where: "extract(day from day) <> 1" }),
  ],
});
export type PaywallDay = InferEntity<typeof PaywallDay>;

/**
 * Revenue of one day of UTC from buyers who came from a page's paywall, and refunds of such payments on that
 * day.
 */
export const PaywallRevenueDay = defineEntity({
  name: "PaywallRevenueDay",
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
    paywallPageCheck("lock_revenue_days", "page"),
    {
      name: "lock_revenue_days_counts_range",
      expression: "least(payments, amount, refunds, refunded) >= 0",
    },
  ],
});
export type PaywallRevenueDay = InferEntity<typeof PaywallRevenueDay>;
