import type { IncomingMessage, ServerResponse } from "node:http";
import { referralCookie, stripReferral } from "~/access/referral-cookie.server";
import { pathOf } from "./request-guards";

const NOT_PAGES = /^\/(api|assets|uploads|admin)\//;

/**
 * Stores the code of a referral link and removes it from the request. The page is then the ordinary cached
 * one, and codes do not fill the cache.
 */
export function captureReferral(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== "GET" || NOT_PAGES.test(pathOf(request))) return;
  const found = stripReferral(request.url ?? "/");
  if (!found) return;
  request.url = found.url;
  const cookie = referralCookie(found.code);
  response.appendHeader("Set-Cookie", cookie);
  // The first page shows the reward, too. Prepended, because the latest link counts.
  request.headers.cookie = `${cookie.split(";")[0]}; ${request.headers.cookie ?? ""}`;
}
