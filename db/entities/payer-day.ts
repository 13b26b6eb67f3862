import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { moneySum, oneOf } from "../columns";
import { TIERS } from "./member";

/**
 * New and lost payers of one day of UTC, computed hourly from `payments`. Days are independent: the payers at
 * the end of a day are the sum of `began - ended` up to it.
 */
export const PayerDay = defineEntity({
  name: "PayerDay",
  tableName: "payer_days",
  properties: {
    day: p.date().primary(),
    /** How far the day was computed: its end once it is over, its beginning if it must be recomputed. */
    countedUntil: p.datetime(3),
    /**
     * Periods of paid access that began or ended. A period is access without a gap, from any number of
     * payments.
     */
    began: p.integer(),
    ended: p.integer(),
    /** Members with paid access on this day and none at its beginning. */
    entered: p.integer(),
    /** Payments: first ones of their members, those after a gap, and renewals. */
    firstPayments: p.integer(),
    returned: p.integer(),
    renewed: p.integer(),
    /**
     * Members with a paid tier but no payment at the last computation. Null for days before this was counted.
     */
    freeReaders: p.integer().nullable(),
  },
  checks: [
    {
      name: "payer_days_counts_range",
      expression: "least(began, ended, entered, first_payments, returned, renewed, free_readers) >= 0",
    },
  ],
});
export type PayerDay = InferEntity<typeof PayerDay>;

/** Revenue and refunds of one plan on one day of UTC. A refund counts on its own day. */
export const RevenueDay = defineEntity({
  name: "RevenueDay",
  tableName: "revenue_days",
  properties: {
    day: p.date().primary(),
    /** The plan's name at the time of the sale. */
    packageName: p.text().fieldName("plan").primary(),
    tier: oneOf(TIERS).primary(),
    currency: p.character().length(3).primary(),
    payments: p.integer(),
    amount: moneySum(),
    refunds: p.integer(),
    refunded: moneySum(),
  },
  checks: [
    { name: "revenue_days_counts_range", expression: "least(payments, amount, refunds, refunded) >= 0" },
  ],
});
export type RevenueDay = InferEntity<typeof RevenueDay>;
