import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BAND_INKS,
  BRAND_COLOURS,
  type BrandColours,
  brandStylesheet,
  brandTokenColours,
  DARK_PAPERS,
  HOUSE_COLOURS,
  LIGHT_PAPERS,
  unreadable,
} from "~/ui/brand-palette";
import { contrastOf } from "~/ui/colour-contrast";

const tokens = readFileSync(new URL("../../app/ui/tokens.css", import.meta.url), "utf8");

/** A token of tokens.css, in the light and the dark theme. */
function tokenOf(name: string): string[] {
  const [, light = "", dark = ""] =
    new RegExp(`--color-${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens) ?? [];
  return [light, dark];
}

describe("the default colours", () => {
  it("are those of tokens.css, begin with the contract's, and have enough contrast", () => {
    expect(HOUSE_COLOURS.brandLight).toBe("#1b1464");
    expect([HOUSE_COLOURS.brandLight, HOUSE_COLOURS.brandDark]).toEqual(tokenOf("brand"));
    expect([HOUSE_COLOURS.accentLight, HOUSE_COLOURS.accentDark]).toEqual(tokenOf("accent"));
    for (const colour of BRAND_COLOURS) expect(unreadable(colour, HOUSE_COLOURS)).toBeUndefined();
    expect(brandStylesheet(HOUSE_COLOURS)).toBeUndefined();
  });

  it("are checked against the papers in tokens.css, and bands have its inks", () => {
    const { "the page": page, "panels and rails": panel, "the paper of advertisements": ad } = LIGHT_PAPERS;
    expect([page, DARK_PAPERS["the page"]]).toEqual(tokenOf("bg"));
    expect([panel, DARK_PAPERS["panels and rails"]]).toEqual(tokenOf("surface"));
    expect(DARK_PAPERS["menus and dialogs"]).toBe(tokenOf("raised")[1]);
    expect(ad).toBe(tokenOf("ad-paper")[0]);
    expect(["ink", "muted", "up", "down", "warn"].map((name) => tokenOf(name)[1])).toEqual([...BAND_INKS]);
  });
});

describe("a colour with too little contrast", () => {
  it("is rejected with the place, the ratio and the nearest colour of its hue with enough contrast", () => {
    expect(unreadable("brandLight", { ...HOUSE_COLOURS, brandLight: "#7a9b00" })).toEqual({
      on: "the paper of advertisements",
      contrast: expect.closeTo(2.78, 2),
      nearest: "#5c7500",
    });
    expect(unreadable("brandDark", { ...HOUSE_COLOURS, brandDark: "#ffcc00" })?.on).toBe("white text on it");
    expect(unreadable("accentDark", { ...HOUSE_COLOURS, accentDark: "#404040" })?.contrast).toBeLessThan(2);
    expect(unreadable("accentLight", { ...HOUSE_COLOURS, accentLight: "#777777" })?.on).toBe("text on it");
  });
});

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const anyColours = fc.record({ brandLight: hex, brandDark: hex, accentLight: hex, accentDark: hex });

/** The chosen colours, replaced as the screen suggests until they pass. */
function correctColours(colours: BrandColours): BrandColours {
  let chosen = colours;
  for (let round = 0; round < 4; round += 1)
    for (const colour of BRAND_COLOURS) {
      const found = unreadable(colour, chosen);
      if (found) chosen = { ...chosen, [colour]: found.nearest };
    }
  return chosen;
}

it("can be corrected from any colours to a palette with enough contrast everywhere, mixtures included", () => {
  fc.assert(
    fc.property(anyColours, (wanted) => {
      const colours = correctColours(wanted);
      for (const colour of BRAND_COLOURS) expect(unreadable(colour, colours)).toBeUndefined();
      const made = brandTokenColours(colours);
      const light = [...Object.values(LIGHT_PAPERS), made["brand-tint"][0], made["accent-tint"][0]];
      const dark = [...Object.values(DARK_PAPERS), made["brand-tint"][1], made["accent-tint"][1]];
      const pairs = [
        ...(["brand-ink", "link", "accent-ink"] as const).flatMap((name) => [
          ...light.map((paper) => [name, made[name][0], paper]),
          ...dark.map((paper) => [name, made[name][1], paper]),
        ]),
        ...[0, 1].flatMap((theme) => [
          ["on-brand", made["on-brand"][theme], made.brand[theme]],
          ["on-brand, hover", made["on-brand"][theme], made["brand-hover"][theme]],
          ["on-accent", made["on-accent"][theme], made.accent[theme]],
          ...[...BAND_INKS, made["brand-ink"][1], made.accent[1]].map((ink) => [
            "band",
            ink,
            made.band[theme],
          ]),
        ]),
      ];
      const bad = pairs.filter(([, ink = "", paper = ""]) => contrastOf(ink, paper) < 4.5);
      expect(bad).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
