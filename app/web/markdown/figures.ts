/** The start of a figure, as of `12 %`, `$4.20`, `(3)`. */
const FIGURE = String.raw`[($€£¥]{0,2}\d`;

/** A minus, a plus or a "more than" before a figure, and a year or a large number with a full stop behind it. */
const SIGN_BEFORE_FIGURE = new RegExp(String.raw`^(\s*)(?=[-+]\s+${FIGURE}|>\s*${FIGURE})`);
const LONG_NUMBER = /^(\s*\d{3,})(?=[.)]\s)/;
const FIRST = /^(\s*1)(?=[.)]\s)/;
const SECOND = /^\s*2[.)]\s/;

/**
 * Keeps figures at the start of a line what they are. "- 3%" is no list, "> 5%" no quotation, "2024. A good year" no list that
 * begins with its 2024th item, and "1. quarter" in the midst of a paragraph, without a second, no list either. The backslash
 * before them is Markdown's own and is not seen.
 */
export const protectFigures = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line, index, lines) => {
      const interrupts = index > 0 && lines[index - 1]?.trim() !== "" && !SECOND.test(lines[index + 1] ?? "");
      const kept = line.replace(SIGN_BEFORE_FIGURE, "$1\\").replace(LONG_NUMBER, "$1\\");
      return interrupts ? kept.replace(FIRST, "$1\\") : kept;
    })
    .join("\n");
