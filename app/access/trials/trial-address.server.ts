import { createHmac } from "node:crypto";
import { config } from "~/platform/config.server";

const hashWith = (secret: string, mailbox: string) =>
  createHmac("sha256", secret).update(`trial address ${mailbox.toLowerCase()}`).digest("hex");

/**
 * The stored hash of a mailbox that had a trial. Without the server's secret nobody can compute or guess it.
 * @param mailbox in the format of the database function `mailbox_of`
 */
export const trialAddressHash = (mailbox: string): string => hashWith(config().sessionSecret, mailbox);

/** All hashes to look for: also by the previous secret, while one is set. */
export function trialAddressHashes(mailbox: string): string[] {
  const { sessionSecret, previousSessionSecret } = config();
  return [sessionSecret, previousSessionSecret].flatMap((secret) =>
    secret ? [hashWith(secret, mailbox)] : [],
  );
}
