import { perProcess } from "db/per-process";
import type { CachedPage } from "./cached-page.server";
import { ContentChanges, type ContentReads, contentChanges } from "./content-changes.server";
import { type PageKind, PageRender, type RenderClaim, SingleRender } from "./single-render.server";

/** Cached renders per page, so that the randomly chosen advertisements vary. Data has one. */
const VARIANTS: Record<PageKind, number> = { page: 4, data: 1 };
/** Prices on a page show their age, so an unchanged page is also rendered again after this time. */
const MAX_AGE_MS = 15_000;
/** An older page is never shown, not even while it is rendered again. */
const MAX_STALE_MS = 2 * MAX_AGE_MS;
/** How long the last known pages are shown when the database, and with it notifications, is unavailable. */
const LAST_KNOWN_MS = 60_000;
/**
 * After a failed render, others wait this long before they try, because each attempt takes a second or more.
 */
const NEXT_TRY_MS = 1_000;
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
/** Approximate memory per cached page beyond its bytes: its key twice, headers and map entries. */
const OVERHEAD_BYTES = 2_000;

/** A cached page, or this request's place in the render queue. */
export type CacheLookup = { page: CachedPage } | RenderClaim;

/** A page that lacks a part is shown only while it is rendered again, and if there is no complete one. */
type Variant = { page: CachedPage; reads: ContentReads; lacksPart: boolean };
type LastPages = { pages: ReadonlyMap<string, CachedPage>; until: number; triedAt: number };
type Entry = { variants: readonly Variant[]; size: number };

const NO_VARIANTS: readonly Variant[] = [];

/**
 * Rendered pages in memory, per audience (visitor, or a tier) and theme. A member's page has slots for name
 * and photo; the tier in its key decides what it shows of locked content. One request at a time renders a
 * page; others get a cached one or wait. A content change drops exactly the pages rendered from its tables.
 */
export class PageCache {
  /** The least recently used come first. */
  private entries = new Map<string, Entry>();
  /** The pages that were cached when this instance lost its database. */
  private lastPages: LastPages | undefined;
  private renders = new SingleRender();
  private bytes = 0;
  private maxBytes = DEFAULT_MAX_BYTES;
  private sweptAt = 0;
  private hits = 0;
  private misses = 0;

  constructor(private readonly content = new ContentChanges()) {}

  /** Disabled while this instance cannot receive change notifications. @param now milliseconds */
  setEnabled(enabled: boolean, now = Date.now()): void {
    if (!enabled && !this.content.receivesNotifications) return;
    const kept = [...this.entries.keys()].flatMap((key) => {
      const usable = this.usable(key, now);
      const newest = usable.findLast(isWhole) ?? usable.at(-1);
      return newest ? [[key, newest.page] as const] : [];
    });
    const pages = new Map(kept);
    this.content.receivesNotifications = enabled;
    this.clear();
    if (!enabled) this.lastPages = { pages, until: now + LAST_KNOWN_MS, triedAt: Number.NEGATIVE_INFINITY };
  }

  /**
   * A page from before notifications stopped, at most a minute ago; used when it cannot be rendered because
   * the database is unavailable.
   * @param now milliseconds
   */
  lastKnown(key: string, now: number): CachedPage | undefined {
    if (!this.lastPages || now >= this.lastPages.until) return undefined;
    this.lastPages.triedAt = now;
    return this.lastPages.pages.get(key);
  }

  /** The same without trying to render, when an attempt failed a moment ago. @param now milliseconds */
  lastKnownWithoutTry(key: string, now: number): CachedPage | undefined {
    const { lastPages } = this;
    return lastPages && now < lastPages.until && now - lastPages.triedAt < NEXT_TRY_MS
      ? lastPages.pages.get(key)
      : undefined;
  }

