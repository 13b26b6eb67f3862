import type { IncomingMessage, ServerResponse } from "node:http";
import { audienceOf, placeholderViewer } from "~/features/auth/placeholder-viewer.server";
import { findSession, tokenInCookies } from "~/features/auth/sessions.server";
import { setViewer, VISITOR, type Viewer } from "~/features/auth/viewer.server";
import { pageCache } from "~/platform/page-cache/page-cache.server";
import type { PageRender } from "~/platform/page-cache/single-render.server";
import { SLOTS } from "~/platform/page-cache/slots.server";
import { isApiPath } from "~/web/api-path";
import type { RequestContext } from "~/web/request-args.server";
import { themeFromCookies } from "~/web/theme-cookie.server";
import { hasToastCookie } from "~/web/toast.server";
import { sendCachedPage } from "./send-cached-page";

/** What the Remix handler needs to render a page that others of the same tier will get too. */
export type SharedRender = {
  render: PageRender;
  /** The address it is drawn for, the same for all of them. */
  url: string;
  viewer: Viewer;
  context: RequestContext;
};

/** What came of looking into the cache: sent, to be drawn for all, or to be drawn for this one reader and moment. */
export type Served = true | SharedRender | undefined;

/** Longer addresses are searches or mischief, and would only push good pages out. */
const MAX_URL = 300;

type Asking = {
  context: RequestContext;
  /** See `commonHeaders`: they are not set on the response yet. */
  head: readonly string[];
};

/** Answers from the page cache, where the page of an address may be kept. @param sharedUrl see `sharedPages` */
export function serveCachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  asking: Asking,
  sharedUrl: (url: string) => string | undefined,
): Served | Promise<Served> {
  const { headers, url: requested = "/" } = request;
  if (request.method !== "GET" || headers.authorization) return undefined;
  const cookies = headers.cookie ?? "";
  if (hasToastCookie(cookies)) return undefined;
  const url = sharedUrl(requested);
  if (url === undefined || url.length > MAX_URL) return undefined;
  const token = tokenInCookies(cookies, "member");
  // On the API staff come first and see drafts: only who sends neither cookie gets what everybody gets.
  if (isApiUrl(url) && (token || tokenInCookies(cookies, "staff"))) return undefined;
  if (!token) return sendOrRender(request, response, { ...asking, viewer: VISITOR, url });
  return findSession(token, "member").then((viewer) =>
    sendOrRender(request, response, { ...asking, viewer: viewer ?? VISITOR, url }),
  );
}

/** Who asks, and for which of the shared addresses. */
type Reader = Asking & { viewer: Viewer; url: string };

function sendOrRender(
  request: IncomingMessage,
  response: ServerResponse,
  reader: Reader,
): Served | Promise<Served> {
  const { viewer, url } = reader;
  // Told on every page that the account will go, with its day: nobody else's page.
  if (viewer.kind === "member" && viewer.deletionRequestedAt) {
    setViewer(reader.context, viewer);
    return undefined;
  }
  const kind = isApiUrl(url) ? "data" : "page";
  const theme = kind === "page" ? themeFromCookies(request.headers.cookie) : "";
  const key = `${audienceOf(viewer)} ${theme} ${url}`;
  const found = pageCache().lookUp(key, kind, Date.now());
  if ("page" in found) return sendCachedPage(request, response, found.page, reader);
  if ("render" in found) return sharedRender(found.render, reader);
  return found.coming.then((page) => {
    if (response.destroyed) return true;
    if (page) return sendCachedPage(request, response, page, reader);
    return sharedRender(pageCache().renderAlone(key, kind), reader);
  });
}

function sharedRender(render: PageRender, { context, viewer, url }: Reader): SharedRender {
  const shared = { ...context, nonce: SLOTS.nonce, forMany: true };
  setViewer(shared, placeholderViewer(viewer));
  return { render, url, viewer, context: shared };
}

const isApiUrl = (url: string) => isApiPath(url.split("?")[0] ?? url);
