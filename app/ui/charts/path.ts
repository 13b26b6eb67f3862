import { line } from "d3-shape";
import { type Close, stretches } from "./series";

/** The coordinate system of the stretched part of a plot. */
export const BOX = { width: 1000, height: 400 } as const;

/** The position of a close, in per cent of the plot. */
export type Position = { x: (day: string) => number; y: (value: number) => number };

type Box = { width: number; height: number };

/** A line through closes in integer coordinates, interrupted at gaps. */
export function pricePath(points: readonly Close[], { x, y }: Position, box: Box = BOX): string {
  const draw = line<Close>(
    ({ day }) => (x(day) * box.width) / 100,
    ({ close }) => (y(close) * box.height) / 100,
  ).digits(0);
  return stretches(points)
    .map((part) => relative(draw(part) ?? ""))
    .join("");
}

const COMMAND = /[ML](-?\d+),(-?\d+)/g;

/**
 * "M0,275L4,273L7,278" as "M0 275l4-2 3 5", a third of its length. Steps are between rounded positions, so
 * errors do not add up. A single point becomes a dot by the round line cap.
 */
export function relative(path: string): string {
  let [lastX, lastY] = [0, 0];
  const steps = [...path.matchAll(COMMAND)].map(([, first, second]) => {
    const [x, y] = [Number(first), Number(second)];
    const step = pair(x - lastX, y - lastY);
    [lastX, lastY] = [x, y];
    return step;
  });
  const [start, ...rest] = steps;
  if (start === undefined) return "";
  return rest.length === 0 ? `M${start}h0` : `M${start}l${rest.join(" ").replaceAll(" -", "-")}`;
}

/** A leading minus replaces the space. */
const pair = (x: number, y: number) => `${x}${y < 0 ? "" : " "}${y}`;

/** Dots, drawn by the round cap of zero-length lines. In any order. */
export function dotsPath(dots: readonly { x: number; y: number }[], box: Box = BOX): string {
  const whole = dots
    .map(({ x, y }) => [Math.round((x * box.width) / 100), Math.round((y * box.height) / 100)] as const)
    .sort(([one], [other]) => one - other);
  return whole
    .map(([x, y], index) => {
      const [lastX, lastY] = whole[index - 1] ?? [0, 0];
      return `${index === 0 ? "M" : "m"}${pair(x - lastX, y - lastY)}h0`;
    })
    .join("");
}
