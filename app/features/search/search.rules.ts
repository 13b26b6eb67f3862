/** Shorter texts are not searched; specification, sections 2.2 and 5. */
export const MIN_SEARCH_LENGTH = 2;

/** Longer ones are cut: nobody types more, and every letter costs the database work. */
const MAX_CHARACTERS = 100;

/** How many words a search may have; what follows them is not looked for. Each number has statements of its own. */
export const WORD_COUNTS = ["1", "2", "3", "4", "5", "6"] as const;

export type WordCount = (typeof WORD_COUNTS)[number];

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
  const words = [...new Set(text.toLowerCase().split(/\s+/))].slice(0, WORD_COUNTS.length);
  const reach = /[\p{L}\p{N}]{3}/u.test(text) ? "strong" : /[\p{L}\p{N}]/u.test(text) ? "weak" : "none";
  return { text, words, reach };
}

/**
 * A word before the database folds it (`search_fold`): composed, so that nothing that stands for a wildcard of LIKE becomes one then, and
 * without apostrophes.
 */
export const foldedWord = (text: string): string => text.replace(/['’‘ʼ`´′]/g, "").normalize("NFKC");

/** Whether the index finds it once accents and apostrophes are left out. */
export const isFoldable = ({ text }: Search): boolean => /[\p{L}\p{N}]{3}/u.test(foldedWord(text));

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
