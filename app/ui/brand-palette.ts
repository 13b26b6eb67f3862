import { contrastOf, darkened, type Hex, lightened, mix, nearestThat } from "./colour-contrast";

/** The owner's colours. Other brand and accent tokens are mixed from them, so that contrast is guaranteed. */
export type BrandColours = Readonly<Record<BrandColour, Hex>>;

export const BRAND_COLOURS = ["brandLight", "brandDark", "accentLight", "accentDark"] as const;
export type BrandColour = (typeof BRAND_COLOURS)[number];

/** The colours in tokens.css; the first is required by the contract. */
export const HOUSE_COLOURS: BrandColours = {
  brandLight: "#1b1464",
  brandDark: "#5a4ee0",
  accentLight: "#f2b632",
  accentDark: "#f4c152",
};

/** WCAG 2.2 AA for text of normal size. */
const AA = 4.5;
/** Mixed colours have at least the contrast of the default ones. */
const COMFORTABLE = 7;

const WHITE = "#ffffff";
const BLACK = "#000000";

/** Backgrounds in tokens.css that carry text in the brand colour; a test compares the two. */
export const LIGHT_PAPERS = {
  "the page": "#ffffff",
  "panels and rails": "#f5f4fa",
  "the paper of advertisements": "#f1eee6",
} as const;
export const DARK_PAPERS = {
  "the page": "#0d0b1c",
  "panels and rails": "#15122b",
  "menus and dialogs": "#1d193a",
} as const;

/** Text colours on a band, whatever the brand: ink, muted, up, down, warn of the dark theme. */
export const BAND_INKS = ["#eeecf8", "#ada8cd", "#57cb90", "#ff8d88", "#f9a965"] as const;

const LIGHT_INKS = ["#16132c", WHITE] as const;
const DARK_INKS = ["#17103f", "#0d0b1c", WHITE] as const;

/** The first colour that is readable on all backgrounds, otherwise the most readable. */
function inkFor(papers: readonly Hex[], inks: readonly [Hex, ...Hex[]]): Hex {
  const least = (ink: Hex) => Math.min(...papers.map((paper) => contrastOf(ink, paper)));
  return inks.find((ink) => least(ink) >= AA) ?? [...inks].sort((a, b) => least(b) - least(a))[0] ?? inks[0];
}

/** The two values of a token. */
type Pair = readonly [light: Hex, dark: Hex];

const lightTints = ({ brandLight, accentLight }: BrandColours) => ({
  brand: mix(brandLight, WHITE, 0.09),
  accent: mix(accentLight, WHITE, 0.18),
});

const darkTints = ({ brandDark, accentDark }: BrandColours) => ({
  brand: mix(brandDark, DARK_PAPERS["the page"], 0.26),
  accent: mix(accentDark, DARK_PAPERS["the page"], 0.16),
});

/** All tokens that follow the brand, as `--color-<name>`. */
export function brandTokenColours(colours: BrandColours) {
  const { brandLight, brandDark, accentLight, accentDark } = colours;
  const [light, dark] = [lightTints(colours), darkTints(colours)];
  const lightPapers = [...Object.values(LIGHT_PAPERS), light.brand, light.accent];
  const darkPapers = [...Object.values(DARK_PAPERS), dark.brand, dark.accent];
  const brandInk = lightened(brandDark, darkPapers, COMFORTABLE);
  const hoverLight = mix(accentLight, BLACK, 0.92);
  const hoverDark = mix(accentDark, WHITE, 0.75);
  const band = (colour: Hex) => darkened(colour, [...BAND_INKS, brandInk], AA);
  const accentInk = darkened(accentLight, lightPapers, AA);
  return {
    brand: [brandLight, brandDark],
    "brand-hover": [darkened(mix(brandLight, WHITE, 0.86), [WHITE], AA), mix(brandDark, BLACK, 0.86)],
    "on-brand": [WHITE, WHITE],
    "brand-ink": [brandLight, brandInk],
    "brand-tint": [light.brand, dark.brand],
    link: [darkened(mix(brandLight, WHITE, 0.86), lightPapers, AA), brandInk],
    focus: [brandLight, accentDark],
    accent: [accentLight, accentDark],
    "accent-hover": [hoverLight, hoverDark],
    "on-accent": [
      inkFor([accentLight, hoverLight], [brandLight, ...LIGHT_INKS]),
      inkFor([accentDark, hoverDark], DARK_INKS),
    ],
    "accent-ink": [accentInk, accentDark],
    "accent-tint": [light.accent, dark.accent],
    band: [band(brandLight), band(mix(brandDark, BLACK, 0.4))],
    "art-paper": [mix(brandLight, WHITE, 0.12), mix(brandDark, DARK_PAPERS["the page"], 0.3)],
    "art-soft": [mix(brandLight, WHITE, 0.3), mix(brandDark, DARK_PAPERS["the page"], 0.55)],
    "art-mid": [mix(brandLight, WHITE, 0.66), brandDark],
    "art-deep": [brandLight, mix(brandDark, BLACK, 0.25)],
    "art-sun": [accentLight, mix(accentDark, BLACK, 0.94)],
  } satisfies Record<string, Pair>;
}

