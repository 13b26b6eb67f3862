/**
 * The least similarity: 'tekla' has 0.33 to 'Tesla'. PostgreSQL's default of 0.5 corrects long words only.
 */
export const MIN_SIMILARITY = 0.3;

/** Longer words are not corrected; each letter adds a variant to look up. */
const MAX_WORD_LENGTH = 24;

/** The most variants of one search. */
const MAX_VARIANTS = 60;

/** The words of a text for comparison: lower case, without accents and signs. */
export const normalizedWords = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** The most typos that a word may have: one in four letters. */
export const maxTypos = (word: string): number => Math.floor([...word].length / 4);

/**
 * The words with two neighbouring letters swapped, the most common typo. Trigrams find the other typos, but
 * too few match in a short word: 'brnet' and 'Brent' have 0.2.
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
 * The number of typos between two words: a letter inserted, deleted, replaced or swapped with its neighbour
 * (Damerau-Levenshtein distance, optimal string alignment).
 * @param most above this number the result is Infinity
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
  const typos = at(last, b.length);
  return typos <= most ? typos : Number.POSITIVE_INFINITY;
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;

/** A record that the reader may have meant, with the words of its names. */
export type Candidate = { id: string; words: string[] };

/** The distance of a record from the input: missing words, then typos; and the corrected words. */
export type SpellingMatch = { missing: number; typos: number; meant: string };

/** Undefined if none of the words matches, or only words too short for a typo. */
export function compareSpelling(
  typed: readonly string[],
  words: readonly string[],
): SpellingMatch | undefined {
  const meant = typed.flatMap((word) => {
    const most = maxTypos(word);
    const found = words.map((other) => ({ word: other, typos: typoDistance(word, other, most), most }));
    const [best] = found.filter(({ typos }) => typos <= most).sort((one, other) => one.typos - other.typos);
    return best ? [best] : [];
  });
  if (!meant.some(({ most }) => most > 0)) return undefined;
  return {
    missing: typed.length - meant.length,
    typos: meant.reduce((sum, { typos }) => sum + typos, 0),
    meant: [...new Set(meant.map(({ word }) => word))].join(" "),
  };
}

const nearer = (one: SpellingMatch, other: SpellingMatch) =>
  one.missing - other.missing || one.typos - other.typos;

/** The candidates with the least distance, in their order. The others are noise. */
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
