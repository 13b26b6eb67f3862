import { path } from "../drawing";
import { ASCENDER, DESCENDER, OVER, X, archBetween, bar, oval, sCurve, slant, stem, sweep, type Shape } from "./pen";

/** a to z, with single-storey a and g. */
export const LOWER: Record<string, Shape> = {
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
