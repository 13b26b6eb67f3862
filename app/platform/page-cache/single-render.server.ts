import type { CachedPage } from "./cached-page.server";
import type { ContentReads } from "./content-changes.server";

export type PageKind = "page" | "data";

/** A page that is being rendered, and its key in the cache. */
export class PageRender {
  /**
   * The page for waiting requests; undefined when rendering failed or the page is personal. Never rejects.
   */
  readonly done: Promise<CachedPage | undefined>;
  /** Whether rendering has started; from then on it always settles. */
  hasStarted = false;
  private resolve: (page: CachedPage | undefined) => void = () => {};

  constructor(
    readonly key: string,
    readonly kind: PageKind,
    /** The tables it has read so far. */
    readonly reads: ContentReads,
    private readonly onSettled: () => void,
  ) {
    this.done = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  /** Ends the waiting; later calls have no effect. */
  settle(page?: CachedPage): void {
    this.onSettled();
    this.resolve(page);
  }
}

/** A request for a page that is not cached: it renders the page or waits for another request. */
export type RenderClaim =
  /** The request must render the page and settle the render in any case. */
  | { render: PageRender }
  /**
   * Another request renders it. Undefined when the page may not be cached: then each request renders its own.
   */
  | { coming: Promise<CachedPage | undefined> };

/** Shares one render among simultaneous requests for an uncached page. */
export class SingleRender {
  private underWay = new Map<string, PageRender>();

  /** Whether a page is being rendered that new requests may use: none of its content has changed since. */
  isUnderWay(key: string): boolean {
    return this.underWay.get(key)?.reads.areCurrent() === true;
  }

  /** Waits for the current render, or starts one. @param beginReads see `ContentChanges` */
  joinOrStart(key: string, kind: PageKind, beginReads: () => ContentReads): RenderClaim {
    const render = this.isUnderWay(key) && this.underWay.get(key);
    return render ? { coming: render.done } : { render: this.begin(key, kind, beginReads()) };
  }

  private begin(key: string, kind: PageKind, reads: ContentReads): PageRender {
    const render = new PageRender(key, kind, reads, () => {
      if (this.underWay.get(key) === render) this.underWay.delete(key);
    });
    this.underWay.set(key, render);
    return render;
  }
}
