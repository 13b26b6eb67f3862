// All emails except those about purchases. Only verified addresses get a greeting by name.
import { formatTime } from "~/ui/dates";
import { formatCount, pluralize } from "~/ui/format";
import { isolated } from "./isolated";
import type { MailContent } from "./mail-content";
import { CODE_SLOT, TOKEN_SLOT } from "./render-mail";

const REGISTERED_AGAIN =
  "This address was registered more than once. To keep the name and password that you chose, open the link in the browser in which you registered. In any other browser the link only verifies the address, and you set a password by email.";

/** @param again whether another registration of the address waits for a link, too */
export const verificationMail = (siteName: string, again = false): MailContent => ({
  template: "verification",
  subject: `Verify your email for ${siteName}`,
  heading: "Verify your email",
  paragraphs: [
    `Somebody, probably you, registered at ${siteName} with this address. Confirm that it is yours, then sign in.`,
    ...(again ? [REGISTERED_AGAIN] : []),
  ],
  action: { label: "Verify email", path: `/verify-email/${TOKEN_SLOT}` },
  closing: [
    "The link works for 24 hours.",
    "If you did not register, ignore this message: without your confirmation nobody can sign in.",
  ],
});

export const alreadyRegisteredMail = (siteName: string): MailContent => ({
  template: "already-registered",
  subject: `You already have an account at ${siteName}`,
  heading: "You already have an account",
  paragraphs: [
    `Somebody, perhaps you, tried to register at ${siteName} with this address. It already has an account, so we changed nothing.`,
    "If you do not remember your password, set a new one.",
  ],
  action: { label: "Set a new password", path: "/forget-password" },
  closing: ["If this was not you, you do not need to do anything."],
});

export const resetMail = (siteName: string): MailContent => ({
  template: "reset",
  subject: `Set a new password for ${siteName}`,
  heading: "Set a new password",
  paragraphs: [`Somebody, probably you, asked for a new password for your account at ${siteName}.`],
  action: { label: "Set your password", path: `/reset-password/${TOKEN_SLOT}` },
  closing: [
    "The link works once and expires after 30 minutes. If you request another link, only the newest one works.",
    "If you did not request this, ignore this message: your password will not change.",
  ],
});

/** @param isVerified whether the address was verified before */
export const signInLinkMail = (siteName: string, isVerified: boolean): MailContent => ({
  template: "sign-in",
  subject: `Sign in to ${siteName}`,
  heading: "Sign in without your password",
  paragraphs: [
    `Somebody, probably you, asked for a link to sign in to ${siteName}. Open it in the browser in which you requested it, or enter the code there.`,
    ...(isVerified ? [] : ["Signing in also confirms that this address is yours."]),
  ],
  facts: [{ label: "Code", value: CODE_SLOT }],
  action: { label: "Sign in", path: `/login/link/${TOKEN_SLOT}` },
  closing: [
    "The link and the code work once and expire after 15 minutes. If you request another link, only the newest one works.",
    `Do not enter the code on any other page or share it with anyone. Nobody at ${siteName} will ever ask you for it.`,
    "If you did not request this, ignore this message: nobody can sign in without it.",
  ],
});

type PasskeyFacts = { name: string; change: "added" | "removed"; at: Date; path: string };

/** @property path the page with the person's passkeys */
export const passkeyMail = (
  siteName: string,
  { name, change, at, path }: PasskeyFacts,
  zone: string,
): MailContent => ({
  template: `passkey-${change}`,
  subject: `A passkey was ${change} at ${siteName}`,
  heading: `A passkey was ${change}`,
  paragraphs: [
    change === "added"
      ? `Your account at ${siteName} can now be opened with the passkey ${isolated(name)}.`
      : `The passkey ${isolated(name)} no longer opens your account at ${siteName}.`,
  ],
  facts: [{ label: "When", value: formatTime(at, "datetime", zone) }],
  action: { label: "See your passkeys", path },
  closing: [
    change === "added"
      ? "If this was not you, somebody knows your password. Remove the passkey there, then change your password."
      : "If this was not you, somebody knows your password. Change it immediately.",
  ],
});

/** For a member whose account staff imported. */
export const importedMail = (siteName: string): MailContent => ({
  template: "imported",
  subject: `Your account at ${siteName}`,
  heading: "Set your password",
  paragraphs: [
    `Your membership has moved to ${siteName}. Choose a password, then sign in with this address.`,
  ],
  action: { label: "Set your password", path: `/reset-password/${TOKEN_SLOT}` },
  closing: [
    "The link works once and expires after 72 hours. After that, request a new one on the sign-in page.",
    "You can turn these emails off in your account, under Personal information.",
  ],
});

