import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, oneOf } from "../columns";
import { Member, TIERS } from "./member";

/** Why a member has access. `carried`: the access existed when this list began, and its parts are unknown. */
export const ACCESS_CAUSES = ["purchase", "gift", "trial", "reward", "staff", "carried"] as const;
export type AccessCause = (typeof ACCESS_CAUSES)[number];

/**
 * One row for each access that a member got. The current access is always computed from all rows that were
 * not taken back, never by adding to or subtracting from an end date.
 */
export const AccessPeriod = defineEntity({
  name: "AccessPeriod",
  tableName: "access_periods",
  properties: {
    ...baseColumns(),
    /** The order of the rows. */
    serialNumber: p.integer().autoincrement().generated("identity").unique(),
    member: () => p.manyToOne(Member).ref().deleteRule("cascade"),
    cause: oneOf(ACCESS_CAUSES),
    /**
     * The payment, the gift, the trial or the referral. For access set by staff, the payment whose access
     * they restored.
     */
    causeId: p.uuid().nullable(),
    /** When the access was granted. */
    since: p.datetime(3).defaultRaw("now()"),
    /** Null for a reward: it adds days to the current tier. */
    tier: oneOf(TIERS).nullable(),
    /** Days of 24 hours to add. Null if the access has a set end instead. */
    days: p.integer().nullable(),
    /** The set end. Null if there is no end, or if days are added. */
    until: p.datetime(3).nullable(),
    takenBackAt: p.datetime(3).nullable(),
    /**
     * The computed tier, start and end among the other periods. A trigger copies them to payments and gifts.
     * Null for access set by staff.
     */
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
