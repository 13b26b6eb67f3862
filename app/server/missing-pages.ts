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

const keptAt = (sharedKey: string): CachedPage | undefined => pageCache().kept(sharedKey, Date.now());

/**
 * The page that says so, where nothing was found a moment ago and what it was looked for in has not changed since.
 * @param key of the page that would be there
 */
export function knownMissingPage(key: string): CachedPage | undefined {
  const sharedKey = missing.known(key);
  return sharedKey === undefined ? undefined : keptAt(sharedKey);
}

type Place = {
  /** Of the page that would be there. */
  key: string;
  /** Whose page it is: their audience and theme. */
  sharers: string;
  /** Of the route. */
  pattern: string;
  path: string;
};

/** Says that nothing is at an address. It is one page for all such addresses of a route, but for the address in it. */
export class MissingPage {
  /** The page, once `find` has found it. */
  found: CachedPage | undefined;
  private readonly key: string;
  private readonly sharedKey: string;

  constructor({ key, sharers, pattern, path }: Place) {
    const section = markCurrent(SECTION_LINKS, path).find(({ current }) => current)?.to ?? "";
    this.key = key;
    this.sharedKey = `missing ${sharers} ${pattern} ${section}`;
  }

  /** Whether the page is kept, and need not be drawn. */
  find(): boolean {
    this.found = keptAt(this.sharedKey);
    return this.found !== undefined;
  }

  /** Nothing was found. @param drawn the page, where it was drawn for this address */
  note(reads: ContentReads, drawn?: CachedPage): void {
    missing.keep(this.key, this.sharedKey, reads);
    if (drawn) pageCache().store({ key: this.sharedKey, kind: "page", reads }, drawn, Date.now());
  }
}
