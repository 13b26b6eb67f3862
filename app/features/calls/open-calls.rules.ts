import { formatCount, formatNumber, pluralize } from "~/ui/format";
import type { PriceUnit } from "~/ui/price-format";
import { isStop } from "./call-terms.rules";

/** An open call between its two ends. Prices are in shares of the day it was made. */
export type OpenCall = {
  id: string;
  recordId: string;
  name: string;
  direction: "buy" | "sell";
  /** From which it is measured. */
  enteredOn: string;
  made: number;
  now: number;
  stop: number;
  target: number;
  lastDay: string | null;
  unit?: PriceUnit;
};

/** In per cent of the price now, how far the two ends are; an end that was passed is at zero. */
export function distancesOf({ direction, now, stop, target }: OpenCall): {
  toStop: number;
  toTarget: number;
} {
  const sign = direction === "buy" ? 1 : -1;
  const far = (distance: number) => Math.max(0, (100 * distance) / now);
  return { toStop: far(sign * (now - stop)), toTarget: far(sign * (target - now)) };
}

/** What it would come to at the price now, in per cent. */
export const resultSoFar = ({ direction, made, now }: OpenCall): number =>
  (direction === "buy" ? 1 : -1) * 100 * (now / made - 1);

const nearest = (call: OpenCall): number => {
  const { toStop, toTarget } = distancesOf(call);
  return Math.min(toStop, toTarget);
};

/** Those that are nearest to an end come first. A stop on the target's side is none: such a call cannot be drawn. */
export const byNearness = (calls: readonly OpenCall[]): OpenCall[] =>
  calls.filter(isStop).toSorted((one, other) => nearest(one) - nearest(other));

/** How many calls are open, and those of them that are nearest to an end. */
export type OpenState = { open: number; atLeast: boolean; calls: OpenCall[] };

/** Of more than are shown: what opens those on a phone, and what leads to all of them. */
export function restOfOpen({ open, atLeast, calls }: OpenState): { shown: string; all: string } | undefined {
  if (!atLeast && calls.length === open) return undefined;
  return {
    shown: `The ${calls.length} nearest to their end`,
    all: atLeast ? "All open calls" : `All ${formatCount(open)} open calls`,
  };
}

/** What the table shows: how many calls are open, and which is nearest to an end. */
export function openFinding({ open, atLeast, calls }: OpenState): string {
  const count =
    open === 1 ? "One call is open" : `${pluralize(open, "call")}${atLeast ? " or more" : ""} are open`;
  const [first] = calls;
  if (!first) return count;
  const { toStop, toTarget } = distancesOf(first);
  const [end, far] = toStop <= toTarget ? ["stop", toStop] : ["target", toTarget];
  const where = /[1-9]/.test(formatNumber(far, 1))
    ? `${formatNumber(far, 1)}% from its ${end}`
    : `at its ${end}`;
  return `${count}. ${first.name} is ${where}`;
}
