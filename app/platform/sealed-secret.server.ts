import { decrypt, encrypt } from "./encryption.server";

/** Encrypts a secret that leaves the server again, for its row. @param purpose of whose rows it is */
export const encryptSecret = (purpose: string, id: string, secret: string): string =>
  encrypt(purpose, id, Buffer.from(secret));

/**
 * @returns undefined if the server's secret has changed since; `renewed` is the same for the current one, if it
 * was encrypted for the previous one
 */
export function openSecret(
  purpose: string,
  id: string,
  sealed: string,
): { secret: string; renewed?: string } | undefined {
  const opened = decrypt(purpose, id, sealed);
  if (!opened) return undefined;
  const secret = opened.bytes.toString();
  return { secret, ...(opened.outdated ? { renewed: encryptSecret(purpose, id, secret) } : {}) };
}
