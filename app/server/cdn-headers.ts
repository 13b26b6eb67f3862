import type { IncomingMessage, ServerResponse } from "node:http";
import type { Config } from "~/platform/config.server";
import type { CachedPage } from "~/platform/page-cache/cached-page.server";
import type { RequestContext } from "~/web/request-args.server";
import { forSharedCaches, surrogateKeys } from "~/web/shared-cache";
import type { CommonHeaders } from "./request-context";

/** All of ours begin alike. Whoever brings one has a page of their own, be it only in its theme. */
const OWN_COOKIE = /(?:^|;)\s*openbell_/;

/** A page that many get has no nonce: its policy allows no script in the page itself, and its address alone for the others. */
export const NO_NONCE = { nonce: "", address: "" } as const;

/** The headers of a page that a cache in front may give to anyone: names and values in turns, but for `Vary` and the page's own. */
export type AnyonesHeaders = (page: CachedPage, context: RequestContext) => string[];

/** @returns undefined where the answer is for who asked, or brings a cookie */
export type CdnHeaders = (request: IncomingMessage, response: ServerResponse) => AnyonesHeaders | undefined;

/**
 * What lets a cache in front of the site keep visitors' pages: docs/operating/proxy-and-cdn.md.
 * Browsers ask each time, as before: one that just signed in must not be shown what it kept as a visitor, and Chromium does
 * not look at `Vary: Cookie`. So the time for which a page may be shown while a newer one is fetched is said to
 * caches alone (RFC 9213).
 * @returns undefined where there is none
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
    lines.push("Surrogate-Key", keysOf(page));
    return lines;
  };
  return ({ headers }, response) =>
    OWN_COOKIE.test(headers.cookie ?? "") || response.hasHeader("Set-Cookie") ? undefined : forAnyone;
}

/** What to purge a page by: the tables it was made of, as the database's notices name them, and the frame around it. */
const keysOf = ({ tables, hasFrame }: CachedPage): string =>
  surrogateKeys(hasFrame ? [...tables, "frame"] : tables);
