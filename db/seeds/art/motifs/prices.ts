import {
  arch,
  at,
  box,
  circle,
  clipped,
  fill,
  halfDisc,
  type Motif,
  path,
  polar,
  polyline,
  rectangle,
  repeat,
  stroke,
} from "../drawing";
import { INK } from "../palette";

/** A range with its low, its high and where the price stands: the half-disc at `level`. */
export const ruler: Motif = ({ tone, count = 5, level = 0.63 }) => {
  const x = 152 + level * 332;
  const ticks = repeat(15, (i) => (i % count === 4 % count ? "" : `M${92 + i * 30} 262v9`));
  const long = repeat(15, (i) => (i % count === 4 % count ? `M${92 + i * 30} 262v20` : ""));
  return (
    box(0, 0, 600, 400, tone.ground) +
    repeat(6, (i) => stroke(arch(x, 262, 112 + i * 16), tone.line, 1.2, { opacity: 0.35 })) +
    fill(halfDisc(x, 262, 92), tone.spot) +
    fill(path`M${x} 170 a92 92 0 0 1 92 92h-50c0-40-18-74-42-92z`, tone.shade, 0.5) +
    stroke("M60 262h480M60 236v52M540 236v52", tone.line, 4) +
    stroke(ticks, tone.side, 2.5) +
    stroke(long, tone.line, 3) +
    box(60, 318, 480, 14, tone.back) +
    box(60, 318, x - 60, 14, tone.shade, 0.9)
  );
};

/** Concentric arcs, the bell struck once. `count` rings. */
export const arcs: Motif = ({ tone, count = 4 }) => {
  const paints = [tone.back, tone.body, tone.light, tone.spot, tone.side, tone.light];
  const step = 150 / count;
  return (
    box(0, 0, 600, 400, tone.ground) +
    repeat(6, (i) => stroke(arch(300, 306, 214 + i * 16), tone.line, 1.2, { opacity: 0.35 })) +
    repeat(count, (i) => fill(halfDisc(300, 306, 196 - i * step), paints[i] ?? tone.side)) +
    fill("M300 110a196 196 0 0 1 196 196h-40a156 156 0 0 0-156-156z", tone.shade, 0.55) +
    box(64, 306, 472, 8, tone.light) +
    fill("M268 328a32 32 0 0 0 64 0z", tone.line)
  );
};

const WALK = [0, 3, 1, 4, 2, -1, -4, -2, -5, -3, -6, -4, -1, 1, 0, 3, 5, 4, 7, 6, 9, 8, 11, 10];

/** Candles on a grid; `level` below 0.5 falls, above it rises. */
export const candles: Motif = ({ tone, count = 15, level = 0.3 }) => {
  const width = 520 / count;
  const slope = (level - 0.5) * -300;
  const middle = (i: number) => 206 + slope * (i / count - 0.5) + (WALK[i % WALK.length] ?? 0) * -5.5;
  return (
    box(0, 0, 600, 400, tone.ground) +
    stroke(
      repeat(7, (i) => `M0 ${50 + i * 50}h600`) + repeat(11, (i) => `M${50 + i * 50} 0v400`),
      tone.line,
      1,
      { opacity: 0.22 },
    ) +
    stroke(path`M0 ${middle(count - 1)} h600`, tone.spot, 2.5, { dash: "8 7" }) +
    repeat(count, (i) => {
      const open = middle(i);
      const close = middle(i + 1);
      const x = 40 + i * width;
      const top = Math.min(open, close) - 6;
      const height = Math.abs(open - close) + 12;
      const rising = close < open;
      return (
        stroke(
          `M${at(x + width * 0.35)} ${at(top - 18 - (i % 3) * 9)}V${at(top + height + 16 + ((i + 1) % 3) * 10)}`,
          tone.line,
          2.5,
        ) +
        box(x, top, width * 0.7, height, rising ? tone.light : tone.side) +
        (rising ? "" : box(x, top, width * 0.7, height, tone.hatch, 0.6)) +
        stroke(rectangle(x, top, width * 0.7, height), tone.line, 2.5)
      );
    }) +
    fill(circle(40 + (count - 0.65) * width, middle(count - 1), 11), tone.spot) +
    stroke(circle(40 + (count - 0.65) * width, middle(count - 1), 11), tone.line, 3)
  );
};

