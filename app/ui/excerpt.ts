/**
 * Words of an article in lists, feeds and summaries; specification, section 9. A video's caption has as many.
 */
export const EXCERPT_WORDS = 30;

/** The average maximum of letters per word, so that a text without spaces is cut, too. */
const LETTERS_PER_WORD = 12;

/** Scripts without spaces between words. */
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Punctuation to remove before an ellipsis. */
const STOPS = /[.,;:、。，．；：]+$/u;

const BY_WORD = new Intl.Segmenter("und", { granularity: "word" });
const BY_LETTER = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * The first words of a text, with an ellipsis if there are more. White space becomes single spaces. Words are
 * separated by spaces, or by dictionary in Chinese, Japanese and Thai. At most twelve letters per word on
 * average.
 */
export function excerpt(text: string, words: number): string {
  const all = text.trim().replace(/\s+/g, " ");
  const cut = cutLetters(cutWords(all, words), words * LETTERS_PER_WORD);
  return cut.length === all.length ? all : `${cut.trimEnd().replace(STOPS, "")}\u2026`;
}

/** @returns the start of a text that has only single spaces */
function cutWords(text: string, words: number): string {
  let left = words;
  let end = 0;
  for (const part of text.split(" ")) {
    if (left === 0) return text.slice(0, end);
    const next = end === 0 ? 0 : end + 1;
    if (WITHOUT_BLANKS.test(part)) {
      const taken = takeWords(part, left);
      left -= taken.words;
      end = next + taken.length;
      if (taken.length < part.length) return text.slice(0, end);
    } else {
      left -= 1;
      end = next + part.length;
    }
  }
  return text;
}

/** The length of the first words of a text without spaces. */
function takeWords(text: string, most: number): { words: number; length: number } {
  let words = 0;
  for (const { index, isWordLike } of BY_WORD.segment(text)) {
    if (!isWordLike) continue;
    if (words === most) return { words, length: index };
    words += 1;
  }
  return { words: Math.max(1, words), length: text.length };
}

/** @returns the start of the text, cut at a near space and never inside a letter */
function cutLetters(text: string, letters: number): string {
  // A letter has at least one UTF-16 unit.
  if (text.length <= letters) return text;
  let count = 0;
  for (const { index } of BY_LETTER.segment(text)) {
    if (count === letters) return atBlank(text.slice(0, index));
    count += 1;
  }
  return text;
}

function atBlank(text: string): string {
  const blank = text.lastIndexOf(" ");
  return blank > text.length / 2 ? text.slice(0, blank) : text;
}
