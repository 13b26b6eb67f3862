import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { config } from "./config.server";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What is sealed for one purpose opens for no other: each has a key of its own. */
const keyOf = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", `openbell ${purpose}`, 32));

/**
 * Seals bytes so that the database, and whoever reads a backup of it, can do nothing with them: only a server with
 * SESSION_SECRET opens them, and notices when they were changed.
 * @param about what they belong to, for instance a row's id: sealed for one they do not open for another
 */
export function seal(purpose: string, about: string, bytes: Buffer): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(config().sessionSecret, purpose), iv).setAAD(
    Buffer.from(about),
  );
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/**
 * Opens what `seal` made, with this secret or, where one is set, the one before it.
 * @returns undefined for what neither opens; `outdated` where it was the one before
 */
export function unseal(
  purpose: string,
  about: string,
  sealed: string,
): { bytes: Buffer; outdated: boolean } | undefined {
  const { sessionSecret, previousSessionSecret } = config();
  const bytes = openWith(keyOf(sessionSecret, purpose), about, sealed);
  if (bytes) return { bytes, outdated: false };
  const older = previousSessionSecret && openWith(keyOf(previousSessionSecret, purpose), about, sealed);
  return older ? { bytes: older, outdated: true } : undefined;
}

function openWith(key: Buffer, about: string, sealed: string): Buffer | undefined {
  const whole = Buffer.from(sealed, "base64url");
  try {
    const decipher = createDecipheriv(ALGORITHM, key, whole.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(about))
      .setAuthTag(whole.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(whole.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
