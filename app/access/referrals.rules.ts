import { pluralize } from "~/ui/format";

/** Days for each of the two, when the friend's first payment is captured; decisions.md, "Money". */
export const REFERRAL_DAYS = 30;

/** What a payment's days are made of: "30 days bought + 30 days from your referral". */
export const daysText = (days: number, bonusDays: number): string =>
  `${pluralize(days, "day")} bought${bonusDays > 0 ? ` + ${pluralize(bonusDays, "day")} from your referral` : ""}`;

/** How long a friend's link is remembered in the browser. */
export const REFERRAL_COOKIE_DAYS = 30;

/** A code as it may stand in a link; anything else is not remembered. */
export const REFERRAL_CODE = /^[A-Za-z0-9-]{4,32}$/;
