import { bool, type Fragment, join, raw, sql, text } from "db/sql";
import { escapeLike, partsQuery, type Search } from "./search.rules";

/** What a search is looked up by, whatever the kind. Patterns are LIKE's. */
export type LookupValues = {
  typed: string;
  /** The same for what has it at its beginning, and where a word begins. */
  prefix: string;
  wordStart: string;
  /** A pattern for each word, one per line. */
  words: string;
  /** Parts of words that a text must have (`search_parts`), and whether that alone tells nothing for sure. */
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

/** No text goes on with this letter, which is none: what begins with a text comes before the two together. */
const LAST_LETTER = raw(`U&'\\+10FFFF'`);

/**
 * The table of a `with` that has all of this in one row. It comes from a subquery everywhere, which hides it from the planner: one
 * plan serves each search, and is made once.
 */
export const ASKED = sql`
  asked as materialized (
    select lower(given.typed) as typed, lower(given.typed) || ${LAST_LETTER} as beyond, ' ' || lower(given.typed) as inner_word, prefix, word_start,
           string_to_array(lower(given.words), E'\n') as words, lower(nullif(given.parts, ''))::tsquery as parts, compared
      from (select ${text("typed", "TSLA")}::text as typed, ${text("prefix", "tsla%")}::text as prefix,
                   ${text("wordStart", "% tsla%")}::text as word_start, ${text("words", "%tsla%")}::text as words,
                   ${text("parts", "'tsla':*")}::text as parts, ${bool("compared", false)}::boolean as compared) as given)`;

/** One of its columns. */
const asked = (column: string) => raw(`(select ${column} from asked)`);

const TYPED = asked("typed");
const WORDS = sql`${asked("words")}::text[]`;

type Condition = Fragment<object>;
type Columns = readonly Fragment<object>[];

const anyOf = (conditions: readonly Condition[]): Condition => join(conditions, sql` or `);

export const isTicker = (ticker: Condition): Condition => sql`lower(${ticker}) = ${TYPED}`;

/** Written as the prefix indexes are. */
export const startsWithTyped = (column: Condition): Condition =>
  sql`lower(${column}) ~>=~ ${TYPED} and lower(${column}) ~<~ ${asked("beyond")}`;

export const anyStartsWithTyped = (columns: Columns): Condition =>
  anyOf(columns.map((column) => sql`starts_with(lower(${column}), ${TYPED})`));

/** What was typed, somewhere in one of the columns. */
export const anyHasTyped = (columns: Columns): Condition =>
  anyOf(columns.map((column) => sql`strpos(lower(${column}), ${TYPED}) > 0`));

/** A word that begins as it was typed in one of the columns. */
export const anyHasWordStart = (columns: Columns): Condition =>
  anyOf([
    anyStartsWithTyped(columns),
    ...columns.map((column) => sql`strpos(lower(${column}), ${asked("inner_word")}) > 0`),
  ]);

/** The same by the index of their trigrams, which takes a beginning for the start of a word, too. */
export const anyHasWordStartByIndex = (columns: Columns): Condition =>
  anyOf(
    columns.flatMap((column) =>
      ["word_start", "prefix"].map((pattern) => sql`${column} ilike ${asked(pattern)}`),
    ),
  );

/** The words in the columns, each in any of them: no word goes over the end of a line. */
export const haveAllWords = (columns: Columns): Condition =>
  sql`lower(concat_ws(E'\n', ${join(columns, sql`, `)})) like all (${WORDS})`;

/** The same by the indexes of their trigrams. @param most words that there are; the first stands in for those that are not */
export const haveAllWordsByIndex = (columns: Columns, most: number): Condition =>
  eachWord(most, (word) => anyOf(columns.map((column) => sql`${column} ilike ${word}`)));

const eachWord = (most: number, holds: (word: Condition) => Condition): Condition =>
  join(
    Array.from({ length: most }, (_, nth) => sql`(${holds(wordAt(nth + 1))})`),
    sql` and `,
  );

const wordAt = (nth: number) => asked(nth === 1 ? "words[1]" : `coalesce(words[${nth}], words[1])`);

/** `ASKED` for names however accents and apostrophes are typed. A pattern is folded whole: no letter of it becomes a wildcard, see `foldedWord`. */
export const ASKED_FOLDED = sql`
  asked as materialized (select string_to_array(search_fold(${text("words", "%tesla%")}), E'\n') as words)`;

export const haveAllFoldedWords = (columns: Columns): Condition =>
  sql`search_fold(concat_ws(E'\n', ${join(columns, sql`, `)})) like all (${WORDS})`;

export const haveAllFoldedWordsByIndex = (columns: Columns, most: number): Condition =>
  eachWord(most, (word) => anyOf(columns.map((column) => sql`search_fold(${column}) like ${word}`)));

/** More bytes than this have no index of their parts; `search_parts` says the same. */
const MOST_INDEXED = 60_000;

/** The words in a text, by comparing. */
export const hasAllWords = (body: Condition): Condition => sql`lower(${body}) like all (${WORDS})`;

/** The same by the index of the parts of its words, which is exact but for words with signs, long words and long texts. */
export const hasAllWordsByIndex = (body: Condition): Condition => sql`
  search_parts(${body}) @@ ${asked("parts")}
  and ((not ${asked("compared")} and octet_length(${body}) <= ${MOST_INDEXED}) or ${hasAllWords(body)})`;