const TOKENS = [
  "brand",
  "brand-hover",
  "on-brand",
  "brand-ink",
  "brand-tint",
  "link",
  "focus",
  "accent",
  "accent-hover",
  "on-accent",
  "accent-ink",
  "accent-tint",
  "band",
  "art-paper",
  "art-soft",
  "art-mid",
  "art-deep",
  "art-sun",
] as const satisfies readonly (keyof ReturnType<typeof brandTokenColours>)[];

/** Default colours for places without a stylesheet. */
const HOUSE_TOKENS = { brand: ["#1b1464", "#5a4ee0"], link: ["#2e23b4", "#b5adff"] } as const;

/** Brand and link colours without a stylesheet: in emails. */
export const brandTokens = (colours: BrandColours): Readonly<Record<"brand" | "link", Pair>> =>
  isHouse(colours) ? HOUSE_TOKENS : brandTokenColours(colours);

/** Colours of drawings on white, by role. */
export function artColours(
  colours: BrandColours,
): Readonly<Record<"paper" | "soft" | "mid" | "deep" | "sun", Hex>> | undefined {
  if (isHouse(colours)) return undefined;
  const tokens = brandTokenColours(colours);
  return {
    paper: tokens["art-paper"][0],
    soft: tokens["art-soft"][0],
    // Also used for text.
    mid: tokens.link[0],
    deep: tokens.brand[0],
    sun: tokens.accent[0],
  };
}

/** Colour pairs that need contrast, and where they meet. */
type Laid = { on: string; ink: Hex; paper: Hex };

/** Where a chosen colour is used, and what is drawn on it. */
function usedPlaces(colour: BrandColour, colours: BrandColours): Laid[] {
  const { brandLight, brandDark, accentLight, accentDark } = colours;
  const tokens = brandTokenColours(colours);
  const onPapers = (ink: Hex, papers: Record<string, Hex>) =>
    Object.entries(papers).map(([on, paper]) => ({ on, ink, paper }));
  switch (colour) {
    case "brandLight":
      return onPapers(brandLight, {
        ...LIGHT_PAPERS,
        "its own tint": tokens["brand-tint"][0],
        "the accent’s tint": tokens["accent-tint"][0],
      });
    case "brandDark":
      return [
        { on: "white text on it", ink: WHITE, paper: brandDark },
        { on: "white text on it, on hover", ink: WHITE, paper: tokens["brand-hover"][1] },
      ];
    case "accentLight":
      return [
        { on: "text on it", ink: tokens["on-accent"][0], paper: accentLight },
        {
          on: "text on it, on hover",
          ink: tokens["on-accent"][0],
          paper: tokens["accent-hover"][0],
        },
      ];
    case "accentDark":
      return [
        ...onPapers(accentDark, {
          ...DARK_PAPERS,
          "its own tint": tokens["accent-tint"][1],
          "a band in the light theme": tokens.band[0],
          "a band in the dark theme": tokens.band[1],
        }),
        { on: "text on it", ink: tokens["on-accent"][1], paper: accentDark },
      ];
  }
}

/**
 * A place where a chosen colour has too little contrast.
 * @property contrast as measured
 * @property nearest the nearest passing colour, of the same hue if possible
 */
export type Unreadable = { on: string; contrast: number; nearest: Hex };

/** The place where a chosen colour has the least contrast. */
export function worstContrast(colour: BrandColour, colours: BrandColours): Omit<Unreadable, "nearest"> {
  const [worst] = usedPlaces(colour, colours)
    .map(({ on, ink, paper }) => ({ on, contrast: contrastOf(ink, paper) }))
    .sort((a, b) => a.contrast - b.contrast);
  return worst as Omit<Unreadable, "nearest">;
}

/** The first place with too little contrast; undefined if the colour passes everywhere. */
export function unreadable(colour: BrandColour, colours: BrandColours): Unreadable | undefined {
  const worst = worstContrast(colour, colours);
  if (worst.contrast >= AA) return undefined;
  const passes = (candidate: Hex) =>
    worstContrast(colour, { ...colours, [colour]: candidate }).contrast >= AA;
  return { ...worst, nearest: nearestThat(passes, colours[colour]) ?? HOUSE_COLOURS[colour] };
}

const isHouse = (colours: BrandColours): boolean =>
  BRAND_COLOURS.every((colour) => colours[colour] === HOUSE_COLOURS[colour]);

/** The stylesheet of chosen colours; undefined for the default ones in tokens.css. */
export function brandStylesheet(colours: BrandColours): string | undefined {
  if (isHouse(colours)) return undefined;
  const tokens = brandTokenColours(colours);
  const lines = (value: (pair: Pair) => string) =>
    TOKENS.map((name) => `--color-${name}:${value(tokens[name])}`).join(";");
  // Like tokens-fallback.css: browsers without light-dark() get the light theme, and dark children of bands.
  return (
    `:root{${lines(([light, dark]) => `light-dark(${light},${dark})`)}}` +
    `@supports not (color:light-dark(#000,#fff)){:root{${lines(([light]) => light)}}.band>*{${lines(([, dark]) => dark)}}}`
  );
}
