import { path } from "../drawing";
import { ASCENDER, CAP, OVER, X, bar, oval, sCurve, slant, stem, type Shape } from "./pen";

export const FIGURES: Record<string, Shape> = {
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

export const MARKS: Record<string, Shape> = {
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
