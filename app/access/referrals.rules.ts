import { pluralize } from "~/ui/format";

/** Days for each side when the friend's first payment is captured. */
export const REFERRAL_DAYS = 30;

/** The days of a payment: "30 days bought + 30 days from your referral". */
export const daysText = (days: number, bonusDays: number): string =>
  `${pluralize(days, "day")} bought${bonusDays > 0 ? ` + ${pluralize(bonusDays, "day")} from your referral` : ""}`;

/** How long the browser remembers a referral link. */
export const REFERRAL_COOKIE_DAYS = 30;

/** The format of a code; other values are not remembered. */
export const REFERRAL_CODE = /^[A-Za-z0-9-]{4,32}$/;
