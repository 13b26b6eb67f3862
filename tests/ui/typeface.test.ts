import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { describe, expect, it } from "vitest";

const { resolve } = createRequire(import.meta.url);

const fileOf = (weight: number) =>
  readFileSync(new URL(`../../app/ui/typeface/openbell-serif-${weight}.woff2`, import.meta.url));
const whole = (weight: number) =>
  create(
    readFileSync(resolve(`@fontsource/source-serif-4/files/source-serif-4-latin-${weight}-normal.woff2`)),
  ) as Font;

/** Kerning pairs, ligatures, figures, accented letters, punctuation. */
const TEXT =
  "AVATAR To Ty We LT Yo. “Offices” affirm: 1,234,567.89 − 46 % of €1.50 – Zürich, São Paulo, naïve Ångström… fi ffl fj";

const setIn = (font: Font) =>
  font.layout(TEXT).positions.map(({ xAdvance, xOffset, yOffset }) => [xAdvance, xOffset, yOffset]);
const drawnIn = (font: Font, code: number) => {
  const { advanceWidth, path } = font.glyphForCodePoint(code);
  return [advanceWidth, path.toSVG()];
};

/** Combining marks use the reader's own font; 0xffff ends the character table. */
const isLetter = (code: number) => (code < 0x300 || code > 0x36f) && code !== 0xffff;
const lettersOf = ({ characterSet }: Font) => [...characterSet].filter(isLetter).toSorted((a, b) => a - b);

describe.each([400, 600])("the serif font in weight %d", (weight) => {
  const cut = create(fileOf(weight)) as Font;

  it("has every character of its source font, with equal outlines and metrics", () => {
    const from = whole(weight);
    expect(lettersOf(cut)).toEqual(lettersOf(from));
    expect([...cut.characterSet].filter((code) => !isLetter(code))).toEqual([0xffff]);
    for (const code of lettersOf(from)) expect(drawnIn(cut, code), String(code)).toEqual(drawnIn(from, code));
    expect(setIn(cut)).toEqual(setIn(from));
    for (const measure of ["unitsPerEm", "ascent", "descent", "lineGap", "capHeight", "xHeight"] as const)
      expect(cut[measure], measure).toBe(from[measure]);
  });

  it("is small enough to save a round trip on a slow connection", () => {
    expect(fileOf(weight).length).toBeLessThanOrEqual(17_500);
  });

  it("avoids the name reserved by its licence, and names its author", () => {
    const { copyright, license, ...names } = (
      cut as Font & { name: { records: Record<string, { en: string }> } }
    ).name.records;
    expect(copyright?.en).toContain("Adobe Systems Incorporated");
    expect(license?.en).toContain("SIL Open Font License, Version 1.1");
    expect(JSON.stringify(names)).not.toMatch(/source/i);
    expect(names.fontFamily?.en).toMatch(/^Openbell Serif /);
    const beside = readFileSync(new URL("../../app/ui/typeface/OFL.txt", import.meta.url), "utf8");
    expect(beside).toMatch(/^Copyright 2014 - 2021 Adobe .* with Reserved Font Name 'Source'/);
    expect(beside).toContain("SIL OPEN FONT LICENSE Version 1.1");
  });
});
