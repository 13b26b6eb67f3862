// Every mail of the product. Nobody is greeted by a name whose address is not proved to be theirs.
import { daysText } from "~/features/entitlements/referrals.rules";
import { formatTime } from "~/ui/dates";
import { formatCount, formatMoney, pluralize } from "~/ui/format";
import type { MailContent } from "./mail-content";
import { TOKEN_SLOT } from "./render-mail";

const REGISTERED_AGAIN =
  "This address was registered more than once. Open the link in the browser in which you registered, and the name and password you chose there are kept. Opened anywhere else it verifies the address, and you set a password by mail.";

/** @param again another registration of the address waits for a link, too */
export const verificationMail = (siteName: string, again = false): MailContent => ({
  template: "verification",
  subject: `Verify your email for ${siteName}`,
  heading: "Verify your email",
  paragraphs: [
    `Somebody, most likely you, registered at ${siteName} with this address. Confirm that it is yours and you can sign in.`,
    ...(again ? [REGISTERED_AGAIN] : []),
  ],
  action: { label: "Verify email", path: `/verify-email/${TOKEN_SLOT}` },
  closing: [
    "The link is good for 24 hours.",
    "If you did not register, ignore this message: without your confirmation nobody can sign in.",
  ],
});

export const alreadyRegisteredMail = (siteName: string): MailContent => ({
  template: "already-registered",
  subject: `You already have an account at ${siteName}`,
  heading: "You already have an account",
  paragraphs: [
    `Somebody, perhaps you, tried to register at ${siteName} with this address. It has an account already, and nothing about it was changed.`,
    "If you do not remember your password, set a new one.",
  ],
  action: { label: "Set a new password", path: "/forget-password" },
  closing: ["If it was not you, there is nothing to do."],
});

export const resetMail = (siteName: string): MailContent => ({
  template: "reset",
  subject: `Set a new password for ${siteName}`,
  heading: "Set a new password",
  paragraphs: [`Somebody, most likely you, asked for a new password for your account at ${siteName}.`],
  action: { label: "Set your password", path: `/reset-password/${TOKEN_SLOT}` },
  closing: [
    "The link is good for 30 minutes and works once. A newer link makes older ones useless.",
    "If you did not ask for it, ignore this message: your password stays as it is.",
  ],
});

export const passwordChangedMail = (siteName: string, at: Date, zone: string): MailContent => ({
  template: "password-changed",
  subject: `Your password for ${siteName} was changed`,
  heading: "Your password was changed",
  paragraphs: [
    `The password of your account at ${siteName} was changed on ${formatTime(at, "datetime", zone)}. Other devices were signed out.`,
    "If that was not you, set a new password at once.",
  ],
  action: { label: "Set a new password", path: "/forget-password" },
});

export const welcomeMail = (siteName: string, firstname: string): MailContent => ({
  template: "welcome",
  subject: `Welcome to ${siteName}`,
  heading: `Welcome, ${firstname}`,
  paragraphs: [
    "Your email is verified and your account is ready.",
    "News, videos marked Free and the markets are open to you now. Daily briefs, stock picks and trade alerts come with Premium.",
  ],
  action: { label: "Sign in", path: "/login" },
  closing: [
    "In your account you find a link to invite friends: with a friend's first payment you both get a month of membership.",
  ],
});

export type ReceiptFacts = {
  paymentId: string;
  firstname: string;
  packageName: string;
  /** Exact decimal. */
  amount: string;
  currency: string;
  paymentMethod: string;
  paidAt: Date;
  days: number | null;
  /** Those of the referral that the payment earned its payer. */
  bonusDays: number;
  /** Of all days together. */
  accessUntil: Date | null;
};

export const receiptMail = (siteName: string, receipt: ReceiptFacts, zone: string): MailContent => ({
  template: "receipt",
  subject: `Your receipt from ${siteName}`,
  heading: "Thank you for your payment",
  paragraphs: [`Hello ${receipt.firstname}, this is your receipt.`],
  facts: [
    { label: "Plan", value: receipt.packageName },
    { label: "Amount", value: formatMoney(receipt.amount, receipt.currency) },
    { label: "Paid", value: `${formatTime(receipt.paidAt, "datetime", zone)} with ${receipt.paymentMethod}` },
    ...(receipt.days === null ? [] : [{ label: "Days", value: daysText(receipt.days, receipt.bonusDays) }]),
    ...(receipt.accessUntil
      ? [{ label: "Access until", value: formatTime(receipt.accessUntil, "datetime", zone) }]
      : []),
    { label: "Receipt number", value: receipt.paymentId },
  ],
  action: { label: "See the receipt", path: `/dashboard/receipts/${receipt.paymentId}` },
  closing: ["You paid once. It does not renew by itself."],
});

