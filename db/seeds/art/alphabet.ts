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

const LOWER: Record<string, Shape> = {
  a: (h) => ({ pen: oval(h, 520, -X, 0) + stem(520 - h, -X, 0), width: 520, sides: ["round", "stem"] }),
  b: (h) => ({ pen: oval(h, 520, -X, 0) + stem(h, -ASCENDER, 0), width: 520, sides: ["stem", "round"] }),
  c: (h) => ({ pen: sweep(h, 510, -X, 0, -42, 42, 0), width: 450, sides: ["round", "open"] }),
  d: (h) => ({
    pen: oval(h, 520, -X, 0) + stem(520 - h, -ASCENDER, 0),
    width: 520,
    sides: ["round", "stem"],
  }),
  e: (h) => ({
    pen: bar(h, 510 - h, -X / 2 + 6) + sweep(h, 510, -X, 0, 1.5, 46, 0),
    width: 510,
    sides: ["round", "open"],
  }),
  f: (h) => ({
    pen:
      path`M315 ${-ASCENDER + h} H275 Q${120 + h} ${-ASCENDER + h} ${120 + h} ${-ASCENDER + 150 + h} V0` +
      bar(15, 300, -X + h),
    width: 305,
    sides: ["open", "open"],
  }),
  g: (h) => ({
    pen:
      oval(h, 520, -X, 0) +
      path`M${520 - h} ${-X} V10 C${520 - h} 130 420 ${DESCENDER - h} 270 ${DESCENDER - h} C180 ${DESCENDER - h} 120 ${DESCENDER - h - 14} 70 ${DESCENDER - h - 46}`,
    width: 520,
    sides: ["round", "stem"],
  }),
  h: (h) => ({
    pen: stem(h, -ASCENDER, 0) + archBetween(h, h, 470 - h),
    width: 470,
    sides: ["stem", "stem"],
  }),
  i: (h) => ({
    pen: stem(h, -X, 0) + stem(h, -ASCENDER + 10, -ASCENDER + 10 + 2.1 * h),
    width: 2 * h,
    sides: ["stem", "stem"],
  }),
  j: (h) => ({
    pen:
      path`M${90 + h} ${-X} V60 Q${90 + h} ${DESCENDER - h} -20 ${DESCENDER - h}` +
      stem(90 + h, -ASCENDER + 10, -ASCENDER + 10 + 2.1 * h),
    width: 90 + 2 * h,
    sides: ["open", "stem"],
  }),
  k: (h) => ({
    pen: stem(h, -ASCENDER, 0),
    cut: slant(h, 400, -X, 2 * h + 10, -190) + slant(h, 210, -320, 425, 0),
    width: 460,
    sides: ["stem", "open"],
  }),
  l: (h) => ({ pen: stem(h, -ASCENDER, 0), width: 2 * h, sides: ["stem", "stem"] }),
  m: (h) => ({
    pen: stem(h, -X, 0) + archBetween(h, h, 380) + archBetween(h, 380, 760 - h),
    width: 760,
    sides: ["stem", "stem"],
  }),
  n: (h) => ({ pen: stem(h, -X, 0) + archBetween(h, h, 470 - h), width: 470, sides: ["stem", "stem"] }),
  o: (h) => ({ pen: oval(h, 530, -X, 0), width: 530, sides: ["round", "round"] }),
  p: (h) => ({ pen: oval(h, 520, -X, 0) + stem(h, -X, DESCENDER), width: 520, sides: ["stem", "round"] }),
  q: (h) => ({
    pen: oval(h, 520, -X, 0) + stem(520 - h, -X, DESCENDER),
    width: 520,
    sides: ["round", "stem"],
  }),
  r: (h) => ({
    pen: stem(h, -X, 0) + path`M${h} -250 C${h} -400 150 ${-X + h - OVER} 300 ${-X + h - 2}`,
    width: 300,
    sides: ["stem", "open"],
  }),
  s: (h) => ({ pen: sCurve(h, 410, -X, 0), width: 410, sides: ["round", "round"] }),
  t: (h) => ({
    pen: path`M${110 + h} -650 V-150 Q${110 + h} ${-h} 260 ${-h} H305` + bar(15, 305, -X + h),
    width: 310,
    sides: ["open", "open"],
  }),
  u: (h) => {
    const r = (470 - 2 * h) / 2;
    const y = OVER - h - r * 0.92;
    return {
      pen: path`M${h} ${-X} V${y} A${r} ${r * 0.92} 0 0 0 ${470 - h} ${y}` + stem(470 - h, -X, 0),
      width: 470,
      sides: ["stem", "stem"],
    };
  },
  v: (h) => ({
    cut: slant(h, h + 12, -X, 230, 0) + slant(h, 448 - h, -X, 230, 0),
    width: 460,
    sides: ["open", "open"],
  }),
  w: (h) => ({
    cut:
      slant(h, h + 10, -X, 205, 0) +
      slant(h, 375, -X, 205, 0) +
      slant(h, 375, -X, 545, 0) +
      slant(h, 740 - h, -X, 545, 0),
    width: 750,
    sides: ["open", "open"],
  }),
  x: (h) => ({
    cut: slant(h, h + 20, -X, 430 - h, 0) + slant(h, 430 - h, -X, h + 20, 0),
    width: 450,
    sides: ["open", "open"],
  }),
  y: (h) => ({
    cut:
      slant(h, h + 12, -X, 235, 0) +
      slant(h, 448 - h, -X, 448 - h - (213 - h) * ((X + DESCENDER) / X), DESCENDER),
    width: 460,
    sides: ["open", "open"],
  }),
  z: (h) => ({
    pen: bar(25, 405, -X + h) + bar(20, 410, -h),
    cut: slant(h, 400 - h, -X, h + 25, 0),
    width: 430,
    sides: ["open", "open"],
  }),
};

