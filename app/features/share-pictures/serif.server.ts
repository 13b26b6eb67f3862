import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Font } from "fontkit";
import { memoize } from "~/platform/memoize";
import { at, type Paint } from "./drawing.server";

/** The two weights that pages are set in. */
const WEIGHTS = { regular: 400, bold: 600 } as const;
type Weight = keyof typeof WEIGHTS;

/** The parts that the face comes in, in the order in which they are asked for a letter. Pages load the letters of the first one. */
const SCRIPTS = ["latin", "latin-ext", "vietnamese", "greek", "cyrillic", "cyrillic-ext"] as const;

/** Headlines are set this much closer on pages, too, in units of the face. */
const TRACKING = { regular: 0, bold: -12 } as const;

/** Longer texts than this are cut before anything is drawn: nothing of them beyond it would be seen. */
const MOST_SIGNS = 300;

const require = createRequire(import.meta.url);
const FILES = join(dirname(require.resolve("@fontsource/source-serif-4/package.json")), "files");

/** What the files that pages load are cut from, unpacked when their first letter is asked for, as is what reads them. */
const fontOf = memoize(SCRIPTS.length * 2, (file: string): Font => {
  const { create } = require("fontkit") as typeof import("fontkit");
  const font = create(readFileSync(join(FILES, `source-serif-4-${file}-normal.woff2`)));
  if (!("layout" in font)) throw new TypeError(`${file} is a collection of fonts`);
  return font;
});

/** The part of the face that has a sign; undefined where none has. */
function partFor(sign: string, weight: Weight): Font | undefined {
  const code = sign.codePointAt(0) ?? 0;
  for (const script of SCRIPTS) {
    const font = fontOf(`${script}-${WEIGHTS[weight]}`);
    if (font.hasGlyphForCodePoint(code)) return font;
  }
  return undefined;
}

const isDrawable = (sign: string): boolean => partFor(sign, "bold") !== undefined;

/**
 * What the face can spell of a text. Of a sign that it does not have its plain letters stand (the F of a wide "Ｆ"); signs of
 * other scripts are left out, since the box of a missing letter says less than nothing.
 */
export function drawableText(text: string): string {
  const signs = [...text.slice(0, 4 * MOST_SIGNS).normalize("NFC")].slice(0, MOST_SIGNS);
  return signs
    .flatMap((sign) => (/\s/.test(sign) ? " " : isDrawable(sign) ? sign : [...sign.normalize("NFKD")]))
    .filter((sign) => !/\p{C}/u.test(sign) && isDrawable(sign))
    .join("")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** Outlines of a word at 1000 units to the size, its baseline at 0, upwards. */
type SetWord = { outlines: string; width: number };

/** Setting a word takes a millisecond; the same words come again in each size that is tried, and in other titles. */
const wordOf = memoize(1000, (key: string): SetWord => {
  const weight: Weight = key.startsWith("b") ? "bold" : "regular";
  return setWord(key.slice(1), weight);
});

function setWord(word: string, weight: Weight): SetWord {
  let width = 0;
  let outlines = "";
  for (const { font, text } of runsOf(word, weight)) {
    const { glyphs, positions } = font.layout(text);
    for (const [nth, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[nth] ?? {};
      outlines += glyph.path.translate(width + xOffset, yOffset).toSVG();
      width += xAdvance + TRACKING[weight];
    }
  }
  return { outlines, width };
}

/** A word in pieces that one part of the face has; an accent stays with its letter where that part has it. */
function runsOf(word: string, weight: Weight): { font: Font; text: string }[] {
  const runs: { font: Font; text: string }[] = [];
  for (const sign of word) {
    const last = runs.at(-1);
    const code = sign.codePointAt(0) ?? 0;
    const font =
      /\p{M}/u.test(sign) && last?.font.hasGlyphForCodePoint(code) ? last.font : partFor(sign, weight);
    if (font && font === last?.font) last.text += sign;
    else if (font) runs.push({ font, text: sign });
  }
  return runs;
}

const setText = (text: string, weight: Weight): SetWord[] =>
  text.split(" ").map((word) => wordOf((weight === "bold" ? "b" : "r") + word));

const spaceOf = memoize(2, (weight: Weight) => setWord(" ", weight).width);

/** Width of a drawable text at `size`, in the drawing's units. */
export function widthOf(text: string, size: number, weight: Weight = "regular"): number {
  const words = setText(text, weight);
  const letters = words.reduce((sum, { width }) => sum + width, 0);
  return ((letters + (words.length - 1) * spaceOf(weight)) * size) / 1000;
}

type Lettering = {
  size: number;
  weight?: Weight;
  paint: Paint;
  align?: "start" | "end";
};

/**
 * A drawable text in the site's own serif as outlines, its baseline at `y`: what draws SVG on a server reads no WOFF, and may
 * have no fonts at all.
 */
export function lettering(text: string, x: number, y: number, options: Lettering): string {
  const { size, weight = "regular", paint, align = "start" } = options;
  const scale = Math.round(size * 100) / 100_000;
  const left = align === "start" ? x : x - widthOf(text, size, weight);
  let along = 0;
  const words = setText(text, weight).map(({ outlines, width }) => {
    const drawn = outlines && `<path transform="translate(${at(along)})" d="${outlines}"/>`;
    along += width + spaceOf(weight);
    return drawn;
  });
  return `<g transform="translate(${at(left)} ${at(y)}) scale(${scale} ${-scale})" fill="${paint}">${words.join("")}</g>`;
}