export type RewardFacts = {
  firstname: string;
  /** No more of the name than friends know anyway. */
  friend: string;
  days: number;
  tier: string;
  /** Null: the membership has no end, and days add nothing to it. */
  accessUntil: Date | null;
};

export const rewardMail = (siteName: string, reward: RewardFacts, zone: string): MailContent => ({
  template: "referral-reward",
  subject: `Your invitation brought ${reward.accessUntil ? "you" : "your friend"} ${pluralize(reward.days, "day")} of membership`,
  heading: `${pluralize(reward.days, "day")} for your ${reward.accessUntil ? "invitation" : "friend"}`,
  paragraphs: [
    `Hello ${reward.firstname}, ${reward.friend} came through your link and has made a first payment at ${siteName}.`,
    reward.accessUntil
      ? `${pluralize(reward.days, "day")} of ${reward.tier} are yours, and your friend got as many.`
      : `Your ${reward.tier} membership has no end date, so there was nothing to add to it. Your friend got ${pluralize(reward.days, "day")}.`,
  ],
  facts: reward.accessUntil
    ? [
        { label: "Membership", value: reward.tier },
        { label: "Access until", value: formatTime(reward.accessUntil, "datetime", zone) },
      ]
    : [],
  action: { label: "See your referrals", path: "/dashboard/referrals" },
  closing: ["Should the payment be refunded, the days go with it."],
});

export type ExpiryFacts = { firstname: string; tier: string; expiresAt: Date; daysLeft: number };

export const expiryMail = (siteName: string, expiry: ExpiryFacts, zone: string): MailContent => ({
  template: "expiry",
  subject: `Your ${expiry.tier} membership ends in ${pluralize(expiry.daysLeft, "day")}`,
  heading: `${pluralize(expiry.daysLeft, "day")} left`,
  paragraphs: [
    `Hello ${expiry.firstname}, your ${expiry.tier} membership at ${siteName} ends on ${formatTime(expiry.expiresAt, "datetime", zone)}.`,
    "It does not renew by itself. Days you add now start after that date, so none are lost.",
  ],
  action: { label: "Add days", path: "/dashboard/subscription" },
});

export const deletionMail = (siteName: string, on: Date, zone: string): MailContent => ({
  template: "deletion",
  subject: `Your account at ${siteName} will be deleted`,
  heading: `Deleted on ${formatTime(on, "date", zone)}`,
  paragraphs: [
    `You asked us to delete your account at ${siteName}. All devices are signed out, and on ${formatTime(on, "date", zone)} the account and what belongs to it are removed.`,
    "Changed your mind? Sign in before then and choose to keep your account: the button stands on every page. Signing in alone does not keep it.",
  ],
  action: { label: "Sign in", path: "/login" },
});

/** @param problems each names its row; never empty */
export const ledgerChangedMail = (
  siteName: string,
  { seq, problems }: { seq: number; problems: readonly string[] },
): MailContent => ({
  template: "ledger-changed",
  subject: `The record of calls at ${siteName} is not as it was written`,
  heading: "The record of calls was changed",
  paragraphs: [
    `Today's check of the log of calls, up to entry ${formatCount(seq)}, found ${problems.length === 1 ? "something that is" : "things that are"} not as written. Only somebody with the database's own rights can have done that, or a restore that brought back another state.`,
    ...problems.slice(0, MOST_PROBLEMS).map((problem) => `${problem}.`),
    ...(problems.length > MOST_PROBLEMS ? [`And ${problems.length - MOST_PROBLEMS} more.`] : []),
  ],
  action: { label: "See what readers are told", path: "/track-record/verify" },
  closing: ["npm run verify-ledger names every row."],
});

/** Named in a mail. */
const MOST_PROBLEMS = 20;
