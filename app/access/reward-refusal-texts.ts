import type { Friend } from "./referrals.queries.server";

/** Why a reward was refused, for staff. Members who ask are answered by support. */
export const REFUSAL_TEXTS: Record<NonNullable<Friend["refusal"]>, string> = {
  mailbox: "Same mailbox as the referrer or another referred friend",
  browser: "Registered in a browser where the referrer was signed in",
  device: "Uses the same browser as the referrer or another referred friend",
  payer: "Paid from the same PayPal account as the referrer or another referred friend",
  cap: "The referrer has reached the yearly reward limit; only the friend received days",
};
