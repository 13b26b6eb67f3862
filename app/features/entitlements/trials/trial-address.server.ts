import { createHmac } from "node:crypto";
import { config } from "~/platform/config.server";

const hashWith = (secret: string, address: string) =>
  createHmac("sha256", secret).update(`trial address ${address.toLowerCase()}`).digest("hex");

/**
 * What an address that had a trial is remembered by: nobody without the server's secret can make it of an address, nor try out
 * which addresses are among them.
 */
export const trialAddressHash = (address: string): string => hashWith(config().sessionSecret, address);

/** By what it may be found: also by the secret before this one, while that is set. */
export function trialAddressHashes(address: string): string[] {
  const { sessionSecret, previousSessionSecret } = config();
  return [sessionSecret, previousSessionSecret].flatMap((secret) =>
    secret ? [hashWith(secret, address)] : [],
  );
}
