/** Shorter texts are not searched; specification, sections 2.2 and 5. */
export const MIN_SEARCH_LENGTH = 2;

/** Longer ones are cut: nobody types more, and every letter costs the database work. */
const MAX_CHARACTERS = 100;

/** Statements are made for so many words; one with fewer is looked for by the next of them. */
export const WORD_COUNTS = ["1", "3", "6"] as const;

export type WordCount = (typeof WORD_COUNTS)[number];

/** How many words a search may have; what follows them is not looked for. */
const MAX_WORDS = 6;

export const wordCountFor = (words: readonly string[]): WordCount =>
  WORD_COUNTS.find((count) => words.length <= Number(count)) ?? "6";

/** The best of a kind that are listed: nobody pages further, and each would cost the database more. */
export const MOST_MATCHES = 200;

/** The same of the drop-down. */
export const MOST_SUGGESTED = 6;

/** A search as it was understood. */
export type Search = {
  /** What was asked, trimmed and cut. */
  text: string;
  words: string[];
  /**
   * How a trigram index can help. `strong`: three letters in a row, found anywhere in any row. `weak`: one or two,
   * found where words begin. `none`: signs alone, which no index knows.
   */
  reach: "strong" | "weak" | "none";
};

/** Reads what was typed; undefined when it is too short to be searched. */
export function readSearch(typed: string | null | undefined): Search | undefined {
  // PostgreSQL keeps no NUL, and half a surrogate is no text.
  const clean = (typed ?? "").replace(/\0|\p{Surrogate}/gu, "").trim();
  const text = [...clean].slice(0, MAX_CHARACTERS).join("").trim();
  if ([...text].length < MIN_SEARCH_LENGTH) return undefined;
  const words = [...new Set(text.toLowerCase().split(/\s+/))].slice(0, MAX_WORDS);
  const sought = words.join(" ");
  const reach = /[\p{L}\p{N}]{3}/u.test(sought) ? "strong" : /[\p{L}\p{N}]/u.test(sought) ? "weak" : "none";
  return { text, words, reach };
}

/**
 * A word before the database folds it (`search_fold`): composed, so that nothing that stands for a wildcard of LIKE becomes one then, and
 * without apostrophes.
 */
export const foldedWord = (text: string): string => text.replace(/['’‘ʼ`´′]/g, "").normalize("NFKC");

/** Whether the index finds it once accents and apostrophes are left out. */
export const isFoldable = ({ text }: Search): boolean => /[\p{L}\p{N}]{3}/u.test(foldedWord(text));

/** Signs between the parts of a text that its index has (`search_parts`): of ASCII all that is no letter or digit. */
const SIGNS = /[^0-9A-Za-z\u0080-\u{10ffff}]+/u;

/** Letters from which on a part is in the index, and up to which it is. */
const PART_LENGTH = { least: 3, most: 12 };

/** What the index has instead of a text that is too long for it. */
const TOO_LONG = "'-'";

/**
 * What a text has in its index if it has all words: parts for PostgreSQL to look up as a `tsquery`, and whether a text that has them must be
 * compared, since a word has signs or is longer than what the index has.
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

/** Text for LIKE in which nothing is a wildcard. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** What is marked in what was found. */
export type Sought = Pick<Search, "text" | "words">;

/** The parts of a text, with those that were searched for marked. */
export function highlightParts(text: string, { text: phrase, words }: Sought) {
  const terms = [phrase, ...words.filter((word) => word.length > 1)].sort((a, b) => b.length - a.length);
  const pattern = terms.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return text
    .split(new RegExp(`(${pattern})`, "iu"))
    .map((part, index) => ({ part, hit: index % 2 === 1 }))
    .filter(({ part }) => part !== "");
}

/** A piece cut out of a longer text: half words at its ends go. */
export function snippet(cut: string, from: { start: boolean; end: boolean }): string {
  const words = cut.replace(/\s+/g, " ").trim().split(" ");
  const kept = words.slice(from.start || words.length < 3 ? 0 : 1, from.end ? undefined : -1);
  return `${from.start ? "" : "…"}${kept.join(" ")}${from.end ? "" : "…"}`;
}
