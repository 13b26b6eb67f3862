import {
  arch,
  at,
  box,
  circle,
  ellipse,
  fill,
  halfDisc,
  type Motif,
  moved,
  path,
  polar,
  polygon,
  repeat,
  rightHalf,
  stroke,
  turned,
  water,
} from "../drawing";
import { INK } from "../palette";

/** A parliament's dome under the lines of an engraved sky. */
export const dome: Motif = ({ tone, count = 7 }) => {
  const columns = Math.max(4, count);
  const step = 252 / (columns - 1);
  return (
    box(0, 0, 600, 400, tone.ground) +
    stroke(Array.from({ length: 13 }, (_, i) => arch(300, 236, 140 + i * 14)).join(""), tone.line, 1.1, {
      opacity: 0.7,
    }) +
    fill(halfDisc(300, 236, 130), tone.body) +
    fill("M300 106a130 130 0 0 1 130 130h-70c0-60-24-104-60-130z", tone.hatch, 0.55) +
    fill("M297 44h6v40h-6zM284 84h32v24h-32z", tone.body) +
    box(289, 88, 22, 16, tone.spot) +
    fill("M156 236h288v18H156zM142 340h316v16H142zM116 356h368v18H116z", tone.light) +
    repeat(columns, (i) => box(166 + i * step, 254, 16, 86, tone.light)) +
    box(0, 374, 600, 26, tone.line)
  );
};

/** Seats of a chamber; `level` is the share that has voted one way. */
export const hemicycle: Motif = ({ tone, count = 6, level = 0.42 }) => {
  const rows = Math.max(4, Math.min(count, 7));
  const seats: { angle: number; d: string }[] = [];
  for (let row = 0; row < rows; row += 1) {
    const r = 108 + row * 27;
    const places = Math.round((Math.PI * r) / 29);
    for (let i = 0; i < places; i += 1) {
      const angle = 180 + (i / (places - 1)) * 180;
      const [x, y] = polar(300, 330, r, angle);
      seats.push({ angle, d: circle(x, y, 9.5) });
    }
  }
  const border = 180 + level * 180;
  const left = seats.filter((seat) => seat.angle <= border).map((seat) => seat.d);
  const right = seats.filter((seat) => seat.angle > border).map((seat) => seat.d);
  return (
    box(0, 0, 600, 400, tone.ground) +
    fill(halfDisc(300, 344, 292), tone.back) +
    fill(halfDisc(300, 344, 292), tone.shade, 0.22) +
    fill(left.join(""), tone.spot) +
    stroke(left.join(""), tone.body, 2.5) +
    fill(right.join(""), tone.body) +
    fill(halfDisc(300, 344, 62), tone.side) +
    fill(halfDisc(300, 344, 34), tone.light) +
    box(0, 344, 600, 56, tone.body) +
    box(0, 344, 600, 12, tone.hatch, 0.5)
  );
};

/** A beam balance; `level` 0.5 is level, below it the left pan sinks. */
export const scales: Motif = ({ tone, count = 3, level = 0.4 }) => {
  const tilt = (level - 0.5) * 40;
  const [lx, ly] = polar(300, 104, 190, 180 + tilt);
  const [rx, ry] = polar(300, 104, 190, tilt);
  const pan = (x: number, y: number) =>
    stroke(path`M${x - 70} ${y + 128} L${x} ${y} L${x + 70} ${y + 128}`, tone.line, 3) +
    fill(path`M${x - 82} ${y + 128} h164a82 46 0 0 1-164 0z`, tone.body) +
    fill(path`M${x + 10} ${y + 128} h72a82 46 0 0 1-70 46z`, tone.hatch, 0.5);
  return (
    box(0, 0, 600, 400, tone.ground) +
    fill(circle(300, 196, 168), tone.back) +
    repeat(6, (i) => stroke(circle(300, 196, 180 + i * 13), tone.line, 1.1, { opacity: 0.35 })) +
    fill("M292 104h16l6 244h-28z", tone.body) +
    fill(halfDisc(300, 372, 90), tone.body) +
    fill(`${halfDisc(lx, ly + 128, 44)}`, tone.spot) +
    repeat(count, (i) => box(rx - 30, ry + 108 - i * 22, 60, 18, i % 2 ? tone.light : tone.side)) +
    turned(tilt, 300, 104, box(104, 98, 392, 12, tone.body)) +
    pan(lx, ly) +
    pan(rx, ry) +
    fill(circle(300, 104, 20), tone.spot) +
    stroke(circle(300, 104, 20), tone.body, 5) +
    box(0, 372, 600, 28, tone.body)
  );
};

