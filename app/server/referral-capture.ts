import type { IncomingMessage, ServerResponse } from "node:http";
import { referralCookie, stripReferral } from "~/access/referral-cookie.server";
import { pathOf } from "./request-guards";

const NOT_PAGES = /^\/(api|assets|uploads|admin)\//;

/**
 * Remembers the code of a friend's link and lets the request go on without it: the page is then the same one that
 * everybody gets, so it may come from the page cache, and codes do not fill the cache with copies.
 */
export function captureReferral(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== "GET" || NOT_PAGES.test(pathOf(request))) return;
  const found = stripReferral(request.url ?? "/");
  if (!found) return;
  request.url = found.url;
  const cookie = referralCookie(found.code);
  response.appendHeader("Set-Cookie", cookie);
  // The first page says what the link is worth, too. In front: the latest link counts.
  request.headers.cookie = `${cookie.split(";")[0]}; ${request.headers.cookie ?? ""}`;
}
