import { createPrivateKey } from "node:crypto";
import { z } from "zod";

/** Types of environment variables, each with its error message. */

export const flag = z
  .enum(["0", "1", "true", "false"], "must be 0 or 1")
  .transform((value) => value === "1" || value === "true");

export const wholeNumber = (of: string, least: number, most: number) =>
  z.coerce
    .number(`must be a number of ${of}`)
    .int("must be a whole number")
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`);

const NO_PORT = "must be a port number from 0 to 65535";

export const portNumber = z.coerce
  .number(NO_PORT)
  .int("must be a whole number")
  .min(0, NO_PORT)
  .max(65_535, NO_PORT);

export const daysOrNever = z
  .string()
  .refine(
    (days) => days === "never" || /^\d{1,4}$/.test(days),
    "must be a number of days from 0 to 9999, or never",
  )
  .transform((days) => (days === "never" ? undefined : Number(days)));

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export const logLevel = z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`);

export const timeZone = z.string().refine((zone) => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}, "is not a time zone such as UTC or Europe/London");

export const httpUrl = z.string().refine((text) => isUrlOf(text, ["http:", "https:"]), {
  error: "must be an http or https address such as https://www.example.com",
  abort: true,
});

/** A site is served from the root of its host, so a path would be ignored without notice. */
export const originUrl = httpUrl.refine(
  (text) => new URL(text).href === `${new URL(text).origin}/`,
  "must be a host's address without a path, such as https://www.example.com",
);

export const postgresUrl = z
  .string("is missing; npm start sets it to the embedded PostgreSQL")
  .regex(/^postgres(ql)?:\/\//, { error: "must begin with postgres:// or postgresql://", abort: true })
  .refine(
    URL.canParse,
    "is not an address such as postgresql://user:password@host:5432/database; write special characters in a password as %2F (/), %23 (#), %3F (?), %40 (@)",
  );

/** A PEM of one line has `\n` as two characters between its lines. */
export const dkimPrivateKey = z
  .string()
  .transform((text) => text.replaceAll("\\n", "\n"))
  .refine(isRsaKey, "must be an RSA private key of at least 1024 bits as PEM");

/** The shortest key that receivers take (RFC 8301). */
const LEAST_BITS = 1024;

function isRsaKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === "rsa" && (asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_BITS;
  } catch {
    return false;
  }
}

export const smtpUrl = z
  .string()
  .refine(
    (text) => isUrlOf(text, ["smtp:", "smtps:"]),
    "must be an address such as smtp://user:password@mail.example.com:587",
  );

/** Its local part leaves room for a plus sign, an id and a signature: 64 characters at most. */
export const plusAddress = z
  .string()
  .trim()
  .max(200)
  .regex(
    /^[a-z0-9._-]{1,15}@[a-z0-9.-]+\.[a-z0-9-]+$/i,
    "must be an address such as bounces@mail.example.com, with at most 15 characters before the @",
  );

export const imapUrl = z
  .string()
  .refine(
    (text) => isUrlOf(text, ["imaps:", "imap:"]) && new URL(text).username !== "",
    "must be an address such as imaps://user:password@mail.example.com/INBOX",
  );

function isUrlOf(text: string, protocols: readonly string[]): boolean {
  try {
    return protocols.includes(new URL(text).protocol);
  } catch {
    return false;
  }
}
