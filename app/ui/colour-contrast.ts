/** `#rrggbb`, in small letters. */
export type Hex = string;

export const HEX = /^#[0-9a-f]{6}$/;

type Rgb = readonly [red: number, green: number, blue: number];

const rgbChannels = (hex: Hex): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const toHex = (channels: Rgb): Hex =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;

/** WCAG 2.2, relative luminance. */
function relativeLuminance(hex: Hex): number {
  const [red, green, blue] = rgbChannels(hex).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, contrast ratio: 1 to 21. */
export function contrastOf(one: Hex, other: Hex): number {
  const [light, dark] = [relativeLuminance(one), relativeLuminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** A mix with this share of `colour`, from 0 to 1. */
export function mix(colour: Hex, paper: Hex, share: number): Hex {
  const on = rgbChannels(paper);
  return toHex(
    rgbChannels(colour).map(
      (channel, nth) => channel * share + (on[nth] ?? 0) * (1 - share),
    ) as unknown as Rgb,
  );
}

type Hsl = { hue: number; saturation: number; lightness: number };

function toHsl(hex: Hex): Hsl {
  const [red, green, blue] = rgbChannels(hex).map((channel) => channel / 255) as unknown as Rgb;
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  const lightness = most - range / 2;
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const hue =
    most === red
      ? ((green - blue) / range) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return { hue: hue * 60, saturation: range / (1 - Math.abs(2 * lightness - 1)), lightness };
}

function hexOfHsl({ hue, saturation, lightness }: Hsl): Hex {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const at = (offset + hue / 30 + 12) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  };
  return toHex([channel(0), channel(8), channel(4)]);
}

/** Steps of lightness towards black and white. */
const STEPS = 200;

/**
 * The nearest lightness of the same hue that passes; the colour itself if it does. Undefined if none passes.
 */
export function nearestThat(
  passes: (colour: Hex) => boolean,
  colour: Hex,
  ways: readonly (-1 | 1)[] = [-1, 1],
) {
  if (passes(colour)) return colour;
  const own = toHsl(colour);
  for (let step = 1; step <= STEPS; step += 1) {
    for (const way of ways) {
      const lightness = own.lightness + (way * step) / STEPS;
      if (lightness < 0 || lightness > 1) continue;
      const candidate = hexOfHsl({ ...own, lightness });
      if (passes(candidate)) return candidate;
    }
  }
  return undefined;
}

/** Darkens a colour until it is readable on all of these. */
export const darkened = (colour: Hex, papers: readonly Hex[], least: number): Hex =>
  nearestThat(readableOn(papers, least), colour, [-1]) ?? "#000000";

/** Lightens a colour until it is readable on all of these. */
export const lightened = (colour: Hex, papers: readonly Hex[], least: number): Hex =>
  nearestThat(readableOn(papers, least), colour, [1]) ?? "#ffffff";

const readableOn = (papers: readonly Hex[], least: number) => (candidate: Hex) =>
  papers.every((paper) => contrastOf(candidate, paper) >= least);
