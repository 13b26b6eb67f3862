import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Font } from "fontkit";
import { memoize } from "~/platform/memoize";
import { at, type Paint } from "./svg-primitives.server";

/** The two font weights of the pages. */
const WEIGHTS = { regular: 400, bold: 600 } as const;
type Weight = keyof typeof WEIGHTS;

/**
 * The subsets of the font, in the order of the lookup for a letter. Pages load the letters of the first one.
 */
const SCRIPTS = ["latin", "latin-ext", "vietnamese", "greek", "cyrillic", "cyrillic-ext"] as const;

/** The letter spacing of headlines, like on pages, in font units. */
const TRACKING = { regular: 0, bold: -12 } as const;

/** Longer texts are cut before drawing, since the rest would not be visible. */
const MOST_SIGNS = 300;

const require = createRequire(import.meta.url);
const FILES = join(dirname(require.resolve("@fontsource/source-serif-4/package.json")), "files");

/** The source of the fonts that pages load. Unpacked on the first use, like the code that reads them. */
const loadFont = memoize(SCRIPTS.length * 2, (file: string): Font => {
  const { create } = require("fontkit") as typeof import("fontkit");
  const font = create(readFileSync(join(FILES, `source-serif-4-${file}-normal.woff2`)));
  if (!("layout" in font)) throw new TypeError(`${file} is a collection of fonts`);
  return font;
});

/** The subset that contains a character; undefined if none does. */
function partFor(sign: string, weight: Weight): Font | undefined {
  const code = sign.codePointAt(0) ?? 0;
  for (const script of SCRIPTS) {
    const font = loadFont(`${script}-${WEIGHTS[weight]}`);
    if (font.hasGlyphForCodePoint(code)) return font;
  }
  return undefined;
}

const isDrawable = (sign: string): boolean => partFor(sign, "bold") !== undefined;

/**
 * The part of a text that the font can draw. A missing character becomes its base letter (F for a wide "Ｆ").
 * Characters of other scripts are dropped, since an empty box would be worse.
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

/** Outlines of a word at 1000 units per em, with its baseline at 0 and the y axis upwards. */
type SetWord = { outlines: string; width: number };

/** Setting a word takes a millisecond. The same words recur in each size tried, and in other titles. */
const wordOf = memoize(1000, (key: string): SetWord => {
  const weight: Weight = key.startsWith("b") ? "bold" : "regular";
  return setWord(key.slice(1), weight);
});

function setWord(word: string, weight: Weight): SetWord {
  let width = 0;
  let outlines = "";
  for (const { font, text } of splitRuns(word, weight)) {
    const { glyphs, positions } = font.layout(text);
    for (const [nth, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[nth] ?? {};
      outlines += glyph.path.translate(width + xOffset, yOffset).toSVG();
      width += xAdvance + TRACKING[weight];
    }
  }
  return { outlines, width };
}

/** A word in pieces for one subset each. An accent stays with its letter if that subset has it. */
function splitRuns(word: string, weight: Weight): { font: Font; text: string }[] {
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

const spaceWidth = memoize(2, (weight: Weight) => setWord(" ", weight).width);

/** The width of drawable text at `size`, in the drawing's units. */
export function textWidth(text: string, size: number, weight: Weight = "regular"): number {
  const words = setText(text, weight);
  const letters = words.reduce((sum, { width }) => sum + width, 0);
  return ((letters + (words.length - 1) * spaceWidth(weight)) * size) / 1000;
}

type Lettering = {
  size: number;
  weight?: Weight;
  paint: Paint;
  align?: "start" | "end";
};

/**
 * Drawable text as outlines of the site's serif font, its baseline at `y`. SVG renderers on a server read no
 * WOFF, and may have no fonts.
 */
export function lettering(text: string, x: number, y: number, options: Lettering): string {
  const { size, weight = "regular", paint, align = "start" } = options;
  const scale = Math.round(size * 100) / 100_000;
  const left = align === "start" ? x : x - textWidth(text, size, weight);
  let along = 0;
  const words = setText(text, weight).map(({ outlines, width }) => {
    const drawn = outlines && `<path transform="translate(${at(along)})" d="${outlines}"/>`;
    along += width + spaceWidth(weight);
    return drawn;
  });
  return `<g transform="translate(${at(left)} ${at(y)}) scale(${scale} ${-scale})" fill="${paint}">${words.join("")}</g>`;
}
