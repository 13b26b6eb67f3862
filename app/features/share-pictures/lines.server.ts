import { textWidth } from "./serif.server";

const ELLIPSIS = "…";

type Room = { size: number; width: number; lines: number };

/**
 * Wraps bold, drawable text into at most `lines` lines of a width. Text that does not fit ends in an
 * ellipsis.
 */
export function fitLines(text: string, { size, width, lines: most }: Room): string[] {
  const lines = wrapLines(text, size, width);
  if (lines.length <= most) return balanced(text, lines, { size, width });
  const fitting = lines.slice(0, most);
  const last = fitting.pop() ?? "";
  return [...fitting, shortened(last, size, width)];
}

/** Whether the whole text fits into the lines. */
export const fits = (text: string, { size, width, lines }: Room): boolean =>
  wrapLines(text, size, width).length <= lines;

/** Balances the lines like browsers do for headlines, so no word is alone on the last line. */
function balanced(text: string, lines: string[], { size, width }: Omit<Room, "lines">): string[] {
  const narrower = wrapLines(text, size, width * 0.96);
  const whole = narrower.join(" ") === text;
  if (!whole || narrower.length > lines.length) return lines;
  return lines.length === 1 ? lines : balanced(text, narrower, { size, width: width * 0.96 });
}

/** Wraps text into lines of a width. */
function wrapLines(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && textWidth(line, size, "bold") <= width) lines[lines.length - 1] = line;
    else lines.push(...breakWord(word, size, width));
  }
  return lines;
}

/**
 * Breaks a word that is wider than its line. Letters are measured one by one, which slightly overestimates
 * the width.
 */
function breakWord(word: string, size: number, width: number): string[] {
  if (textWidth(word, size, "bold") <= width) return [word];
  const pieces = [""];
  let along = 0;
  for (const sign of word) {
    along += textWidth(sign, size, "bold");
    if (along <= width) pieces[pieces.length - 1] += sign;
    else {
      pieces.push(sign);
      along = textWidth(sign, size, "bold");
    }
  }
  return pieces;
}

/** Ends a line in an ellipsis, without the words or letters that leave no room for it. */
function shortened(line: string, size: number, width: number): string {
  const whole = `${line.replace(/[ .,;:–—-]+$/, "")}${ELLIPSIS}`;
  if (textWidth(whole, size, "bold") <= width) return whole;
  const words = line.split(" ");
  return shortened(
    words.length > 1 ? words.slice(0, -1).join(" ") : [...line].slice(0, -1).join(""),
    size,
    width,
  );
}
