import { decrypt, encrypt } from "~/platform/encryption.server";

const PURPOSE = "channel";

/** Encrypts a channel's secret address for its row. */
export const encryptSecret = (channelId: string, secret: string): string =>
  encrypt(PURPOSE, channelId, Buffer.from(secret));

/**
 * @returns undefined if the server's secret has changed since; `renewed` is the address for the current one, if it
 * was encrypted for the previous one
 */
export function openSecret(
  channelId: string,
  sealed: string,
): { secret: string; renewed?: string } | undefined {
  const opened = decrypt(PURPOSE, channelId, sealed);
  if (!opened) return undefined;
  const secret = opened.bytes.toString();
  return { secret, ...(opened.outdated ? { renewed: encryptSecret(channelId, secret) } : {}) };
}