/** @param passkeys what became of the member's passkeys */
export const passwordChangedMail = (
  siteName: string,
  at: Date,
  zone: string,
  passkeys: "kept" | "deleted",
): MailContent => ({
  template: "password-changed",
  subject: `Your password for ${siteName} was changed`,
  heading: "Your password was changed",
  paragraphs: [
    `The password of your account at ${siteName} was changed on ${formatTime(at, "datetime", zone)}. ${
      passkeys === "kept"
        ? "Other devices were signed out. Passkeys still sign you in: you can remove them in your account."
        : "All devices were signed out, and passkeys were deleted."
    }`,
    "If this was not you, set a new password immediately. That also deletes all passkeys.",
  ],
  action: { label: "Set a new password", path: "/forget-password" },
});

/** For the new address that a member entered. */
export const addressLinkMail = (siteName: string): MailContent => ({
  template: "address-link",
  subject: `Confirm your new email for ${siteName}`,
  heading: "Confirm your new email",
  paragraphs: [
    `A member of ${siteName} wants to sign in with this address. If this is you, open the link, sign in with your current address and confirm the new one.`,
  ],
  action: { label: "Confirm this address", path: `/dashboard/email/${TOKEN_SLOT}` },
  closing: [
    "The link works once and expires after 60 minutes. If you request another link, only the newest one works.",
    "If you did not request this, ignore this message: somebody mistyped an address, and nothing changes.",
  ],
});

/** For an account's current address, when the member enters another one. */
export const addressAskedMail = (siteName: string, at: Date, zone: string): MailContent => ({
  template: "address-asked",
  subject: `A new email address was requested at ${siteName}`,
  heading: "A new email address was requested",
  paragraphs: [
    `On ${formatTime(at, "datetime", zone)} somebody who knows your password asked to change the email address of your account at ${siteName}. Nothing changes until the new address is confirmed.`,
    "If this was not you, set a new password immediately. This signs out all devices and cancels the request.",
  ],
  action: { label: "Set a new password", path: "/forget-password" },
});

/** For the owner of an address that another member entered. */
export const addressTakenMail = (siteName: string): MailContent => ({
  template: "address-taken",
  subject: `Your email address already has an account at ${siteName}`,
  heading: "This address already has an account",
  paragraphs: [
    `Somebody, perhaps you, tried to use this address for another account at ${siteName}. It already has an account, so we changed nothing.`,
  ],
  action: { label: "Contact us", path: "/contact" },
  closing: [
    "If you have two accounts and want only one, contact us. If this was not you, you do not need to do anything.",
  ],
});

type ChangedBy = "staff" | "member";

/** For an account's former address. @param by the person who changed it */
export const oldAddressMail = (
  siteName: string,
  at: Date,
  zone: string,
  by: ChangedBy = "staff",
): MailContent => ({
  template: "old-address",
  subject: `The email address of your account at ${siteName} was changed`,
  heading: "Your email address was changed",
  paragraphs: [
    by === "staff"
      ? `On ${formatTime(at, "datetime", zone)} our staff changed the email address of your account at ${siteName}, as requested. You now sign in with the new address, and we no longer send emails to this one.`
      : `On ${formatTime(at, "datetime", zone)} the email address of your account at ${siteName} was changed, following a request made with your password. You now sign in with the new address, and we no longer send emails to this one.`,
    "If you did not request this, contact us immediately.",
  ],
  action: { label: "Contact us", path: "/contact" },
});

/** For an account's new address. @param by the person who changed it */
export const newAddressMail = (siteName: string, by: ChangedBy = "staff"): MailContent => ({
  template: "new-address",
  subject: `You now sign in to ${siteName} with this address`,
  heading: "You now sign in with this address",
  paragraphs: [
    by === "staff"
      ? `Our staff changed the email address of an account at ${siteName} to this one, as its owner requested. The password has not changed, and passkeys were deleted.`
      : `You confirmed this address for your account at ${siteName}. Your password has not changed.`,
  ],
  action: { label: "Sign in", path: "/login" },
  closing: [
    "If you have no account with us, somebody mistyped an address: tell us and we will correct it. Nobody can use the account to read your emails.",
  ],
});

export type GiftedAccess = { firstname: string; tier: string; until: Date };

/** Free access granted by staff. */
export const accessGivenMail = (siteName: string, given: GiftedAccess, zone: string): MailContent => ({
  template: "access-given",
  subject: `You now have ${given.tier} at ${siteName}`,
  heading: `${given.tier}, with our compliments`,
  paragraphs: [
    `Hello ${isolated(given.firstname)}, we have given you ${given.tier} at ${siteName} free of charge.`,
  ],
  facts: [
    { label: "Membership", value: given.tier },
    { label: "Access until", value: formatTime(given.until, "datetime", zone) },
  ],
  action: { label: "Read the daily briefs", path: "/daily-brief" },
  closing: ["It ends automatically and does not renew."],
});

export type RestoredAccess = { name: string; tier: string; until: Date };

