import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { config } from "./config.server";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Each purpose has its own key, so that data of one purpose cannot be decrypted for another. */
const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", `openbell ${purpose}`, 32));

/**
 * Encrypts bytes so that only a server with SESSION_SECRET can read them, and detects changes. The database
 * and its backups reveal nothing.
 * @param about the owner of the bytes, such as a row's id; they cannot be decrypted for another one
 */
export function encrypt(purpose: string, about: string, bytes: Buffer): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, deriveKey(config().sessionSecret, purpose), iv).setAAD(
    Buffer.from(about),
  );
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url");
}

/**
 * Decrypts what `encrypt` returned, with the current or the previous secret.
 * @returns undefined if neither works; `outdated` if it was the previous secret
 */
export function decrypt(
  purpose: string,
  about: string,
  encrypted: string,
): { bytes: Buffer; outdated: boolean } | undefined {
  const { sessionSecret, previousSessionSecret } = config();
  const bytes = decryptWith(deriveKey(sessionSecret, purpose), about, encrypted);
  if (bytes) return { bytes, outdated: false };
  const older =
    previousSessionSecret && decryptWith(deriveKey(previousSessionSecret, purpose), about, encrypted);
  return older ? { bytes: older, outdated: true } : undefined;
}

function decryptWith(key: Buffer, about: string, encrypted: string): Buffer | undefined {
  const whole = Buffer.from(encrypted, "base64url");
  try {
    const decipher = createDecipheriv(ALGORITHM, key, whole.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(about))
      .setAuthTag(whole.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(whole.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
