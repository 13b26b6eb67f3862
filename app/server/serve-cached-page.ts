import type { IncomingMessage, ServerResponse } from "node:http";
import { audienceOf, placeholderViewer, slotTextsOf } from "~/features/auth/placeholder-viewer.server";
import { findSession, tokenInCookies } from "~/features/auth/sessions.server";
import { setViewer, VISITOR, type Viewer } from "~/features/auth/viewer.server";
import { type Encoding, encodingFor } from "~/platform/accepted-encoding";
import {
  type CachedPage,
  encodePage,
  fillPage,
  type PageSlot,
  pageCache,
} from "~/platform/page-cache/page-cache.server";
import { SLOTS } from "~/platform/page-cache/slots.server";
import { isApiPath } from "~/web/api-path";
import { holds } from "~/web/etag";
import type { RequestContext } from "~/web/request-args.server";
import { themeIn } from "~/web/theme";
import { carriesToast } from "~/web/toast.server";
import { addVary } from "./vary";

/** What the Remix handler needs to render a page that others of the same tier will get too. */
export type SharedRender = { slot: PageSlot; viewer: Viewer; context: RequestContext };

/** Longer addresses are searches or mischief, and would only push good pages out. */
const MAX_URL = 300;

/**
 * Answers from the page cache.
 * @returns true when the answer was sent; a render order when the page may be kept; undefined when the page
 * belongs to this one reader and moment.
 */
export function servePage(
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
  isShared: (path: string) => boolean,
): undefined | true | SharedRender | Promise<undefined | true | SharedRender> {
  const { headers, url = "/" } = request;
  if (request.method !== "GET" || url.length > MAX_URL || headers.authorization) return undefined;
  const cookies = headers.cookie ?? "";
  if (carriesToast(cookies)) return undefined;
  const token = tokenInCookies(cookies, "member");
  // On the API staff come first and see drafts: only who sends neither cookie gets what everybody gets.
  if (isData(url) && (token || tokenInCookies(cookies, "staff"))) return undefined;
  if (!token) return lookUp(request, response, context, VISITOR, isShared);
  return findSession(token, "member").then((viewer) =>
    lookUp(request, response, context, viewer ?? VISITOR, isShared),
  );
}

function lookUp(
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
  viewer: Viewer,
  isShared: (path: string) => boolean,
): undefined | true | SharedRender | Promise<true> {
  // Told on every page that the account will go, with its day: nobody else's page.
  if (viewer.kind === "member" && viewer.deletionRequestedAt) return undefined;
  const url = request.url ?? "/";
  const kind = isData(url) ? "data" : "page";
  const theme = kind === "page" ? themeIn(request.headers.cookie) : "";
  const key = `${audienceOf(viewer)} ${theme} ${url}`;
  const page = pageCache().find(key, kind, Date.now());
  if (page) return sendPage(request, response, page, viewer, context);
  if (!isShared(url)) return undefined;
  const shared = { ...context, nonce: SLOTS.nonce };
  setViewer(shared, placeholderViewer(viewer));
  return { slot: pageCache().reserve(key, kind), viewer, context: shared };
}

const isData = (url: string) => isApiPath(url.split("?")[0] ?? url);

/** Sends a page to one reader: the same bytes to all visitors, a member's name filled in for a member. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  viewer: Viewer,
  context: RequestContext,
): true | Promise<true> {
  const encoding = encodingFor(request.headers["accept-encoding"]);
  response.statusCode = 200;
  response.setHeader("Cache-Control", viewer.kind === "visitor" ? "private, no-cache" : "private, no-store");
  const { vary = "Cookie", ...own } = page.headers;
  for (const [name, value] of Object.entries(own)) response.setHeader(name, value);
  addVary(response, `${vary}, Accept-Encoding`);
  const { whole } = page;
  if (!whole) {
    return encodePage(fillPage(page, slotTextsOf(viewer, context.nonce)), encoding).then((body) =>
      finish(response, body, encoding),
    );
  }
  response.setHeader("ETag", whole.etag);
  if (holds(request.headers["if-none-match"], whole.etag)) {
    response.statusCode = 304;
    response.end();
    return true;
  }
  return finish(response, whole[encoding ?? "identity"], encoding);
}

function finish(response: ServerResponse, body: Buffer, encoding?: Encoding): true {
  if (encoding) response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Length", body.length);
  response.end(body);
  return true;
}
