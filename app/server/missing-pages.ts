import { SECTION_LINKS } from "~/features/site-shell/site-nav";
import type { CachedPage } from "~/platform/page-cache/cached-page.server";
import { CachedResults } from "~/platform/page-cache/cached-results.server";
import type { ContentReads } from "~/platform/page-cache/content-changes.server";
import { pageCache } from "~/platform/page-cache/page-cache.server";
import { markCurrent } from "~/ui/navigation";

/** The most missing addresses to remember, so that invented ones do not fill the memory. */
const REMEMBERED = 2_000;
/** Maps the key of a missing page to the key of its "not found" page. */
const missing = new CachedResults<string>(REMEMBERED);

const keptAt = (sharedKey: string): CachedPage | undefined => pageCache().usablePage(sharedKey, Date.now());

/**
 * The cached "not found" page, if the address was recently missing and its tables have not changed since.
 * @param key of the missing page
 */
export function knownMissingPage(key: string): CachedPage | undefined {
  const sharedKey = missing.known(key);
  return sharedKey === undefined ? undefined : keptAt(sharedKey);
}

type Place = {
  /** Key of the missing page. */
  key: string;
  /** The audience and theme. */
  sharers: string;
  /** The route's pattern. */
  pattern: string;
  path: string;
};

/** A "not found" response. All missing addresses of a route share one page, apart from the address in it. */
export class MissingPage {
  /** The page, after `find` has found it. */
  found: CachedPage | undefined;
  private readonly key: string;
  private readonly sharedKey: string;

  constructor({ key, sharers, pattern, path }: Place) {
    const section = markCurrent(SECTION_LINKS, path).find(({ current }) => current)?.to ?? "";
    this.key = key;
    this.sharedKey = `missing ${sharers} ${pattern} ${section}`;
  }

  /** Whether the page is cached and need not be rendered. */
  find(): boolean {
    this.found = keptAt(this.sharedKey);
    return this.found !== undefined;
  }

  /** Stores that the address is missing. @param drawn the page, if it was rendered for this address */
  note(reads: ContentReads, drawn?: CachedPage): void {
    missing.keep(this.key, this.sharedKey, reads);
    if (drawn) pageCache().store({ key: this.sharedKey, kind: "page", reads }, drawn, Date.now());
  }
}
