import {
  arch,
  at,
  box,
  circle,
  clipped,
  ellipse,
  fill,
  type Motif,
  moved,
  path,
  polygon,
  repeat,
  type Scene,
  stroke,
  turned,
} from "../drawing";
import { HATCH, INK, type Paint } from "../palette";

/** A wafer on its way into a machine; `count` dies are marked. */
export const wafer: Motif = ({ tone, count = 9, level = 0.6 }) => {
  const cx = 252 + level * 200;
  const disc = circle(cx, 208, 158);
  const dies: [column: number, row: number][] = [
    [-2, -3],
    [-1, -3],
    [2, -4],
    [1, -1],
    [3, 0],
    [0, 2],
    [-1, 3],
    [-3, 1],
    [4, 2],
    [2, 4],
    [-4, -1],
    [0, -5],
  ];
  const grid = repeat(15, (i) => `M${at(cx - 182 + i * 26)} 0v400M0 ${26 + i * 26}h600`);
  return (
    box(0, 0, 600, 400, tone.ground) +
    box(0, 292, 600, 108, tone.back) +
    box(0, 292, 600, 22, tone.shade) +
    fill(path`M0 186H${cx - 222} l44-30h96v16h-88l-22 20v42l22 20h88v16h-96l-44-30H0z`, tone.light) +
    clipped(
      "wafer-disc",
      disc,
      box(cx - 160, 40, 340, 340, tone.body) +
        dies
          .slice(0, count)
          .map(([x, y], i) => box(cx + x * 26, 208 + y * 26, 26, 26, i % 3 === 0 ? tone.spot : tone.light))
          .join("") +
        stroke(grid, tone.ground, 2) +
        fill(path`M${cx + 36} 40a260 260 0 0 1 0 336h140V40z`, tone.hatch, 0.75),
    ) +
    stroke(disc, tone.light, 4) +
    stroke(circle(cx, 208, 178), tone.side, 1.5, { dash: "2 8" })
  );
};

/** The i-th of `racks` along one wall of the aisle, which runs from `edge` to the vanishing point. */
function rack(
  { tone }: Scene,
  i: number,
  racks: number,
  edge: number,
  vanish: readonly [number, number],
): string {
  const depth = (place: number) => 1 - 0.86 * (1 - (1 - place / racks) ** 1.7);
  const [near, far] = [depth(i), depth(i + 0.88)];
  /** `along` from the near edge to the far one, `down` from the top to the floor, both 0 to 1 */
  const point = (along: number, down: number): [number, number] => {
    const k = near + (far - near) * along;
    return [vanish[0] + (edge - vanish[0]) * k, vanish[1] + (down * 480 - 240) * k];
  };
  const level = (down: number, from = 0, to = 1) => path`M${point(from, down)}L${point(to, down)}`;
  const face = polygon([point(0, 0), point(1, 0), point(1, 1), point(0, 1)]);
  const shelves = repeat(9, (k) => level(0.1 + k * 0.1));
  return (
    fill(face, i % 2 === 0 ? tone.body : tone.side) +
    (i % 2 === 0 ? fill(face, tone.hatch, 0.3) : "") +
    stroke(shelves, tone.ground, 2.5 * near) +
    stroke(level(0.15, 0.15, 0.4) + level(0.55, 0.15, 0.55), tone.light, 6 * near) +
    stroke(level(0.35, 0.15, 0.3) + level(0.75, 0.15, 0.4), tone.spot, 6 * near)
  );
}

/** The aisle of a data hall; `level` moves the end of the aisle. */
export const hall: Motif = (scene) => {
  const { tone, count = 6, level = 0.5 } = scene;
  const [vx, vy] = [180 + level * 240, 190];
  const racks = Math.max(4, count);
  return (
    box(0, 0, 600, 400, tone.ground) +
    fill(path`M0 400L${vx} ${vy}L600 400z`, tone.back) +
    fill(path`M120 400L${vx} ${vy}L480 400z`, tone.shade, 0.5) +
    repeat(5, (i) => stroke(path`M${vx} ${vy}L${40 + i * 130} 0`, tone.light, 3, { opacity: 0.5 })) +
    repeat(racks, (i) => rack(scene, i, racks, -40, [vx, vy]) + rack(scene, i, racks, 640, [vx, vy])) +
    box(vx - 26, vy - 30, 52, 62, tone.spot)
  );
};

/** A satellite over the edge of the world; `count` orbits. */
export const satellite: Motif = ({ tone, count = 4, level = 0.35 }) => {
  const panel = (x: number) =>
    box(x, -34, 126, 68, tone.side) +
    stroke(`${repeat(5, (i) => `M${x + 21 + i * 21} -34v68`)}M${x} 0h126`, tone.ground, 2) +
    stroke(`M${x} -34h126v68h-126z`, tone.light, 3);
  const craft = turned(
    -24,
    0,
    0,
    panel(-178) +
      panel(52) +
      stroke("M-52 0H52", tone.light, 7) +
      box(-36, -44, 72, 88, tone.light) +
      box(6, -44, 30, 88, HATCH.mid, 0.8) +
      fill("M-26 44h52a26 26 0 0 1-52 0z", tone.spot) +
      stroke("M0 70v22", tone.light, 4) +
      fill(circle(0, 96, 7), tone.spot),
  );
  return (
    box(0, 0, 600, 400, tone.ground) +
    repeat(count, (i) =>
      stroke(ellipse(300, 640, 420 + i * 58, 420 + i * 58), tone.light, 1.2, {
        opacity: 0.5,
        dash: i % 2 ? "3 8" : undefined,
      }),
    ) +
    fill(circle(300, 640, 380), tone.back) +
    clipped(
      "satellite-world",
      circle(300, 640, 380),
      repeat(9, (i) => stroke(`M0 ${284 + i * 16}h600`, tone.light, 1.2, { opacity: 0.4 })) +
        box(330, 240, 300, 200, tone.shade, 0.5),
    ) +
    fill(circle(90, 74, 20), tone.spot) +
    moved(210 + level * 240, 142, craft, 0.92) +
    repeat(3, (i) =>
      stroke(arch(210 + level * 240 + 38, 292 - i * 0, 20 + i * 20), tone.spot, 3, {
        opacity: 0.85 - i * 0.2,
      }),
    )
  );
};

