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
  polygon,
  rectangle,
  repeat,
  rightHalf,
  stroke,
  turned,
  water,
} from "../drawing";

const PYLON =
  "M-52 10-14-210 0-286l14 76L52 10M-96-196h192M-76-142H76M-14-210-44-40 40-90-26-142 14-210M-96-196-8-232M96-196 8-232";

/** Pylons going over the hills, smaller as they go. */
export const pylon: Motif = ({ tone, count = 3, level = 0.5 }) => {
  const places: [x: number, scale: number][] = [
    [150, 1],
    [372, 0.72],
    [510, 0.5],
    [584, 0.36],
  ];
  const used = places.slice(0, Math.max(2, Math.min(count, 4)));
  const arms: [dx: number, dy: number][] = [
    [-96, -196],
    [96, -196],
    [-76, -142],
    [76, -142],
  ];
  const wires = arms.map(([dx, dy]) =>
    used
      .map(([x, scale], i) => {
        const [px, ps] = used[i - 1] ?? [-190, 1.3];
        const from = [px + dx * ps, 330 + dy * ps] as const;
        const to = [x + dx * scale, 330 + dy * scale] as const;
        const sag = 26 + 34 * ps;
        return path`M${from} Q${(from[0] + to[0]) / 2} ${(from[1] + to[1]) / 2 + sag} ${to}`;
      })
      .join(""),
  );
  return (
    box(0, 0, 600, 400, tone.ground) +
    fill(halfDisc(520, 330, 60 + level * 90), tone.spot, 0.9) +
    fill("M0 330c90-26 190-30 300-10s210 12 300-12v92H0z", tone.body) +
    fill("M0 352c120-26 220-18 330-6s190 4 270-14v68H0z", tone.hatch, 0.35) +
    used.map(([x, scale]) => moved(x, 330, stroke(PYLON, tone.line, 7), scale)).join("") +
    stroke(wires.join(""), tone.line, 2.2)
  );
};

/** Turbines at sea. `level` turns the blades. */
export const turbine: Motif = ({ tone, count = 3, level = 0.2 }) => {
  const places: [x: number, foot: number, scale: number][] = [
    [180, 316, 1],
    [394, 296, 0.68],
    [522, 284, 0.46],
    [64, 284, 0.42],
    [300, 280, 0.34],
  ];
  const one = ([x, foot, scale]: [number, number, number], i: number) =>
    moved(
      x,
      foot,
      fill("M-7 0-3.5-214h7L7 0z", tone.light) +
        fill("M0 0 3.500-214H0z", tone.side, 0.5) +
        box(-13, -6, 26, 14, tone.body) +
        repeat(3, (blade) =>
          turned(
            level * 120 + i * 34 + blade * 120,
            0,
            -218,
            fill("M-3-218c-8-40-4-88 3-124 7 30 10 86 6 124z", tone.body),
          ),
        ) +
        fill(circle(0, -218, 9), tone.spot) +
        stroke(circle(0, -218, 9), tone.body, 3),
      scale,
    );
  return (
    box(0, 0, 600, 400, tone.ground) +
    fill(halfDisc(440, 276, 130), tone.back) +
    repeat(9, (i) => stroke(arch(440, 276, 142 + i * 13), tone.line, 1.1, { opacity: 0.35 })) +
    box(0, 276, 600, 124, tone.side) +
    box(0, 276, 600, 18, tone.shade, 0.7) +
    places.slice(0, Math.min(count, 5)).reverse().map(one).join("") +
    water(326, 400, tone.light, 1.8)
  );
};