const UPPER: Record<string, Shape> = {
  A: (h) => ({
    pen: bar(160, 500, -205),
    cut: slant(h, 325, -CAP, h + 16, 0) + slant(h, 325, -CAP, 634 - h, 0),
    width: 650,
    sides: ["open", "open"],
  }),
  B: (h) => ({
    pen:
      stem(h, -CAP, 0) +
      path`M${h} ${-CAP + h} H270 a130 ${(CAP / 2 - h) / 2 + 3} 0 0 1 0 ${CAP / 2 - h - 4} H${h}` +
      path`M270 ${-CAP / 2 - 4} H300 a140 ${(CAP / 2 - h) / 2 + 2} 0 0 1 0 ${CAP / 2 - h + 4} H${h}`,
    width: 500,
    sides: ["stem", "round"],
  }),
  C: (h) => ({ pen: sweep(h, 720, -CAP, 0, -44, 44, 0), width: 650, sides: ["round", "open"] }),
  D: (h) => ({
    pen: path`M${h} ${-CAP + h} H260 A${350 - h - 10} ${CAP / 2 - h} 0 0 1 260 ${-h} H${h} z`,
    width: 610,
    sides: ["stem", "round"],
  }),
  E: (h) => ({
    pen: stem(h, -CAP, 0) + bar(h, 450, -CAP + h) + bar(h, 420, -CAP / 2 - 6) + bar(h, 455, -h),
    width: 470,
    sides: ["stem", "open"],
  }),
  F: (h) => ({
    pen: stem(h, -CAP, 0) + bar(h, 445, -CAP + h) + bar(h, 405, -CAP / 2 + 14),
    width: 450,
    sides: ["stem", "open"],
  }),
  G: (h) => ({
    pen: sweep(h, 720, -CAP, 0, -46, 3, 0) + bar(390, 720 - h, -CAP / 2 + 30),
    width: 710,
    sides: ["round", "stem"],
  }),
  H: (h) => ({
    pen: stem(h, -CAP, 0) + stem(590 - h, -CAP, 0) + bar(h, 590 - h, -CAP / 2 - 6),
    width: 590,
    sides: ["stem", "stem"],
  }),
  I: (h) => ({ pen: stem(h, -CAP, 0), width: 2 * h, sides: ["stem", "stem"] }),
  J: (h) => ({
    pen: path`M${360 - h} ${-CAP} V-190 C${360 - h} -60 280 ${-h + OVER} 190 ${-h + OVER} C120 ${-h + OVER} 60 -50 30 -110`,
    width: 360,
    sides: ["open", "stem"],
  }),
  K: (h) => ({
    pen: stem(h, -CAP, 0),
    cut: slant(h, 510 - h, -CAP, 2 * h, -260) + slant(h, 245, -420, 560 - h, 0),
    width: 570,
    sides: ["stem", "open"],
  }),
  L: (h) => ({ pen: stem(h, -CAP, 0) + bar(h, 430, -h), width: 435, sides: ["stem", "open"] }),
  M: (h) => ({
    pen: stem(h, -CAP, 0) + stem(740 - h, -CAP, 0),
    cut: slant(h, h + 16, -CAP, 370, -120) + slant(h, 724 - h, -CAP, 370, -120),
    width: 740,
    sides: ["stem", "stem"],
  }),
  N: (h) => ({
    pen: stem(h, -CAP, 0) + stem(600 - h, -CAP, 0),
    cut: slant(h, h + 14, -CAP, 586 - h, 0),
    width: 600,
    sides: ["stem", "stem"],
  }),
  O: (h) => ({ pen: oval(h, 740, -CAP, 0), width: 740, sides: ["round", "round"] }),
  P: (h) => ({
    pen:
      stem(h, -CAP, 0) + path`M${h} ${-CAP + h} H280 a${180 - h / 2} ${200 - h / 2} 0 0 1 0 ${400 - h} H${h}`,
    width: 470,
    sides: ["stem", "round"],
  }),
  Q: (h) => ({
    pen: oval(h, 740, -CAP, 0),
    cut: slant(h, 470, -190, 660, 60),
    width: 740,
    sides: ["round", "round"],
  }),
  R: (h) => ({
    pen:
      stem(h, -CAP, 0) + path`M${h} ${-CAP + h} H290 a${175 - h / 2} ${195 - h / 2} 0 0 1 0 ${390 - h} H${h}`,
    cut: slant(h, 300, -310, 510 - h, 0),
    width: 520,
    sides: ["stem", "open"],
  }),
  S: (h) => ({ pen: sCurve(h, 500, -CAP, 0), width: 500, sides: ["round", "round"] }),
  T: (h) => ({ pen: stem(265, -CAP, 0) + bar(10, 520, -CAP + h), width: 530, sides: ["open", "open"] }),
  U: (h) => {
    const r = (590 - 2 * h) / 2;
    const y = OVER - h - r * 0.95;
    return {
      pen: path`M${h} ${-CAP} V${y} A${r} ${r * 0.95} 0 0 0 ${590 - h} ${y} V${-CAP}`,
      width: 590,
      sides: ["stem", "stem"],
    };
  },
  V: (h) => ({
    cut: slant(h, h + 16, -CAP, 315, 0) + slant(h, 614 - h, -CAP, 315, 0),
    width: 630,
    sides: ["open", "open"],
  }),
  W: (h) => ({
    cut:
      slant(h, h + 14, -CAP, 255, 0) +
      slant(h, 475, -CAP, 255, 0) +
      slant(h, 475, -CAP, 695, 0) +
      slant(h, 936 - h, -CAP, 695, 0),
    width: 950,
    sides: ["open", "open"],
  }),
  X: (h) => ({
    cut: slant(h, h + 24, -CAP, 586 - h, 0) + slant(h, 586 - h, -CAP, h + 24, 0),
    width: 610,
    sides: ["open", "open"],
  }),
  Y: (h) => ({
    pen: stem(300, -320, 0),
    cut: slant(h, h + 16, -CAP, 300, -290) + slant(h, 584 - h, -CAP, 300, -290),
    width: 600,
    sides: ["open", "open"],
  }),
  Z: (h) => ({
    pen: bar(30, 530, -CAP + h) + bar(20, 540, -h),
    cut: slant(h, 525 - h, -CAP, h + 25, 0),
    width: 560,
    sides: ["open", "open"],
  }),
};