/** A market as areas, the largest ones first. `level` picks the one that stands out. */
export const treemap: Motif = ({ tone, count = 12, level = 0.1 }) => {
  const tiles: [x: number, y: number, w: number, h: number][] = [
    [24, 24, 214, 206],
    [24, 238, 126, 138],
    [158, 238, 80, 138],
    [246, 24, 152, 128],
    [246, 160, 152, 100],
    [246, 268, 92, 108],
    [346, 268, 52, 108],
    [406, 24, 170, 88],
    [406, 120, 96, 84],
    [510, 120, 66, 84],
    [406, 212, 78, 76],
    [492, 212, 84, 76],
    [406, 296, 110, 80],
    [524, 296, 52, 80],
  ];
  const used = tiles.slice(0, Math.max(8, count));
  const bright = Math.round(level * (used.length - 1));
  return (
    box(0, 0, 600, 400, tone.ground) +
    used
      .map(([x, y, w, h], i) => {
        const paint =
          i === bright
            ? tone.spot
            : ([tone.body, tone.side, tone.back, tone.light][(i * 5 + (i >> 2)) % 4] ?? tone.body);
        return (
          box(x, y, w, h, paint) +
          (i % 3 === 1 && i !== bright
            ? box(x, y, w, h, paint === tone.body ? tone.hatch : tone.shade, 0.4)
            : "") +
          (w > 90 && h > 80
            ? stroke(
                `M${x + 14} ${y + 22}h${at(w * 0.34)}M${x + 14} ${y + 36}h${at(w * 0.2)}`,
                paint === tone.body ? tone.light : INK,
                5,
              )
            : "")
        );
      })
      .join("")
  );
};

/** A paper tape with its punched line, over and under itself. */
export const tape: Motif = ({ tone, count = 3, level = 0.5 }) => {
  const band = 62;
  const bend = 40 + level * 70;
  const strip = (y: number, i: number) => {
    const top = path`M-20 ${y} C140 ${y - bend} 240 ${y + bend} 300 ${y} S470 ${y - bend} 620 ${y}`;
    const d = `${top}v${band}${path`C470 ${y + band - bend} 360 ${y + band - bend} 300 ${y + band} S140 ${y + band - bend} -20 ${y + band}`}z`;
    const paint = i % 3 === 1 ? tone.spot : i % 3 === 2 ? tone.side : tone.light;
    const marks = [12, 4, 18, 8, 4, 22, 6, 14, 4, 10, 18, 4, 8, 16, 6, 12, 4, 20];
    const dash = marks.map((mark, k) => `${mark} ${6 + ((mark + k) % 3) * 3}`).join(" ");
    return (
      fill(d, paint) +
      clipped(`tape-${i}`, d, box(300, 0, 90, 400, tone.shade, 0.35) + box(0, 0, 60, 400, tone.shade, 0.35)) +
      stroke(
        path`M-20 ${y + 24} C140 ${y + 24 - bend} 240 ${y + 24 + bend} 300 ${y + 24} S470 ${y + 24 - bend} 620 ${y + 24}`,
        INK,
        9,
        { dash },
      ) +
      stroke(
        path`M-20 ${y + 44} C140 ${y + 44 - bend} 240 ${y + 44 + bend} 300 ${y + 44} S470 ${y + 44 - bend} 620 ${y + 44}`,
        INK,
        3,
        { dash: "3 6" },
      )
    );
  };
  return (
    box(0, 0, 600, 400, tone.ground) +
    fill(circle(300, 200, 176), tone.back) +
    repeat(count, (i) => strip(66 + i * (300 / count), i))
  );
};

