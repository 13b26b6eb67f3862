import { glyph, type Side } from "./alphabet";
import { at } from "./drawing";
import type { Paint } from "./palette";

/** Pen widths in units of 1000 to the size. */
const WEIGHTS = { bold: 118, regular: 82 } as const;

const AIR: Record<Side, number> = { stem: 62, round: 38, open: 16 };

/** Pairs that would stand apart without help. */
const KERNING: [left: RegExp, right: RegExp, units: number][] = [
  [/[TYVW]/, /[aceogqs]/, -70],
  [/[TYVW]/, /[urnmpvwxyzi.,]/, -46],
  [/[LR]/, /[TYVWvwy]/, -46],
  [/[AFP]/, /[vwya,.]/, -34],
  [/r/, /[acdegoq.,]/, -26],
  [/[vwyk]/, /[acdegoq.,]/, -18],
];

export type Lettering = {
  size: number;
  weight?: keyof typeof WEIGHTS;
  paint: Paint;
  align?: "start" | "middle" | "end";
};

type Placed = { pen: string; cut: string; x: number };

function compose(text: string, weight: number): { placed: Placed[]; width: number } {
  const placed: Placed[] = [];
  let x = 0;
  let before = "";
  for (const sign of text) {
    const { pen, cut, width, sides } = glyph(sign, weight);
    const kern = KERNING.find(([left, right]) => left.test(before) && right.test(sign))?.[2] ?? 0;
    x += before === "" ? 0 : AIR[sides[0]] + kern;
    placed.push({ pen, cut, x });
    x += width + AIR[sides[1]];
    before = sign;
  }
  return { placed, width: x };
}

/** Width of the text at `size`, in the drawing's units. */
export function widthOf(text: string, size: number, weight: keyof typeof WEIGHTS = "regular"): number {
  return (compose(text, WEIGHTS[weight]).width * size) / 1000;
}

/** Text as drawn paths, its baseline at `y`. See alphabet/index.ts for why it is not `<text>`. */
export function lettering(text: string, x: number, y: number, options: Lettering): string {
  const { size, weight = "regular", paint, align = "start" } = options;
  const pen = WEIGHTS[weight];
  const { placed, width } = compose(text, pen);
  const shift = align === "start" ? 0 : align === "middle" ? width / 2 : width;
  const scale = size / 1000;
  const signs = placed
    .map(({ pen: lines, cut, x: left }) => {
      const drawn =
        (lines ? `<path d="${lines}"/>` : "") +
        (cut ? `<path d="${cut}" fill="${paint}" stroke="none"/>` : "");
      return drawn ? `<g transform="translate(${at(left)})">${drawn}</g>` : "";
    })
    .join("");
  return (
    `<g transform="translate(${at(x - shift * scale)} ${at(y)}) scale(${Math.round(scale * 1e5) / 1e5})" fill="none" ` +
    `stroke="${paint}" stroke-width="${pen}" stroke-linejoin="round">${signs}</g>`
  );
}
