import { path } from "../drawing";
import {
  ASCENDER,
  archBetween,
  bar,
  cupBetween,
  DESCENDER,
  dot,
  doubleCurve,
  openOval,
  oval,
  round,
  type Shape,
  slant,
  stem,
  X_HEIGHT as X,
} from "./pen";

const BOWL = 520;
const ARCH = 470;
const bowl = (h: number) => oval(h, BOWL, -X, 0);

/** a to z; a and g have one storey. */
export const LOWER: Record<string, Shape> = {
  a: (h) => ({ pen: bowl(h) + stem(BOWL - h, -X), width: BOWL, sides: ["round", "stem"] }),
  b: (h) => ({ pen: bowl(h) + stem(h, -ASCENDER), width: BOWL, sides: ["stem", "round"] }),
  c: (h) => ({ pen: openOval(h, 510, -X, -42, 42), width: 450, sides: ["round", "open"] }),
  d: (h) => ({ pen: bowl(h) + stem(BOWL - h, -ASCENDER), width: BOWL, sides: ["round", "stem"] }),
  e: (h) => ({
    pen: bar(h, 510 - h, -X / 2 + 6) + openOval(h, 510, -X, 1.5, 46),
    width: 510,
    sides: ["round", "open"],
  }),
  f: (h) => {
    const [x, top] = [120 + h, -ASCENDER + h];
    return {
      pen: path`M315 ${top}H275Q${x} ${top} ${x} ${top + 150}V0` + bar(15, 300, -X + h),
      width: 305,
      sides: ["open", "open"],
    };
  },
  g: (h) => {
    const [x, foot] = [BOWL - h, DESCENDER - h];
    const hook = path`M${x} ${-X}V10C${x} 130 420 ${foot} 270 ${foot}C180 ${foot} 120 ${foot - 14} 70 ${foot - 46}`;
    return { pen: bowl(h) + hook, width: BOWL, sides: ["round", "stem"] };
  },
  h: (h) => ({
    pen: stem(h, -ASCENDER) + archBetween(h, ARCH - h, h),
    width: ARCH,
    sides: ["stem", "stem"],
  }),
  i: (h) => ({
    pen: stem(h, -X) + dot(h, h, -ASCENDER + 10 + 2.1 * h),
    width: 2 * h,
    sides: ["stem", "stem"],
  }),
  j: (h) => {
    const [x, foot] = [90 + h, DESCENDER - h];
    return {
      pen: path`M${x} ${-X}V60Q${x} ${foot} -20 ${foot}` + dot(h, x, -ASCENDER + 10 + 2.1 * h),
      width: 90 + 2 * h,
      sides: ["open", "stem"],
    };
  },
  k: (h) => ({
    pen: stem(h, -ASCENDER),
    cut: slant(h, 400, -X, 2 * h + 10, -190) + slant(h, 210, -320, 425, 0),
    width: 460,
    sides: ["stem", "open"],
  }),
  l: (h) => ({ pen: stem(h, -ASCENDER), width: 2 * h, sides: ["stem", "stem"] }),
  m: (h) => ({
    pen: stem(h, -X) + archBetween(h, 380, h) + archBetween(380, 760 - h, h),
    width: 760,
    sides: ["stem", "stem"],
  }),
  n: (h) => ({ pen: stem(h, -X) + archBetween(h, ARCH - h, h), width: ARCH, sides: ["stem", "stem"] }),
  o: (h) => ({ pen: oval(h, 530, -X, 0), width: 530, sides: ["round", "round"] }),
  p: (h) => ({ pen: bowl(h) + stem(h, -X, DESCENDER), width: BOWL, sides: ["stem", "round"] }),
  q: (h) => ({ pen: bowl(h) + stem(BOWL - h, -X, DESCENDER), width: BOWL, sides: ["round", "stem"] }),
  r: (h) => {
    const top = round.top(h, -X);
    return {
      pen: stem(h, -X) + path`M${h} -250C${h} -400 150 ${top} 300 ${top + 7}`,
      width: 300,
      sides: ["stem", "open"],
    };
  },
  s: (h) => ({ pen: doubleCurve(h, 410, -X), width: 410, sides: ["round", "round"] }),
  t: (h) => ({
    pen: path`M${110 + h} -650V-150Q${110 + h} ${-h} 260 ${-h}H305` + bar(15, 305, -X + h),
    width: 310,
    sides: ["open", "open"],
  }),
  u: (h) => ({
    pen: cupBetween(h, ARCH - h, h, -X) + stem(ARCH - h, -X),
    width: ARCH,
    sides: ["stem", "stem"],
  }),
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
  y: (h) => {
    const [right, run] = [448 - h, 213 - h];
    return {
      cut: slant(h, h + 12, -X, 235, 0) + slant(h, right, -X, right - run * ((X + DESCENDER) / X), DESCENDER),
      width: 460,
      sides: ["open", "open"],
    };
  },
  z: (h) => ({
    pen: bar(25, 405, -X + h) + bar(20, 410, -h),
    cut: slant(h, 400 - h, -X, h + 25, 0),
    width: 430,
    sides: ["open", "open"],
  }),
};
