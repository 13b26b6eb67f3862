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

/** From one day to another. `room` extends the end by a share of the span. */
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
  /** Positions of grid lines, without the axis itself. */
  ticks: number[];
  /** Per cent from the top. */
  y: (value: number) => number;
};

type ValueScaleOptions = {
  /** Room below and above, as a share of the span. */
  room?: number;
  /** Grid lines only at whole numbers. */
  whole?: boolean;
};

const STEPS = [1, 2, 2.5, 5] as const;
const MOST_TICKS = 6;

/**
 * A scale for all values, with room, up to the next tick: three to six ticks in steps of 1, 2, 2.5 or 5 ×
 * 10ⁿ. Not below zero unless a value is.
 * @throws RangeError for an invalid value
 */
export function valueScale(
  values: readonly number[],
  { room = 0.06, whole = false }: ValueScaleOptions = {},
): ValueScale {
  if (values.length === 0 || !values.every(Number.isFinite)) throw new RangeError("A scale needs numbers");
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = most - least || Math.abs(most) * 0.02 || 1;
  const low = least < 0 ? least - span * room : Math.max(0, least - span * room);
  const high = most > 0 ? most + span * room : Math.min(0, most + span * room);
  return ticked(low, high > low ? high : low + span, whole);
}

/** A single value is in the middle, without a scale. */
export const middleScale = (value: number): ValueScale => ({
  min: value,
  max: value,
  step: 1,
  ticks: [],
  y: () => 50,
});

/** Bars start at zero. Counts have no grid lines between whole numbers. */
export const barScale = (values: readonly number[]): ValueScale =>
  valueScale([0, ...values], { room: 0, whole: values.every(Number.isInteger) });

function ticked(low: number, high: number, whole: boolean): ValueScale {
  const step = stepFor(low, high, whole);
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  const at = (index: number) => Number((index * step).toPrecision(12));
  const [min, max] = [at(first), at(last)];
  const scale = scaleLinear([min, max], [100, 0]);
  const ticks = Array.from({ length: last - first }, (_, index) => at(first + 1 + index));
  return { min, max, step, ticks, y: (value) => scale(value) };
}

/** The smallest step with at most six ticks; steps at most double, so at least three remain. */
function stepFor(low: number, high: number, whole: boolean): number {
  const unit = 10 ** Math.floor(Math.log10((high - low) / MOST_TICKS));
  const steps = [unit, unit * 10].flatMap((power) =>
    STEPS.map((step) => Number((step * power).toPrecision(12))),
  );
  const fits = (step: number) =>
    (!whole || Number.isInteger(step)) && Math.ceil(high / step) - Math.floor(low / step) <= MOST_TICKS;
  return steps.find(fits) ?? unit * 100;
}