const FIGURES: Record<string, Shape> = {
  "0": (h) => ({ pen: oval(h, 540, -CAP, 0), width: 540, sides: ["round", "round"] }),
  "1": (h) => ({
    pen: stem(270, -CAP, 0),
    cut: slant(h, 250, -CAP, 100 + h, -540),
    width: 400,
    sides: ["open", "stem"],
  }),
  "2": (h) => ({
    pen: path`M40 -510 C60 -640 150 ${-CAP + h - OVER} 260 ${-CAP + h - OVER} C390 ${-CAP + h - OVER} 470 -620 470 -510 C470 -380 330 -300 ${h + 60} ${-h} H500`,
    width: 520,
    sides: ["round", "open"],
  }),
  "3": (h) => ({
    pen:
      path`M55 -570 C90 -660 160 ${-CAP + h - OVER} 250 ${-CAP + h - OVER} a165 ${165 - h / 3} 0 0 1 0 ${330 - h * 0.6} H190` +
      path`M250 -370 a190 ${195 - h / 2} 0 0 1 0 ${379 - h} C140 ${OVER - h} 60 -60 35 -160`,
    width: 480,
    sides: ["round", "round"],
  }),
  "4": (h) => ({
    pen: stem(400, -CAP, 0) + bar(40, 530, -170),
    cut: slant(h, 390, -CAP, 60 + h, -150),
    width: 550,
    sides: ["open", "open"],
  }),
  "5": (h) => ({
    pen:
      bar(130, 450, -CAP + h) +
      path`M150 ${-CAP} L115 -370 C150 -420 200 -440 260 -440 A210 215 0 0 1 250 ${-h + OVER} C150 ${-h + OVER} 70 -60 40 -150`,
    width: 490,
    sides: ["round", "round"],
  }),
  "6": (h) => ({
    pen: path`M420 ${-CAP + h} C200 -620 ${h + 10} -400 ${h} -225` + oval(h, 520, -460, 0),
    width: 520,
    sides: ["round", "round"],
  }),
  "7": (h) => ({
    pen: bar(25, 480, -CAP + h),
    cut: slant(h, 470 - h, -CAP, 150, 0),
    width: 490,
    sides: ["open", "open"],
  }),
  "8": (h) => ({
    pen:
      oval(h, 520, -385, 0) +
      path`M${80 + h * 0.4} -540 a${180 - h * 0.4} ${160 - h} 0 1 1 ${360 - h * 0.8} 0a${180 - h * 0.4} ${160 - h} 0 1 1 ${-(360 - h * 0.8)} 0z`,
    width: 520,
    sides: ["round", "round"],
  }),
  "9": (h) => ({
    pen: oval(h, 520, -CAP, -240) + path`M100 ${-h} C320 -80 ${510 - h} -300 ${520 - h} -470`,
    width: 520,
    sides: ["round", "round"],
  }),
};

