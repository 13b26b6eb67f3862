import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { editableColumns, oneOf } from "../columns";
import { Member } from "./member";
import { Payment } from "./payment";

export const REFERRAL_STATES = ["joined", "rewarded", "reversed"] as const;
export type ReferralState = (typeof REFERRAL_STATES)[number];

/** `friend` registered through the link of `referrer`; both get `days` of membership at the friend's first payment. */
export const Referral = defineEntity({
  name: "Referral",
  tableName: "referrals",
  properties: {
    ...editableColumns(),
    referrer: () => p.manyToOne(Member).ref().deleteRule("cascade"),
    friend: () => p.manyToOne(Member).ref().deleteRule("cascade").unique(),
    state: oneOf(REFERRAL_STATES).default("joined"),
    days: p.integer().default(30),
    payment: () => p.manyToOne(Payment).ref().nullable().deleteRule("no action").index(),
    rewardedAt: p.datetime(3).nullable(),
    reversedAt: p.datetime(3).nullable(),
  },
  checks: [
    { name: "referrals_not_oneself", expression: "referrer_id <> friend_id" },
    { name: "referrals_days_range", expression: "days >= 0 and days <= 366" },
  ],
  indexes: [{ properties: ["referrer", "createdAt"] }],
});
export type Referral = InferEntity<typeof Referral>;
