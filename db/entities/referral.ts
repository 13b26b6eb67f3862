import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { editableColumns, oneOf, orderIndex } from "../columns";
import { Member } from "./member";
import { Payment } from "./payment";

export const REFERRAL_STATES = ["joined", "rewarded", "reversed", "refused"] as const;
export type ReferralState = (typeof REFERRAL_STATES)[number];

export const REWARD_REFUSALS = ["mailbox", "browser", "device", "payer", "cap"] as const;
/** Why nobody got days. With `cap` the friend alone got them: the referrer has reached the yearly limit. */
export type RewardRefusal = (typeof REWARD_REFUSALS)[number];

/**
 * `friend` registered through the link of `referrer`. Both get `days` of membership at the friend's first
 * payment, unless they seem to be one person: nobody can refer themselves.
 */
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
    /** Whether the friend registered in a browser in which the referrer is or was signed in. */
    referrersBrowser: p.boolean().default(false),
    refusal: oneOf(REWARD_REFUSALS).nullable(),
    refusedAt: p.datetime(3).nullable(),
  },
  checks: [
    { name: "referrals_not_oneself", expression: "referrer_id <> friend_id" },
    { name: "referrals_days_range", expression: "days >= 0 and days <= 366" },
    { name: "referrals_refused_has_time", expression: "(state = 'refused') = (refused_at is not null)" },
    { name: "referrals_refused_has_reason", expression: "state <> 'refused' or refusal is not null" },
    { name: "referrals_reason_of_payment", expression: "refusal is null or state <> 'joined'" },
    {
      name: "referrals_cap_rewards_friend",
      expression: "refusal is null or (refusal = 'cap') = (state <> 'refused')",
    },
  ],
  indexes: [
    { properties: ["referrer", "createdAt"] },
    orderIndex({
      table: "referrals",
      name: "rewards",
      order: "referrer_id, rewarded_at",
      where: "state = 'rewarded' and refusal is null",
    }),
  ],
});
export type Referral = InferEntity<typeof Referral>;
