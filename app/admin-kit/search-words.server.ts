import { type EntityProperty, type FilterQuery, sql } from "@mikro-orm/core";
import { isFolded } from "db/columns";
import { em } from "db/orm.server";
import { tableOf } from "./find.server";
import type { ListedRow, Stored } from "./resource.server";

/**
 * Rows, newest first, that are read for a word which no index of trigrams can find inside others: two letters, a sign.
 * What begins with such a word is found in all rows.
 */
export const SHORT_WORD_WINDOW = 1_000;

/** Whether an index of trigrams finds it wherever it stands. */
export const isIndexed = (words: string): boolean => /[\p{L}\p{N}]{3}/u.test(words);

const escaped = (words: string) => words.replace(/[\\%_]/g, "\\$&");

/** The pattern of `like` that finds these words anywhere, whatever characters they have. */
export const likePattern = (words: string): string => `%${escaped(words)}%`;

/** The pattern that finds a text which begins with them. */
export const beginningPattern = (words: string): string => `${escaped(words)}%`;

/** The same of a short word, also at the beginning of a word in the text, as far as an index of trigrams can tell. */
function beginningPatterns(word: string): string[] {
  const [alone, two] = [/[\p{L}\p{N}]/u, /[\p{L}\p{N}]{2}/u].map((letters) => letters.test(word));
  return [...(alone ? [beginningPattern(word)] : []), ...(two ? [`% ${beginningPattern(word)}`] : [])];
}

/** Rows in which any of these properties contains the words, in any casing. */
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

/** Rows of one list that are found by a folded name alone. */
const MOST_FOLDED = 1_000;

/**
 * The same of names whose accents, apostrophes or joints were typed in another way. The pattern is composed before it is escaped, so that
 * no letter becomes a wildcard when the database folds it.
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

/** Of a pattern that it cannot see the planner takes the index, and reads no more rows than are wanted. */
const foldedRows = (table: string, column: string, pattern: string) => sql`any(array(
  select id from ${sql.ref(table)} where search_fold(${sql.ref(column)}) like (select search_fold(${pattern}::text)) limit ${MOST_FOLDED}))`;

/**
 * A pattern of which the planner knows nothing: then it takes the index for any. Of a word that it knows to be frequent it
 * would rather read the table until it has found enough, which is all of it where another condition leaves few.
 */
const hidden = (pattern: string) => sql`(select ${pattern}::text)`;

/** As a list of ids, which the planner takes for few: of any other condition it would think that a third of the rows has it. */
const newestRows = <Row extends ListedRow>(table: Pick<Stored<Row>, "entity">) => {
  const properties: Record<string, Pick<EntityProperty<Row>, "fieldNames">> = em().getMetadata(
    table.entity,
  ).properties;
  const created = sql.ref(properties.createdAt?.fieldNames[0] ?? "created_at");
  return sql`any(array(select id from ${sql.ref(tableOf(table))} order by ${created} desc, id desc limit ${SHORT_WORD_WINDOW}))`;
};
