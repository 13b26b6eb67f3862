import { widthOf } from "./serif.server";

const ELLIPSIS = "…";

type Room = { size: number; width: number; lines: number };

/** The words of a bold, drawable text in at most so many lines of a width; an ellipsis where they are not all of them. */
export function fitLines(text: string, { size, width, lines: most }: Room): string[] {
  const lines = wrapLines(text, size, width);
  if (lines.length <= most) return balanced(text, lines, { size, width });
  const kept = lines.slice(0, most);
  const last = kept.pop() ?? "";
  return [...kept, shortened(last, size, width)];
}

/** Whether the whole of a text has room in so many lines. */
export const fits = (text: string, { size, width, lines }: Room): boolean =>
  wrapLines(text, size, width).length <= lines;

/** Of the same number of lines those that are alike, as browsers set headlines: no word stands alone in the last. */
function balanced(text: string, lines: string[], { size, width }: Omit<Room, "lines">): string[] {
  const narrower = wrapLines(text, size, width * 0.96);
  const whole = narrower.join(" ") === text;
  if (!whole || narrower.length > lines.length) return lines;
  return lines.length === 1 ? lines : balanced(text, narrower, { size, width: width * 0.96 });
}

/** The words of a text in lines of a width. */
function wrapLines(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && widthOf(line, size, "bold") <= width) lines[lines.length - 1] = line;
    else lines.push(...breakWord(word, size, width));
  }
  return lines;
}

/** A word wider than its room goes on in the next line. Letters are measured one by one: that is a little too wide. */
function breakWord(word: string, size: number, width: number): string[] {
  if (widthOf(word, size, "bold") <= width) return [word];
  const pieces = [""];
  let along = 0;
  for (const sign of word) {
    along += widthOf(sign, size, "bold");
    if (along <= width) pieces[pieces.length - 1] += sign;
    else {
      pieces.push(sign);
      along = widthOf(sign, size, "bold");
    }
  }
  return pieces;
}

/** With an ellipsis at its end, and without the words, or the letters of its one word, that leave no room for it. */
function shortened(line: string, size: number, width: number): string {
  const whole = `${line.replace(/[ .,;:–—-]+$/, "")}${ELLIPSIS}`;
  if (widthOf(whole, size, "bold") <= width) return whole;
  const words = line.split(" ");
  return shortened(
    words.length > 1 ? words.slice(0, -1).join(" ") : [...line].slice(0, -1).join(""),
    size,
    width,
  );
}
