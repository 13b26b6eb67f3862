/** How alike is alike: 'tekla' is 0.33 of 'Tesla'. PostgreSQL's own 0.5 forgives long words only. */
export const MIN_SIMILARITY = 0.3;

/** Words longer than this are nobody's slip of the fingers; every letter more is one variant more to look up. */
const MAX_WORD_LENGTH = 24;

/** Variants of one search that are looked up at most. */
const MAX_VARIANTS = 60;

/** The words of a text as they are compared: lower case, without accents and signs. */
export const normalizedWords = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** How many slips a word may have to be taken for another: one in four letters. */
export const maxTypos = (word: string): number => Math.floor([...word].length / 4);

/**
 * The words with two neighbouring letters the other way round, the commonest slip of all. Trigrams, which find the
 * others, share too little with a short word that has one: 'brnet' and 'Brent' are 0.2 alike.
 */
export function transpositions(words: readonly string[]): string[] {
  const variants = words.flatMap((word) => {
    const letters = [...word];
    if (maxTypos(word) === 0 || letters.length > MAX_WORD_LENGTH) return [];
    return letters.slice(1).map((letter, at) => {
      const before = letters.slice(0, at).join("");
      return before + letter + letters[at] + letters.slice(at + 2).join("");
    });
  });
  return [...new Set(variants)].filter((variant) => !words.includes(variant)).slice(0, MAX_VARIANTS);
}

/**
 * Slips between two words: a letter more, less, another, or two neighbours the other way round (the distance of
 * Damerau and Levenshtein, optimal string alignment).
 * @param most with more slips than these the answer is Infinity
 */
export function typoDistance(one: string, other: string, most: number): number {
  if (most === 0) return one === other ? 0 : Number.POSITIVE_INFINITY;
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const steps = [at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1)];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) steps.push(at(before, j - 2) + 1);
      row.push(Math.min(...steps));
    }
    [before, last] = [last, row];
  }
  const slips = at(last, b.length);
  return slips <= most ? slips : Number.POSITIVE_INFINITY;
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;

/** A record that may be meant, with the words of its names. */
export type Candidate = { id: string; words: string[] };

/** How near a record is to what was typed: words that it lacks, then slips; and the words that were meant. */
export type SpellingMatch = { missing: number; slips: number; meant: string };

/** How near; undefined where none of the words was meant, or only such as are too short for a slip. */
export function compareSpelling(
  typed: readonly string[],
  words: readonly string[],
): SpellingMatch | undefined {
  const meant = typed.flatMap((word) => {
    const most = maxTypos(word);
    const found = words.map((other) => ({ word: other, slips: typoDistance(word, other, most), most }));
    const [best] = found.filter(({ slips }) => slips <= most).sort((one, other) => one.slips - other.slips);
    return best ? [best] : [];
  });
  if (!meant.some(({ most }) => most > 0)) return undefined;
  return {
    missing: typed.length - meant.length,
    slips: meant.reduce((sum, { slips }) => sum + slips, 0),
    meant: [...new Set(meant.map(({ word }) => word))].join(" "),
  };
}

const nearer = (one: SpellingMatch, other: SpellingMatch) =>
  one.missing - other.missing || one.slips - other.slips;

/** Those that are as near as any, in the order they came; what is further is noise. */
export function closestCandidates<Found extends Candidate>(
  typed: readonly string[],
  candidates: readonly Found[],
): { found: Found[]; near?: SpellingMatch } {
  const known = candidates.flatMap((candidate) => {
    const near = compareSpelling(typed, candidate.words);
    return near ? [{ candidate, near }] : [];
  });
  const [best] = known.map(({ near }) => near).sort(nearer);
  if (!best) return { found: [] };
  const found = known.filter(({ near }) => nearer(near, best) === 0).map(({ candidate }) => candidate);
  return { found, near: best };
}
