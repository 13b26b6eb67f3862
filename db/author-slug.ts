import { type Fragment, raw } from "./sql";

/**
 * The last segment of an author's address, in SQL: `authorSlug` (features/content/authors) makes the same of a name. A formula and not a
 * column, so that no way of writing a by-line can forget it; the indexes on it have this very text.
 */
export const authorSlugSql = (column: string): string =>
  String.raw`btrim(regexp_replace(lower(regexp_replace(normalize(${column}, NFKD), '[\u0300-\u036f]', '', 'g') collate "C"), '[\u0020-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+', '-', 'g'), '-')`;

/** The same of a by-line in a statement. */
export const authorSlugOf = (column: string): Fragment<object> => raw(authorSlugSql(column));
