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
 * Binds a link to the browser that asks for it, by 256 random bits of which the database stores the SHA-256. A
 * browser that asks again keeps them, which ends its former link. The id names the link before it exists, so that
 * no answer depends on whether it ever does.
 * @param next where to go after the sign-in
 */
export function newAskedSignIn(
  request: Request,
  next: string | undefined,
): { asked: AskedSignIn; setCookie: string } {
  const id = randomUUID();
  const secret = valuesIn(request)?.secret ?? randomBytes(32).toString("base64url");
  const value = [id, secret, next && next.length <= LONGEST_NEXT ? next : ""].join(" ");
  return {
    asked: { id, browserHash: hashSecret(secret) },
    setCookie: cookieHeader(NAME, value, SECONDS, SIGN_IN_LINK_PATH),
  };
}

function valuesIn(request: Request) {
  const [id = "", secret = "", next] = readCookie(request.headers.get("Cookie"), NAME)?.split(" ") ?? [];
  return /^[0-9a-f-]{36}$/.test(id) && /^[\w-]{43}$/.test(secret) ? { id, secret, next } : undefined;
}

/** The link that this browser last asked for, and where to go after it. */
export function readAskedSignIn(request: Request): (AskedSignIn & { next?: string }) | undefined {
  const found = valuesIn(request);
  return found && { id: found.id, browserHash: hashSecret(found.secret), next: safePath(found.next) };
}

/** The header that deletes the cookie. */
export const forgetAskedSignIn = (): string => cookieHeader(NAME, "", 0, SIGN_IN_LINK_PATH);