/** A suspension bridge; `count` is the number of towers, `level` the height of the sun behind it. */
export const bridge: Motif = ({ tone, count = 2, level = 0.3 }) => {
  const towers = count > 2 ? [60, 300, 540] : [150, 450];
  const top = 70;
  const deck = 262;
  const ends = [-120, ...towers, 720];
  const cables: string[] = [];
  const hangers: string[] = [];
  for (let i = 0; i + 1 < ends.length; i += 1) {
    const [a = 0, b = 0] = [ends[i], ends[i + 1]];
    const low = i === 0 || i === ends.length - 2 ? deck - 40 : deck - 18;
    const control = 2 * low - top;
    cables.push(path`M${a} ${top} Q${(a + b) / 2} ${control} ${b} ${top}`);
    for (let k = 1; k < 16; k += 1) {
      const t = k / 16;
      const y = (1 - t) ** 2 * top + 2 * t * (1 - t) * control + t ** 2 * top;
      hangers.push(path`M${a + (b - a) * t} ${y} V${deck}`);
    }
  }
  return (
    box(0, 0, 600, 400, tone.ground) +
    fill(halfDisc(300, 318, 130 + level * 110), tone.spot) +
    fill("M0 318V250l70 22 60 46zM600 318V240l-90 40-50 38z", tone.side) +
    box(0, 318, 600, 82, tone.back) +
    stroke(hangers.join(""), tone.line, 1.8) +
    stroke(cables.join(""), tone.line, 5) +
    box(0, deck, 600, 16, tone.body) +
    box(0, deck + 16, 600, 8, tone.side) +
    towers
      .map(
        (x) =>
          fill(`M${x - 22} 350l6-296h10v296zM${x + 22} 350l-6-296h-10v296z`, tone.body) +
          stroke(
            `M${x - 16} 96h32M${x - 18} 150h36M${x - 20} 206h40M${x - 16} 96l34 54M${x + 18} 150l-38 56`,
            tone.body,
            5,
          ) +
          box(x - 34, 344, 68, 18, tone.body),
      )
      .join("") +
    water(336, 400, tone.line, 1.8)
  );
};

/** Office towers; `level` is the share of windows that are lit. */
export const skyline: Motif = ({ tone, count = 7, level = 0.3 }) => {
  const plan: [x: number, width: number, height: number][] = [
    [14, 84, 176],
    [104, 70, 256],
    [180, 104, 206],
    [290, 64, 312],
    [360, 92, 186],
    [458, 58, 270],
    [522, 66, 150],
  ];
  const one = ([x, width, height]: [number, number, number], i: number) => {
    const top = 360 - height;
    const columns = Math.floor((width - 14) / 17);
    const rows = Math.floor((height - 26) / 21);
    const windows = (lit: boolean) =>
      repeat(columns * rows, (k) => {
        const on = ((k * 7 + i * 3) * 13) % 100 < level * 100;
        return on === lit
          ? `M${at(x + 9 + (k % columns) * 17)} ${at(top + 14 + Math.floor(k / columns) * 21)}h9v12h-9z`
          : "";
      });
    return (
      box(x, top, width, height, i % 3 === 1 ? tone.side : tone.body) +
      (i % 3 === 2 ? box(x + width * 0.6, top, width * 0.4, height, tone.hatch, 0.4) : "") +
      fill(windows(false), tone.light, i % 3 === 1 ? 0.3 : 0.18) +
      fill(windows(true), tone.spot) +
      (i === 3 ? stroke(`M${x + width / 2} ${top}v-34`, tone.body, 4) : "")
    );
  };
  return (
    box(0, 0, 600, 400, tone.ground) +
    fill(circle(440, 120, 70), tone.back) +
    repeat(5, (i) => stroke(`M0 ${40 + i * 24}h600`, tone.line, 1, { opacity: 0.28 })) +
    plan.slice(0, Math.max(4, count)).map(one).join("") +
    box(0, 360, 600, 40, tone.side) +
    box(0, 360, 600, 10, tone.shade, 0.8)
  );
};

