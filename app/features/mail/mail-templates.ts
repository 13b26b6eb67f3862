// All emails except those about purchases. Only verified addresses get a greeting by name.
import { formatTime } from "~/ui/dates";
import { formatCount, pluralize } from "~/ui/format";
import { isolated } from "./isolated";
import type { MailContent } from "./mail-content";
import { TOKEN_SLOT } from "./render-mail";

const REGISTERED_AGAIN =
  "This address was registered more than once. Open the link in the browser in which you registered, and the name and password you chose there are kept. Opened anywhere else it verifies the address, and you set a password by mail.";

/** @param again whether another registration of the address waits for a link, too */
export const verificationMail = (siteName: string, again = false): MailContent => ({
  template: "verification",
  subject: `Verify your email for ${siteName}`,
  heading: "Verify your email",
  paragraphs: [
    `Somebody, probably you, registered at ${siteName} with this address. Confirm that it is yours, then you can sign in.`,
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
    `Somebody, perhaps you, tried to register at ${siteName} with this address. It already has an account, and we changed nothing.`,
    "If you do not remember your password, set a new one.",
  ],
  action: { label: "Set a new password", path: "/forget-password" },
  closing: ["If it was not you, you need not do anything."],
});

export const resetMail = (siteName: string): MailContent => ({
  template: "reset",
  subject: `Set a new password for ${siteName}`,
  heading: "Set a new password",
  paragraphs: [`Somebody, probably you, asked for a new password for your account at ${siteName}.`],
  action: { label: "Set your password", path: `/reset-password/${TOKEN_SLOT}` },
  closing: [
    "The link works once, for 30 minutes. If you ask for another one, only the newest works.",
    "If you did not ask for it, ignore this message: your password stays as it is.",
  ],
});

