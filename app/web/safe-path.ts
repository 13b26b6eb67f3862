/** Longer paths would exceed the limits of browsers and servers when repeated in an address or header. */
const LONGEST = 2_000;

/**
 * A path of this site, from an untrusted value.
 * @returns path, query and fragment in normal form; undefined if it leads elsewhere. The result is ASCII
 * without spaces or line breaks and limited in length, so it is safe in a header.
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

/** A sign-in page with the `next` page of the request, if that is on this site. */
export function withNext(path: string, request: Request): string {
  const next = safePath(new URL(request.url).searchParams.get("next"));
  return next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`;
}
