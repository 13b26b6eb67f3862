import { path } from "../drawing";

// Units: 1000 to the size, the baseline at 0, y downwards.
export const X_HEIGHT = 500;
export const CAP = 700;
export const ASCENDER = 750;
export const DESCENDER = 205;
/** Round letters reach this much beyond flat ones, or they would look smaller. */
const OVER = 9;

export type Side = "stem" | "round" | "open";

export type Draft = { pen?: string; cut?: string; width: number; sides: [left: Side, right: Side] };

/** A letter for a pen of half-width `h`. */
export type Shape = (h: number) => Draft;

/** The edges of curves: where a round letter's middle line runs at the top and at the bottom. */
export const round = {
  top: (h: number, top: number) => top + h - OVER,
  bottom: (h: number, bottom = 0) => bottom - h + OVER,
};

/** A slanted stroke as a shape, with level ends. */
export function slant(h: number, x1: number, y1: number, x2: number, y2: number): string {
  const half = (h * Math.hypot(x2 - x1, y2 - y1)) / Math.abs(y2 - y1);
  return path`M${x1 - half} ${y1}H${x1 + half}L${x2 + half} ${y2}H${x2 - half}z`;
}

function radii(h: number, width: number, top: number, bottom: number): [rx: number, ry: number] {
  return [width / 2 - h, (bottom - top) / 2 + OVER - h];
}

export function oval(h: number, width: number, top: number, bottom: number): string {
  const [rx, ry] = radii(h, width, top, bottom);
  return path`M${h} ${(top + bottom) / 2}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0z`;
}

/** The oval, open at the right: drawn over the top from `from` to `to`, degrees clockwise from the right. */
export function openOval(h: number, width: number, top: number, from: number, to: number): string {
  const [rx, ry] = radii(h, width, top, 0);
  const point = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return [width / 2 + rx * Math.cos(angle), top / 2 + ry * Math.sin(angle)];
  };
  return path`M${point(from)}A${rx} ${ry} 0 1 0 ${point(to)}`;
}

export const stem = (x: number, from: number, to = 0) => path`M${x} ${from}V${to}`;

export const bar = (from: number, to: number, y: number) => path`M${from} ${y}H${to}`;

/** A full stop, and the dot of the i, with its foot at `y`. */
export const dot = (h: number, x: number, y: number) => stem(x, y - 2.1 * h, y);

/** The arch of n, h and m between two stems. */
export function archBetween(left: number, right: number, h: number): string {
  const r = (right - left) / 2;
  const y = round.top(h, -X_HEIGHT) + r * 0.92;
  return path`M${left} ${y}A${r} ${r * 0.92} 0 0 1 ${right} ${y}V0`;
}

/** The cup of u and U between two stems of the given height. */
export function cupBetween(left: number, right: number, h: number, top: number): string {
  const r = (right - left) / 2;
  const y = round.bottom(h) - r * 0.94;
  return path`M${left} ${top}V${y}A${r} ${r * 0.94} 0 0 0 ${right} ${y}V${top}`;
}

/** The double curve of s, S and the dollar. */
export function doubleCurve(h: number, width: number, top: number): string {
  const [t, b, m] = [round.top(h, top), round.bottom(h), top / 2];
  const q = (b - t) / 4;
  const c = width / 2;
  const right = width - h;
  const [upper, lower] = [t + q, b - q];
  return (
    path`M${right - 8} ${t + q * 0.92}C${right - 40} ${t + q * 0.2} ${c + width * 0.16} ${t} ${c} ${t}` +
    path`C${h + width * 0.1} ${t} ${h + 6} ${t + q * 0.45} ${h + 6} ${upper}` +
    path`C${h + 6} ${m - q * 0.16} ${c - width * 0.14} ${m - q * 0.12} ${c} ${m}` +
    path`C${c + width * 0.14} ${m + q * 0.12} ${right} ${m + q * 0.16} ${right} ${lower}` +
    path`C${right} ${b - q * 0.45} ${right - width * 0.1} ${b} ${c} ${b}` +
    path`C${c - width * 0.18} ${b} ${h + 34} ${b - q * 0.2} ${h} ${b - q * 0.95}`
  );
}
