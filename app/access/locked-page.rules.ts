/** Sections whose records may be locked, each on a page of its own. */
const SECTIONS = ["daily-brief", "trade-alert", "videos"];

/** Pages that may show a lock, by their address, besides those of single records. */
const LISTS = ["/", "/stock-picks", "/search", ...SECTIONS.map((section) => `/${section}`)];

const RECORD = new RegExp(`^/(${SECTIONS.join("|")})/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`);

/**
 * The page of a lock, as its path, from a word that anybody may have written; undefined for what can be none. Nothing but
 * letters, digits, slashes and hyphens comes out, so it may stand in any address as it is.
 */
export function lockedPageOf(path: string | null | undefined): string | undefined {
  const page = path?.toLowerCase() ?? "";
  return LISTS.includes(page) || RECORD.test(page) ? page : undefined;
}

/** At which lock somebody was, as an address of ours says it. */
export const askedLock = (request: Request): string | undefined =>
  lockedPageOf(new URL(request.url).searchParams.get("from"));

/** Where a page tells what becomes of its lock: seen, seen without script, followed to the plans. */
export const lockCountPath = (file: "shown" | "shown.gif" | "followed", page: string): string =>
  `/locks/${file}?from=${page}`;