  /** Sets the memory limit of all cached pages. */
  setMaxBytes(maxBytes: number): void {
    this.maxBytes = maxBytes;
    this.evict();
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.entries.size, bytes: this.bytes };
  }

  /** Cache hits and misses since the process started. */
  get lookUps(): { hits: number; misses: number } {
    return { hits: this.hits, misses: this.misses };
  }

  /**
   * Drops pages rendered from these tables. Renders that have read them are not cached, and new requests do
   * not wait for them.
   * @param tables see `ContentChanges`
   */
  forget(tables: readonly string[]): void {
    this.lastPages = undefined;
    this.content.note(tables);
    this.removeWhere(({ reads }) => !reads.areCurrent());
  }

  /** Drops all pages. */
  clear(): void {
    this.forget([]);
  }

  /** @param now milliseconds */
  lookUp(key: string, kind: PageKind, now: number): CacheLookup {
    const page = this.ready(key, kind, now);
    if (!page) return this.joinOrStart(key, kind);
    this.noteHit();
    return { page };
  }

  /** Counts a cached page that was sent. */
  noteHit(): void {
    this.hits += 1;
  }

  /**
   * A cached page that does not need to be rendered again; call `noteHit` when it is sent.
   * @param now milliseconds
   */
  ready(key: string, kind: PageKind, now: number): CachedPage | undefined {
    const usable = this.usable(key, now);
    // Variants are rendered at even intervals, so a crowd on a new page triggers one render, not four.
    const newestAt = usable.findLast(isWhole)?.page.storedAt ?? Number.NEGATIVE_INFINITY;
    const isDue = now - newestAt >= MAX_AGE_MS / VARIANTS[kind];
    if (isDue && !this.renders.isUnderWay(key)) return undefined;
    return this.choose(key, usable, now)?.page;
  }

  private choose(key: string, usable: readonly Variant[], now: number): Variant | undefined {
    const whole = only(usable, isWhole);
    const young = only(whole, ({ page }) => now - page.storedAt < MAX_AGE_MS);
    const chosen = pickRandom(young) ?? pickRandom(whole) ?? pickRandom(usable);
    if (chosen) this.touch(key);
    return chosen;
  }

  /** A cached page to show while it is rendered again. @param now milliseconds */
  usablePage(key: string, now: number): CachedPage | undefined {
    return this.choose(key, this.usable(key, now), now)?.page;
  }

  /**
   * A page for a request that is refused a render: a cached one, or a last known one during an outage, when every
   * render waits for the database and few are admitted.
   * @param now milliseconds
   */
  pageWithoutRender(key: string, now: number): CachedPage | undefined {
    return this.usablePage(key, now) ?? this.lastKnown(key, now);
  }

  private joinOrStart(key: string, kind: PageKind): RenderClaim {
    this.misses += 1;
    return this.renders.joinOrStart(key, kind, () => this.content.beginReads());
  }

  private usable(key: string, now: number): readonly Variant[] {
    const variants = this.entries.get(key)?.variants ?? NO_VARIANTS;
    return only(variants, ({ page, reads }) => now - page.storedAt < MAX_STALE_MS && reads.areCurrent());
  }

  /** A render that nobody waits for, used when the awaited one could not be cached. */
  renderAlone(key: string, kind: PageKind): PageRender {
    return new PageRender(key, kind, this.content.beginReads(), () => {});
  }

  /**
   * @param now milliseconds
   * @param lacksPart the next request renders the page again, while other requests get this one. Otherwise
   * each of them would render a page that lacks the same part
   */
  store(
    { key, kind, reads }: Pick<PageRender, "key" | "kind" | "reads">,
    page: CachedPage,
    now: number,
    lacksPart = false,
  ): void {
    if (!this.content.receivesNotifications || !reads.areCurrent()) return;
    const whole = this.usable(key, now).filter(isWhole);
    const variants = [...whole, { page, reads, lacksPart }].slice(-VARIANTS[kind]);
    this.remove(key);
    this.keep(key, variants);
    this.sweep(now);
    this.evict();
  }

  private keep(key: string, variants: readonly Variant[]): void {
    const size = variants.reduce((sum, { page }) => sum + page.size + OVERHEAD_BYTES, 0);
    this.entries.set(key, { variants, size });
    this.bytes += size;
  }

  private touch(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.entries.set(key, entry);
  }

  private remove(key: string): void {
    this.bytes -= this.entries.get(key)?.size ?? 0;
    this.entries.delete(key);
  }

  /** Drops pages that nobody requests any more. */
  private sweep(now: number): void {
    if (now - this.sweptAt < MAX_AGE_MS) return;
    this.sweptAt = now;
    this.removeWhere(({ page }) => now - page.storedAt >= MAX_STALE_MS);
  }

  /** Drops pages whose variants all match. */
  private removeWhere(isOver: (variant: Variant) => boolean): void {
    for (const [key, { variants }] of this.entries) if (variants.every(isOver)) this.remove(key);
  }

  private evict(): void {
    for (const key of this.entries.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.remove(key);
    }
  }
}

const isWhole = ({ lacksPart }: Variant) => !lacksPart;

const pickRandom = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)];

/** Like `filter`, but returns the same list when nothing is removed, which is the usual case. */
const only = <Item>(items: readonly Item[], isWanted: (item: Item) => boolean): readonly Item[] =>
  items.every(isWanted) ? items : items.filter(isWanted);

/** The cache of this process. */
export const pageCache = (): PageCache => perProcess("pages", () => new PageCache(contentChanges()));

/** Reports changed content; the next request renders its pages again. @param tables see `ContentChanges` */
export const invalidatePageCache = (tables: readonly string[]): void => pageCache().forget(tables);
