import { path } from "../drawing";
import { ASCENDER, bar, CAP, dot, doubleCurve, oval, round, type Shape, slant, stem, X_HEIGHT } from "./pen";

const top = (h: number) => round.top(h, -CAP);
const foot = (h: number) => round.bottom(h);

export const FIGURES: Record<string, Shape> = {
  "0": (h) => ({ pen: oval(h, 540, -CAP, 0), width: 540, sides: ["round", "round"] }),
  "1": (h) => ({
    pen: stem(270, -CAP),
    cut: slant(h, 250, -CAP, 100 + h, -540),
    width: 400,
    sides: ["open", "stem"],
  }),
  "2": (h) => ({
    pen:
      path`M40 -510C60 -640 150 ${top(h)} 260 ${top(h)}C390 ${top(h)} 470 -620 470 -510` +
      path`C470 -380 330 -300 ${h + 60} ${-h}H500`,
    width: 520,
    sides: ["round", "open"],
  }),
  "3": (h) => ({
    pen:
      path`M55 -570C90 -660 160 ${top(h)} 250 ${top(h)}a165 ${165 - h / 3} 0 0 1 0 ${330 - h * 0.6}H190` +
      path`M250 -370a190 ${195 - h / 2} 0 0 1 0 ${379 - h}C140 ${foot(h)} 60 -60 35 -160`,
    width: 480,
    sides: ["round", "round"],
  }),
  "4": (h) => ({
    pen: stem(400, -CAP) + bar(40, 530, -170),
    cut: slant(h, 390, -CAP, 60 + h, -150),
    width: 550,
    sides: ["open", "open"],
  }),
  "5": (h) => ({
    pen:
      bar(130, 450, -CAP + h) +
      path`M150 ${-CAP}L115 -370C150 -420 200 -440 260 -440A210 215 0 0 1 250 ${foot(h)}C150 ${foot(h)} 70 -60 40 -150`,
    width: 490,
    sides: ["round", "round"],
  }),
  "6": (h) => ({
    pen: path`M420 ${-CAP + h}C200 -620 ${h + 10} -400 ${h} -225${oval(h, 520, -460, 0)}`,
    width: 520,
    sides: ["round", "round"],
  }),
  "7": (h) => ({
    pen: bar(25, 480, -CAP + h),
    cut: slant(h, 470 - h, -CAP, 150, 0),
    width: 490,
    sides: ["open", "open"],
  }),
  "8": (h) => {
    const [rx, ry] = [180 - h * 0.4, 160 - h];
    return {
      pen: path`${oval(h, 520, -385, 0)}M${260 - rx} -540a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0z`,
      width: 520,
      sides: ["round", "round"],
    };
  },
  "9": (h) => ({
    pen: path`${oval(h, 520, -CAP, -240)}M100 ${-h}C320 -80 ${510 - h} -300 ${520 - h} -470`,
    width: 520,
    sides: ["round", "round"],
  }),
};

export const MARKS: Record<string, Shape> = {
  " ": () => ({ width: 190, sides: ["open", "open"] }),
  ".": (h) => ({ pen: dot(h, h, 0), width: 2 * h, sides: ["round", "round"] }),
  ",": (h) => ({
    pen: dot(h, h, 0),
    cut: slant(h * 0.5, 1.4 * h, -2, h * 0.5, 110),
    width: 2 * h,
    sides: ["round", "round"],
  }),
  "'": (h) => ({ pen: stem(h, -ASCENDER, -ASCENDER + 220), width: 2 * h, sides: ["round", "round"] }),
  "-": () => ({ pen: bar(10, 260, -250), width: 270, sides: ["round", "round"] }),
  "+": () => ({ pen: bar(10, 350, -290) + path`M180 -120v-340`, width: 360, sides: ["round", "round"] }),
  ":": (h) => ({
    pen: dot(h, h, 0) + dot(h, h, -X_HEIGHT + 2.1 * h),
    width: 2 * h,
    sides: ["round", "round"],
  }),
  "/": (h) => ({ cut: slant(h, 320, -ASCENDER, 40, 90), width: 360, sides: ["open", "open"] }),
  "&": (h) => ({
    pen:
      path`M590 0L175 -460C110 -540 130 ${top(h)} 270 ${top(h)}C400 ${top(h)} 430 -540 330 -460` +
      path`C220 -380 ${h} -330 ${h} -180C${h} -70 120 ${foot(h)} 240 ${foot(h)}C400 ${foot(h)} 510 -110 540 -290`,
    width: 610,
    sides: ["round", "open"],
  }),
  "%": (h) => ({
    pen:
      path`M${h} -530a120 150 0 1 1 240 0a120 150 0 1 1 -240 0z` +
      path`M440 -160a120 150 0 1 1 240 0a120 150 0 1 1 -240 0z`,
    cut: slant(h * 0.8, 530, -CAP, 190, 0),
    width: 700,
    sides: ["round", "round"],
  }),
  $: (h) => ({
    pen: doubleCurve(h, 500, -CAP) + stem(250, -CAP - 90, 90),
    width: 500,
    sides: ["round", "round"],
  }),
};
