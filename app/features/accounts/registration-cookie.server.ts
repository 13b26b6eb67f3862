import { createHash, randomBytes } from "node:crypto";
import { cookieHeader, readCookie } from "~/web/cookies.server";

const NAME = "openbell_registration";

/** As long as the link of a verification mail; the database's clock says the same of the registration. */
export const BROWSER_HOURS = 24;

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");

/**
 * What a browser can show afterwards that it was this one that registered: 256 random bits of which the database keeps
 * the SHA-256 only. Every registration has its own, so that nobody can plant the one he knows.
 */
export function newBrowserSecret(): { browserHash: string; setCookie: string } {
  const secret = randomBytes(32).toString("base64url");
  return {
    browserHash: hashOf(secret),
    setCookie: cookieHeader(NAME, secret, BROWSER_HOURS * 3600),
  };
}

/** The hash of what this browser was given with its latest registration, if any. */
export function browserHashOf(request: Request): string | undefined {
  const secret = readCookie(request.headers.get("Cookie"), NAME);
  return secret && /^[\w-]{43}$/.test(secret) ? hashOf(secret) : undefined;
}
