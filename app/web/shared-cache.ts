/**
 * Cache-Control for caches in front of the site, not for browsers (RFC 9213): how long they may use a
 * response, and as long again while they revalidate.
 * @param seconds `CDN_SECONDS`
 */
export const forSharedCaches = (seconds: number): string =>
  `public, max-age=${seconds}, stale-while-revalidate=${seconds}`;

/** Surrogate keys of a response: its tables, as the database's notifications name them. */
export const surrogateKeys = (tables: readonly string[]): string =>
  tables.map((table) => table.replaceAll(" ", "_")).join(" ");

const ONE_YEAR = 31_536_000;

/**
 * For pictures in emails, shared links and feeds: web mail and feed readers could not show them with our
 * usual header.
 */
export const SHOWN_ELSEWHERE = { "Cross-Origin-Resource-Policy": "cross-origin" } as const;

/**
 * The headers of a public picture, which other sites may show. Caches in front of the site store it for
 * `CDN_SECONDS` at most, because published content can be withdrawn.
 * @param tables its content tables
 * @param browserSeconds a year for an address whose content never changes
 */
export function publicFileHeaders(
  cdnSeconds: number,
  tables: readonly string[],
  browserSeconds = ONE_YEAR,
): Record<string, string> {
  const immutable = browserSeconds === ONE_YEAR ? ", immutable" : "";
  const kept = `public, max-age=${browserSeconds}${immutable}, s-maxage=${cdnSeconds}`;
  if (cdnSeconds === 0) return { ...SHOWN_ELSEWHERE, "Cache-Control": kept };
  return {
    ...SHOWN_ELSEWHERE,
    "Cache-Control": kept,
    "CDN-Cache-Control": forSharedCaches(cdnSeconds),
    "Surrogate-Key": surrogateKeys(tables),
  };
}