/** For a member whose account staff imported. */
export const importedMail = (siteName: string): MailContent => ({
  template: "imported",
  subject: `Your account at ${siteName}`,
  heading: "Set your password",
  paragraphs: [
    `Your membership has moved to ${siteName}. Choose a password, and you can sign in with this address.`,
  ],
  action: { label: "Set your password", path: `/reset-password/${TOKEN_SLOT}` },
  closing: [
    "The link works once, for 72 hours. After that, ask for a new one on the sign-in page.",
    "You can turn these emails off in your account, under Personal information.",
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

/** For the new address that a member entered. */
export const addressLinkMail = (siteName: string): MailContent => ({
  template: "address-link",
  subject: `Confirm your new email for ${siteName}`,
  heading: "Confirm your new email",
  paragraphs: [
    `A member of ${siteName} wants to sign in with this address. If that is you, open the link, sign in with the address you have used so far, and confirm it.`,
  ],
  action: { label: "Confirm this address", path: `/dashboard/email/${TOKEN_SLOT}` },
  closing: [
    "The link works once, for 60 minutes. If you ask for another one, only the newest works.",
    "If you do not know of this, ignore the message: somebody mistyped an address, and nothing is changed.",
  ],
});

/** For an account's current address, when the member enters another one. */
export const addressAskedMail = (siteName: string, at: Date, zone: string): MailContent => ({
  template: "address-asked",
  subject: `Another email was requested at ${siteName}`,
  heading: "Another email was requested",
  paragraphs: [
    `On ${formatTime(at, "datetime", zone)} somebody who knows your password asked to use another email address for your account at ${siteName}. Nothing is changed until the new address is confirmed.`,
    "If that was not you, set a new password at once: it signs out everybody and voids the request.",
  ],
  action: { label: "Set a new password", path: "/forget-password" },
});

/** For the owner of an address that another member entered. */
export const addressTakenMail = (siteName: string): MailContent => ({
  template: "address-taken",
  subject: `Your email has an account at ${siteName} already`,
  heading: "This address has an account",
  paragraphs: [
    `Somebody, perhaps you, wanted to use this address for another account at ${siteName}. It has an account already, and we changed nothing.`,
  ],
  action: { label: "Contact us", path: "/contact" },
  closing: [
    "If you have two accounts and want one, write to us. If it was not you, you need not do anything.",
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
  subject: `Your account at ${siteName} has another address`,
  heading: "Your address was changed",
  paragraphs: [
    by === "staff"
      ? `On ${formatTime(at, "datetime", zone)} our staff gave your account at ${siteName} another email address, as requested. You sign in with that one now, and emails no longer come here.`
      : `On ${formatTime(at, "datetime", zone)} your account at ${siteName} got the email address that was requested with your password. You sign in with that one now, and emails no longer come here.`,
    "If you did not ask for it, tell us at once.",
  ],
  action: { label: "Contact us", path: "/contact" },
});

/** For an account's new address. @param by the person who changed it */
export const newAddressMail = (siteName: string, by: ChangedBy = "staff"): MailContent => ({
  template: "new-address",
  subject: `This is your address at ${siteName} now`,
  heading: "You sign in with this address",
  paragraphs: [
    by === "staff"
      ? `Our staff gave an account at ${siteName} this email address, as its owner asked. Its password is what it was.`
      : `You confirmed this address for your account at ${siteName}. Your password is what it was.`,
  ],
  action: { label: "Sign in", path: "/login" },
  closing: [
    "If you have no account with us, somebody mistyped an address: tell us and we will fix it. Nobody can read your emails with it.",
  ],
});

export type GiftedAccess = { firstname: string; tier: string; until: Date };

/** Free access granted by staff. */
export const accessGivenMail = (siteName: string, given: GiftedAccess, zone: string): MailContent => ({
  template: "access-given",
  subject: `${given.tier} at ${siteName} is open to you`,
  heading: `${given.tier}, with our compliments`,
  paragraphs: [
    `Hello ${isolated(given.firstname)}, we opened ${given.tier} at ${siteName} for you. You pay nothing.`,
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
  subject: `Your ${restored.tier} membership at ${siteName} runs again`,
  heading: "Your membership runs again",
  paragraphs: [
    `Hello ${restored.name}, your ${restored.tier} membership at ${siteName} had stopped, although its days were paid for. We have fixed that.`,
  ],
  facts: [
    { label: "Membership", value: restored.tier },
    { label: "Access until", value: formatTime(restored.until, "datetime", zone) },
  ],
  action: { label: "See your subscription", path: "/dashboard/subscription" },
  closing: ["You need not do anything, and nothing was paid."],
});

type NewDeviceFacts = { name: string; ip: string; at: Date; devices: string; reset: string };

/** @param device with the path of the account's devices page, and the advice in case it was somebody else */
export const newDeviceMail = (siteName: string, device: NewDeviceFacts, zone: string): MailContent => ({
  template: "new-device",
  subject: `A new device signed in to your account at ${siteName}`,
  heading: "Was it you?",
  paragraphs: ["A device that we had not seen with you before signed in to your account."],
  facts: [
    { label: "Device", value: device.name },
    { label: "Network address", value: device.ip },
    { label: "When", value: formatTime(device.at, "datetime", zone) },
  ],
  action: { label: "See your devices", path: device.devices },
  closing: [
    "If it was you, there is nothing to do: we know it from now on.",
    `If it was not you, sign it out there and ${device.reset}`,
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
    "Your account has a link to invite friends. When a friend makes a first payment, you both get a month of membership.",
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
      ? "Nothing was paid and nothing is charged: it ends automatically."
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
    `You asked us to delete your account at ${siteName}. All devices are signed out, and on ${formatTime(on, "date", zone)} we delete the account and everything in it.`,
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
  subject: `The record of calls at ${siteName} was changed`,
  heading: "The record of calls was changed",
  paragraphs: [
    `Today's check of the log of calls, up to entry ${formatCount(seq)}, found ${problems.length === 1 ? "something that is" : "things that are"} not as written. Only somebody with direct access to the database can have done that, or a restore of another state.`,
    ...problems.slice(0, MOST_PROBLEMS).map((problem) => `${problem}.`),
    ...(problems.length > MOST_PROBLEMS ? [`And ${problems.length - MOST_PROBLEMS} more.`] : []),
  ],
  action: { label: "See the public check", path: "/track-record/verify" },
  closing: ["npm run verify-ledger names every row."],
  logHead,
});

/** Listed in one email at most. */
const MOST_PROBLEMS = 20;
