/** Shorter texts are not searched; specification, sections 2.2 and 5. */
export const MIN_SEARCH_LENGTH = 2;

/** Longer input is cut: nobody types more, and each letter adds database work. */
const MAX_CHARACTERS = 100;

/** The word counts with prepared statements. A search with fewer words uses the next larger one. */
export const WORD_COUNTS = ["1", "3", "6"] as const;

export type WordCount = (typeof WORD_COUNTS)[number];

/** The most words of a search. Later words are ignored. */
const MAX_WORDS = 6;

export const wordCountFor = (words: readonly string[]): WordCount =>
  WORD_COUNTS.find((count) => words.length <= Number(count)) ?? "6";

/** The most results of a group. Nobody pages further, and each would cost the database more. */
export const MOST_MATCHES = 200;

/** The same limit for the drop-down. */
export const MOST_SUGGESTED = 6;

/** A parsed search. */
export type Search = {
  /** The input, trimmed and cut. */
  text: string;
  words: string[];
  /**
   * How a trigram index helps. `strong`: three letters in a row, found anywhere in any row. `weak`: one or
   * two letters, found at the start of words. `none`: only signs, which no index contains.
   */
  reach: "strong" | "weak" | "none";
};

/** Parses the input; undefined if it is too short. */
export function readSearch(typed: string | null | undefined): Search | undefined {
  // PostgreSQL stores no NUL, and a lone surrogate is no valid text.
  const clean = (typed ?? "").replace(/\0|\p{Surrogate}/gu, "").trim();
  const text = [...clean].slice(0, MAX_CHARACTERS).join("").trim();
  if ([...text].length < MIN_SEARCH_LENGTH) return undefined;
  const words = [...new Set(text.toLowerCase().split(/\s+/))].slice(0, MAX_WORDS);
  const joined = words.join(" ");
  const reach = /[\p{L}\p{N}]{3}/u.test(joined) ? "strong" : /[\p{L}\p{N}]/u.test(joined) ? "weak" : "none";
  return { text, words, reach };
}

/**
 * A word before the database folds it (`search_fold`): composed, so no character folds to a LIKE wildcard,
 * and without apostrophes.
 */
export const foldedWord = (text: string): string => text.replace(/['’‘ʼ`´′]/g, "").normalize("NFKC");

/** Whether the index can find it without accents and apostrophes. */
export const canSearchFolded = ({ text }: Search): boolean => /[\p{L}\p{N}]{3}/u.test(foldedWord(text));

/**
 * Separators of the parts in the text index (`search_parts`): all ASCII characters but letters and digits.
 */
const SIGNS = /[^0-9A-Za-z\u0080-\u{10ffff}]+/u;

/** The shortest and the longest part in the index. */
const PART_LENGTH = { least: 3, most: 12 };

/** The index entry of a text that is too long. */
const TOO_LONG = "'-'";

/**
 * The parts that a text with all these words must have, as a `tsquery`. `compared` tells whether matches also
 * need a comparison, since a word has signs or exceeds the longest part.
 */
export function partsQuery(words: readonly string[]): { parts: string; compared: boolean } {
  const pieces = words.map((word) => word.split(SIGNS).map((piece) => [...piece]));
  const known = pieces.flat().filter(({ length }) => length >= PART_LENGTH.least);
  const parts = [...new Set(known.map((piece) => `'${piece.slice(0, PART_LENGTH.most).join("")}':*`))];
  const exact = pieces.every(
    ([piece = [], ...others]) =>
      others.length === 0 && piece.length >= PART_LENGTH.least && piece.length <= PART_LENGTH.most,
  );
  return { parts: parts.length > 0 ? `(${parts.join(" & ")}) | ${TOO_LONG}` : "", compared: !exact };
}

/** Escapes LIKE wildcards. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** The words to highlight in results. */
export type SearchWords = Pick<Search, "text" | "words">;

/** Splits a text into parts and marks those that match. */
export function highlightParts(text: string, { text: phrase, words }: SearchWords) {
  const terms = [phrase, ...words.filter((word) => word.length > 1)].sort((a, b) => b.length - a.length);
  const pattern = terms.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return text
    .split(new RegExp(`(${pattern})`, "iu"))
    .map((part, index) => ({ part, hit: index % 2 === 1 }))
    .filter(({ part }) => part !== "");
}

/** Trims half words from the ends of an excerpt. */
export function snippet(cut: string, from: { start: boolean; end: boolean }): string {
  const words = cut.replace(/\s+/g, " ").trim().split(" ");
  const whole = words.slice(from.start || words.length < 3 ? 0 : 1, from.end ? undefined : -1);
  return `${from.start ? "" : "…"}${whole.join(" ")}${from.end ? "" : "…"}`;
}