/** Ploughed land seen from a low hill: rows that meet at the horizon. */
export const fields: Motif = ({ tone, count = 9, level = 0.6 }) => {
  const horizon = 158;
  const vanish = 180 + level * 240;
  const rows = Math.max(6, count) * 2;
  return (
    box(0, 0, 600, 400, tone.ground) +
    fill(halfDisc(vanish, horizon, 84), tone.spot) +
    repeat(4, (i) => stroke(`M0 ${40 + i * 26}h600`, tone.line, 1.1, { opacity: 0.3 })) +
    fill("M0 158V126c60-20 110-16 180 4s120 22 200 6 150-22 220 2v20z", tone.side) +
    box(0, horizon, 600, 242, tone.body) +
    repeat(rows, (i) => {
      const span = 1900 / rows;
      const x = -650 + i * span;
      const paint = i % 4 === 0 ? tone.spot : i % 2 === 0 ? tone.back : tone.side;
      return fill(
        polygon([
          [vanish, horizon],
          [x, 400],
          [x + span * 0.6, 400],
        ]),
        paint,
      );
    }) +
    fill(
      polygon([
        [0, horizon],
        [vanish, horizon],
        [0, 300],
      ]),
      tone.shade,
      0.6,
    ) +
    fill("M70 158V96h44v62zM122 158v-48h44v48z", tone.light) +
    fill("M70 96a22 22 0 0 1 44 0zM122 110a22 22 0 0 1 44 0z", tone.body) +
    box(96, 96, 18, 62, tone.shade, 0.6) +
    box(148, 110, 18, 48, tone.shade, 0.6)
  );
};

/** A shop front at opening time. `count` is the number of baskets on the pavement. */
export const awning: Motif = ({ tone, count = 3 }) => {
  return (
    box(0, 0, 600, 400, tone.ground) +
    box(60, 60, 480, 292, tone.back) +
    box(60, 24, 480, 44, tone.body) +
    stroke("M96 46h150", tone.spot, 8) +
    stroke("M262 46h70M348 46h30", tone.light, 8, { opacity: 0.6 }) +
    box(92, 176, 240, 136, tone.light) +
    fill("M92 312V230l90-54h84L92 280z", tone.shade, 0.28) +
    box(372, 176, 124, 176, tone.side) +
    box(390, 194, 88, 96, tone.light) +
    fill(circle(386, 316, 6), tone.spot) +
    repeat(12, (i) =>
      fill(
        path`M${36 + i * 44} 150 L${62 + i * 39.7} 68 h39.700L${80 + i * 44} 150 a22 22 0 0 1-44 0z`,
        i % 2 === 0 ? tone.body : tone.light,
      ),
    ) +
    fill("M36 150h528v7H36z", tone.shade, 0.5) +
    repeat(count, (i) =>
      moved(
        110 + i * 84,
        296,
        stroke("M8 16a26 26 0 0 1 52 0", tone.body, 5) +
          fill("M0 16h68l-9 46H9z", i === 1 ? tone.spot : tone.body) +
          fill("M34 16h34l-9 46H34z", i === 1 ? tone.shade : tone.hatch, 0.5),
      ),
    ) +
    box(0, 352, 600, 48, tone.body) +
    stroke("M0 372h600", tone.light, 2, { opacity: 0.5 })
  );
};

/** A strong room door; `level` turns the wheel. */
export const vault: Motif = ({ tone, count = 12, level = 0.2 }) => {
  const bolts = repeat(count, (i) => {
    const [x, y] = polar(300, 200, 132, (i / count) * 360);
    return circle(x, y, 8);
  });
  const arms = repeat(5, (i) => {
    const [x, y] = polar(300, 200, 66, level * 72 + i * 72);
    return fill(circle(x, y, 12), INK) + stroke(path`M300 200 L${x} ${y}`, INK, 8);
  });
  return (
    box(0, 0, 600, 400, tone.ground) +
    repeat(7, (i) => stroke(`M0 ${28 + i * 57}h600`, tone.line, 1.6, { opacity: 0.3 })) +
    stroke("M150 0v400M450 0v400", tone.line, 1.6, { opacity: 0.3 }) +
    fill("M470 92h70v60h-70zM470 250h70v60h-70z", tone.back) +
    fill(circle(300, 200, 184), tone.back) +
    fill(circle(300, 200, 160), tone.side) +
    fill(rightHalf(300, 200, 160), tone.hatch, 0.45) +
    stroke(circle(300, 200, 160), tone.body, 6) +
    fill(bolts, tone.light) +
    fill(circle(300, 200, 106), tone.light) +
    stroke(circle(300, 200, 106), INK, 4) +
    stroke(circle(300, 200, 92), INK, 1.4, { dash: "2 7" }) +
    arms +
    fill(circle(300, 200, 26), tone.spot) +
    stroke(circle(300, 200, 26), INK, 6) +
    fill(ellipse(300, 392, 190, 6), tone.shade, 0.5)
  );
};
