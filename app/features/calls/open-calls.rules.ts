import { formatCount, pluralize } from "~/ui/format";
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

/** Those that can be drawn between two ends, in their order: a stop on the target's side is none. */
export const drawable = (calls: readonly OpenCall[]): OpenCall[] => calls.filter(isStop);

/** How many calls are open, how many of them gain and lose at their last prices, and the newest that are shown. */
export type OpenState = {
  open: number;
  atLeast: boolean;
  gaining: number;
  losing: number;
  calls: OpenCall[];
};

/** Of calls, how many gain and how many lose, as their rounded results are read. */
export function gainsAndLosses(calls: readonly OpenCall[]): Pick<OpenState, "gaining" | "losing"> {
  const results = calls.map((call) => Number(resultSoFar(call).toFixed(1)));
  return {
    gaining: results.filter((result) => result > 0).length,
    losing: results.filter((result) => result < 0).length,
  };
}

/** Of more than are shown: what opens those on a phone, and what leads to all of them. */
export function restOfOpen({ open, atLeast, calls }: OpenState): { shown: string; all: string } | undefined {
  if (!atLeast && calls.length === open) return undefined;
  return {
    shown: `The ${calls.length} newest`,
    all: atLeast ? "All open calls" : `All ${formatCount(open)} open calls`,
  };
}

/** What the table shows: how many calls are open, and how many of them gain and lose at their last prices. */
export function openFinding({ open, atLeast, gaining, losing }: OpenState): string {
  const count =
    open === 1 ? "One call is open" : `${pluralize(open, "call")}${atLeast ? " or more" : ""} are open`;
  const moved = [gaining > 0 && `${gaining} ahead`, losing > 0 && `${losing} behind`].filter(Boolean);
  return moved.length > 0 ? `${count}: ${moved.join(", ")}` : count;
}
