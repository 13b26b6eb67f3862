import type { CachedPage } from "./cached-page.server";

export type PageKind = "page" | "data";

/** A page that is being drawn, and its place in the cache. */
export class PageRender {
  /** The page for those who wait; undefined when it broke or belongs to one reader. Never rejects. */
  readonly done: Promise<CachedPage | undefined>;
  /** Whether the one who draws it has come to drawing: from there on it settles by itself. */
  begun = false;
  private resolve: (page: CachedPage | undefined) => void = () => {};

  constructor(
    readonly key: string,
    readonly kind: PageKind,
    /** The content's version that it may show; see `contentVersion`. */
    readonly version: number,
    private readonly onSettled: () => void,
  ) {
    this.done = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  /** Ends the waiting; once settled it stays so. */
  settle(page?: CachedPage): void {
    this.onSettled();
    this.resolve(page);
  }
}
