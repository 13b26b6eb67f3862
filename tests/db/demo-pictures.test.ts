import { ADS } from "db/demo/advertising";
import { drawingOf } from "db/demo/drawings";
import { DEMO_PICTURES } from "db/demo/pictures";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { ART } from "~/features/share-pictures/svg-primitives.server";

/** Advertisers have their own colours, so that no ad looks like one of our pictures. */
const AD_SCHEMES = [
  ["#e4efec", "#a6cfc6", "#3d8c82", "#0f4f4a", "#e39a3b", "#ffffff"],
  ["#e8efe3", "#b6cfae", "#578654", "#1f4227", "#d8b24a", "#ffffff"],
  ["#f7e8dd", "#e3ba9f", "#b4603a", "#4a1f16", "#efc16a", "#ffffff"],
  ["#e7ecef", "#b2c1cb", "#587284", "#1d2f3d", "#df7a5f", "#ffffff"],
  ["#f4e7e9", "#dcb3bb", "#a24a5e", "#4b1424", "#e8b772", "#ffffff"],
  ["#f5edd9", "#dfca95", "#a67d29", "#463310", "#2f706d", "#ffffff"],
].map((colours) => new Set(colours));
const HOUSE = new Set<string>(Object.values(ART));

describe("the demo's pictures", () => {
  test("differ from each other for news", () => {
    const drawn = DEMO_PICTURES.filter(({ key }) => key.startsWith("news ")).map(({ file }) =>
      drawingOf(file),
    );
    expect(drawn.length).toBe(39);
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  test.each(DEMO_PICTURES)("$key uses one palette, no fonts and no external files", ({ key, file }) => {
    const svg = drawingOf(file);
    const used = new Set([...svg.matchAll(/(?:fill|stroke)="(#[^"]*)"/g)].map(([, colour = ""]) => colour));
    const palettes = key.startsWith("ad ") ? AD_SCHEMES : [HOUSE];
    expect(palettes.filter((palette) => [...used].every((colour) => palette.has(colour)))).toHaveLength(1);
    expect(svg).not.toMatch(/<(text|tspan|image|script|style)|href|font-/);
  });

  test("reach the edge in ads without a button", () => {
    const widths = ADS.flatMap(({ picture }) => {
      const [, width] = /<svg x="280" y="0" width="(\d+)"/.exec(drawingOf(picture)) ?? [];
      return width && picture.endsWith("-rectangle") ? [[picture, width] as const] : [];
    });
    expect(Object.fromEntries(widths)).toEqual({
      "ads/lantern-savings-rectangle": "520",
      "ads/northlight-pensions-rectangle": "520",
      "ads/saltmarsh-funds-rectangle": "520",
      "ads/the-quire-rectangle": "240",
      "ads/tidewater-notes-rectangle": "520",
    });
  });

  test("have the size of their kind", async () => {
    const shapes = new Set<string>();
    for (const { key, file } of DEMO_PICTURES) {
      const { width, height } = await sharp(Buffer.from(drawingOf(file))).metadata();
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

  test("show more than a plain background", async () => {
    for (const { key, file } of DEMO_PICTURES) {
      // A quarter of its width and height: as much contrast, for a sixteenth of the pixels.
      const { channels } = await sharp(Buffer.from(drawingOf(file)), { density: 18 }).stats();
      expect(Math.max(...channels.map(({ stdev }) => stdev)), key).toBeGreaterThan(20);
    }
  });

  test("report a missing drawing by name", () => {
    expect(() => drawingOf("news/gone")).toThrow("db/demo/pictures/news/gone.svg is missing");
  });
});
