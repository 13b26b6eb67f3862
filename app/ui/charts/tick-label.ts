import { formatNumber, formatSigned } from "../format";
import type { ValueScale } from "./scales";

/** The label of a price tick: no decimals if all are whole, otherwise two, or more for finer steps. */
export function tickLabel({ step, ticks }: ValueScale): (value: number) => string {
  const whole = ticks.every(Number.isInteger);
  const decimals = whole ? 0 : Math.max(2, decimalsOf(step));
  return (value) => formatNumber(value, decimals);
}

/** The label of a return tick: "+20%", "−20%", "0%". */
export const percentLabel = (value: number): string =>
  `${formatSigned(value, Number.isInteger(value) ? 0 : 1)}%`;

/** 0.0025 has four. */
function decimalsOf(step: number): number {
  const [digits = "", exponent = "0"] = step.toExponential().split("e");
  return (digits.split(".")[1]?.length ?? 0) - Number(exponent);
}
