/** The start of a figure, such as `12 %`, `$4.20`, `(3)`. */
const FIGURE = String.raw`[($€£¥]{0,2}\d`;

/** A minus, plus or greater-than sign before a figure; a year or large number followed by a full stop. */
const SIGN_BEFORE_FIGURE = new RegExp(String.raw`^(\s*)(?=[-+]\s+${FIGURE}|>\s*${FIGURE})`);
const LONG_NUMBER = /^(\s*\d{3,})(?=[.)]\s)/;
const FIRST = /^(\s*1)(?=[.)]\s)/;
const SECOND = /^\s*2[.)]\s/;

/**
 * Escapes figures at the start of a line: "- 3%" is no list, "> 5%" no quotation, "2024. A good year" no list
 * item, and "1. quarter" inside a paragraph no list unless a second item follows. Markdown's backslash is not
 * rendered.
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
