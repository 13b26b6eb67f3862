import { randomBytes } from "node:crypto";
import { decrypt, encrypt } from "~/platform/encryption.server";
import { AppError } from "~/web/app-error.server";
import { cookieHeader, readCookie } from "~/web/cookies.server";
import { PASSKEY_TEXTS } from "./passkeys.rules";

const NAME = "openbell_passkey";
const SECONDS = 600;
const PURPOSE = "passkey challenge";

/** @property at when it was made, in milliseconds; a passkey accepts only newer ones than its last */
export type Challenge = { text: string; at: Date };

/**
 * 256 random bits that a passkey signs, kept by the browser for ten minutes as an encrypted cookie.
 * @param use what it is for, such as a person's new passkey; it counts for nothing else
 * @param path the only address that gets the cookie
 */
export function newChallenge(use: string, path: string): { challenge: string; setCookie: string } {
  const challenge = randomBytes(32).toString("base64url");
  const encrypted = encrypt(PURPOSE, use, Buffer.from(`${Date.now()} ${challenge}`));
  return { challenge, setCookie: cookieHeader(NAME, encrypted, SECONDS, path) };
}

/** The challenge of this browser. @throws AppError 400 if there is none for this use, or it is too old */
export function readChallenge(request: Request, use: string): Challenge {
  const encrypted = readCookie(request.headers.get("Cookie"), NAME) ?? "";
  const [at = "0", text = ""] = decrypt(PURPOSE, use, encrypted)?.bytes.toString().split(" ") ?? [];
  const age = Date.now() - Number(at);
  if (!text || age > SECONDS * 1000) throw new AppError(400, PASSKEY_TEXTS.late);
  return { text, at: new Date(Number(at)) };
}

export const forgetChallenge = (path: string): string => cookieHeader(NAME, "", 0, path);
