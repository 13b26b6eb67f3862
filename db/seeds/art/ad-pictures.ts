import { box, picture, rectangle, stroke } from "./drawing";
import { lettering, widthOf } from "./lettering";
import { MOTIFS } from "./motifs";
import type { PictureOf } from "./news-pictures";
import { type AdScheme, ART, type ArtColour, recoloured, TONES } from "./palette";

/** An advertiser's art: the same words and motif are set as a square (260 by 200) or a rectangle (800 by 100). */
export type AdArt = {
  name: string;
  /** what it says, in two lines */
  lines: readonly string[];
  /** words of the drawn button, rectangle only */
  action?: string;
  picture: PictureOf;
  /** where the picture stands: above or below the words (square), left or right of them (rectangle) */
  layout: "picture-first" | "words-first";
  scheme: AdScheme;
  /** paper of the words */
  paper: "light" | "soft" | "dark";
};

const PAPERS: Record<AdArt["paper"], { ground: ArtColour; ink: ArtColour }> = {
  light: { ground: ART.paper, ink: ART.deep },
  soft: { ground: ART.soft, ink: ART.deep },
  dark: { ground: ART.deep, ink: ART.white },
};

/** The middle of a motif, cropped to a window of the ad. */
function windowOn(of: PictureOf, x: number, y: number, width: number, height: number): string {
  const drawing = MOTIFS[of.motif]({ tone: TONES[of.tone], count: of.count, level: of.level });
  const body = of.mirror ? `<g transform="matrix(-1 0 0 1 600 0)">${drawing}</g>` : drawing;
  return (
    `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 600 400" ` +
    `preserveAspectRatio="xMidYMid slice">${body}</svg>`
  );
}

/** Largest size at which the words fit `room`, never above `wanted`. */
function fitted(words: string, wanted: number, room: number, weight: "bold" | "regular"): number {
  return Math.min(wanted, (wanted * room) / widthOf(words, wanted, weight));
}

/** Square ad, 260 by 200, drawn at twice the size for sharp screens. Pure. */
export function squareAd(ad: AdArt): string {
  const { ground, ink } = PAPERS[ad.paper];
  const top = ad.layout === "picture-first" ? 104 : 0;
  const title = lettering(ad.name, 18, top + 34, {
    size: fitted(ad.name, 23, 226, "bold"),
    weight: "bold",
    paint: ink,
  });
  const lines = ad.lines
    .map((words, i) =>
      lettering(words, 18, top + 57 + i * 20, { size: fitted(words, 15.5, 226, "regular"), paint: ink }),
    )
    .join("");
  const drawn = picture(
    520,
    400,
    "0 0 260 200",
    box(0, 0, 260, 200, ground) +
      windowOn(ad.picture, 0, ad.layout === "picture-first" ? 0 : 96, 260, 104) +
      title +
      lines,
  );
  return recoloured(drawn, ad.scheme);
}

function button(words: string, right: number, ink: ArtColour): string {
  const width = widthOf(words, 15, "bold") + 30;
  return (
    stroke(rectangle(right - width, 32, width, 36), ink, 2) +
    lettering(words, right - width / 2, 55.5, { size: 15, weight: "bold", paint: ink, align: "middle" })
  );
}

/**
 * Rectangle ad, 800 by 100, drawn at twice the size. Phones show its left half: all of the words and some of the picture
 * stand in it. Pure.
 */
export function rectangleAd(ad: AdArt): string {
  const { ground, ink } = PAPERS[ad.paper];
  const first = ad.layout === "picture-first";
  const left = first ? 146 : 24;
  const room = (first ? 388 : 264) - left;
  // Without a button beside it the picture goes on to the edge.
  const pictureWidth = ad.action ? 240 : 520;
  const lines = ad.lines
    .map((words, i) =>
      lettering(words, left, 63 + i * 21, { size: fitted(words, 17, room, "regular"), paint: ink }),
    )
    .join("");
  const drawn = picture(
    1600,
    200,
    "0 0 800 100",
    box(0, 0, 800, 100, ground) +
      (first ? windowOn(ad.picture, 0, 0, 124, 100) : windowOn(ad.picture, 280, 0, pictureWidth, 100)) +
      lettering(ad.name, left, 37, { size: fitted(ad.name, 28, room, "bold"), weight: "bold", paint: ink }) +
      lines +
      (ad.action ? button(ad.action, 776, ink) : ""),
  );
  return recoloured(drawn, ad.scheme);
}