/** Glass cloth, enlarged: over two, under two. `level` shifts the one bright thread. */
export const weave: Motif = ({ tone, count = 9, level = 0.4 }) => {
  const threads = Math.max(6, count);
  const step = 600 / threads;
  const rows = Math.ceil(400 / step);
  const wide = step * 0.72;
  const bright = Math.round(level * (threads - 1));
  const warp = (i: number): Paint => (i === bright ? tone.spot : tone.body);
  return (
    box(0, 0, 600, 400, tone.ground) +
    repeat(threads, (i) => box(i * step + (step - wide) / 2, 0, wide, 400, warp(i))) +
    repeat(rows, (r) => {
      const y = r * step + (step - wide) / 2;
      return (
        box(0, y, 600, wide, tone.side) +
        repeat(threads, (i) => {
          const over = (i + r) % 4 < 2;
          const x = i * step + (step - wide) / 2;
          return over
            ? box(x, y - (step - wide) / 2, wide, step, warp(i)) +
                stroke(
                  `M${at(x + wide * 0.3)} ${at(y)}v${at(wide)}M${at(x + wide * 0.6)} ${at(y)}v${at(wide)}`,
                  tone.light,
                  1.4,
                  { opacity: 0.6 },
                )
            : fill(`M${at(x - 3)} ${at(y)}h${at(wide + 6)}v${at(wide)}h${at(-wide - 6)}z`, tone.shade, 0.4);
        })
      );
    })
  );
};

/** An arm over a belt; `level` swings it, `count` parcels wait. */
export const arm: Motif = ({ tone, count = 4, level = 0.4 }) => {
  const elbow: [number, number] = [236 - level * 40, 96];
  const wrist: [number, number] = [330 + level * 110, 132];
  const limb = (from: readonly [number, number], to: readonly [number, number], width: number) =>
    stroke(path`M${from} L${to}`, tone.body, width, { round: true });
  return (
    box(0, 0, 600, 400, tone.ground) +
    fill(circle(300, 178, 220), tone.back) +
    stroke(arch(150, 302, 292) + arch(150, 302, 306), tone.line, 1.3, { dash: "3 8" }) +
    box(0, 322, 600, 26, tone.line) +
    repeat(15, (i) => fill(circle(20 + i * 40, 362, 12), tone.side)) +
    repeat(count, (i) =>
      box(
        600 - (i + 1) * 104,
        262 - (i === 1 ? 14 : 0),
        78,
        60 + (i === 1 ? 14 : 0),
        [tone.side, tone.light, tone.side, tone.body][i % 4] ?? tone.side,
      ),
    ) +
    repeat(count, (i) =>
      box(600 - (i + 1) * 104 + 32, 262 - (i === 1 ? 14 : 0), 14, 60 + (i === 1 ? 14 : 0), tone.shade, 0.6),
    ) +
    fill("M92 322h116l-16-62h-84z", tone.body) +
    fill("M150 322h58l-16-62h-42z", tone.hatch, 0.5) +
    limb([150, 256], elbow, 40) +
    limb(elbow, wrist, 30) +
    fill(circle(150, 256, 34), tone.light) +
    fill(circle(elbow[0], elbow[1], 28), tone.light) +
    stroke(circle(150, 256, 34) + circle(elbow[0], elbow[1], 28), tone.body, 7) +
    fill(circle(150, 256, 9) + circle(elbow[0], elbow[1], 8), INK) +
    stroke(path`M${wrist[0]} ${wrist[1]} v36m-30 0h60m-60 0v22m60-22v22`, tone.body, 9) +
    box(wrist[0] - 25, wrist[1] + 42, 50, 44, tone.spot) +
    fill(circle(wrist[0], wrist[1], 19), tone.spot) +
    stroke(circle(wrist[0], wrist[1], 19), tone.body, 6)
  );
};

/** Linked blocks; `count` of them, the bright one at `level` along the way. */
export const cubes: Motif = ({ tone, count = 6, level = 0.2 }) => {
  const places: [x: number, y: number][] = [
    [300, 73],
    [170, 148],
    [430, 148],
    [300, 223],
    [170, 298],
    [430, 298],
    [40, 223],
    [560, 223],
  ];
  const used = places.slice(0, count).sort((a, b) => a[1] - b[1]);
  const bright = Math.min(used.length - 1, Math.floor(level * used.length));
  return (
    box(0, 0, 600, 400, tone.ground) +
    used
      .map(([x, y], i) =>
        moved(
          x,
          y,
          fill("M0-56 65-18 0 20-65-18z", i === bright ? tone.spot : tone.light) +
            fill("M-65-18 0 20v75l-65-38z", tone.side) +
            fill("M65-18 0 20v75l65-38z", tone.body) +
            fill("M65-18 0 20v75l65-38z", tone.hatch, 0.5),
        ),
      )
      .join("")
  );
};