/** An open-cast mine seen from the rim: terraces down to the ore. */
export const mine: Motif = ({ tone, count = 6, level = 0.5 }) => {
  const steps = Math.max(4, Math.min(count, 8));
  const ring = (i: number) => {
    const t = i / steps;
    return [300 - t * 26 + level * 52 * t, 214 + t * 66, 318 * (1 - t * 0.86), 148 * (1 - t * 0.86)] as const;
  };
  return (
    box(0, 0, 600, 400, tone.ground) +
    fill("M0 92 84 40l70 44 96-66 110 72 78-40 162 58v300H0z", tone.back) +
    fill("M250 18l110 72-60 8zM84 40l70 44-50 10z", tone.shade, 0.5) +
    repeat(steps, (i) =>
      i % 2 === 0
        ? fill(ellipse(...ring(i)), tone.body) + fill(rightHalf(...ring(i)), tone.hatch, 0.4)
        : fill(ellipse(...ring(i)), tone.side),
    ) +
    fill(ellipse(300 - 26 + level * 52, 282, 40, 17), tone.spot) +
    stroke("M34 214c40 74 120 116 232 118 96 2 130-26 132-50 2-18-30-30-62-26", tone.light, 6, {
      round: true,
    }) +
    stroke("M34 214c40 74 120 116 232 118 96 2 130-26 132-50 2-18-30-30-62-26", tone.body, 1.6, {
      dash: "7 7",
    }) +
    fill("M150 294h20v-9h18l9 9h9v14h-56z", tone.spot) +
    fill(circle(162, 308, 5.5) + circle(194, 308, 5.5), tone.body)
  );
};

/** A pipeline in section: flanges, a valve, and the ground under it. `level` opens the valve. */
export const pipeline: Motif = ({ tone, count = 2, level = 0.25 }) => {
  const run = (y: number, height: number) =>
    box(0, y, 600, height, tone.body) +
    box(0, y + height * 0.62, 600, height * 0.38, tone.hatch, 0.55) +
    box(0, y + height * 0.14, 600, height * 0.1, tone.light, 0.85) +
    repeat(
      4,
      (i) =>
        box(66 + i * 148, y - 10, 12, height + 20, tone.side) +
        box(82 + i * 148, y - 10, 12, height + 20, tone.side),
    );
  const wheel = moved(
    374,
    112,
    turned(
      level * 90,
      0,
      0,
      stroke(circle(0, 0, 62), tone.spot, 13) +
        stroke("M-56 0H56M0-56V56M-40-40 40 40M-40 40 40-40", tone.spot, 7) +
        fill(circle(0, 0, 15), tone.body),
    ),
  );
  return (
    box(0, 0, 600, 400, tone.ground) +
    repeat(5, (i) => stroke(`M0 ${30 + i * 26}h600`, tone.line, 1.1, { opacity: 0.3 })) +
    box(0, 330, 600, 70, tone.back) +
    fill("M90 330h40v70H90zM466 330h40v70h-40z", tone.side) +
    run(count > 1 ? 182 : 206, count > 1 ? 74 : 104) +
    (count > 1 ? run(282, 44) : "") +
    fill("M354 196l8-84h24l8 84z", tone.side) +
    wheel
  );
};

/** Round storage tanks with their gauge at `level`. */
export const tanks: Motif = ({ tone, count = 3, level = 0.78 }) => {
  const widths = count > 2 ? 150 : 210;
  const gap = (600 - count * widths) / (count + 1);
  const one = (i: number) => {
    const x = gap + i * (widths + gap);
    const top = 120 + (i % 2) * 26;
    const shell = `${rectangle(x, top, widths, 224)}`;
    const full = 344 - (344 - top) * Math.max(0.12, level - i * 0.13);
    return (
      fill(path`M${x} ${top} q${widths / 2} -54 ${widths} 0 z`, tone.side) +
      fill(shell, tone.light) +
      box(x, full, widths, 344 - full, tone.body) +
      box(x + widths * 0.68, top, widths * 0.32, 224, tone.shade, 0.5) +
      box(x, full, widths, 6, tone.spot) +
      stroke(path`M${x + 18} ${top} V344M${x + 34} ${top} V344`, tone.side, 2.5) +
      stroke(
        repeat(16, (r) => `M${at(x + 18)} ${at(top + 8 + r * 14)}h16`),
        tone.side,
        2,
      ) +
      stroke(shell, tone.line, 4)
    );
  };
  return (
    box(0, 0, 600, 400, tone.ground) +
    fill(halfDisc(300, 344, 250), tone.back) +
    repeat(count, one) +
    box(0, 344, 600, 56, tone.body) +
    stroke("M0 362h210M240 362h360M0 380h120M150 380h300M480 380h120", tone.light, 2, { opacity: 0.6 })
  );
};

