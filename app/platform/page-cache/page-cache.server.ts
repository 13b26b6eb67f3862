import { perProcess } from "db/per-process";
import type { CachedPage } from "./cached-page.server";
import { ContentChanges, type ContentReads, contentChanges } from "./content-changes.server";
import { type PageKind, PageRender, type RenderTurn, SingleRender } from "./single-render.server";

/** Renders kept per page, so that the advertisements, chosen at random, keep changing. Data has one. */
const VARIANTS: Record<PageKind, number> = { page: 4, data: 1 };
/** Figures on a page say how old they are, so even an untouched page is drawn anew now and then. */
const MAX_AGE_MS = 15_000;
/** What is older is shown to nobody, not even while its successor is drawn. */
const MAX_STALE_MS = 2 * MAX_AGE_MS;
/** How long what was last known is shown where the database is away and nobody can tell of changes. */
const LAST_KNOWN_MS = 60_000;
/** So long after a page could not be drawn nobody else tries: each try takes a second or more. */
const NEXT_TRY_MS = 1_000;
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
/** About what a kept page takes beside its bytes: its key twice, its headers, its places in the maps. */
const OVERHEAD_BYTES = 2_000;

/** What is to be done for somebody who asks for a page. */
export type CacheLookup = { page: CachedPage } | RenderTurn;

/** One that lacks a part is shown while its successor is drawn, and only where there is no whole one. */
type Variant = { page: CachedPage; reads: ContentReads; lacksPart: boolean };
type LastPages = { pages: ReadonlyMap<string, CachedPage>; until: number; triedAt: number };
type Entry = { variants: readonly Variant[]; size: number };

const NO_VARIANTS: readonly Variant[] = [];

/**
 * Finished pages in memory, one set per audience (visitor, or a tier) and theme. A page rendered for a member carries
 * slots instead of the member's name and photo, and what it shows of locked content is decided by the tier in its key.
 * A page is drawn by one request at a time; who asks meanwhile gets a kept one, or waits for that one. A change of content
 * lets go of the pages that were made of it, and of no others.
 */
export class PageCache {
  /** The least recently read come first. */
  private entries = new Map<string, Entry>();
  /** The pages that were kept when this instance lost its database. */
  private lastPages: LastPages | undefined;
  private renders = new SingleRender();
  private bytes = 0;
  private maxBytes = DEFAULT_MAX_BYTES;
  private sweptAt = 0;
  private hits = 0;
  private misses = 0;

  constructor(private readonly content = new ContentChanges()) {}

  /** Off while nobody can tell this instance that content changed elsewhere. @param now milliseconds */
  setEnabled(enabled: boolean, now = Date.now()): void {
    if (!enabled && !this.content.areHeard) return;
    const kept = [...this.entries.keys()].flatMap((key) => {
      const usable = this.usable(key, now);
      const newest = usable.findLast(isWhole) ?? usable.at(-1);
      return newest ? [[key, newest.page] as const] : [];
    });
    const pages = new Map(kept);
    this.content.areHeard = enabled;
    this.clear();
    if (!enabled) this.lastPages = { pages, until: now + LAST_KNOWN_MS, triedAt: Number.NEGATIVE_INFINITY };
  }

  /**
   * A page as it was when this instance last heard of changes, at most a minute ago; for one that could not be drawn because the database
   * is away. @param now milliseconds
   */
  lastKnown(key: string, now: number): CachedPage | undefined {
    if (!this.lastPages || now >= this.lastPages.until) return undefined;
    this.lastPages.triedAt = now;
    return this.lastPages.pages.get(key);
  }

  /** The same without drawing, where that failed for somebody a moment ago. @param now milliseconds */
  lastKnownAtOnce(key: string, now: number): CachedPage | undefined {
    const { lastPages } = this;
    return lastPages && now < lastPages.until && now - lastPages.triedAt < NEXT_TRY_MS
      ? lastPages.pages.get(key)
      : undefined;
  }

