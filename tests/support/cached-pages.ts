import { processValues } from "db/per-process";
import type { ContentChanges } from "~/platform/page-cache/content-changes.server";
import type { PageCache } from "~/platform/page-cache/page-cache.server";

/** The page cache of the server in this process: every load of its module finds it. */
export function serverPageCache(): PageCache {
  const pages = processValues.get("pages");
  if (!pages) throw new Error("The server keeps its pages elsewhere now");
  return pages as PageCache;
}

let markers = 0;

/**
 * Waits until the server in this process has received all earlier notices: they arrive in commit order, and
 * the last one is a marker of the test, which the server ignores.
 * @param notify sends a notice with this payload on the channel of content
 */
export async function waitForNotices(notify: (text: string) => Promise<unknown>): Promise<void> {
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
 * Makes a test's change in SQL visible from the next request on. The server receives most changes by notice,
 * a moment later; it gets no notice of a missing table or a failing trigger.
 */
export function clearPageCache(): void {
  (processValues.get("pages") as PageCache | undefined)?.clear();
}

const READS = /^\s*(select|explain|show)\b/i;

/** Drops the kept pages after a statement that writes. */
export async function clearingPageCache<Result>(
  statement: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const result = await run();
  if (!READS.test(statement)) clearPageCache();
  return result;
}

/**
 * Cookies that bypass the page cache, for tests of a render: a page with a toast belongs to one
 * reader. The toast itself is invalid, so the page is the common one.
 */
export const cacheBypassCookies = (cookies = ""): string =>
  [cookies, "openbell_toast=none"].filter(Boolean).join("; ");
