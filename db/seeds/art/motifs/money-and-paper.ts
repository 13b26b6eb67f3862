import {
  arch,
  at,
  box,
  circle,
  ellipse,
  fill,
  halfDisc,
  type Motif,
  path,
  polygon,
  repeat,
  stroke,
  turned,
} from "../drawing";
import { INK } from "../palette";

/** Coins as cylinders; `count` stacks, rising or falling with `level`. */
export const coins: Motif = ({ tone, count = 4, level = 0.7 }) => {
  const gap = 560 / count;
  const rx = Math.min(62, gap * 0.44);
  const stack = (i: number) => {
    const rise = level >= 0.5 ? i : count - 1 - i;
    const pieces = 2 + Math.round(rise * (7 / Math.max(1, count - 1)));
    const x = 20 + gap * (i + 0.5);
    return repeat(pieces, (k) => {
      const y = 344 - k * 28;
      const top = k === pieces - 1;
      const paint = k % 2 ? tone.side : tone.body;
      return (
        fill(path`M${x - rx} ${y - 22} v22a${rx} 16 0 0 0 ${2 * rx} 0v-22z`, paint) +
        fill(
          path`M${x + rx * 0.2} ${y + 15.5} a${rx} 16 0 0 0 ${rx * 0.8} -15.5 v-22h${-rx * 0.8} z`,
          k % 2 ? tone.shade : tone.hatch,
          0.5,
        ) +
        fill(ellipse(x, y - 22, rx, 16), top ? tone.spot : tone.light) +
        (top ? stroke(ellipse(x, y - 22, rx * 0.7, 10.5), INK, 2) : "")
      );
    });
  };
  return (
    box(0, 0, 600, 400, tone.ground) +
    repeat(5, (i) => stroke(`M0 ${48 + i * 54}h600`, tone.line, 1.1, { opacity: 0.28 })) +
    box(0, 332, 600, 68, tone.back) +
    repeat(count, stack)
  );
};

/** Bars of metal in a pyramid. */
export const ingots: Motif = ({ tone, count = 4, level = 0.5 }) => {
  const rows = Math.max(2, Math.min(count, 4));
  const width = 128;
  const bar = (x: number, y: number, bright: boolean) =>
    fill(
      polygon([
        [x + 14, y],
        [x + width - 14, y],
        [x + width, y + 60],
        [x, y + 60],
      ]),
      bright ? tone.spot : tone.body,
    ) +
    fill(
      polygon([
        [x + width * 0.62, y],
        [x + width - 14, y],
        [x + width, y + 60],
        [x + width * 0.58, y + 60],
      ]),
      bright ? tone.shade : tone.hatch,
      0.45,
    ) +
    fill(
      polygon([
        [x + 14, y],
        [x + 34, y - 16],
        [x + width + 4, y - 16],
        [x + width - 14, y],
      ]),
      bright ? tone.light : tone.side,
    ) +
    stroke(path`M${x + 34} ${y + 24} h34m-34 12h20`, bright ? tone.line : tone.light, 4, { opacity: 0.7 });
  return (
    box(0, 0, 600, 400, tone.ground) +
    fill(halfDisc(300, 344, 244), tone.back) +
    repeat(7, (i) => stroke(arch(300, 344, 258 + i * 15), tone.line, 1.1, { opacity: 0.35 })) +
    box(0, 344, 600, 56, tone.side) +
    repeat(rows, (r) => {
      const places = rows - r;
      const start = 300 - (places * (width + 8)) / 2;
      return repeat(places, (i) =>
        bar(start + i * (width + 8), 284 - r * 78, r === rows - 1 || (r * 3 + i) / 9 === level),
      );
    })
  );
};