  /** How many bytes the kept pages may take together. */
  setMaxBytes(maxBytes: number): void {
    this.maxBytes = maxBytes;
    this.evict();
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.entries.size, bytes: this.bytes };
  }

  /** How often a page was looked up and kept already, or was not, since the process began. */
  get lookUps(): { hits: number; misses: number } {
    return { hits: this.hits, misses: this.misses };
  }

  /**
   * Content changed: pages made of these tables are drawn anew. Renders that have read of them are not kept, and nobody
   * new waits for them.
   * @param tables see `ContentChanges`
   */
  forget(tables: readonly string[]): void {
    this.lastPages = undefined;
    this.content.note(tables);
    this.removeWhere(({ reads }) => !reads.areCurrent());
  }

  /** Everything is drawn anew. */
  clear(): void {
    this.forget([]);
  }

  /** @param now milliseconds */
  lookUp(key: string, kind: PageKind, now: number): CacheLookup {
    const page = this.ready(key, kind, now);
    if (!page) return this.joinOrBegin(key, kind);
    this.noteHit();
    return { page };
  }

  /** A page that was kept is sent. */
  noteHit(): void {
    this.hits += 1;
  }

  /** A page where it is kept and nobody has to draw its successor; `noteHit` when it is sent. @param now milliseconds */
  ready(key: string, kind: PageKind, now: number): CachedPage | undefined {
    const usable = this.usable(key, now);
    // Variants are drawn at even distances: a crowd that comes to a new page finds one render, not four.
    const newestAt = usable.findLast(isWhole)?.page.storedAt ?? Number.NEGATIVE_INFINITY;
    const isDue = now - newestAt >= MAX_AGE_MS / VARIANTS[kind];
    if (isDue && !this.renders.isUnderWay(key)) return undefined;
    return this.choose(key, usable, now)?.page;
  }

  private choose(key: string, usable: readonly Variant[], now: number): Variant | undefined {
    const whole = only(usable, isWhole);
    const young = only(whole, ({ page }) => now - page.storedAt < MAX_AGE_MS);
    const chosen = randomOf(young) ?? randomOf(whole) ?? randomOf(usable);
    if (chosen) this.touch(key);
    return chosen;
  }

  /** A page that is shown until its successor is drawn, whoever draws that. @param now milliseconds */
  kept(key: string, now: number): CachedPage | undefined {
    return this.choose(key, this.usable(key, now), now)?.page;
  }

  private joinOrBegin(key: string, kind: PageKind): RenderTurn {
    this.misses += 1;
    return this.renders.joinOrBegin(key, kind, () => this.content.beginReads());
  }

  private usable(key: string, now: number): readonly Variant[] {
    const variants = this.entries.get(key)?.variants ?? NO_VARIANTS;
    return only(variants, ({ page, reads }) => now - page.storedAt < MAX_STALE_MS && reads.areCurrent());
  }

  /** A render that nobody waits for, for who waited for one that may not be kept. */
  renderAlone(key: string, kind: PageKind): PageRender {
    return new PageRender(key, kind, this.content.beginReads(), () => {});
  }

  /**
   * @param now milliseconds
   * @param lacksPart whoever comes next draws its successor, and who comes meanwhile gets this one: without it each of them would draw a
   * page that lacks the same part
   */
  store(
    { key, kind, reads }: Pick<PageRender, "key" | "kind" | "reads">,
    page: CachedPage,
    now: number,
    lacksPart = false,
  ): void {
    if (!this.content.areHeard || !reads.areCurrent()) return;
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

  /** Pages that nobody asks for any more leave their room to others. */
  private sweep(now: number): void {
    if (now - this.sweptAt < MAX_AGE_MS) return;
    this.sweptAt = now;
    this.removeWhere(({ page }) => now - page.storedAt >= MAX_STALE_MS);
  }

  /** Lets go of pages of which no variant is good any more. */
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

const randomOf = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)];

/** As `filter` does it, but mostly nothing is to be left out: no list is made anew for each reader of a page. */
const only = <Item>(items: readonly Item[], isWanted: (item: Item) => boolean): readonly Item[] =>
  items.every(isWanted) ? items : items.filter(isWanted);

/** The cache of this process. */
export const pageCache = (): PageCache => perProcess("pages", () => new PageCache(contentChanges()));

/** Says which content of what readers see has changed; the next request draws it anew. @param tables see `ContentChanges` */
export const invalidatePageCache = (tables: readonly string[]): void => pageCache().forget(tables);
