/**
 * What a refused email says: the address does not exist (`hard`), it cannot take emails now (`soft`), or the
 * receiver objects to us or to what we wrote (`ours`), which says nothing about the address.
 */
export type BounceVerdict = "hard" | "soft" | "ours";

/**
 * Enhanced status codes (RFC 3463) without their class: a server that uses the wrong class still names the
 * subject. 1.7 and 1.8 are about the sender's address; 2.3, 3.4 and everything below 5, 6 and 7 are about the
 * email or its sender, except 5.0, which some large servers answer for a mailbox.
 */
const OURS = /^(1\.[78]|2\.3|3\.4|5\.[1-9]\d*|[67]\.\d+)$/;

/** A server or network on the way, ours or the receiver's, is away for now: that says nothing about the address. */
const ON_THE_WAY = /^[34]\./;

/** No such mailbox or domain, a syntax that nobody has, a domain without emails, a mailbox that was closed. */
const HARD = /^(1\.(1|2|3|6|10)|2\.1)$/;

/** @param status such as 5.1.1. @returns undefined if it is none, or says nothing about the address or us */
export function verdictOfStatus(status: string): BounceVerdict | undefined {
  const [, kind, subject = ""] = /^([45])\.(\d{1,3}\.\d{1,3})$/.exec(status) ?? [];
  if (kind === undefined) return undefined;
  if (OURS.test(subject)) return "ours";
  if (kind === "4" && ON_THE_WAY.test(subject)) return undefined;
  return kind === "5" && HARD.test(subject) ? "hard" : "soft";
}

/** @property isAboutReceiver the server refused the receiver, not the email */
export type Refusal = { code: number; answer: string; isAboutReceiver: boolean };

/** Replies about a mailbox that servers give without an enhanced status. */
const MAILBOX_CODES = [450, 452, 550, 551, 552, 553];

/** Whether a refusal says that a mailbox is there and cannot take emails now, such as a full one. */
export const isMailboxBusy = (code: number, answer: string): boolean =>
  new RegExp(`${code}[ -][45]\\.2\\.\\d{1,3}(?![\\d.])`).test(answer) &&
  verdictOfRefusal({ code, answer, isAboutReceiver: true }) === "soft";

/**
 * What a final refusal by SMTP says. Without an enhanced status nobody can tell whether 550 means the address or
 * us: it counts as soft, so that only an address that refuses on several days is suppressed.
 */
export function verdictOfRefusal({ code, answer, isAboutReceiver }: Refusal): BounceVerdict | undefined {
  const status = new RegExp(`${code}[ -]([245]\\.\\d{1,3}\\.\\d{1,3})(?![\\d.])`).exec(answer)?.[1];
  if (status) return verdictOfStatus(status);
  return isAboutReceiver && MAILBOX_CODES.includes(code) ? "soft" : undefined;
}
