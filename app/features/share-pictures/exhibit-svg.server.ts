import { BOX } from "~/ui/charts/path";
import { fitLines } from "./lines.server";
import { drawableText, lettering } from "./serif.server";
import { SHARE_SIZE, sender } from "./share-svg.server";
import { ART, box, fill, picture, stroke } from "./svg-primitives.server";

/** A shared chart: its finding as the title, the drawing and its figures. All of it is public. */
export type ShareExhibit = {
  kicker: string;
  title: string;
  /** SVG in the box of a chart, 1000 × 400. */
  marks: string;
  /** The labels on the right, with their position in per cent of the height. */
  tags: readonly { y: number; text: string }[];
  figures: readonly { label: string; value: string }[];
};

/** The position of the sender, and the room for a logo there. */
export const EXHIBIT_SENDER = { left: 64, top: 40, width: 480, height: 48 } as const;

const LEFT = EXHIBIT_SENDER.left;
const RIGHT = SHARE_SIZE.width - LEFT;
/** The position of the chart. One scale for both axes keeps the line widths. */
const CHART = { top: 236, scale: 0.76 } as const;
const GUTTER = LEFT + BOX.width * CHART.scale + 18;
const TITLE = { size: 52, width: RIGHT - LEFT, lines: 2, line: 58, first: 140 } as const;
const FIGURE_WIDTH = 250;

/** The shared chart as SVG. All text is outlines of the site's serif font. */
export function exhibitSvg(
  { kicker, title, marks, tags, figures }: ShareExhibit,
  siteName: string,
  hasLogo = false,
): string {
  const { width, height } = SHARE_SIZE;
  const say = (
    text: string,
    x: number,
    y: number,
    size: number,
    bold = true,
    align: "start" | "end" = "start",
  ) =>
    lettering(drawableText(text), x, y, {
      size,
      weight: bold ? "bold" : "regular",
      paint: bold ? ART.deep : ART.mid,
      align,
    });
  const lines = fitLines(drawableText(title), TITLE);
  const chartHeight = BOX.height * CHART.scale;
  return picture(
    width,
    height,
    `0 0 ${width} ${height}`,
    box(0, 0, width, height, ART.white) +
      box(0, 0, width, 14, ART.deep) +
      (hasLogo ? "" : sender(siteName, EXHIBIT_SENDER.left, EXHIBIT_SENDER.top, 1.4)) +
      say(kicker, RIGHT, 76, 22, false, "end") +
      lines.map((line, nth) => say(line, LEFT, TITLE.first + nth * TITLE.line, TITLE.size)).join("") +
      `<g transform="translate(${LEFT} ${CHART.top}) scale(${CHART.scale})">${marks}${stroke(`M0 ${BOX.height}h${BOX.width}`, ART.deep, 2)}</g>` +
      tags.map(({ y, text }) => say(text, GUTTER, CHART.top + (y * chartHeight) / 100 + 8, 22)).join("") +
      figures
        .map(
          ({ label, value }, nth) =>
            say(label, LEFT + nth * FIGURE_WIDTH, 572, 19, false) +
            say(value, LEFT + nth * FIGURE_WIDTH, 610, 34),
        )
        .join(""),
  );
}

/** Outcome and comparison are the only colours next to ink. Each also has its own shape. */
const GAIN = "#0a7443";
const LOSS = "#bb1c2e";
const place = ({ x, y }: { x: number; y: number }) =>
  `cx="${(x * BOX.width) / 100}" cy="${(y * BOX.height) / 100}"`;

/** A gain is a disc, a loss a ring. */
export const outcomeMark = (at: { x: number; y: number }, won: boolean, radius: number): string =>
  won
    ? `<circle ${place(at)} r="${radius}" fill="${GAIN}"/>`
    : `<circle ${place(at)} r="${radius - 2}" fill="${ART.white}" stroke="${LOSS}" stroke-width="4"/>`;

/** Marks the point at which a call was made. */
export const madeMark = (at: { x: number; y: number }): string =>
  `<circle ${place(at)} r="8" fill="${ART.white}" stroke="${ART.deep}" stroke-width="4"/>`;

/** Marks the range from stop to target over the days of a call. */
export function bandMark(
  look: "reward" | "risk",
  from: number,
  to: number,
  one: number,
  other: number,
): string {
  const [x, width] = [from * 10, (to - from) * 10];
  const [top, bottom] = [Math.min(one, other) * 4, Math.max(one, other) * 4];
  const paint = look === "reward" ? "#e2f3e9" : "#fcebec";
  return `<rect x="${x}" y="${top}" width="${width}" height="${bottom - top}" fill="${paint}"/>`;
}

/** The price: thin before a call, dashed for a comparison or a level. */
export const lineMark = (d: string, look: "price" | "before" | "dashed"): string =>
  d === ""
    ? ""
    : stroke(d, look === "price" ? ART.deep : ART.mid, look === "price" ? 5 : 3, {
        round: true,
        ...(look === "dashed" && { dash: "10 8" }),
      });

/** The bell at the current price. */
export const nowMark = ({ x, y }: { x: number; y: number }): string =>
  `<g transform="translate(${x * 10} ${y * 4})">${fill("M-12 0a12 12 0 0 1 24 0z", ART.deep)}</g>`;
