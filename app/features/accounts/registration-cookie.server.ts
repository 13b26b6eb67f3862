import { createHash, randomBytes } from "node:crypto";
import { cookieHeader, readCookie } from "~/web/cookies.server";

const NAME = "openbell_registration";

/**
 * As long as a verification link is valid; the database's clock applies the same limit to the registration.
 */
export const BROWSER_HOURS = 24;

const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");

/**
 * A secret with which a browser later proves that it registered: 256 random bits, of which the database
 * stores only the SHA-256. Each registration has its own, so that nobody can plant a known one.
 */
export function newBrowserSecret(): { browserHash: string; setCookie: string } {
  const secret = randomBytes(32).toString("base64url");
  return {
    browserHash: hashSecret(secret),
    setCookie: cookieHeader(NAME, secret, BROWSER_HOURS * 3600),
  };
}

/** The hash of the secret from this browser's latest registration, if any. */
export function readBrowserHash(request: Request): string | undefined {
  const secret = readCookie(request.headers.get("Cookie"), NAME);
  return secret && /^[\w-]{43}$/.test(secret) ? hashSecret(secret) : undefined;
}
