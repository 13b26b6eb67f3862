import {
  box,
  circle,
  clipped,
  ellipse,
  fill,
  halfDisc,
  type Motif,
  moved,
  path,
  polygon,
  rectangle,
  repeat,
  stroke,
  water,
} from "../drawing";
import { HATCH, type Paint, type Tone } from "../palette";

const HULL = "M70 210h300v-8h8v8h22v-58h10v-14h34v-20h10v20h16v14h10v58h20l-26 62H112z";
const RIGGING = "M130 210v-40M130 184l44 26M210 210v-26h60v26M310 210v-44M310 178l-36 32";

function sky(tone: Tone): string {
  return stroke("M0 60h240M330 60h270M60 84h110M0 108h330M470 132h130M120 132h80", tone.line, 1.2, {
    opacity: 0.5,
  });
}

/** A loaded tanker; `count` ships further out, `level` moves the sun along the horizon. */
export const tanker: Motif = ({ tone, count = 1, level = 0.7 }) =>
  box(0, 0, 600, 400, tone.ground) +
  fill(halfDisc(120 + level * 420, 246, 112), tone.spot) +
  sky(tone) +
  box(0, 246, 600, 154, tone.back) +
  repeat(count - 1, (i) =>
    moved(
      i % 2 === 0 ? 470 - i * 60 : 20 + i * 12,
      198 + i * 2,
      fill(HULL, tone.side) + fill("M98 250h394l-9 22H112z", tone.body),
      0.2,
    ),
  ) +
  fill(HULL, tone.body) +
  fill("M420 150h40v8h-40zm0 16h40v8h-40zm0 16h40v8h-40z", tone.ground) +
  stroke(RIGGING, tone.body, 5) +
  fill("M98 250h394l-9 22H112z", tone.side) +
  water(288, 400, tone.line);

/** A passenger ship from the side: decks as rows of windows. */
export const liner: Motif = ({ tone, count = 3, level = 0.3 }) => {
  const deck = (row: number, x: number, width: number) =>
    box(x, 196 - row * 26, width, 22, tone.light) +
    repeat(Math.floor((width - 24) / 22), (i) =>
      box(x + 14 + i * 22, 202 - row * 26, 12, 9, i === (row * 5 + 4) % 13 ? tone.spot : tone.side),
    );
  return (
    box(0, 0, 600, 400, tone.ground) +
    fill(halfDisc(90 + level * 420, 262, 150), tone.spot) +
    fill(halfDisc(90 + level * 420, 262, 150), tone.shade, 0.25) +
    sky(tone) +
    box(0, 262, 600, 138, tone.back) +
    repeat(count, (i) => deck(i, 120 + i * 34, 360 - i * 52)) +
    fill(path`M300 ${196 - count * 26 + 22} v-62h22l14-10h26l-8 20v52z`, tone.body) +
    fill(path`M300 ${196 - count * 26 - 22} h56v14h-56z`, tone.spot) +
    fill("M40 216h510l-44 68H92z", tone.body) +
    fill("M60 246h470l-10 16H71z", tone.hatch, 0.55) +
    fill("M86 274h427l-7 10H92z", tone.side) +
    water(300, 400, tone.line)
  );
};

const CONTAINER_WIDTH = 174;

function container(x: number, y: number, paint: Paint, scale = 1): string {
  return (
    box(x, y, CONTAINER_WIDTH * scale, 74 * scale, paint) +
    box(x + 10 * scale, y + 10 * scale, 154 * scale, 54 * scale, HATCH.rib)
  );
}

/** Containers stacked on the quay; `count` boxes, the last one still on the hook. */
export const boxes: Motif = ({ tone, count = 9 }) => {
  const places: [x: number, y: number][] = [
    [30, 304],
    [210, 304],
    [390, 304],
    [30, 224],
    [210, 224],
    [390, 224],
    [120, 144],
    [300, 144],
    [300, 64],
  ];
  const paints = [tone.body, tone.side, tone.spot, tone.spot, tone.body, tone.back, tone.side, tone.body];
  const used = places.slice(9 - Math.min(count, 9));
  return (
    box(0, 0, 600, 400, tone.ground) +
    used
      .map(([x, y], i) => container(x, y, i === used.length - 1 ? tone.spot : (paints[i] ?? tone.side)))
      .join("") +
    stroke("M387 0v40M320 64l67-24 67 24", tone.line, 4) +
    box(0, 382, 600, 18, tone.side)
  );
};

