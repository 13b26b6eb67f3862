import type { CachedPage } from "./cached-page.server";
import type { ContentReads } from "./content-changes.server";

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
    /** What it has read so far. */
    readonly reads: ContentReads,
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

/** Who asks for a page that is not kept: the one who draws it, or one of those who wait. */
export type RenderTurn =
  /** Nobody draws it: whoever asks does, and settles the render whatever becomes of it. */
  | { render: PageRender }
  /** Somebody draws it. What comes is undefined when it may not be kept: then everyone draws their own. */
  | { coming: Promise<CachedPage | undefined> };

/** One render for all who ask at the same time: a crowd that comes to a cold page has it drawn once. */
export class SingleRender {
  private underWay = new Map<string, PageRender>();

  /** Whether a page is being drawn that whoever asks now may have: what it has read did not change since. */
  isUnderWay(key: string): boolean {
    return this.underWay.get(key)?.reads.areCurrent() === true;
  }

  /** Waits for the render that is under way, or begins it. @param beginReads see `ContentChanges` */
  joinOrBegin(key: string, kind: PageKind, beginReads: () => ContentReads): RenderTurn {
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
