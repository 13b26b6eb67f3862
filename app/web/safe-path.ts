/** Written into an address once more, or into a header, a longer one is more than browsers and servers read. */
const LONGEST = 2_000;

/**
 * An address of this site, from a word that anybody may have written: a form field, a query parameter, a header.
 * @returns path, query and fragment as the URL standard writes them, or undefined for what leads elsewhere. Only
 * ASCII without blanks or line ends comes out, and not too much of it, so it may stand in a header.
 */
export function safePath(text: string | null | undefined): string | undefined {
  if (!text?.startsWith("/") || /^\/[/\\]/.test(text) || text.includes("\\")) return undefined;
  try {
    const { origin, pathname, search, hash } = new URL(text, "http://own.invalid");
    const path = pathname + search + hash;
    const stays = origin === "http://own.invalid" && !pathname.startsWith("//");
    return stays && path.length <= LONGEST ? path : undefined;
  } catch {
    return undefined;
  }
}

/** A page at the door, which leads to where a request wants to go next, if that is a page of ours. */
export function withNext(path: string, request: Request): string {
  const next = safePath(new URL(request.url).searchParams.get("next"));
  return next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`;
}
