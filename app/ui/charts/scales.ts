import { scaleLinear } from "d3-scale";
import { dayNumber } from "./calendar";

/** Positions are in per cent of the plot, with one decimal. */
export const percent = (position: number): string => `${Math.round(position * 10) / 10}%`;

export type TimeScale = {
  from: string;
  to: string;
  /** Per cent from the left edge, by calendar time. */
  x: (day: string) => number;
};

/** From the start of one day to that of another. `room` widens it at its end by a share of itself. */
export function timeScale(from: string, to: string, room = 0): TimeScale {
  const [start, end] = [dayNumber(from), dayNumber(to)];
  const span = Math.max(end - start, 1);
  const scale = scaleLinear([start, start + span * (1 + room)], [0, 100]);
  return { from, to, x: (day) => scale(dayNumber(day)) };
}

export type ValueScale = {
  min: number;
  max: number;
  step: number;
  /** Where lines of the grid lie: the lowest is the axis itself, so it is not among them. */
  ticks: number[];
  /** Per cent from the top. */
  y: (value: number) => number;
};

type ValueScaleOptions = {
  /** Room below and above, as a share of the span. */
  room?: number;
};

const STEPS = [1, 2, 2.5, 5] as const;
const MOST_TICKS = 6;

/**
 * What holds all values, with room, out to the next tick: three to six ticks in steps of 1, 2, 2.5 or 5 × 10ⁿ.
 * It does not reach below zero when no value does. Throws a RangeError when a value is no number.
 */
export function valueScale(values: readonly number[], { room = 0.06 }: ValueScaleOptions = {}): ValueScale {
  if (values.length === 0 || !values.every(Number.isFinite)) throw new RangeError("A scale needs figures");
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = most - least || Math.abs(most) * 0.02 || 1;
  const low = least < 0 ? least - span * room : Math.max(0, least - span * room);
  const high = most > 0 ? most + span * room : Math.min(0, most + span * room);
  return ticked(low, high > low ? high : low + span);
}

/** A single figure has nothing to be measured by: it stands in the middle, and no tick says more. */
export const middleScale = (value: number): ValueScale => ({
  min: value,
  max: value,
  step: 1,
  ticks: [],
  y: () => 50,
});

/** Bars stand on zero. What is counted in whole figures has no lines at halves. */
export function barScale(values: readonly number[]): ValueScale {
  const scale = valueScale([0, ...values], { room: 0 });
  if (!values.every(Number.isInteger)) return scale;
  return { ...scale, ticks: scale.ticks.filter(Number.isInteger) };
}

function ticked(low: number, high: number): ValueScale {
  const step = stepFor(low, high);
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  const at = (index: number) => Number((index * step).toPrecision(12));
  const [min, max] = [at(first), at(last)];
  const scale = scaleLinear([min, max], [100, 0]);
  const ticks = Array.from({ length: last - first }, (_, index) => at(first + 1 + index));
  return { min, max, step, ticks, y: (value) => scale(value) };
}

/** The smallest step that asks for no more than six ticks; steps at most double, so it leaves three at least. */
function stepFor(low: number, high: number): number {
  const unit = 10 ** Math.floor(Math.log10((high - low) / MOST_TICKS));
  const steps = [unit, unit * 10].flatMap((power) =>
    STEPS.map((step) => Number((step * power).toPrecision(12))),
  );
  const fits = (step: number) => Math.ceil(high / step) - Math.floor(low / step) <= MOST_TICKS;
  return steps.find(fits) ?? unit * 100;
}
