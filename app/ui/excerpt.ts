/** Words of an article that lists, feeds and summaries show; specification, section 9. A video's caption has as many. */
export const EXCERPT_WORDS = 30;

/** So many letters a word of an excerpt has at most, on average: a text without blanks is cut, too. */
const LETTERS_PER_WORD = 12;

/** Scripts that are written without blanks between words. */
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** In front of an ellipsis there is no stop. */
const STOPS = /[.,;:、。，．；：]+$/u;

const BY_WORD = new Intl.Segmenter("und", { granularity: "word" });
const BY_LETTER = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * The first words of a text, with an ellipsis (in place of a stop) when there are more. White space becomes blanks. Words are what stands
 * between blanks, and in Chinese, Japanese or Thai what dictionaries call a word. It has twelve letters for each word at most, as readers
 * count letters.
 */
export function excerpt(text: string, words: number): string {
  const all = text.trim().replace(/\s+/g, " ");
  const cut = cutLetters(cutWords(all, words), words * LETTERS_PER_WORD);
  return cut.length === all.length ? all : `${cut.trimEnd().replace(STOPS, "")}\u2026`;
}

/** @returns a beginning of the text, which has single blanks only */
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

/** How much of a text without blanks its first words are. */
function takeWords(text: string, most: number): { words: number; length: number } {
  let words = 0;
  for (const { index, isWordLike } of BY_WORD.segment(text)) {
    if (!isWordLike) continue;
    if (words === most) return { words, length: index };
    words += 1;
  }
  return { words: Math.max(1, words), length: text.length };
}

/** @returns a beginning of the text that ends at a blank where one is near, and never inside a letter */
function cutLetters(text: string, letters: number): string {
  // A letter has one unit of text at least.
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
