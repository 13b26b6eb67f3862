import { type Fragment, raw } from "./sql";

/**
 * SQL for the last segment of an author's address. `authorSlug` (features/content/authors) computes the same
 * from a name. It is a formula, not a column, so every way to write a by-line is covered. The indexes contain
 * exactly this text.
 */
export const authorSlugSql = (column: string): string =>
  String.raw`btrim(regexp_replace(lower(regexp_replace(normalize(${column}, NFKD), '[\u0300-\u036f]', '', 'g') collate "C"), '[\u0020-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+', '-', 'g'), '-')`;

/** The same for a column with a by-line, as a piece of a statement. */
export const authorSlugOf = (column: string): Fragment<object> => raw(authorSlugSql(column));
