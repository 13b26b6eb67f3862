import { formatNumber, formatSigned } from "../format";
import type { ValueScale } from "./scales";

/** What a tick of prices says: no decimals where all are whole numbers, else two, and more where the step is finer. */
export function tickLabel({ step, ticks }: ValueScale): (value: number) => string {
  const whole = ticks.every(Number.isInteger);
  const decimals = whole ? 0 : Math.max(2, decimalsOf(step));
  return (value) => formatNumber(value, decimals);
}

/** What a tick of returns says: "+20%", "−20%", "0%". */
export const percentLabel = (value: number): string =>
  `${formatSigned(value, Number.isInteger(value) ? 0 : 1)}%`;

/** 0.0025 has four. */
function decimalsOf(step: number): number {
  const [digits = "", exponent = "0"] = step.toExponential().split("e");
  return (digits.split(".")[1]?.length ?? 0) - Number(exponent);
}
