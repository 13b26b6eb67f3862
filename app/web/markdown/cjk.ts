import type MarkdownIt from "markdown-it";

/** Letters of scripts without spaces between words. */
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The whole characters around a position, never half of a surrogate pair. */
const before = (text: string, at: number): string => [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? "";
const after = (text: string, at: number): string => [...text.slice(at, at + 2)][0] ?? "";

/** Whether a position is next to a letter of those scripts. */
export const isBesideCjk = (text: string, start: number, end: number): boolean =>
  CJK.test(before(text, start)) || CJK.test(after(text, end));

/**
 * Lets asterisks open and close emphasis next to Chinese, Japanese and Korean letters. Markdown requires a
 * space next to punctuation ("**（强调）**的"), which those scripts do not use.
 */
export function emphasiseCjk(parser: MarkdownIt): void {
  const Standard = parser.inline.State;
  parser.inline.State = class extends Standard {
    override scanDelims(start: number, canSplitWord: boolean) {
      const found = super.scanDelims(start, canSplitWord);
      if (!canSplitWord) return found;
      const [left, right] = [before(this.src, start), after(this.src, start + found.length)];
      const opens = CJK.test(left) && right.trim() !== "";
      const closes = CJK.test(right) && left.trim() !== "";
      return { ...found, can_open: found.can_open || opens, can_close: found.can_close || closes };
    }
  };
}
