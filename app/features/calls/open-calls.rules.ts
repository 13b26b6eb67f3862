import { formatCount, pluralize } from "~/ui/format";
import type { PriceUnit } from "~/ui/price-format";
import { isStop } from "./call-terms.rules";

/** An open call between stop and target. Prices are in shares of the entry day. */
export type OpenCall = {
  id: string;
  recordId: string;
  name: string;
  direction: "buy" | "sell";
  /** The entry day, yyyy-mm-dd. */
  enteredOn: string;
  made: number;
  now: number;
  stop: number;
  target: number;
  lastDay: string | null;
  unit?: PriceUnit;
};

/** The distances to stop and target, in per cent of the current price. A passed level is at zero. */
export function levelDistances({ direction, now, stop, target }: OpenCall): {
  toStop: number;
  toTarget: number;
} {
  const sign = direction === "buy" ? 1 : -1;
  const far = (distance: number) => Math.max(0, (100 * distance) / now);
  return { toStop: far(sign * (now - stop)), toTarget: far(sign * (target - now)) };
}

/** The result at the current price, in per cent. */
export const resultSoFar = ({ direction, made, now }: OpenCall): number =>
  (direction === "buy" ? 1 : -1) * 100 * (now / made - 1);

/** The calls with a valid stop, in the same order. */
export const drawable = (calls: readonly OpenCall[]): OpenCall[] => calls.filter(isStop);

/** The open calls, the numbers of gains and losses at their last prices, and the newest calls for display. */
export type OpenState = {
  open: number;
  atLeast: boolean;
  gaining: number;
  losing: number;
  calls: OpenCall[];
};

/** Counts gains and losses by results rounded to one decimal, as readers see them. */
export function gainsAndLosses(calls: readonly OpenCall[]): Pick<OpenState, "gaining" | "losing"> {
  const results = calls.map((call) => Number(resultSoFar(call).toFixed(1)));
  return {
    gaining: results.filter((result) => result > 0).length,
    losing: results.filter((result) => result < 0).length,
  };
}

/** The labels for more calls than fit: one expands the list on a phone, one links to all calls. */
export function moreOpenCalls({
  open,
  atLeast,
  calls,
}: OpenState): { shown: string; all: string } | undefined {
  if (!atLeast && calls.length === open) return undefined;
  return {
    shown: `The ${calls.length} newest`,
    all: atLeast ? "All open calls" : `All ${formatCount(open)} open calls`,
  };
}

/** The table's title: open calls, and gains and losses at their last prices. */
export function openFinding({ open, atLeast, gaining, losing }: OpenState): string {
  const count =
    open === 1 ? "One call is open" : `${pluralize(open, "call")}${atLeast ? " or more" : ""} are open`;
  const moved = [gaining > 0 && `${gaining} ahead`, losing > 0 && `${losing} behind`].filter(Boolean);
  return moved.length > 0 ? `${count}: ${moved.join(", ")}` : count;
}
