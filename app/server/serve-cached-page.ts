import type { IncomingMessage, ServerResponse } from "node:http";
import { audienceOf, placeholderViewer, slotTextsOf } from "~/features/auth/placeholder-viewer.server";
import { findSession, tokenInCookies } from "~/features/auth/sessions.server";
import { setViewer, VISITOR, type Viewer } from "~/features/auth/viewer.server";
import { type Encoding, negotiateEncoding } from "~/platform/accepted-encoding";
import {
  type CachedPage,
  type CacheReservation,
  compressPage,
  fillSlots,
  pageCache,
} from "~/platform/page-cache/page-cache.server";
import { SLOTS } from "~/platform/page-cache/slots.server";
import { isApiPath } from "~/web/api-path";
import { etagMatches } from "~/web/etag";
import type { RequestContext } from "~/web/request-args.server";
import { themeFromCookies } from "~/web/theme-cookie.server";
import { hasToastCookie } from "~/web/toast.server";
import { addVary } from "./vary";

/** What the Remix handler needs to render a page that others of the same tier will get too. */
export type SharedRender = { reservation: CacheReservation; viewer: Viewer; context: RequestContext };

/** Longer addresses are searches or mischief, and would only push good pages out. */
const MAX_URL = 300;

/**
 * Answers from the page cache.
 * @returns true when the answer was sent; a render order when the page may be kept; undefined when the page
 * belongs to this one reader and moment.
 */
export function serveCachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
  isShared: (path: string) => boolean,
): undefined | true | SharedRender | Promise<undefined | true | SharedRender> {
  const { headers, url = "/" } = request;
  if (request.method !== "GET" || url.length > MAX_URL || headers.authorization) return undefined;
  const cookies = headers.cookie ?? "";
  if (hasToastCookie(cookies)) return undefined;
  const token = tokenInCookies(cookies, "member");
  // On the API staff come first and see drafts: only who sends neither cookie gets what everybody gets.
  if (isApiUrl(url) && (token || tokenInCookies(cookies, "staff"))) return undefined;
  if (!token) return findOrReserve(request, response, context, VISITOR, isShared);
  return findSession(token, "member").then((viewer) =>
    findOrReserve(request, response, context, viewer ?? VISITOR, isShared),
  );
}

function findOrReserve(
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
  viewer: Viewer,
  isShared: (path: string) => boolean,
): undefined | true | SharedRender | Promise<true> {
  // Told on every page that the account will go, with its day: nobody else's page.
  if (viewer.kind === "member" && viewer.deletionRequestedAt) return undefined;
  const url = request.url ?? "/";
  const kind = isApiUrl(url) ? "data" : "page";
  const theme = kind === "page" ? themeFromCookies(request.headers.cookie) : "";
  const key = `${audienceOf(viewer)} ${theme} ${url}`;
  const page = pageCache().find(key, kind, Date.now());
  if (page) return sendCachedPage(request, response, page, viewer, context);
  if (!isShared(url)) return undefined;
  const shared = { ...context, nonce: SLOTS.nonce };
  setViewer(shared, placeholderViewer(viewer));
  return { reservation: pageCache().reserve(key, kind), viewer, context: shared };
}

const isApiUrl = (url: string) => isApiPath(url.split("?")[0] ?? url);

/** Sends a page to one reader: the same bytes to all visitors, a member's name filled in for a member. */
export function sendCachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  viewer: Viewer,
  context: RequestContext,
): true | Promise<true> {
  const encoding = negotiateEncoding(request.headers["accept-encoding"]);
  response.statusCode = 200;
  response.setHeader("Cache-Control", viewer.kind === "visitor" ? "private, no-cache" : "private, no-store");
  const { vary = "Cookie", ...own } = page.headers;
  for (const [name, value] of Object.entries(own)) response.setHeader(name, value);
  addVary(response, `${vary}, Accept-Encoding`);
  const { encoded: whole } = page;
  if (!whole) {
    return compressPage(fillSlots(page, slotTextsOf(viewer, context.nonce)), encoding).then((body) =>
      sendBody(response, body, encoding),
    );
  }
  response.setHeader("ETag", whole.etag);
  if (etagMatches(request.headers["if-none-match"], whole.etag)) {
    response.statusCode = 304;
    response.end();
    return true;
  }
  return sendBody(response, whole[encoding ?? "identity"], encoding);
}

function sendBody(response: ServerResponse, body: Buffer, encoding?: Encoding): true {
  if (encoding) response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Length", body.length);
  response.end(body);
  return true;
}
