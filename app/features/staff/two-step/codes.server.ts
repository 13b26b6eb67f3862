import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { letterCode, plainCode, plainLetters } from "~/auth/typed-codes";

/** The defaults of RFC 6238, which every app supports. */
const FORM = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** 160 bits, as long as the hash: RFC 4226, section 4. */
const SECRET_BYTES = 20;

/** Accepted 30-second steps before and after the current one. A phone whose clock is a minute off is two steps away; RFC 6238 (section 5.2) recommends one, for network delay alone.
 */
const STEPS_AWAY = 2;

/** A new secret for an app, in base32, which people can type. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const createTotp = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...FORM, ...names, secret: Secret.fromBase32(secret) });

/** The URI in the QR code. */
export const secretUri = (secret: string, issuer: string, label: string): string =>
  createTotp(secret, { issuer, label }).toString();

/** Six digits of ASCII. */
const APP_CODE = /^[0-9]{6}$/;

export const isAppCode = (typed: string): boolean => APP_CODE.test(plainCode(typed));

/** The time step of a code. @param at milliseconds, by the database's clock
 * @returns undefined if no accepted step has this code
 */
export function matchStep(secret: string, typed: string, at: number): number | undefined {
  const token = plainCode(typed);
  // The library compares bytes, and throws for six characters with more bytes.
  if (!APP_CODE.test(token)) return undefined;
  const away = createTotp(secret).validate({ token, timestamp: at, window: STEPS_AWAY });
  return away === null ? undefined : Math.floor(at / (FORM.period * 1000)) + away;
}

export const RECOVERY_CODES = 10;

/** 80 random bits each, so that unsalted hashes are safe. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => letterCode(randomBytes(16)));

/** The stored hash of a recovery code, independent of case and script. */
export const recoveryCodeHash = (typed: string): string =>
  createHash("sha256").update(plainLetters(typed)).digest("hex");
