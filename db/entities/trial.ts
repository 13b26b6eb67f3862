import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf, orderIndex } from "../columns";
import { Member, TIERS } from "./member";

/**
 * A member's free trial, with the terms at its start: later changes of the package do not affect it. It has no
 * payment and no order. It is deleted with the account; after that only `TrialAddress` shows that there was
 * one.
 */
export const Trial = defineEntity({
  name: "Trial",
  tableName: "trials",
  properties: {
    ...baseColumns(),
    member: () => p.manyToOne(Member).ref().deleteRule("cascade").unique(),
    packageName: p.text().fieldName("plan_name"),
    tier: oneOf(TIERS),
    days: p.integer(),
    accessFrom: p.datetime(3),
    accessUntil: p.datetime(3),
  },
  checks: [
    lengthCheck("trials", "plan_name", 1, 100),
    { name: "trials_tier_paid", expression: "tier <> 'Basic'" },
    { name: "trials_days_range", expression: "days >= 1 and days <= 90" },
    { name: "trials_access_order", expression: "access_until > access_from" },
  ],
  indexes: [
    orderIndex({ table: "trials", name: "running", order: "access_until", include: "member_id, tier" }),
  ],
});
export type Trial = InferEntity<typeof Trial>;
