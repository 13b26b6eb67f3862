/** The by-line of a record without an author (specification, section 3). */
const NOBODY = "Admin";

/**
 * The last segment of an author's address: "Tomás Achterberg" is tomas-achterberg. People with the same name,
 * with or without accents, share a page. Letters of other scripts stay. `authorSlugSql` does the same in SQL.
 */
export const authorSlug = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[\u0020-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+/g, "-")
    .replace(/^-+|-+$/g, "");

/** The page of a by-line; undefined for a record without an author. */
export function authorHref(name: string): string | undefined {
  const slug = name === NOBODY ? "" : authorSlug(name);
  return slug === "" ? undefined : `/author/${encodeURIComponent(slug)}`;
}