/** A ship-to-shore crane; `level` is how far the box has travelled out along the boom. */
export const crane: Motif = ({ tone, count = 3, level = 0.35 }) => {
  const hook = 340 - level * 260;
  const drop = 150 + level * 40;
  return (
    box(0, 0, 600, 400, tone.ground) +
    box(0, 316, 300, 84, tone.back) +
    water(330, 400, tone.line, 1.6) +
    box(290, 300, 310, 100, tone.body) +
    box(290, 300, 310, 14, tone.hatch, 0.6) +
    stroke("M330 300V74M470 300V74M330 190h140M330 300l140-110M330 190l140-112", tone.line, 9) +
    box(30, 96, 540, 14, tone.line) +
    stroke("M400 22 60 98M400 22l150 76M400 22v76", tone.line, 4) +
    box(480, 60, 60, 38, tone.side) +
    box(hook - 22, 110, 44, 14, tone.side) +
    stroke(path`M${hook - 14} 124 V${drop} M${hook + 14} 124 V${drop}`, tone.line, 2.5) +
    container(hook - 61, drop, tone.spot, 0.7) +
    repeat(count, (i) =>
      container(
        500 - (i % 2) * 0,
        252 - i * 48,
        [tone.side, tone.light, tone.spot][i % 3] ?? tone.side,
        0.64,
      ),
    ) +
    fill("M0 300h250l-28 56H0z", tone.side) +
    fill("M0 318h241l-9 18H0z", tone.hatch, 0.5) +
    repeat(count - 1, (i) => container(6 + i * 116, 244, i === 0 ? tone.body : tone.light, 0.64))
  );
};

/** Rails running to the horizon; `level` moves the vanishing point. */
export const rails: Motif = ({ tone, count = 2, level = 0.5 }) => {
  const horizon = 150;
  const vanish = 120 + level * 360;
  const track = (foot: number) => {
    const sleepers = Array.from({ length: 13 }, (_, i) => {
      const depth = (13 - i) ** 2 / 169;
      const y = horizon + 6 + depth * 244;
      const centre = vanish + (foot - vanish) * depth;
      return rectangle(centre - 92 * depth, y - 7 * depth, 184 * depth, 14 * depth);
    });
    const rail = (side: number) =>
      polygon([
        [vanish, horizon],
        [foot + side * 66 - 8, 400],
        [foot + side * 66 + 8, 400],
      ]);
    return fill(sleepers.join(""), tone.side) + fill(rail(-1) + rail(1), tone.body);
  };
  const feet = count === 1 ? [300] : count === 2 ? [150, 450] : [40, 300, 560];
  return (
    box(0, 0, 600, 400, tone.ground) +
    fill(halfDisc(vanish, horizon, 92), tone.spot) +
    repeat(6, (i) => stroke(`M0 ${24 + i * 20}h600`, tone.line, 1.1, { opacity: 0.4 })) +
    box(0, horizon, 600, 250, tone.back) +
    fill(
      polygon([
        [0, horizon],
        [vanish, horizon],
        [0, 330],
      ]),
      tone.shade,
      0.45,
    ) +
    fill(
      polygon([
        [600, horizon],
        [vanish, horizon],
        [600, 330],
      ]),
      tone.shade,
      0.45,
    ) +
    feet.map(track).join("") +
    stroke("M56 150V62M56 84h-34M56 104h34", tone.line, 5) +
    fill(circle(56, 56, 13), tone.spot) +
    stroke(circle(56, 56, 13), tone.line, 4)
  );
};

/** A globe with its night side hatched and routes across it. */
export const globe: Motif = ({ tone, count = 3, level = 0.5 }) => {
  const disc = circle(300, 206, 164);
  const routes: [number, number, number, number][] = [
    [196, 168, 392, 130],
    [232, 282, 420, 226],
    [180, 226, 330, 300],
    [260, 92, 440, 180],
  ];
  return (
    box(0, 0, 600, 400, tone.ground) +
    repeat(5, (i) =>
      stroke(circle(300, 206, 182 + i * 22), tone.line, 1.1, {
        opacity: 0.32,
        dash: i % 2 ? "3 9" : undefined,
      }),
    ) +
    fill(disc, tone.side) +
    clipped(
      "globe-disc",
      disc,
      stroke(
        repeat(4, (i) => ellipse(300, 206, 36 + i * 42, 164)) +
          "M300 40v332" +
          repeat(7, (i) => `M120 ${86 + i * 40}h360`),
        tone.light,
        1.8,
        { opacity: 0.65 },
      ) + fill(circle(300 + 60 + level * 160, 206, 190), tone.shade, 0.85),
    ) +
    stroke(disc, tone.body, 5) +
    routes
      .slice(0, count)
      .map(
        ([x1, y1, x2, y2]) =>
          stroke(path`M${x1} ${y1} Q${(x1 + x2) / 2} ${Math.min(y1, y2) - 70} ${x2} ${y2}`, tone.spot, 4) +
          fill(circle(x1, y1, 8) + circle(x2, y2, 8), tone.spot),
      )
      .join("") +
    fill(halfDisc(300, 400, 46), tone.body) +
    box(220, 392, 160, 8, tone.body)
  );
};