const MARKS: Record<string, Shape> = {
  " ": () => ({ width: 190, sides: ["open", "open"] }),
  ".": (h) => ({ pen: stem(h, -2.2 * h, 0), width: 2 * h, sides: ["round", "round"] }),
  ",": (h) => ({
    pen: stem(h, -2.2 * h, 0),
    cut: slant(h * 0.5, 1.4 * h, -2, h * 0.5, 110),
    width: 2 * h,
    sides: ["round", "round"],
  }),
  "'": (h) => ({ pen: stem(h, -ASCENDER, -ASCENDER + 220), width: 2 * h, sides: ["round", "round"] }),
  "-": () => ({ pen: bar(10, 260, -250), width: 270, sides: ["round", "round"] }),
  ":": (h) => ({
    pen: stem(h, -2.2 * h, 0) + stem(h, -X, -X + 2.2 * h),
    width: 2 * h,
    sides: ["round", "round"],
  }),
  "/": (h) => ({ cut: slant(h, 320, -ASCENDER, 40, 90), width: 360, sides: ["open", "open"] }),
  "&": (h) => ({
    pen: path`M590 0 L175 -460 C110 -540 130 ${-CAP + h - OVER} 270 ${-CAP + h - OVER} C400 ${-CAP + h - OVER} 430 -540 330 -460 C220 -380 ${h} -330 ${h} -180 C${h} -70 120 ${OVER - h} 240 ${OVER - h} C400 ${OVER - h} 510 -110 540 -290`,
    width: 610,
    sides: ["round", "open"],
  }),
  "%": (h) => ({
    pen:
      path`M${h} -530 a120 150 0 1 1 240 0a120 150 0 1 1 -240 0z` +
      path`M440 -160 a120 150 0 1 1 240 0a120 150 0 1 1 -240 0z`,
    cut: slant(h * 0.8, 530, -CAP, 190, 0),
    width: 700,
    sides: ["round", "round"],
  }),
  $: (h) => ({
    pen: sCurve(h, 500, -CAP, 0) + stem(250, -CAP - 90, 90),
    width: 500,
    sides: ["round", "round"],
  }),
};

const SHAPES: Record<string, Shape> = { ...LOWER, ...UPPER, ...FIGURES, ...MARKS };

/** The glyph for a pen of `weight` units. Throws for a sign that nobody has drawn. */
export function glyph(sign: string, weight: number): Glyph {
  const shape = SHAPES[sign];
  if (!shape) throw new Error(`The drawn alphabet has no "${sign}"`);
  const { pen = "", cut = "", width, sides } = shape(weight / 2);
  return { pen, cut, width, sides };
}
