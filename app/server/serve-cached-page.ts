import type { IncomingMessage, ServerResponse } from "node:http";
import { readsAnything } from "~/access/access.server";
import { audienceOf, newSince, placeholderViewer } from "~/auth/placeholder-viewer.server";
import { findSession, tokenInCookies } from "~/auth/sessions.server";
import { setViewer, VISITOR, type Viewer } from "~/auth/viewer.server";
import { banners, bannersFor } from "~/features/banners/banners.queries.server";
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

/** What the Remix handler needs to render a page that others of the same tier will get too. */
export type SharedRender = {
  render: PageRender;
  /** The address it is drawn for, the same for all of them. */
  url: string;
  viewer: Viewer;
  context: RequestContext;
  forAnyone?: AnyonesHeaders;
  /** Of a page for people: what is sent where nothing is there. */
  missing?: MissingPage;
};

/** What came of looking into the cache: sent, to be drawn for all, or to be drawn for this one reader and moment. */
export type Served = true | SharedRender | undefined;

type Asking = {
  context: RequestContext;
  /** They are not set on the response yet. */
  head: CommonHeaders;
  /** Set where a cache in front of the site may keep pages. */
  cdn?: CdnHeaders;
};

/** Answers from the page cache. @param shared where the page of the requested address may be kept */
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
  // On the API staff come first and see drafts: only who sends neither cookie gets what everybody gets.
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
  // Told on every page that the account will go, with its day, or whose eyes these are: nobody else's page.
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
  /** As it was when the database was lost; no cache in front may keep that. */
  const sendLastKnown = () => {
    const page = pageCache().lastKnownAtOnce(key, Date.now());
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

/** Who gets the same page as this reader, and under which key it is kept. */
export function readersOf(request: IncomingMessage, viewer: Viewer, { url, kind }: SharedAddress) {
  const theme = kind === "page" ? themeFromCookies(request.headers.cookie) : "";
  const readers = url === "/" ? frontPageReaders(request, viewer) : {};
  const sharers = `${audienceOf(viewer)} ${theme}`;
  return { key: [sharers, url, ...Object.values(readers)].join(" "), sharers, readers };
}

/**
 * What readers have in common who get the same front page, beside their tier. Whether the banners were put away is unknown while
 * they are not at hand: then they are shown once more.
 */
const frontPageReaders = ({ headers }: IncomingMessage, viewer: Viewer) => ({
  bannersDismissed: areDismissed(headers.cookie, bannersFor(viewer, banners.current()?.value ?? [])),
  newSince: readsAnything(viewer) ? newSince(viewer, Date.now()) : undefined,
});
