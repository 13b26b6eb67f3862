import type { IncomingMessage, ServerResponse } from "node:http";
import { canReadPaidContent } from "~/access/access.server";
import { newSince, pageCacheKey, placeholderViewer } from "~/auth/placeholder-viewer.server";
import { findSession, tokenInCookies } from "~/auth/sessions.server";
import { setViewer, VISITOR, type Viewer } from "~/auth/viewer.server";
import { banners, withoutMembershipOffers } from "~/features/banners/banners.queries.server";
import { areDismissed } from "~/features/banners/dismissed-banners.server";
import { pageCache } from "~/platform/page-cache/page-cache.server";
import type { PageRender } from "~/platform/page-cache/single-render.server";
import type { RequestContext } from "~/web/request-args.server";
import { themeFromCookies } from "~/web/theme-cookie.server";
import { hasToastCookie } from "~/web/toast.server";
import type { SharedAddress } from "./addresses";
import type { AnyonesHeaders, CdnHeaders } from "./cdn-headers";
import { knownMissingPage, MissingPage } from "./missing-pages";
import { type CommonHeaders, sharedContext } from "./request-context";
import { pathOf } from "./request-guards";
import { sendCachedPage } from "./send-cached-page";

/** What the Remix handler needs to render a shared page. */
export type SharedRender = {
  render: PageRender;
  /** The page's normalised address. */
  url: string;
  viewer: Viewer;
  context: RequestContext;
  forAnyone?: AnyonesHeaders;
  /** For pages: the response if nothing exists at the address. */
  missing?: MissingPage;
};

/**
 * The result of the cache lookup: sent (true), to be rendered for all, or to be rendered for this reader
 * only.
 */
export type Served = true | SharedRender | undefined;

type Asking = {
  context: RequestContext;
  /** They are not set on the response yet. */
  head: CommonHeaders;
  /** Set if a cache in front of the site may store pages. */
  cdn?: CdnHeaders;
};

/** Answers from the page cache. @param shared set if the requested page can be cached */
export function serveCachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  asking: Asking,
  shared: SharedAddress | undefined,
): Served | Promise<Served> {
  const { headers } = request;
  if (!shared || request.method !== "GET" || headers.authorization !== undefined) return undefined;
  if (headers.cookie === undefined) return sendOrRender(request, response, asking, shared, VISITOR);
  const cookies = headers.cookie;
  if (hasToastCookie(cookies)) return undefined;
  const token = tokenInCookies(cookies, "member");
  // On the API, staff see drafts: only requests without either cookie share responses.
  if (shared.kind === "data" && (token || tokenInCookies(cookies, "staff"))) return undefined;
  if (!token) return sendOrRender(request, response, asking, shared, VISITOR);
  return findSession(token, "member").then((viewer) =>
    sendOrRender(request, response, asking, shared, viewer ?? VISITOR),
  );
}

function sendOrRender(
  request: IncomingMessage,
  response: ServerResponse,
  { context, head, cdn }: Asking,
  { url, kind }: SharedAddress,
  viewer: Viewer,
): Served | Promise<Served> {
  // Pages with a deletion or member-view notice are personal.
  if (viewer.kind === "member" && (viewer.deletionRequestedAt || viewer.seenBy)) {
    setViewer(context, viewer);
    return undefined;
  }
  const forAnyone = kind === "page" ? cdn?.(request, response) : undefined;
  const reader = { viewer, context, head, forAnyone };
  const { key, sharers, readers } = readersOf(request, viewer, { url, kind });
  const sendMissing = () => {
    const page = knownMissingPage(key);
    return page && sendCachedPage(request, response, page, { viewer, context, head });
  };
  /** A last known page during an outage; caches in front must not store it. */
  const sendLastKnown = () => {
    const page = pageCache().lastKnownWithoutTry(key, Date.now());
    return page && sendCachedPage(request, response, page, { viewer, context, head });
  };
  const known = sendMissing() ?? sendLastKnown();
  if (known) return known;
  const found = pageCache().lookUp(key, kind, Date.now());
  if ("page" in found) return sendCachedPage(request, response, found.page, reader);
  const toRender = (render: PageRender): SharedRender => {
    const place = { key, sharers, pattern: context.pattern(), path: pathOf(request) };
    const missing = kind === "page" ? new MissingPage(place) : undefined;
    const shared = sharedContext(context, { ...readers, missingIsKept: () => missing?.find() === true });
    setViewer(shared, placeholderViewer(viewer));
    return { render, url, viewer, context: shared, forAnyone, missing };
  };
  if ("render" in found) return toRender(found.render);
  return found.coming.then((page) => {
    if (response.destroyed) return true;
    if (page) return sendCachedPage(request, response, page, reader);
    return sendMissing() ?? sendLastKnown() ?? toRender(pageCache().renderAlone(key, kind));
  });
}

/** The audience of this reader, and the page's cache key. */
export function readersOf(request: IncomingMessage, viewer: Viewer, { url, kind }: SharedAddress) {
  const theme = kind === "page" ? themeFromCookies(request.headers.cookie) : "";
  const readers = url === "/" ? frontPageReaders(request, viewer) : {};
  const sharers = `${pageCacheKey(viewer)} ${theme}`;
  return { key: [sharers, url, ...Object.values(readers)].join(" "), sharers, readers };
}

/**
 * What readers of the same front page share, in addition to the tier. Banners that are not loaded yet count
 * as not dismissed.
 */
const frontPageReaders = ({ headers }: IncomingMessage, viewer: Viewer) => ({
  bannersDismissed: areDismissed(
    headers.cookie,
    withoutMembershipOffers(viewer, banners.current()?.value ?? []),
  ),
  newSince: canReadPaidContent(viewer) ? newSince(viewer, Date.now()) : undefined,
});
