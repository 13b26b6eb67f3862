import type { ContentChanges } from "~/platform/page-cache/content-changes.server";
import type { PageCache } from "~/platform/page-cache/page-cache.server";

/** The page cache of the server in this process: it stands where every load of its module finds it. */
export function keptPages(): PageCache {
  const { openbellPages } = globalThis as { openbellPages?: PageCache };
  if (!openbellPages) throw new Error("The server keeps its pages elsewhere now");
  return openbellPages;
}

/** How many changes of content the server in this process knows of. */
export function knownChanges(): number {
  const { openbellContent } = globalThis as { openbellContent?: ContentChanges };
  if (!openbellContent) throw new Error("The server counts its changes elsewhere now");
  return openbellContent.version;
}

/**
 * What a test changes behind the server's back counts from the next request on. The server hears of most of it through the
 * database, a moment later; that a table is gone or a trigger fails, it does not hear at all.
 */
export function forgetKeptPages(): void {
  (globalThis as { openbellPages?: PageCache }).openbellPages?.clear();
}

const READS = /^\s*(select|explain|show)\b/i;

/** Forgets the kept pages after a statement that writes. */
export async function forgettingPages<Result>(
  statement: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const result = await run();
  if (!READS.test(statement)) forgetKeptPages();
  return result;
}

/**
 * Cookies that pass the page cache by, for tests that look at what a render brings: a page with a message belongs to one
 * reader. The message itself cannot be read, so the page is what everybody gets.
 */
export const unkept = (cookies = ""): string => [cookies, "openbell_toast=none"].filter(Boolean).join("; ");
