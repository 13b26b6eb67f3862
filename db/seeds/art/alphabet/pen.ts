import { path } from "./drawing";

/**
 * The house's drawn alphabet. A machine without fonts (a bare container) sets `<text>` as empty
 * boxes, so everything the drawings spell is drawn: a monoline sans, made of stems, ellipses and
 * slants. Units: 1000 to the size, baseline at 0, y downwards.
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

export type Side = "stem" | "round" | "open";

const X = 500;
const CAP = 700;
const ASCENDER = 750;
const DESCENDER = 205;
const OVER = 9;

type Draft = { pen?: string; cut?: string; width: number; sides: [Side, Side] };

/** A glyph for a pen of half-width `h`. */
type Shape = (h: number) => Draft;

function slant(h: number, x1: number, y1: number, x2: number, y2: number): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const half = (h * length) / Math.abs(y2 - y1);
  return `${path`M${x1 - half} ${y1} H${x1 + half} L${x2 + half} ${y2} H${x2 - half}`}z`;
}

function oval(h: number, width: number, top: number, bottom: number): string {
  const rx = width / 2 - h;
  const ry = (bottom - top) / 2 + OVER - h;
  return path`M${h} ${(top + bottom) / 2} a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0z`;
}

/** Part of an oval, angles in degrees from the right, clockwise; `turn` 1 runs clockwise. */
function sweep(
  h: number,
  width: number,
  top: number,
  bottom: number,
  from: number,
  to: number,
  turn: 0 | 1,
): string {
  const rx = width / 2 - h;
  const ry = (bottom - top) / 2 + OVER - h;
  const point = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return [width / 2 + rx * Math.cos(angle), (top + bottom) / 2 + ry * Math.sin(angle)] as const;
  };
  const [x2, y2] = point(to);
  return path`M${point(from)} A${rx} ${ry} 0 1 ${turn} ${x2} ${y2}`;
}

const stem = (x: number, from: number, to: number) => path`M${x} ${from} V${to}`;
const bar = (from: number, to: number, y: number) => path`M${from} ${y} H${to}`;

/** The arch of n, h and m between two stems. */
function archBetween(h: number, left: number, right: number): string {
  const r = (right - left) / 2;
  const y = -X - OVER + h + r * 0.92;
  return path`M${left} ${y} A${r} ${r * 0.92} 0 0 1 ${right} ${y} V0`;
}

function sCurve(h: number, w: number, top: number, bottom: number): string {
  const [t, b, m] = [top + h - OVER, bottom - h + OVER, (top + bottom) / 2];
  const q = (b - t) / 4;
  const cx = w / 2;
  return path`M${w - h - 8} ${t + q * 0.92} C${w - h - 40} ${t + q * 0.2} ${cx + w * 0.16} ${t} ${cx} ${t} C${h + w * 0.1} ${t} ${h + 6} ${t + q * 0.45} ${h + 6} ${t + q * 0.98} C${h + 6} ${m - q * 0.16} ${cx - w * 0.14} ${m - q * 0.12} ${cx} ${m} C${cx + w * 0.14} ${m + q * 0.12} ${w - h} ${m + q * 0.16} ${w - h} ${b - q * 0.98} C${w - h} ${b - q * 0.45} ${w - h - w * 0.1} ${b} ${cx} ${b} C${cx - w * 0.18} ${b} ${h + 34} ${b - q * 0.2} ${h} ${b - q * 0.95}`;
}

