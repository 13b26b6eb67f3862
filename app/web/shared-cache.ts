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
 * The headers of a public file. Browsers may keep it; caches in front of the site only for `CDN_SECONDS`, not at all where there is none,
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
  if (cdnSeconds === 0) return { "Cache-Control": kept };
  return {
    "Cache-Control": kept,
    "CDN-Cache-Control": forSharedCaches(cdnSeconds),
    "Surrogate-Key": surrogateKeys(tables),
  };
}