/** A family of yield curves, the last one bold. `level` is how steep it has become. */
export const curve: Motif = ({ tone, count = 9, level = 0.6 }) => {
  const shape = (steep: number, lift: number) =>
    path`M70 ${300 - lift} C150 ${300 - lift - 130 * steep} 300 ${250 - lift - 110 * steep} 540 ${232 - lift - 96 * steep}`;
  return (
    box(0, 0, 600, 400, tone.ground) +
    stroke(
      repeat(6, (i) => `M70 ${70 + i * 46}h470`),
      tone.line,
      1,
      { opacity: 0.25 },
    ) +
    fill(`${shape(level, 26)}V330H70z`, tone.back) +
    fill(`${shape(level, 26)}V330H70z`, tone.shade, 0.35) +
    repeat(count, (i) =>
      stroke(shape(-0.5 + (i / count) * (level + 0.5), (i / count) * 26), tone.line, 1.4, { opacity: 0.5 }),
    ) +
    stroke(shape(level, 26), tone.body, 8) +
    stroke("M70 60v270h476", tone.line, 4) +
    stroke(
      repeat(6, (i) => `M${at(70 + i * 94)} 330v12`),
      tone.line,
      3,
    ) +
    repeat(4, (i) => {
      const x = [70, 176, 330, 540][i] ?? 70;
      const t = [0, 0.3, 0.62, 1][i] ?? 0;
      const y =
        (1 - t) ** 3 * 274 +
        3 * t * (1 - t) ** 2 * (274 - 130 * level) +
        3 * t ** 2 * (1 - t) * (224 - 110 * level) +
        t ** 3 * (206 - 96 * level);
      const cx = (1 - t) ** 3 * 70 + 3 * t * (1 - t) ** 2 * 150 + 3 * t ** 2 * (1 - t) * 300 + t ** 3 * 540;
      return (
        fill(circle(i === 0 ? x : cx, y, 12), tone.spot) +
        stroke(circle(i === 0 ? x : cx, y, 12), tone.body, 4)
      );
    })
  );
};

/** Steps up or down (`level` below 0.5 goes down), with the half-disc on one of them. */
export const stairs: Motif = ({ tone, count = 6, level = 0.7 }) => {
  const steps = Math.max(4, Math.min(count, 9));
  const width = 600 / steps;
  const rising = level >= 0.5;
  const heightOf = (i: number) => 70 + ((rising ? i : steps - 1 - i) * 210) / (steps - 1);
  const rest = rising ? steps - 2 : 1;
  return (
    box(0, 0, 600, 400, tone.ground) +
    repeat(8, (i) =>
      stroke(arch((rest + 0.5) * width, 400 - heightOf(rest), 62 + i * 22), tone.line, 1.1, {
        opacity: 0.35,
      }),
    ) +
    fill(halfDisc((rest + 0.5) * width, 400 - heightOf(rest), Math.min(48, width * 0.46)), tone.spot) +
    repeat(steps, (i) => {
      const h = heightOf(i);
      return (
        box(i * width, 400 - h, width, h, i % 2 ? tone.side : tone.body) +
        box(i * width + width * 0.72, 400 - h, width * 0.28, h, i % 2 ? tone.shade : tone.hatch, 0.5) +
        box(i * width, 400 - h, width, 10, tone.light)
      );
    })
  );
};

/** Twenty-four hours with the sessions of the day as arcs. */
export const clock: Motif = ({ tone, count = 3, level = 0.4 }) => {
  const sector = (r: number, from: number, to: number) => {
    const [x1, y1] = polar(300, 200, r, from);
    const [x2, y2] = polar(300, 200, r, to);
    return path`M${x1} ${y1} A${r} ${r} 0 ${to - from > 180 ? 1 : 0} 1 ${x2} ${y2}`;
  };
  const sessions: [r: number, from: number, to: number][] = [
    [146, -95, 15],
    [118, 5, 120],
    [90, 110, 225],
    [62, 200, 330],
  ];
  const ticks = (every: number, inner: number) =>
    repeat(24 / every, (i) =>
      polyline([polar(300, 200, inner, i * 15 * every), polar(300, 200, 180, i * 15 * every)]),
    );
  return (
    box(0, 0, 600, 400, tone.ground) +
    repeat(5, (i) => stroke(circle(300, 200, 204 + i * 22), tone.line, 1.1, { opacity: 0.3 })) +
    fill(circle(300, 200, 186), tone.light) +
    fill("M114 200a186 186 0 0 0 372 0z", tone.shade, 0.28) +
    stroke(circle(300, 200, 186), INK, 6) +
    stroke(ticks(1, 170), tone.side, 2.5) +
    stroke(ticks(6, 162), INK, 5) +
    sessions
      .slice(0, count + 1)
      .map(([r, from, to], i) =>
        stroke(sector(r, from, to), i === 1 ? tone.spot : i % 2 ? tone.side : tone.back, 20),
      )
      .join("") +
    stroke(polyline([[300, 200], polar(300, 200, 152, level * 360)]), INK, 6) +
    fill(circle(300, 200, 15), tone.spot) +
    stroke(circle(300, 200, 15), INK, 5)
  );
};
