import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { moneySum, oneOf } from "../columns";
import { TIERS } from "./member";

/**
 * Who paid and who stopped on one day of UTC, as the hour's task adds it up from `payments`. Each day stands for itself: who
 * pays at the end of one is the sum of `began - ended` of all days up to it.
 */
export const PayerDay = defineEntity({
  name: "PayerDay",
  tableName: "payer_days",
  properties: {
    day: p.date().primary(),
    /** How far the day was added up: its end, once it is over; its beginning, where it is to be added up anew. */
    countedUntil: p.datetime(3),
    /** Runs of paid access that began, or ran out. A run is access without a gap, of however many payments. */
    began: p.integer(),
    ended: p.integer(),
    /** Who had paid access on this day and none at its beginning. */
    entered: p.integer(),
    /** Payments: the first ever of their members, those after a gap, those that go on. */
    firstPayments: p.integer(),
    returned: p.integer(),
    renewed: p.integer(),
    /** Who read with a paid tier and without a payment, when the day was added up last; unknown of days before anybody counted. */
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

/** What came in on one day of UTC for one plan, and what was given back on that day, whenever it was paid. */
export const RevenueDay = defineEntity({
  name: "RevenueDay",
  tableName: "revenue_days",
  properties: {
    day: p.date().primary(),
    /** As it was called when it was sold. */
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
