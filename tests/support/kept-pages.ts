import { processValues } from "db/per-process";
import type { ContentChanges } from "~/platform/page-cache/content-changes.server";
import type { PageCache } from "~/platform/page-cache/page-cache.server";

/** The page cache of the server in this process: it stands where every load of its module finds it. */
export function keptPages(): PageCache {
  const pages = processValues.get("pages");
  if (!pages) throw new Error("The server keeps its pages elsewhere now");
  return pages as PageCache;
}

let markers = 0;

/**
 * Waits until the server in this process has heard all that the database told it before: notices come in the order of their
 * commits, and the last of them is a marker of the test's own, which the server in this process is not told.
 * @param notify sends a notice of this text on the channel of content
 */
export async function untilAllIsHeard(notify: (text: string) => Promise<unknown>): Promise<void> {
  const changes = processValues.get("content changes") as ContentChanges | undefined;
  if (!changes) throw new Error("The server counts its changes elsewhere now");
  markers += 1;
  const marker = `marker ${markers}`;
  const { note } = changes;
  const heard = new Promise<void>((resolve) => {
    changes.note = (tables) => (tables?.[0] === marker ? resolve() : note.call(changes, tables));
  });
  try {
    await notify(marker);
    await heard;
  } finally {
    changes.note = note;
  }
}

/**
 * What a test changes behind the server's back counts from the next request on. The server hears of most of it through the
 * database, a moment later; that a table is gone or a trigger fails, it does not hear at all.
 */
export function forgetKeptPages(): void {
  (processValues.get("pages") as PageCache | undefined)?.clear();
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
