import { arch, box, clipped, fill, halfDisc, picture, rectangle, repeat, stroke } from "db/seeds/art/drawing";
import { lettering, widthOf } from "db/seeds/art/lettering";
import { ART } from "db/seeds/art/palette";
import type { ShareText } from "~/features/discovery.server";
import { BELL, CLAPPER, DRAWN_NAME, WORD } from "~/ui/wordmark";

/** Pixels of a shared link's picture, as the large networks ask for it. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** Where the picture of an article goes: the right side, from top to bottom. */
export const SHARE_INSET = { left: 780, top: 0, width: 420, height: 630 } as const;

const LEFT = 64;
const RIGHT = SHARE_INSET.left - 56;
const SIZES = [68, 58, 48] as const;
const MAX_LINES = 6;

/**
 * The picture of a shared link as SVG: kicker and title, the bell and the site's name, and on the right a place for
 * the article's own picture or the bell on its horizon. All words are drawn: servers may have no fonts.
 */
export function shareSvg({ kicker, title }: ShareText, siteName: string): string {
  const { width, height } = SHARE_SIZE;
  const { lines, size } = fitTitle(toDrawableText(title));
  return picture(
    width,
    height,
    `0 0 ${width} ${height}`,
    box(0, 0, width, height, ART.white) +
      horizon() +
      box(LEFT, 56, RIGHT - LEFT, 8, ART.deep) +
      lettering(toDrawableText(kicker), LEFT, 112, { size: 26, weight: "bold", paint: ART.mid }) +
      lines
        .map((line, nth) =>
          lettering(line, LEFT, 128 + size + nth * size * 1.14, { size, weight: "bold", paint: ART.deep }),
        )
        .join("") +
      sender(siteName, LEFT, 522, 1.7),
  );
}

/** Who says it, at a corner: the wordmark, or any other name beside the bell. @param size how many times the drawn one */
export function sender(siteName: string, x: number, y: number, size: number): string {
  const bell = fill(BELL, ART.deep) + fill(CLAPPER, ART.sun);
  const name =
    siteName === DRAWN_NAME
      ? `<g transform="translate(42 -1)">${fill(WORD, ART.deep)}</g>`
      : lettering(toDrawableText(siteName), 44, 22, { size: 24, weight: "bold", paint: ART.deep });
  return `<g transform="translate(${x} ${y}) scale(${size})">${bell}${name}</g>`;
}

function horizon(): string {
  const { left, width, height } = SHARE_INSET;
  const middle = left + width / 2;
  return clipped(
    "inset",
    rectangle(left, 0, width, height),
    box(left, 0, width, height, ART.soft) +
      stroke(
        repeat(5, (nth) => arch(middle, 430, 172 + nth * 26)),
        ART.deep,
        2,
        { opacity: 0.4 },
      ) +
      fill(halfDisc(middle, 430, 146), ART.sun) +
      box(left, 430, width, height - 430, ART.deep) +
      stroke(
        `M${left + 60} 470h180M${left + 280} 470h90M${left + 110} 510h210M${left + 30} 550h120M${left + 220} 550h140`,
        ART.mid,
        6,
      ),
  );
}

/** The largest size at which the title fits, with an ellipsis where none does. */
function fitTitle(title: string): { lines: string[]; size: number } {
  for (const size of SIZES) {
    const lines = wrapLines(title, size);
    if (lines.length * size * 1.14 <= 380) return { lines, size };
  }
  const size = SIZES[SIZES.length - 1] ?? 48;
  const lines = wrapLines(title, size).slice(0, MAX_LINES);
  const last = lines.pop() ?? "";
  return { lines: [...lines, `${last.replace(/[ .,;:-]+$/, "")}...`], size };
}

/** The words of a title in lines of a width. */
export function wrapLines(title: string, size: number, width = RIGHT - LEFT): string[] {
  const lines: string[] = [];
  for (const word of title.split(" ")) {
    const line = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && widthOf(line, size, "bold") <= width) lines[lines.length - 1] = line;
    else lines.push(...breakWord(word, size, width));
  }
  return lines;
}

/** A word wider than the picture goes on in the next line. */
function breakWord(word: string, size: number, width: number): string[] {
  const pieces = [""];
  for (const sign of word) {
    const piece = `${pieces.at(-1)}${sign}`;
    if (widthOf(piece, size, "bold") <= width) pieces[pieces.length - 1] = piece;
    else pieces.push(sign);
  }
  return pieces;
}

const SUBSTITUTIONS: [RegExp, string][] = [
  [/[‘’‚′`]/g, "'"],
  [/[–—−‑]/g, "-"],
  [/[…]/g, "..."],
  [/\s+/g, " "],
];

/** What the drawn alphabet can spell of a text; accents go, letters of other scripts are left out. */
export function toDrawableText(text: string): string {
  const plain = SUBSTITUTIONS.reduce(
    (found, [sign, like]) => found.replace(sign, like),
    text.normalize("NFKD"),
  );
  return plain
    .replace(/[^A-Za-z0-9 .,':/&%+-]/g, "")
    .replace(/ {2,}/g, " ")
    .trim();
}
