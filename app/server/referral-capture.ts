import type { IncomingMessage, ServerResponse } from "node:http";
import { referralCookie, withoutReferral } from "~/features/membership/referral-cookie";
import type { Config } from "~/http/config.server";
import { pathOf } from "./shield";

const NOT_PAGES = /^\/(api|assets|uploads|admin)\//;

/**
 * Remembers the code of a friend's link and lets the request go on without it: the page is then the same one that
 * everybody gets, so it may come from the page cache, and codes do not fill the cache with copies.
 */
export function captureReferral(request: IncomingMessage, response: ServerResponse, config: Config): void {
  if (request.method !== "GET" || NOT_PAGES.test(pathOf(request))) return;
  const found = withoutReferral(request.url ?? "/");
  if (!found) return;
  request.url = found.url;
  response.appendHeader("Set-Cookie", referralCookie(found.code, config.publicUrl.startsWith("https:")));
}
