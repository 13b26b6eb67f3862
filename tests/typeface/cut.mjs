// Cuts the house's serif: the Latin letters of Source Serif 4 with their kerning and ligatures, without small fractions and other
// forms that no page asks for, which are a fifth of the file. By its licence (OFL 1.1) what is changed has another name.
// node tests/typeface/cut.mjs   (npm run typeface)

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create } from "fontkit";
import subsetFont from "subset-font";
import { renamed } from "./names.mjs";

const { resolve } = createRequire(import.meta.url);
const FOLDER = new URL("../../app/ui/typeface/", import.meta.url);

const STYLES = { 400: "Regular", 600: "SemiBold" };
/** Figures are lining and of one width as they are. */
const keepFeatures = ["kern", "liga"];
/** Letters with marks are there as one. A mark alone would need to be placed, so a word that has one is left to the reader's own face. */
const isMark = (/** @type {number} */ code) => code >= 0x300 && code <= 0x36f;
/** The licence and where it stands are names, too. */
const preserveNameIds = [13, 14];

for (const [weight, style] of Object.entries(STYLES)) {
  const whole = readFileSync(
    resolve(`@fontsource/source-serif-4/files/source-serif-4-latin-${weight}-normal.woff2`),
  );
  const font = create(whole);
  if (!("characterSet" in font)) throw new TypeError("A collection of fonts");
  const letters = String.fromCodePoint(...font.characterSet.filter((code) => !isMark(code)));
  const cut = await subsetFont(whole, letters, { targetFormat: "sfnt", keepFeatures });
  const face = await subsetFont(renamed(cut, style), letters, {
    targetFormat: "woff2",
    keepFeatures,
    preserveNameIds,
    dropTables: ["STAT"],
  });
  const file = `openbell-serif-${weight}.woff2`;
  writeFileSync(new URL(file, FOLDER), face);
  console.log(`${file}: ${face.length} bytes, of ${whole.length}`);
}