/** Ledger sheets joined by rings; `count` sheets, the marked row at `level`. */
export const ledger: Motif = ({ tone, count = 3, level = 0.4 }) => {
  const width = count > 3 ? 118 : 150;
  const gap = (600 - count * width) / (count + 1);
  const marked = Math.round(1 + level * 6);
  const sheet = (i: number) => {
    const x = gap + i * (width + gap);
    const y = 62 + (i % 2) * 34;
    return (
      box(x + 10, y + 12, width, 244, tone.shade, 0.55) +
      box(x, y, width, 244, tone.light) +
      box(x, y, width, 38, i === 1 ? tone.side : tone.body) +
      box(x, y + 54 + marked * 21 - 9, width, 20, tone.spot) +
      stroke(
        repeat(8, (r) => `M${at(x + 14)} ${y + 56 + r * 21}h${at(width * (0.3 + ((r * 3 + i) % 4) * 0.06))}`),
        tone.side,
        4.5,
      ) +
      stroke(
        repeat(8, (r) => `M${at(x + width * 0.7)} ${y + 56 + r * 21}h${at(width * 0.2)}`),
        INK,
        4.5,
      ) +
      stroke(`M${at(x + width * 0.63)} ${y + 38}v206`, tone.side, 1.5)
    );
  };
  const ring = (i: number) => {
    const x = gap + i * (width + gap) + width + gap / 2;
    return stroke(ellipse(x - 14, 196, 34, 17) + ellipse(x + 14, 196, 34, 17), tone.line, 8);
  };
  return (
    box(0, 0, 600, 400, tone.ground) +
    box(0, 318, 600, 82, tone.back) +
    box(0, 318, 600, 12, tone.shade, 0.8) +
    repeat(count, sheet) +
    repeat(count - 1, ring)
  );
};

/** The opening bell on its bracket; `count` rings of sound. */
export const bell: Motif = ({ tone, count = 6, level = 0.5 }) =>
  box(0, 0, 600, 400, tone.ground) +
  repeat(count, (i) =>
    stroke(arch(300, 286, 206 + i * 22), tone.line, 5 - i * 0.6, {
      opacity: 0.85 - i * 0.11,
      dash: i % 2 ? "2 10" : undefined,
    }),
  ) +
  box(0, 318, 600, 82, tone.back) +
  turned(
    (level - 0.5) * 16,
    300,
    120,
    fill(circle(300, 106, 20), tone.body) +
      fill(halfDisc(300, 286, 172), tone.body) +
      fill("M300 114a172 172 0 0 1 172 172h-78c0-76-38-140-94-172z", tone.hatch, 0.5) +
      stroke("M158 246a150 150 0 0 1 60-84", tone.light, 9, { round: true }) +
      box(104, 286, 392, 18, tone.light) +
      fill("M262 312a38 38 0 0 0 76 0z", tone.spot),
  ) +
  box(0, 362, 600, 38, tone.side) +
  box(0, 362, 600, 10, tone.shade, 0.7);

/** A folded paper: headline bars, columns, a half-disc for its picture. */
export const gazette: Motif = ({ tone, count = 3, level = 0.4 }) => {
  const column = (x: number, from: number) =>
    repeat(14, (r) => (from + r * 13 > 330 ? "" : `M${at(x)} ${from + r * 13}h${r % 5 === 4 ? 62 : 96}`));
  return (
    box(0, 0, 600, 400, tone.ground) +
    fill(circle(480, 96, 130), tone.back) +
    turned(
      -6 + level * 6,
      300,
      200,
      box(112, 54, 392, 320, tone.shade, 0.6) +
        box(98, 40, 392, 320, tone.light) +
        box(98, 40, 392, 8, INK) +
        stroke("M122 74h230", INK, 16) +
        stroke("M122 98h140", INK, 7) +
        box(258, 118, 208, 116, tone.side) +
        fill(halfDisc(362, 234, 62), tone.spot) +
        fill("M362 172a62 62 0 0 1 62 62h-34c0-26-12-48-28-62z", tone.shade, 0.4) +
        stroke(column(122, 126) + repeat(count - 1, (i) => column(258 + i * 114, 254)), tone.side, 4.5) +
        fill("M490 360V300l-60 60z", tone.ground) +
        fill("M430 360v-60h60z", tone.side) +
        fill("M430 360v-60h60z", tone.shade, 0.5),
    )
  );
};
