import type { IncomingMessage, ServerResponse } from "node:http";
import type { Config } from "~/platform/config.server";
import type { CachedPage } from "~/platform/page-cache/cached-page.server";
import type { RequestContext } from "~/web/request-args.server";
import { forSharedCaches, surrogateKeys } from "~/web/shared-cache";
import type { CommonHeaders } from "./request-context";

/**
 * Prefix of all our cookies. A request with one gets no shared page, even if the cookie only sets a theme.
 */
const OWN_COOKIE = /(?:^|;)\s*openbell_/;

/** Cached pages have no nonce: the policy allows no inline scripts, and others only by address. */
export const NO_NONCE = { nonce: "", address: "" } as const;

/**
 * The headers of a page that a cache in front of the site may store: names and values, alternating, without
 * `Vary` and the page's own.
 */
export type AnyonesHeaders = (page: CachedPage, context: RequestContext) => string[];

/** @returns undefined when the response is personal or sets a cookie */
export type CdnHeaders = (request: IncomingMessage, response: ServerResponse) => AnyonesHeaders | undefined;

/**
 * Headers that let a cache in front of the site store visitors' pages: docs/operating/proxy-and-cdn.md.
 * Browsers still revalidate: after sign-in they must not show the visitor's page, and Chromium ignores `Vary:
 * Cookie`. So only shared caches get a lifetime (RFC 9213).
 * @returns undefined without such a cache
 */
export function cdnHeaders(
  { cdnSeconds }: Pick<Config, "cdnSeconds">,
  head: CommonHeaders,
): CdnHeaders | undefined {
  if (cdnSeconds === 0) return undefined;
  const forAll = `public, max-age=0, s-maxage=${cdnSeconds}`;
  const forCaches = forSharedCaches(cdnSeconds);
  const forAnyone: AnyonesHeaders = (page, { requestId }) => {
    const lines = head({ ...NO_NONCE, requestId });
    lines.push("Cache-Control", page.cacheControl ?? forAll);
    if (page.cacheControl === undefined) lines.push("CDN-Cache-Control", forCaches);
    lines.push("Surrogate-Key", surrogateKeyList(page));
    return lines;
  };
  return ({ headers }, response) =>
    OWN_COOKIE.test(headers.cookie ?? "") || response.hasHeader("Set-Cookie") ? undefined : forAnyone;
}

/** Surrogate keys of a page: its content tables, as the database's notifications name them, and its frame. */
const surrogateKeyList = ({ tables, hasFrame }: CachedPage): string =>
  surrogateKeys(hasFrame ? [...tables, "frame"] : tables);
