/**
 * What is said to caches in front of the site, and not to browsers (RFC 9213): how long they may answer with what they have, and as long
 * again while they fetch a newer one.
 * @param seconds `CDN_SECONDS`
 */
export const forSharedCaches = (seconds: number): string =>
  `public, max-age=${seconds}, stale-while-revalidate=${seconds}`;

/** What to purge an answer by: the tables that it was made of, as the database's notices name them. */
export const surrogateKeys = (tables: readonly string[]): string =>
  tables.map((table) => table.replaceAll(" ", "_")).join(" ");

const ONE_YEAR = 31_536_000;

/**
 * Of pictures that mails, shared links and feeds show on other sites: web mail and feed readers draw nothing of a site that keeps its
 * pictures to itself, as all other answers of ours do.
 */
export const SHOWN_ELSEWHERE = { "Cross-Origin-Resource-Policy": "cross-origin" } as const;

/**
 * The headers of a public picture, which other sites may show. Browsers may keep it; caches in front of the site only for `CDN_SECONDS`, not at all where there is none,
 * because what is published can be taken back.
 * @param tables it was made of. @param browserSeconds a year for what never changes at its address
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
