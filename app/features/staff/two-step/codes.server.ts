import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { asciiDigits } from "./ascii-digits";

/** What apps take without being told: RFC 6238 with its own defaults. */
const FORM = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** 160 bits, as long as the hash: RFC 4226, section 4. */
const SECRET_BYTES = 20;

/**
 * Steps of half a minute before and after this one of which a code is taken, too. A phone whose clock is a minute wrong is
 * two steps away; RFC 6238 (section 5.2) would have one, for the way over the network alone.
 */
const STEPS_AWAY = 2;

/** The secret of an app, in the letters that people can type (base32). */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...FORM, ...names, secret: Secret.fromBase32(secret) });

/** What the square of dots says to an app. */
export const secretUri = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, { issuer, label }).toString();

/** Six digits of ASCII. */
const APP_CODE = /^[0-9]{6}$/;

/**
 * A code without blanks, dashes and the unseen marks of direction that come along from other apps, its digits in ASCII
 * whatever script they were typed in.
 */
const plainCode = (typed: string) => asciiDigits(typed.normalize("NFKC").replace(/[\s\p{Pd}\p{Cf}]/gu, ""));

export const isAppCode = (typed: string): boolean => APP_CODE.test(plainCode(typed));

/**
 * The step that a code is of. @param at milliseconds, by the database's clock
 * @returns undefined for the code of no step that counts at that moment
 */
export function stepOf(secret: string, typed: string, at: number): number | undefined {
  const token = plainCode(typed);
  // It compares bytes, and throws where six characters have more of them than six digits.
  if (!APP_CODE.test(token)) return undefined;
  const away = totpOf(secret).validate({ token, timestamp: at, window: STEPS_AWAY });
  return away === null ? undefined : Math.floor(at / (FORM.period * 1000)) + away;
}

export const RECOVERY_CODES = 10;

/** Crockford's: no letter looks like another sign. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const LOOKS_LIKE: Record<string, string> = { o: "0", i: "1", l: "1" };

/** 80 random bits each, so that their plain hashes tell nothing. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

function newRecoveryCode(): string {
  const letters = [...randomBytes(16)].map((byte) => LETTERS[byte % LETTERS.length]).join("");
  return letters.replace(/(.{4})(?=.)/g, "$1-");
}

/** The hash that a recovery code is kept as, whatever case and digits it was typed in. */
export function recoveryCodeHash(typed: string): string {
  const letters = plainCode(typed)
    .toLowerCase()
    .replace(/[oil]/g, (letter) => LOOKS_LIKE[letter] ?? letter);
  return createHash("sha256").update(letters).digest("hex");
}
