import { rectangleAd } from "db/seeds/art/ad-pictures";
import { lettering, widthOf } from "db/seeds/art/lettering";
import { MOTIFS, type MotifName } from "db/seeds/art/motifs";
import { newsPicture } from "db/seeds/art/news-pictures";
import { AD_SCHEMES, ART, TONES, type ToneName } from "db/seeds/art/palette";
import { ADS } from "db/seeds/content/ads";
import { NEWS } from "db/seeds/content/news";
import { DEMO_PICTURES } from "db/seeds/demo-pictures";
import sharp from "sharp";
import { describe, expect, test } from "vitest";

const motifs = Object.keys(MOTIFS) as MotifName[];
const tones = Object.keys(TONES) as ToneName[];
const HOUSE = new Set<string>(Object.values(ART));
const ADVERTISERS = Object.values(AD_SCHEMES).map((scheme) => new Set<string>(Object.values(scheme)));

describe("pictures", () => {
  test("there is a good number of motifs, and every one can be drawn in every tone and size", () => {
    expect(motifs.length).toBeGreaterThanOrEqual(24);
    for (const motif of motifs) {
      for (const tone of tones) {
        for (const scene of [{}, { count: 1, level: 0 }, { count: 12, level: 1, mirror: true }]) {
          const svg = newsPicture({ motif, tone, ...scene });
          expect(svg, `${motif} ${tone}`).not.toMatch(/NaN|undefined|Infinity|\[object/);
        }
      }
    }
  });

  test("the pictures of the news all differ", () => {
    const drawn = NEWS.flatMap(({ picture }) => (picture ? [newsPicture(picture)] : []));
    expect(drawn.length).toBe(39);
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  test.each(DEMO_PICTURES)("$key: the colours of one hand, no fonts, nothing from elsewhere", ({
    key,
    draw,
  }) => {
    const svg = draw();
    expect(svg).toBe(draw());
    const used = new Set([...svg.matchAll(/(?:fill|stroke)="(#[^"]*)"/g)].map(([, colour = ""]) => colour));
    const palettes = key.startsWith("ad ") ? ADVERTISERS : [HOUSE];
    expect(palettes.filter((palette) => [...used].every((colour) => palette.has(colour)))).toHaveLength(1);
    expect(svg).not.toMatch(/<(text|tspan|image|script|style)|href|font-/);
  });

  test("an advertisement's picture goes on to the edge, where no button stands there", () => {
    for (const { art, category } of ADS) {
      if (category !== "rectangle" || art.layout === "picture-first") continue;
      const [, width] = /<svg x="280" y="0" width="(\d+)"/.exec(rectangleAd(art)) ?? [];
      expect([art.name, width]).toEqual([art.name, art.action ? "240" : "520"]);
    }
  });

  test("news and the library are 1200 by 800, ads twice their slot, banners in their ratio, portraits square", async () => {
    const shapes = new Set<string>();
    for (const { key, draw } of DEMO_PICTURES) {
      const { width, height } = await sharp(Buffer.from(draw())).metadata();
      shapes.add(`${key.split(" ")[0]} ${width}x${height}`);
    }
    expect([...shapes].sort()).toEqual([
      "ad 1600x200",
      "ad 520x400",
      "banner 640x224",
      "library 1200x800",
      "news 1200x800",
      "portrait 480x480",
    ]);
  });

  test("the renderer draws more than a ground colour", async () => {
    const { dominant, channels } = await sharp(
      Buffer.from(newsPicture({ motif: "tanker", tone: "paper" })),
    ).stats();
    expect(channels[0]?.stdev).toBeGreaterThan(20);
    expect(dominant.b).toBeGreaterThan(dominant.g);
  });
});

describe("drawn lettering", () => {
  test("widths grow with the words, the size and the weight", () => {
    expect(widthOf("Openbell", 20)).toBeGreaterThan(widthOf("Open", 20));
    expect(widthOf("Openbell", 40)).toBeCloseTo(2 * widthOf("Openbell", 20), 5);
    expect(widthOf("bell", 20, "bold")).not.toBe(widthOf("bell", 20, "regular"));
  });

  test("letters that stand apart are drawn closer together", () => {
    const apart = widthOf("T", 1000) + widthOf("o", 1000);
    expect(widthOf("To", 1000)).toBeLessThan(apart);
  });

  test("a sign that nobody has drawn is refused rather than left out", () => {
    expect(() => lettering("Ω", 0, 0, { size: 10, paint: ART.deep })).toThrow('no "Ω"');
  });
});
