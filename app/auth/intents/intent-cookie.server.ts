import { timingSafeEqual } from "node:crypto";
import { deriveToken } from "~/auth/single-use-tokens.server";
import { cookieHeader, readCookie } from "~/web/cookies.server";
import { isUuid } from "~/web/uuid";
import { INTENT_MINUTES } from "./intent.rules";

const NAME = "openbell_intent";

/** Names this browser's intent, signed with the server's secret so that nobody can forge it. */
export const intentCookie = (id: string): string =>
  cookieHeader(NAME, `${id}.${deriveToken("intent", id)}`, INTENT_MINUTES * 60);

const clearIntentCookie = (): string => cookieHeader(NAME, "", 0);

/** Deletes the cookie; undefined without one. */
export const forgetIntentCookie = (request: Request): string | undefined =>
  readCookie(request.headers.get("Cookie"), NAME) === undefined ? undefined : clearIntentCookie();

/** The intent that this browser's cookie names; undefined without a cookie or with a forged one. */
export function readIntentId(request: Request): string | undefined {
  const [id = "", signature = ""] = (readCookie(request.headers.get("Cookie"), NAME) ?? "").split(".");
  if (!isUuid(id)) return undefined;
  const [own, sent] = [Buffer.from(deriveToken("intent", id)), Buffer.from(signature)];
  return own.length === sent.length && timingSafeEqual(own, sent) ? id : undefined;
}
