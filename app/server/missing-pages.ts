import { SECTION_LINKS } from "~/features/site-shell/site-nav";
import type { CachedPage } from "~/platform/page-cache/cached-page.server";
import type { ContentReads } from "~/platform/page-cache/content-changes.server";
import { KeptAnswers } from "~/platform/page-cache/kept-answers.server";
import { pageCache } from "~/platform/page-cache/page-cache.server";
import { markCurrent } from "~/ui/navigation";

/** So many addresses at which nothing was found are remembered: who invents them fills no memory. */
const REMEMBERED = 2_000;
/** The key of the page that says so, by the key of the page that would be there. */
const missing = new KeptAnswers<string>(REMEMBERED);

/**
 * The key of the page that says that nothing is there. It is the same at all such addresses, but for the address in it.
 * @param sharers whose page it is: their audience and theme
 * @param pattern of the route
 */
export function missingKey(sharers: string, pattern: string, path: string): string {
  const section = markCurrent(SECTION_LINKS, path).find(({ current }) => current)?.to ?? "";
  return `missing ${sharers} ${pattern} ${section}`;
}

/** The page that says so, where it is kept. */
export const keptMissingPage = (missingKey: string): CachedPage | undefined =>
  pageCache().kept(missingKey, Date.now());

/**
 * The same where nothing was found a moment ago, and what it was looked for in has not changed since.
 * @param key of the page that would be there
 */
export function knownMissingPage(key: string): CachedPage | undefined {
  const known = missing.known(key);
  return known === undefined ? undefined : keptMissingPage(known);
}

/** Nothing was found. @param page what says so, where it was drawn for this one */
export function noteMissing(key: string, missingKey: string, reads: ContentReads, page?: CachedPage): void {
  missing.keep(key, missingKey, reads);
  if (page) pageCache().store({ key: missingKey, kind: "page", reads }, page, Date.now());
}
