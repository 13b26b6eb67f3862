import type { Friend } from "./referrals.queries.server";

/** Why a reward was refused, for staff: members who want to know write to them. */
export const REFUSAL_TEXTS: Record<NonNullable<Friend["refusal"]>, string> = {
  mailbox: "Same mailbox as the referrer or another friend of theirs",
  browser: "Registered in a browser in which the referrer is or was signed in",
  device: "Signs in with the same browser as the referrer or another friend of theirs",
  payer: "Paid from the same PayPal account as the referrer or another friend of theirs",
  cap: "The referrer has had as many rewards as a year may bring; the friend got their days",
};