/** A concrete dam from below the valley; `level` is the water behind it. */
export const dam: Motif = ({ tone, count = 5, level = 0.4 }) => {
  const waterline = 172 - level * 62;
  return (
    box(0, 0, 600, 400, tone.ground) +
    fill(halfDisc(300, 150, 76), tone.spot) +
    fill("M0 40 70 20l80 70 60 52H0zM600 30l-90-10-70 74-50 48h210z", tone.side) +
    fill("M70 20l80 70-40 12zM510 20l-70 74 46 8z", tone.shade, 0.6) +
    box(0, waterline, 600, 240 - waterline, tone.back) +
    stroke(
      repeat(3, (i) => `M${at(90 + i * 50)} ${at(waterline + 14 + i * 14)}h${at(330 - i * 60)}`),
      tone.line,
      1.6,
    ) +
    fill("M40 186q260 46 520 0l-66 186q-194 34-388 0z", tone.body) +
    fill("M360 211q100-6 200-25l-66 186q-60 12-134 15z", tone.hatch, 0.45) +
    fill("M28 172q272 50 544 0v16q-272 50-544 0z", tone.light) +
    repeat(count, (i) => {
      const x = 300 + (i - (count - 1) / 2) * (300 / count);
      return (
        box(x - 11, 218, 22, 34, tone.side) + fill(path`M${x - 11} 252 h22l7 134h-36z`, tone.light, 0.92)
      );
    }) +
    fill("M0 260 60 230l46 142 40 28H0zM600 260l-60-30-46 142-40 28h146z", tone.side) +
    fill("M90 382q210 26 420 0l40 18H50z", tone.back)
  );
};

/** Cooling towers; what leaves them is drawn as half-discs, not as smoke. */
export const towers: Motif = ({ tone, count = 2, level = 0.6 }) => {
  const xs = count > 2 ? [110, 300, 490] : [190, 420];
  const flank = (x: number, s: number) => path`C${x + 52 * s} 200 ${x + 58 * s} 270 ${x + 96 * s} 350`;
  const shadow = (x: number, s: number) => path`M${x + 14} 130H${x + 62 * s}${flank(x, s)}H${x + 14}z`;
  const shape = (x: number, s: number) =>
    path`M${x - 96 * s} 350 C${x - 58 * s} 270 ${x - 52 * s} 200 ${x - 62 * s} 130 h${124 * s} C${x + 52 * s} 200 ${x + 58 * s} 270 ${x + 96 * s} 350 z`;
  const one = (x: number, i: number) => {
    const s = i === 0 ? 1 : 0.86;
    return (
      repeat(3, (p) =>
        fill(
          halfDisc(x + (p - 1) * 34 + level * p * 26, 118 - p * 22, 46 - p * 7),
          p === 1 ? tone.back : tone.light,
        ),
      ) +
      fill(shape(x, s), tone.body) +
      fill(shadow(x, s), tone.hatch, 0.5) +
      fill(ellipse(x, 131, 62 * s, 9), tone.side) +
      stroke(path`M${x - 78 * s} 312 h${156 * s}`, tone.light, 2) +
      stroke(
        repeat(9, (k) => `M${at(x - 84 * s + k * 21 * s)} 350l${k % 2 ? -10 : 10}-30`),
        tone.light,
        2.5,
      )
    );
  };
  return (
    box(0, 0, 600, 400, tone.ground) +
    fill(halfDisc(560, 350, 120), tone.spot) +
    xs.map(one).join("") +
    box(0, 350, 600, 50, tone.side) +
    fill(
      polygon([
        [0, 350],
        [600, 350],
        [600, 364],
        [0, 364],
      ]),
      tone.shade,
      0.7,
    )
  );
};
