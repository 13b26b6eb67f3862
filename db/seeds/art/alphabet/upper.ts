import { path } from "../drawing";
import { bar, CAP, cupBetween, doubleCurve, openOval, oval, round, type Shape, slant, stem } from "./pen";

/** A to Z. */
export const UPPER: Record<string, Shape> = {
  A: (h) => ({
    pen: bar(160, 500, -205),
    cut: slant(h, 325, -CAP, h + 16, 0) + slant(h, 325, -CAP, 634 - h, 0),
    width: 650,
    sides: ["open", "open"],
  }),
  B: (h) => {
    const r = (CAP / 2 - h) / 2;
    const waist = -CAP / 2 - 4;
    return {
      pen:
        stem(h, -CAP) +
        path`M${h} ${-CAP + h}H270a130 ${r + 3} 0 0 1 0 ${2 * r - 4}H${h}` +
        path`M270 ${waist}H300a140 ${r + 2} 0 0 1 0 ${2 * r + 4}H${h}`,
      width: 500,
      sides: ["stem", "round"],
    };
  },
  C: (h) => ({ pen: openOval(h, 720, -CAP, -44, 44), width: 650, sides: ["round", "open"] }),
  D: (h) => ({
    pen: path`M${h} ${-CAP + h}H260A${340 - h} ${CAP / 2 - h} 0 0 1 260 ${-h}H${h}z`,
    width: 610,
    sides: ["stem", "round"],
  }),
  E: (h) => ({
    pen: stem(h, -CAP) + bar(h, 450, -CAP + h) + bar(h, 420, -CAP / 2 - 6) + bar(h, 455, -h),
    width: 470,
    sides: ["stem", "open"],
  }),
  F: (h) => ({
    pen: stem(h, -CAP) + bar(h, 445, -CAP + h) + bar(h, 405, -CAP / 2 + 14),
    width: 450,
    sides: ["stem", "open"],
  }),
  G: (h) => ({
    pen: openOval(h, 720, -CAP, -46, 3) + bar(390, 720 - h, -CAP / 2 + 30),
    width: 710,
    sides: ["round", "stem"],
  }),
  H: (h) => ({
    pen: stem(h, -CAP) + stem(590 - h, -CAP) + bar(h, 590 - h, -CAP / 2 - 6),
    width: 590,
    sides: ["stem", "stem"],
  }),
  I: (h) => ({ pen: stem(h, -CAP), width: 2 * h, sides: ["stem", "stem"] }),
  J: (h) => {
    const [x, foot] = [360 - h, round.bottom(h)];
    return {
      pen: path`M${x} ${-CAP}V-190C${x} -60 280 ${foot} 190 ${foot}C120 ${foot} 60 -50 30 -110`,
      width: 360,
      sides: ["open", "stem"],
    };
  },
  K: (h) => ({
    pen: stem(h, -CAP),
    cut: slant(h, 510 - h, -CAP, 2 * h, -260) + slant(h, 245, -420, 560 - h, 0),
    width: 570,
    sides: ["stem", "open"],
  }),
  L: (h) => ({ pen: stem(h, -CAP) + bar(h, 430, -h), width: 435, sides: ["stem", "open"] }),
  M: (h) => ({
    pen: stem(h, -CAP) + stem(740 - h, -CAP),
    cut: slant(h, h + 16, -CAP, 370, -120) + slant(h, 724 - h, -CAP, 370, -120),
    width: 740,
    sides: ["stem", "stem"],
  }),
  N: (h) => ({
    pen: stem(h, -CAP) + stem(600 - h, -CAP),
    cut: slant(h, h + 14, -CAP, 586 - h, 0),
    width: 600,
    sides: ["stem", "stem"],
  }),
  O: (h) => ({ pen: oval(h, 740, -CAP, 0), width: 740, sides: ["round", "round"] }),
  P: (h) => ({
    pen: stem(h, -CAP) + path`M${h} ${-CAP + h}H280a${180 - h / 2} ${200 - h / 2} 0 0 1 0 ${400 - h}H${h}`,
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
    pen: stem(h, -CAP) + path`M${h} ${-CAP + h}H290a${175 - h / 2} ${195 - h / 2} 0 0 1 0 ${390 - h}H${h}`,
    cut: slant(h, 300, -310, 510 - h, 0),
    width: 520,
    sides: ["stem", "open"],
  }),
  S: (h) => ({ pen: doubleCurve(h, 500, -CAP), width: 500, sides: ["round", "round"] }),
  T: (h) => ({ pen: stem(265, -CAP) + bar(10, 520, -CAP + h), width: 530, sides: ["open", "open"] }),
  U: (h) => ({ pen: cupBetween(h, 590 - h, h, -CAP), width: 590, sides: ["stem", "stem"] }),
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
    pen: stem(300, -320),
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
