import { LOWER } from "./lower";
import type { Shape, Side } from "./pen";
import { FIGURES, MARKS } from "./signs";
import { UPPER } from "./upper";

export type { Side };

/**
 * The house's drawn alphabet. A machine without fonts (a bare container) sets `<text>` as empty boxes, so everything
 * the drawings spell is drawn: a monoline sans, made of stems, ovals and slants.
 */
export type Glyph = {
  /** lines to be drawn with the pen's full width */
  pen: string;
  /** shapes to be filled: slants, cut level as a type cutter would */
  cut: string;
  width: number;
  /** how much air the two sides need */
  sides: [left: Side, right: Side];
};

const SHAPES: Record<string, Shape> = { ...LOWER, ...UPPER, ...FIGURES, ...MARKS };

/** The glyph for a pen of `weight` units. Throws for a sign that nobody has drawn. */
export function glyph(sign: string, weight: number): Glyph {
  const shape = SHAPES[sign];
  if (!shape) throw new Error(`The drawn alphabet has no "${sign}"`);
  const { pen = "", cut = "", width, sides } = shape(weight / 2);
  return { pen, cut, width, sides };
}
