import { bool, type Fragment, join, raw, sql, text } from "db/sql";
import { escapeLike, partsQuery, type Search } from "./search.rules";

/** The values of a lookup, for every kind. Patterns are LIKE patterns. */
export type LookupValues = {
  typed: string;
  /** The patterns for columns and words that begin with the text. */
  prefix: string;
  wordStart: string;
  /** A pattern for each word, one per line. */
  words: string;
  /** The parts that a text must have (`search_parts`), and whether a match also needs a comparison. */
  parts: string;
  compared: boolean;
};

export function lookupValues({ text: typed, words }: Pick<Search, "text" | "words">): LookupValues {
  const whole = escapeLike(typed);
  return {
    typed,
    prefix: `${whole}%`,
    wordStart: `% ${whole}%`,
    words: words.map((word) => `%${escapeLike(word)}%`).join("\n"),
    ...partsQuery(words),
  };
}

/**
 * U+10FFFF is no character, so no text contains it. A text's prefixes sort between the text and the two
 * together.
 */
const LAST_LETTER = raw(`U&'\\+10FFFF'`);

/**
 * A `with` table that holds the values in one row. Each use is a subquery, which hides the values from the
 * planner: one query plan serves every search.
 */
export const LOOKUP = sql`
  asked as materialized (
    select lower(given.typed) as typed, lower(given.typed) || ${LAST_LETTER} as beyond, ' ' || lower(given.typed) as inner_word, prefix, word_start,
           string_to_array(lower(given.words), E'\n') as words, lower(nullif(given.parts, ''))::tsquery as parts, compared
      from (select ${text("typed", "TSLA")}::text as typed, ${text("prefix", "tsla%")}::text as prefix,
                   ${text("wordStart", "% tsla%")}::text as word_start, ${text("words", "%tsla%")}::text as words,
                   ${text("parts", "'tsla':*")}::text as parts, ${bool("compared", false)}::boolean as compared) as given)`;

/** A column of that table. */
const lookupColumn = (column: string) => raw(`(select ${column} from asked)`);

const TYPED = lookupColumn("typed");
const WORDS = sql`${lookupColumn("words")}::text[]`;

type Condition = Fragment<object>;
type Columns = readonly Fragment<object>[];

const anyCondition = (conditions: readonly Condition[]): Condition => join(conditions, sql` or `);

export const isTicker = (ticker: Condition): Condition => sql`lower(${ticker}) = ${TYPED}`;

/** Written like the prefix indexes. */
export const startsWithTyped = (column: Condition): Condition =>
  sql`lower(${column}) ~>=~ ${TYPED} and lower(${column}) ~<~ ${lookupColumn("beyond")}`;

export const anyStartsWithTyped = (columns: Columns): Condition =>
  anyCondition(columns.map((column) => sql`starts_with(lower(${column}), ${TYPED})`));

/** Whether one of the columns contains the text. */
export const anyColumnContains = (columns: Columns): Condition =>
  anyCondition(columns.map((column) => sql`strpos(lower(${column}), ${TYPED}) > 0`));

/** Whether a word in one of the columns begins with the text. */
export const anyHasWordStart = (columns: Columns): Condition =>
  anyCondition([
    anyStartsWithTyped(columns),
    ...columns.map((column) => sql`strpos(lower(${column}), ${lookupColumn("inner_word")}) > 0`),
  ]);

/**
 * The same condition for the trigram index, which also treats the start of a column as the start of a word.
 */
export const anyHasWordStartByIndex = (columns: Columns): Condition =>
  anyCondition(
    columns.flatMap((column) =>
      ["word_start", "prefix"].map((pattern) => sql`${column} ilike ${lookupColumn(pattern)}`),
    ),
  );

/** Whether the columns contain all words, each in any column. No word spans two lines. */
export const haveAllWords = (columns: Columns): Condition =>
  sql`lower(concat_ws(E'\n', ${join(columns, sql`, `)})) like all (${WORDS})`;

/**
 * The same condition for the trigram indexes.
 * @param most the number of words; the first word fills missing ones
 */
export const haveAllWordsByIndex = (columns: Columns, most: number): Condition =>
  eachWord(most, (word) => anyCondition(columns.map((column) => sql`${column} ilike ${word}`)));

const eachWord = (most: number, holds: (word: Condition) => Condition): Condition =>
  join(
    Array.from({ length: most }, (_, nth) => sql`(${holds(wordAt(nth + 1))})`),
    sql` and `,
  );

const wordAt = (nth: number) => lookupColumn(nth === 1 ? "words[1]" : `coalesce(words[${nth}], words[1])`);

/**
 * `LOOKUP` for names regardless of accents and apostrophes. A pattern is folded as a whole, and no letter
 * becomes a wildcard: see `foldedWord`.
 */
export const FOLDED_LOOKUP = sql`
  asked as materialized (select string_to_array(search_fold(${text("words", "%tesla%")}), E'\n') as words)`;

export const haveAllFoldedWords = (columns: Columns): Condition =>
  sql`search_fold(concat_ws(E'\n', ${join(columns, sql`, `)})) like all (${WORDS})`;

export const haveAllFoldedWordsByIndex = (columns: Columns, most: number): Condition =>
  eachWord(most, (word) => anyCondition(columns.map((column) => sql`search_fold(${column}) like ${word}`)));

/** Texts of more bytes have no index of their parts; `search_parts` uses the same limit. */
const MOST_INDEXED = 60_000;

/** Whether a text contains all words, by comparison. */
export const hasAllWords = (body: Condition): Condition => sql`lower(${body}) like all (${WORDS})`;

/**
 * The same condition for the index of word parts. It is exact except for words with signs, long words and
 * long texts.
 */
export const hasAllWordsByIndex = (body: Condition): Condition => sql`
  search_parts(${body}) @@ ${lookupColumn("parts")}
  and ((not ${lookupColumn("compared")} and octet_length(${body}) <= ${MOST_INDEXED}) or ${hasAllWords(body)})`;
