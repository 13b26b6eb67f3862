/** Sections whose items may be locked; each item has a page. */
const SECTIONS = ["daily-brief", "trade-alert", "videos"];

/** List pages that may show a paywall. */
const LISTS = ["/", "/stock-picks", "/search", ...SECTIONS.map((section) => `/${section}`)];

const RECORD = new RegExp(`^/(${SECTIONS.join("|")})/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`);

/**
 * The page of a paywall as a path, from an untrusted value; undefined when no such page exists. The result
 * has only letters, digits, slashes and hyphens, so it is safe in a URL.
 */
export function parsePaywallPage(path: string | null | undefined): string | undefined {
  const page = path?.toLowerCase() ?? "";
  return LISTS.includes(page) || RECORD.test(page) ? page : undefined;
}

/** The paywall that the visitor came from, by the `from` parameter. */
export const requestedPaywall = (request: Request): string | undefined =>
  parsePaywallPage(new URL(request.url).searchParams.get("from"));

/** Where a page reports its paywall as seen, seen without script, or followed to the plans. */
export const paywallCountPath = (file: "shown" | "shown.gif" | "followed", page: string): string =>
  `/locks/${file}?from=${page}`;