/** For a payer whose lost access staff have restored. */
export const accessRestoredMail = (
  siteName: string,
  restored: RestoredAccess,
  zone: string,
): MailContent => ({
  template: "access-restored",
  subject: `Your ${restored.tier} membership at ${siteName} is active again`,
  heading: "Your membership is active again",
  paragraphs: [
    `Hello ${restored.name}, your ${restored.tier} membership at ${siteName} ended, although you had paid for more days. We have restored it.`,
  ],
  facts: [
    { label: "Membership", value: restored.tier },
    { label: "Access until", value: formatTime(restored.until, "datetime", zone) },
  ],
  action: { label: "See your subscription", path: "/dashboard/subscription" },
  closing: ["You do not need to do anything, and we have not charged you."],
});

type NewDeviceFacts = { name: string; ip: string; at: Date; devices: string; reset: string };

/** @param device with the path of the account's devices page, and the advice in case it was somebody else */
export const newDeviceMail = (siteName: string, device: NewDeviceFacts, zone: string): MailContent => ({
  template: "new-device",
  subject: `A new device signed in to your account at ${siteName}`,
  heading: "Was this you?",
  paragraphs: ["A new device signed in to your account."],
  facts: [
    { label: "Device", value: device.name },
    { label: "IP address", value: device.ip },
    { label: "When", value: formatTime(device.at, "datetime", zone) },
  ],
  action: { label: "See your devices", path: device.devices },
  closing: [
    "If this was you, you do not need to do anything: we will recognise the device from now on.",
    `If this was not you, sign the device out there and ${device.reset}`,
  ],
});

export const welcomeMail = (siteName: string, firstname: string): MailContent => ({
  template: "welcome",
  subject: `Welcome to ${siteName}`,
  heading: `Welcome, ${isolated(firstname)}`,
  paragraphs: [
    "Your email is verified and your account is ready.",
    "News, videos marked Free and the markets are open to you now. Daily briefs, stock picks and trade alerts come with Premium.",
  ],
  action: { label: "Sign in", path: "/login" },
  closing: [
    "Your account has a link to invite friends. When a friend makes their first payment, you both get a month of membership.",
  ],
});

export type ExpiryFacts = {
  firstname: string;
  tier: string;
  expiresAt: Date;
  daysLeft: number;
  /** Whether it is a free trial. */
  isTrial: boolean;
  /** Whether days can be bought. */
  forSale: boolean;
};

const endText = ({ isTrial, forSale }: ExpiryFacts) =>
  [
    isTrial
      ? "You have paid nothing and will not be charged: the trial ends automatically."
      : "It does not renew automatically.",
    ...(forSale ? [`Days you ${isTrial ? "buy" : "add"} now start after that date, so none are lost.`] : []),
  ].join(" ");

const termName = ({ tier, isTrial }: ExpiryFacts) =>
  isTrial ? `free trial of ${tier}` : `${tier} membership`;

export const expiryMail = (siteName: string, expiry: ExpiryFacts, zone: string): MailContent => ({
  template: "expiry",
  subject: `Your ${termName(expiry)} ends in ${pluralize(expiry.daysLeft, "day")}`,
  heading: `${pluralize(expiry.daysLeft, "day")} left`,
  paragraphs: [
    `Hello ${isolated(expiry.firstname)}, your ${termName(expiry)} at ${siteName} ends on ${formatTime(expiry.expiresAt, "datetime", zone)}.`,
    endText(expiry),
  ],
  action: {
    label: expiry.forSale ? "Add days" : "See your membership",
    path: "/dashboard/subscription",
  },
  closing: ["You can turn reminders off in your account, under Personal information."],
});

export const deletionMail = (siteName: string, on: Date, zone: string): MailContent => ({
  template: "deletion",
  subject: `Your account at ${siteName} will be deleted`,
  heading: `Deleted on ${formatTime(on, "date", zone)}`,
  paragraphs: [
    `You asked us to delete your account at ${siteName}. All devices have been signed out, and on ${formatTime(on, "date", zone)} we will delete the account and everything in it.`,
    "Changed your mind? Sign in before then and press “Keep my account”, which is on every page. Signing in alone does not keep it.",
  ],
  action: { label: "Sign in", path: "/login" },
});

/** @param problems each names its row; never empty @param logHead the newest entry of the log */
export const ledgerChangedMail = (
  siteName: string,
  { seq, problems, logHead }: { seq: number; problems: readonly string[]; logHead: MailContent["logHead"] },
): MailContent => ({
  template: "ledger-changed",
  subject: `The log of calls at ${siteName} has been altered`,
  heading: "The log of calls has been altered",
  paragraphs: [
    `Today's check of the log of calls, up to entry ${formatCount(seq)}, found ${problems.length === 1 ? "a difference" : "differences"} from the original entries. Either somebody with direct access to the database changed them, or the database was restored from another state.`,
    ...problems.slice(0, MOST_PROBLEMS).map((problem) => `${problem}.`),
    ...(problems.length > MOST_PROBLEMS ? [`And ${problems.length - MOST_PROBLEMS} more.`] : []),
  ],
  action: { label: "See the public check", path: "/track-record/verify" },
  closing: ["To list every row, run npm run verify-ledger."],
  logHead,
});

/** Listed in one email at most. */
const MOST_PROBLEMS = 20;
