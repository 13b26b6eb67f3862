import type { MailContent } from "~/features/mail/mail-content";
import { NEWSLETTERS_PATH, NOTIFICATIONS_PATH } from "./newsletters.rules";

/** To an address with which somebody subscribed. @param token of the link */
export const confirmMail = (siteName: string, token: string): MailContent => ({
  template: "confirm-newsletters",
  subject: `Confirm your newsletters from ${siteName}`,
  heading: "Confirm your newsletters",
  paragraphs: [`Somebody, probably you, asked ${siteName} to send newsletters to this address.`],
  action: { label: "Confirm", path: `${NEWSLETTERS_PATH}/${token}` },
  closing: ["If this was not you, ignore this message: without your confirmation, we send nothing."],
});

/** The same to an address that has an account. */
export const choicesMail = (siteName: string): MailContent => ({
  template: "newsletters-of-account",
  subject: `Your newsletters from ${siteName}`,
  heading: "You already have an account",
  paragraphs: [
    `Somebody, probably you, asked ${siteName} to send newsletters to this address. This address has an account, where you can choose your newsletters.`,
  ],
  action: { label: "Choose your emails", path: NOTIFICATIONS_PATH },
  closing: ["If this was not you, you do not need to do anything: we changed nothing."],
});
