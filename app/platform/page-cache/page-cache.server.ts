import type { CachedPage } from "./cached-page.server";
import { type PageKind, PageRender, type RenderTurn, SingleRender } from "./single-render.server";

/** Renders kept per page, so that the advertisements, chosen at random, keep changing. Data has one. */
const VARIANTS: Record<PageKind, number> = { page: 4, data: 1 };
/** Figures on a page say how old they are, so even an untouched page is drawn anew now and then. */
const MAX_AGE_MS = 15_000;
/** What is older is shown to nobody, not even while its successor is drawn. */
const MAX_STALE_MS = 2 * MAX_AGE_MS;
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
/** About what a kept page takes beside its bytes: its key twice, its headers, its places in the maps. */
const OVERHEAD_BYTES = 2_000;

/** What is to be done for somebody who asks for a page. */
export type CacheLookup = { page: CachedPage } | RenderTurn;

type Entry = { variants: CachedPage[]; size: number };

/**
 * Finished pages in memory, one set per audience (visitor, or a tier) and theme. A page rendered for a member carries
 * slots instead of the member's name and photo, and what it shows of locked content is decided by the tier in its key.
 * A page is drawn by one request at a time; who asks meanwhile gets a kept one, or waits for that one.
 */
export class PageCache {
  /** The least recently read come first. */
  private entries = new Map<string, Entry>();
  private renders = new SingleRender();
  private bytes = 0;
  private maxBytes = DEFAULT_MAX_BYTES;
  private sweptAt = 0;
  private version = 0;
  private enabled = false;

  /** Off while nobody can tell this instance that content changed elsewhere. */
  setEnabled(enabled: boolean): void {
    this.enabled = enabled;
    this.clear();
  }

  /** How many bytes the kept pages may take together. */
  setMaxBytes(maxBytes: number): void {
    this.maxBytes = maxBytes;
    this.evict();
  }

  /** Counts the changes of content that this instance knows of. */
  get contentVersion(): number {
    return this.version;
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.entries.size, bytes: this.bytes };
  }

  /** Everything is drawn anew; renders that began before are not kept, and nobody new waits for them. */
  clear(): void {
    this.version += 1;
    this.entries.clear();
    this.renders.clear();
    this.bytes = 0;
  }

  /** @param now milliseconds */
  lookUp(key: string, kind: PageKind, now: number): CacheLookup {
    const variants = this.entries.get(key)?.variants ?? [];
    const usable = variants.filter(({ storedAt }) => now - storedAt < MAX_STALE_MS);
    // Variants are drawn at even distances: a crowd that comes to a new page finds one render, not four.
    const newestAt = usable.at(-1)?.storedAt ?? Number.NEGATIVE_INFINITY;
    const isDue = now - newestAt >= MAX_AGE_MS / VARIANTS[kind];
    if (isDue && !this.renders.isUnderWay(key)) return this.renders.joinOrBegin(key, kind, this.version);
    const page = randomOf(usable.filter(({ storedAt }) => now - storedAt < MAX_AGE_MS)) ?? randomOf(usable);
    if (page) this.touch(key);
    if (page) return { page };
    return this.renders.joinOrBegin(key, kind, this.version);
  }

  /** A render that nobody waits for, for who waited for one that may not be kept. */
  renderAlone(key: string, kind: PageKind): PageRender {
    return new PageRender(key, kind, this.version, () => {});
  }

  /** @param now milliseconds */
  store({ key, kind, version }: PageRender, page: CachedPage, now: number): void {
    if (!this.enabled || version !== this.version) return;
    const kept = this.entries.get(key)?.variants.filter((other) => now - other.storedAt < MAX_STALE_MS) ?? [];
    this.remove(key);
    const variants = [...kept, page].slice(-VARIANTS[kind]);
    const size = variants.reduce((sum, variant) => sum + variant.size + OVERHEAD_BYTES, 0);
    this.entries.set(key, { variants, size });
    this.bytes += size;
    this.sweep(now);
    this.evict();
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
    for (const [key, { variants }] of this.entries) {
      if (variants.every((page) => now - page.storedAt >= MAX_STALE_MS)) this.remove(key);
    }
  }

  private evict(): void {
    for (const key of this.entries.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.remove(key);
    }
  }
}

const randomOf = (pages: readonly CachedPage[]): CachedPage | undefined =>
  pages[Math.floor(Math.random() * pages.length)];

const shared = globalThis as typeof globalThis & { openbellPages?: PageCache };

/** The cache of this process. */
export function pageCache(): PageCache {
  shared.openbellPages ??= new PageCache();
  return shared.openbellPages;
}

/** Says that something readers see has changed; the next request draws it anew. */
export const invalidatePageCache = () => pageCache().clear();
