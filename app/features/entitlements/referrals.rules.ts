import { pluralize } from "~/ui/format";
import { addDays, type Entitlement, isActive } from "./entitlement.rules";

/** Days for each of the two, when the friend's first payment is captured; decisions.md, "Money". */
export const REFERRAL_DAYS = 30;

/** What a payment's days are made of: "30 days bought + 30 days from your referral". */
export const daysText = (days: number, bonusDays: number): string =>
  `${pluralize(days, "day")} bought${bonusDays > 0 ? ` + ${pluralize(bonusDays, "day")} from your referral` : ""}`;

/** How long a friend's link is remembered in the browser. */
export const REFERRAL_COOKIE_DAYS = 30;

/** A code as it may stand in a link; anything else is not remembered. */
export const REFERRAL_CODE = /^[A-Za-z0-9-]{4,32}$/;

/**
 * What a member holds after a reward. Days are added to the tier that runs, Private included; without one Premium
 * begins now. A membership without an end stays as it is.
 * @param now the database's clock.
 */
export function withReward(entitlement: Entitlement, days: number, now: Date): Entitlement {
  if (!isActive(entitlement, now)) return { tier: "Premium", until: addDays(now, days) };
  if (entitlement.until === null) return entitlement;
  return { tier: entitlement.tier, until: addDays(entitlement.until, days) };
}

/**
 * What a member holds after the reward is taken back: the same days less, at the least what ends now.
 * @param now the database's clock.
 */
export function withoutReward(entitlement: Entitlement, days: number, now: Date): Entitlement {
  if (!isActive(entitlement, now) || entitlement.until === null) return entitlement;
  const until = addDays(entitlement.until, -days);
  return { tier: entitlement.tier, until: until < now ? now : until };
}
