import type { Tier } from "~/auth/viewer.server";
import { formatTime, type TimeStyle } from "~/ui/dates";
import type { Entitlement } from "./entitlement.rules";

/** Days before the end of a membership at which its member is told. */
export const REMIND_DAYS = [7, 1] as const;

/**
 * Whether a switch would drop an end that is still to come: nobody could bring it back, for staff's tiers have none.
 * A tier without an end is switched back as easily as it was switched, so that is no loss; docs/access.md.
 */
export const losesTerm = ({ tier, until }: Entitlement, to: Tier): boolean =>
  tier !== to && tier !== "Basic" && until !== null;

/**
 * The end to name beside a member's last payment (null: there is none; undefined: nothing to name). While the tier
 * runs that it bought, what the member holds counts: a referral or staff may have moved the end since.
 */
export function endBeside(
  payment: { tier: Tier; accessUntil: Date | null },
  held: Entitlement | undefined,
  now: Date,
): Date | null | undefined {
  if (held?.tier === payment.tier) return held.until;
  const over = payment.accessUntil !== null && payment.accessUntil <= now;
  return over ? payment.accessUntil : undefined;
}

/** "Premium until 14 August 2027", or the tier alone where nothing ends. */
export function entitlementText(
  { tier, until }: { tier: string; until?: Date | string | null },
  zone: string,
  style: TimeStyle = "date",
): string {
  return until && tier !== "Basic" ? `${tier} until ${formatTime(until, style, zone)}` : tier;
}
