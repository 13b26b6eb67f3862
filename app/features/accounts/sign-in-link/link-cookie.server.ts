import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { AskedSignIn } from "~/auth/single-use-tokens.server";
import { cookieHeader, readCookie } from "~/web/cookies.server";
import { safePath } from "~/web/safe-path";
import { SIGN_IN_LINK_PATH } from "./sign-in-link.rules";

const NAME = "openbell_sign_in_link";

/** Longer than the link works, so that a late click shows the reason. */
const SECONDS = 3600;

/** Longer paths are left out: browsers limit a cookie to 4 kB. */
const LONGEST_NEXT = 1_000;

const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");

/**
 * Binds a link to the browser that asks for it, by 256 random bits of which the database stores the SHA-256.
 * The id names the link before it exists, so that no answer depends on whether it ever does.
 * @param next where to go after the sign-in
 */
export function newAskedSignIn(next: string | undefined): { asked: AskedSignIn; setCookie: string } {
  const [id, secret] = [randomUUID(), randomBytes(32).toString("base64url")];
  const value = [id, secret, next && next.length <= LONGEST_NEXT ? next : ""].join(" ");
  return {
    asked: { id, browserHash: hashSecret(secret) },
    setCookie: cookieHeader(NAME, value, SECONDS, SIGN_IN_LINK_PATH),
  };
}

/** The link that this browser last asked for, and where to go after it. */
export function readAskedSignIn(request: Request): (AskedSignIn & { next?: string }) | undefined {
  const [id = "", secret = "", next] = readCookie(request.headers.get("Cookie"), NAME)?.split(" ") ?? [];
  if (!/^[0-9a-f-]{36}$/.test(id) || !/^[\w-]{43}$/.test(secret)) return undefined;
  return { id, browserHash: hashSecret(secret), next: safePath(next) };
}

/** The header that deletes the cookie. */
export const forgetAskedSignIn = (): string => cookieHeader(NAME, "", 0, SIGN_IN_LINK_PATH);
