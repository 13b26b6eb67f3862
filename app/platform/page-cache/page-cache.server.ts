import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "../accepted-encoding";
import { SLOT_PATTERN, type Slot, type SlotTexts, slotOf } from "./slots.server";

/** Renders kept per page, so that the advertisements, chosen at random, keep changing. Data has one. */
const VARIANTS = { page: 4, data: 1 } as const;
const MAX_PAGES = 600;
/** Figures on a page say how old they are, so even an untouched page is drawn anew now and then. */
const MAX_AGE_MS = 15_000;

export type CachedPage = {
  /** Content type, and for data what its loader said about it (total, next page, validity). */
  headers: Record<string, string>;
  /** Bytes and the slots between them; all of them when the page is the same for everybody. */
  segments: (Buffer | { slot: Slot })[];
  encoded?: { identity: Buffer; br: Buffer; gzip: Buffer; etag: string };
  storedAt: number;
};

/** A place in the cache, reserved before the page is rendered. */
export type CacheReservation = { key: string; kind: keyof typeof VARIANTS; generation: number };

/**
 * Finished pages in memory, one set per audience (visitor, or a tier) and theme. A page rendered for a member carries
 * slots instead of the member's name and photo, and what it shows of locked content is decided by the tier in its key.
 */
class PageCache {
  private pages = new Map<string, CachedPage[]>();
  private generation = 0;
  private enabled = false;

  /** Off while nobody can tell this instance that content changed elsewhere. */
  setEnabled(enabled: boolean): void {
    this.enabled = enabled;
    this.clear();
  }

  /** Everything is drawn anew; renders that began before are not kept either. */
  clear(): void {
    this.generation += 1;
    this.pages.clear();
  }

  /** One of the kept renders, once there are enough of them to choose from. @param now milliseconds */
  find(key: string, kind: keyof typeof VARIANTS, now: number): CachedPage | undefined {
    const variants = this.pages.get(key);
    if (!variants) return undefined;
    const fresh = variants.filter((page) => now - page.storedAt < MAX_AGE_MS);
    if (fresh.length !== variants.length) this.pages.set(key, fresh);
    return fresh.length < VARIANTS[kind] ? undefined : fresh[Math.floor(Math.random() * fresh.length)];
  }

  reserve(key: string, kind: keyof typeof VARIANTS): CacheReservation {
    return { key, kind, generation: this.generation };
  }

  store(reservation: CacheReservation, page: CachedPage): void {
    if (!this.enabled || reservation.generation !== this.generation) return;
    const variants = this.pages.get(reservation.key) ?? [];
    this.pages.delete(reservation.key);
    this.pages.set(reservation.key, [...variants, page].slice(-VARIANTS[reservation.kind]));
    const oldest = this.pages.keys().next().value;
    if (this.pages.size > MAX_PAGES && oldest !== undefined) this.pages.delete(oldest);
  }
}

const shared = globalThis as typeof globalThis & { openbellPages?: PageCache };

/** The cache of this process. */
export function pageCache(): PageCache {
  shared.openbellPages ??= new PageCache();
  return shared.openbellPages;
}

/** Says that something readers see has changed; the next request draws it anew. */
export const invalidatePageCache = () => pageCache().clear();

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** What is kept of a loader's own headers. */
const CACHED_HEADERS = [
  "content-type",
  "x-total-count",
  "link",
  "cache-control",
  "vary",
  "speculation-rules",
];

/** Prepares a rendered page, or an API's answer, for being sent many times. @param now milliseconds */
export async function preparePage(response: Response, now: number): Promise<CachedPage> {
  const html = await response.text();
  const headers = Object.fromEntries([...response.headers].filter(([name]) => CACHED_HEADERS.includes(name)));
  const segments = html
    .split(SLOT_PATTERN)
    .filter((part) => part !== "")
    .map((part) => {
      const slot = slotOf(part);
      return slot ? { slot } : Buffer.from(part);
    });
  if (segments.length > 1) return { headers, segments, storedAt: now };
  const identity = Buffer.from(html);
  const [br, gz] = await Promise.all([brotli(identity, BROTLI), gzipped(identity)]);
  const etag =
    response.headers.get("ETag") ??
    `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  return { headers, segments, encoded: { identity, br, gzip: gz, etag }, storedAt: now };
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** The page for one reader. Its text was encoded when it was kept: doing that for each reader would cost most of all. */
export function fillSlots(page: CachedPage, texts: SlotTexts): Buffer {
  return Buffer.concat(
    page.segments.map((part) => ("slot" in part ? Buffer.from(escapeHtml(texts[part.slot])) : part)),
  );
}

/** Compresses a filled page for one reader. */
export async function compressPage(body: Buffer, encoding: Encoding | undefined): Promise<Buffer> {
  if (!encoding) return body;
  return encoding === "br" ? brotli(body, BROTLI) : gzipped(body);
}
