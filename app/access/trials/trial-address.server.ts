import { createHmac } from "node:crypto";
import { config } from "~/platform/config.server";

const hashWith = (secret: string, mailbox: string) =>
  createHmac("sha256", secret).update(`trial address ${mailbox.toLowerCase()}`).digest("hex");

/**
 * What a mailbox that had a trial is remembered by: nobody without the server's secret can make it of an address, nor try out
 * which addresses are among them. @param mailbox as `mailbox_of` of the database has it
 */
export const trialAddressHash = (mailbox: string): string => hashWith(config().sessionSecret, mailbox);

/** By what it may be found: also by the secret before this one, while that is set. */
export function trialAddressHashes(mailbox: string): string[] {
  const { sessionSecret, previousSessionSecret } = config();
  return [sessionSecret, previousSessionSecret].flatMap((secret) =>
    secret ? [hashWith(secret, mailbox)] : [],
  );
}
