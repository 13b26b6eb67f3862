import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { drawableText, lettering, textWidth } from "~/features/share-pictures/serif.server";
import { ART, picture } from "~/features/share-pictures/svg-primitives.server";

const { resolve } = createRequire(import.meta.url);

/** What the file that pages load is cut from. */
const pagesFont = (weight: number) =>
  create(
    readFileSync(resolve(`@fontsource/source-serif-4/files/source-serif-4-latin-${weight}-normal.woff2`)),
  ) as Font;

const outlinesIn = (svg: string) => [...svg.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d).join("");

/** Where ink is in a picture of a text at 200 px, in pixels from the baseline's left end. */
async function inkOf(text: string) {
  const svg = picture(
    400,
    400,
    "0 0 400 400",
    lettering(text, 100, 300, { size: 200, weight: "bold", paint: ART.deep }),
  );
  const { data, info } = await sharp(Buffer.from(svg))
    .extractChannel("alpha")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rows = [...Array(info.height).keys()].filter((y) =>
    data.subarray(y * info.width, (y + 1) * info.width).some((v) => v > 127),
  );
  return { above: 300 - (rows[0] ?? 300), below: (rows.at(-1) ?? 299) + 1 - 300 };
}

describe("letters of shared pictures", () => {
  it.each([
    ["regular", 400],
    ["bold", 600],
  ] as const)("are the outlines that pages are set in: %s", (weight, value) => {
    const font = pagesFont(value);
    for (const sign of "AaBbGgQqRrSs019&€%?’“")
      expect(outlinesIn(lettering(sign, 0, 0, { size: 20, weight, paint: ART.deep })), sign).toBe(
        font.layout(sign).glyphs[0]?.path.toSVG(),
      );
  });

  it("stand on their line, as high as the face says", async () => {
    const { capHeight, unitsPerEm } = pagesFont(600);
    const { above, below } = await inkOf("H");
    expect(above).toBeGreaterThan((190 * capHeight) / unitsPerEm);
    expect(above).toBeLessThan((210 * capHeight) / unitsPerEm);
    expect(Math.abs(below)).toBeLessThanOrEqual(1);
    expect((await inkOf("p")).below).toBeGreaterThan(30);
  });

  it("are set closer where the face says so, and figures keep their columns", () => {
    expect(textWidth("AV", 100)).toBeLessThan(textWidth("A", 100) + textWidth("V", 100));
    expect(textWidth("1111", 100)).toBe(textWidth("8888", 100));
  });

  it("end where they are told to", () => {
    const end = lettering("Track record", 1136, 76, { size: 22, paint: ART.mid, align: "end" });
    const [, left = ""] = /translate\(([\d.]+) 76\)/.exec(end) ?? [];
    expect(Number(left) + textWidth("Track record", 22)).toBeCloseTo(1136, 1);
  });
});

describe("the letters of the typeface", () => {
  it.each([
    ["Łódź: “Ångström” – naïve €1,200…", "Łódź: “Ångström” – naïve €1,200…"],
    ["Ξένια, Щука, Ґанок, Việt", "Ξένια, Щука, Ґанок, Việt"],
    ["Ａｌｌ ﬁne ½", "All fine ½"],
    ["a\n\tb\u200bc\u00add", "a bcd"],
    ["Nikkei 日経 225 🚀", "Nikkei 225"],
    ["日経平均株価", ""],
    ["\ud800 lone", "lone"],
  ])("%j is %j", (text, spelled) => {
    expect(drawableText(text)).toBe(spelled);
  });

  it("draws no box, whatever it is given", () => {
    const box = pagesFont(600).getGlyph(0).path.toSVG();
    const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code));
    for (let from = 0; from < all.length; from += 200) {
      const text = drawableText(all.slice(from, from + 200).join(""));
      expect(outlinesIn(lettering(text, 0, 0, { size: 10, weight: "bold", paint: ART.deep }))).not.toContain(
        box,
      );
    }
  });

  it("cuts what is longer than any headline", () => {
    expect(drawableText("x".repeat(1_000_000))).toHaveLength(300);
    expect(drawableText("é".normalize("NFD").repeat(100_000))).toHaveLength(300);
  });
});
