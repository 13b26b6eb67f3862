import type { Tier } from "~/auth/viewer.server";
import { formatTime, type TimeStyle } from "~/ui/dates";
import type { Entitlement } from "./entitlement.rules";

/** Days before the end of a membership when a reminder is sent. */
export const REMIND_DAYS = [7, 1] as const;

/**
 * Whether a switch would drop a future end date, which staff cannot restore. A tier without an end can be
 * switched back, so it is no loss; docs/access.md.
 */
export const losesTerm = ({ tier, until }: Entitlement, to: Tier): boolean =>
  tier !== to && tier !== "Basic" && until !== null;

/**
 * The end to show with a member's last payment (null: no end; undefined: show nothing). While that tier is
 * active, the current entitlement counts, because a referral or staff may have moved the end.
 */
export function accessEndToShow(
  payment: { tier: Tier; accessUntil: Date | null },
  held: Entitlement | undefined,
  now: Date,
): Date | null | undefined {
  if (held?.tier === payment.tier) return held.until;
  const over = payment.accessUntil !== null && payment.accessUntil <= now;
  return over ? payment.accessUntil : undefined;
}

/** "Premium until 14 August 2027", or only the tier when there is no end. */
export function entitlementText(
  { tier, until }: { tier: string; until?: Date | string | null },
  zone: string,
  style: TimeStyle = "date",
): string {
  return until && tier !== "Basic" ? `${tier} until ${formatTime(until, style, zone)}` : tier;
}
