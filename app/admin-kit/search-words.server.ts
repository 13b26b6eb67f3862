import { type EntityProperty, type FilterQuery, sql } from "@mikro-orm/core";
import { isFolded } from "db/columns";
import { em } from "db/orm.server";
import { tableOf } from "./find.server";
import type { ListedRow, Stored } from "./resource.server";

/** The newest rows that are scanned for short words (two letters, a sign), which the trigram index cannot find inside other words. At the start of a text they are found in all rows.
 */
export const SHORT_WORD_WINDOW = 1_000;

/** Whether the trigram index finds the words anywhere in a text. */
export const isIndexed = (words: string): boolean => /[\p{L}\p{N}]{3}/u.test(words);

const escaped = (words: string) => words.replace(/[\\%_]/g, "\\$&");

/** A `like` pattern for these words anywhere in a text. */
export const likePattern = (words: string): string => `%${escaped(words)}%`;

/** A `like` pattern for texts that start with these words. */
export const beginningPattern = (words: string): string => `${escaped(words)}%`;

/**
 * The same for a short word, and for words in the text that start with it, as far as the trigram index
 * supports it.
 */
function beginningPatterns(word: string): string[] {
  const [alone, two] = [/[\p{L}\p{N}]/u, /[\p{L}\p{N}]{2}/u].map((letters) => letters.test(word));
  return [...(alone ? [beginningPattern(word)] : []), ...(two ? [`% ${beginningPattern(word)}`] : [])];
}

/** Rows where any of these properties contains the words, not case-sensitive. */
export function containsText<Row extends ListedRow>(
  table: Pick<Stored<Row>, "entity">,
  properties: readonly (keyof Row & string)[],
  words: string,
): FilterQuery<Row> {
  const like = (pattern: string) =>
    properties.map((property) => ({ [property]: { $ilike: hidden(pattern) } }));
  const anywhere = { $or: [...like(likePattern(words)), ...foldedLike(table, properties, words)] };
  if (isIndexed(words)) return anywhere as FilterQuery<Row>;
  const newest = { id: newestRows(table), ...anywhere };
  return { $or: [...beginningPatterns(words).flatMap(like), newest] } as FilterQuery<Row>;
}

/** The most rows found only by a folded name. */
const MOST_FOLDED = 1_000;

/** The same for names with other accents, apostrophes or joints. The pattern is normalised before it is escaped, so that folding cannot turn a letter into a wildcard.
 */
function foldedLike<Row extends ListedRow>(
  table: Pick<Stored<Row>, "entity">,
  properties: readonly (keyof Row & string)[],
  words: string,
): { id: ReturnType<typeof foldedRows> }[] {
  const plain = words.replace(/['’‘ʼ`´′]/g, "").normalize("NFKC");
  if (!isIndexed(plain)) return [];
  const known: Record<string, Pick<EntityProperty<Row>, "fieldNames">> = em().getMetadata(
    table.entity,
  ).properties;
  const columns = properties.flatMap((property) => known[property]?.fieldNames?.[0] ?? []);
  return columns
    .filter((column) => isFolded(tableOf(table), column))
    .map((column) => ({ id: foldedRows(tableOf(table), column, likePattern(plain)) }));
}

/** The planner cannot see the pattern, so it uses the index and stops at the limit. */
const foldedRows = (table: string, column: string, pattern: string) => sql`any(array(
  select id from ${sql.ref(table)} where search_fold(${sql.ref(column)}) like (select search_fold(${pattern}::text)) limit ${MOST_FOLDED}))`;

/** Hides a pattern from the planner, so that it always uses the index. For a word it knows to be frequent it would scan the table until it finds enough, which may be all of it if another condition leaves few rows.
 */
const hidden = (pattern: string) => sql`(select ${pattern}::text)`;

/**
 * As a list of ids, which the planner estimates as few; for other conditions it assumes a third of the rows.
 */
const newestRows = <Row extends ListedRow>(table: Pick<Stored<Row>, "entity">) => {
  const properties: Record<string, Pick<EntityProperty<Row>, "fieldNames">> = em().getMetadata(
    table.entity,
  ).properties;
  const created = sql.ref(properties.createdAt?.fieldNames[0] ?? "created_at");
  return sql`any(array(select id from ${sql.ref(tableOf(table))} order by ${created} desc, id desc limit ${SHORT_WORD_WINDOW}))`;
};
