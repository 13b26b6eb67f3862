import { randomBytes } from "node:crypto";
import { databaseNow } from "~/platform/database-clock.server";
import { decrypt, encrypt } from "~/platform/encryption.server";
import { AppError } from "~/web/app-error.server";
import { cookieHeader, readCookie } from "~/web/cookies.server";
import { PASSKEY_TEXTS } from "./passkeys.rules";

const NAME = "openbell_passkey";
const SECONDS = 600;
const PURPOSE = "passkey challenge";

/** @property at when it was made, by the database's clock; a passkey accepts only newer ones than its last */
export type Challenge = { text: string; at: Date };

/**
 * 256 random bits that a passkey signs, kept by the browser for ten minutes as an encrypted cookie.
 * @param use what it is for, such as a person's new passkey; it counts for nothing else
 * @param path the only address that gets the cookie
 */
export async function newChallenge(
  use: string,
  path: string,
): Promise<{ challenge: string; setCookie: string }> {
  const challenge = randomBytes(32).toString("base64url");
  const at = (await databaseNow()).getTime();
  const encrypted = encrypt(PURPOSE, use, Buffer.from(`${at} ${challenge}`));
  return { challenge, setCookie: cookieHeader(NAME, encrypted, SECONDS, path) };
}

/** The challenge of this browser. @throws AppError 400 if there is none for this use, or it is too old */
export async function readChallenge(request: Request, use: string): Promise<Challenge> {
  const encrypted = readCookie(request.headers.get("Cookie"), NAME) ?? "";
  const [at = "0", text = ""] = decrypt(PURPOSE, use, encrypted)?.bytes.toString().split(" ") ?? [];
  const age = (await databaseNow()).getTime() - Number(at);
  if (!text || age < 0 || age > SECONDS * 1000) throw new AppError(400, PASSKEY_TEXTS.late);
  return { text, at: new Date(Number(at)) };
}

export const forgetChallenge = (path: string): string => cookieHeader(NAME, "", 0, path);
