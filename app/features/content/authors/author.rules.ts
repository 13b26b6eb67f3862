/** What a record without a by-line says (specification, section 3): nobody in particular. */
const NOBODY = "Admin";

/**
 * The last segment of an author's address: "Tomás Achterberg" is tomas-achterberg. By-lines are names, so who shares a name, or
 * writes it with and without its accents, shares a page. Letters of other scripts stay. `authorSlugSql` says the same.
 */
export const authorSlug = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[\u0020-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+/g, "-")
    .replace(/^-+|-+$/g, "");

/** The page of a by-line's name; undefined for nobody in particular. */
export function authorHref(name: string): string | undefined {
  const slug = name === NOBODY ? "" : authorSlug(name);
  return slug === "" ? undefined : `/author/${encodeURIComponent(slug)}`;
}
