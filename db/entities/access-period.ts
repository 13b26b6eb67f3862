import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, oneOf } from "../columns";
import { Member, TIERS } from "./member";

/** Why somebody has access. `carried`: it was found as it is when the list went on, and nobody knows what it was made of. */
export const ACCESS_CAUSES = ["purchase", "gift", "trial", "reward", "staff", "carried"] as const;
export type AccessCause = (typeof ACCESS_CAUSES)[number];

/**
 * Access that a member got, or was set to, one row after the other. What they hold is worked out of all rows that were not taken back,
 * never by adding to an end or taking from it.
 */
export const AccessPeriod = defineEntity({
  name: "AccessPeriod",
  tableName: "access_periods",
  properties: {
    ...baseColumns(),
    /** Their order. */
    serialNumber: p.integer().autoincrement().generated("identity").unique(),
    member: () => p.manyToOne(Member).ref().deleteRule("cascade"),
    cause: oneOf(ACCESS_CAUSES),
    /** The payment, the gift, the trial or the referral; of what staff set, the payment whose access they gave back. */
    causeId: p.uuid().nullable(),
    /** When it was got. */
    since: p.datetime(3).defaultRaw("now()"),
    /** Null of a reward: it adds days to the tier that runs. */
    tier: oneOf(TIERS).nullable(),
    /** Days of 24 hours that are added; null where the access is set. */
    days: p.integer().nullable(),
    /** Until when it is set; null where it has no end, or days are added. */
    until: p.datetime(3).nullable(),
    takenBackAt: p.datetime(3).nullable(),
    /** What it came to be among the others: a tier, from, until. Payments and gifts have the same by a trigger. Null of what is set. */
    accessTier: oneOf(TIERS).nullable(),
    accessFrom: p.datetime(3).nullable(),
    accessUntil: p.datetime(3).nullable(),
  },
  checks: [
    {
      name: "access_periods_adds_or_sets",
      expression:
        "(days is null) = (cause = 'staff' or cause = 'carried') and (days is null or until is null)",
    },
    {
      name: "access_periods_cause_known",
      expression: "cause_id is not null or cause = 'staff' or cause = 'carried'",
    },
    {
      name: "access_periods_access_whole",
      expression: "num_nonnulls(access_tier, access_from, access_until) % 3 = 0",
    },
    { name: "access_periods_days_range", expression: "days >= 0 and days <= 3660" },
    { name: "access_periods_tier_known", expression: "(tier is null) = (cause = 'reward')" },
  ],
  indexes: [{ properties: ["member", "serialNumber"] }, { properties: ["causeId"] }],
});
export type AccessPeriod = InferEntity<typeof AccessPeriod>;
