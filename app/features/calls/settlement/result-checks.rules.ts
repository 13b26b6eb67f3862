import type { CloseReason } from "../call-events.rules";
import { canonicalPrice } from "../call-events.rules";
import { REASON_LABELS } from "../calls.rules";
import { HAND_REASONS } from "./close-call.rules";
import type { Settlement, TradedDay } from "./settlement.rules";

/** A result from the ledger: exact decimals, the day as yyyy-mm-dd. */
export type Result = { on: string; price: string; ratio: string; reason: CloseReason };

/** Whether staff entered the result, not a rule. */
export const isByHand = (reason: CloseReason): boolean => HAND_REASONS.some((each) => each === reason);

/** "Stop reached at 89 on 2026-07-16": exact, so different results have different texts. */
export const resultText = ({ reason, price, on, ratio }: Result): string =>
  `${REASON_LABELS[reason]} at ${canonicalPrice(price)} on ${on}${Number(ratio) === 1 ? "" : `, one share being ${ratio} then`}`;

/** The difference for a call that current prices do not end. */
const STILL_OPEN = "It would be open, or wait for one that looks like a split";

/**
 * How prices contradict a result by rule. Undefined if they agree.
 * @param by the settlement by current prices, if any
 */
export function ruleDifference(result: Result, by: Settlement | undefined): string | undefined {
  if (!by) return STILL_OPEN;
  const text = resultText(by);
  return text === resultText(result) ? undefined : text;
}

/**
 * How splits contradict a result by hand: its return counts a number of shares.
 * @param now that number by the current splits
 */
export const sharesDifference = (
  { on, ratio }: Pick<Result, "on" | "ratio">,
  now: string,
): string | undefined =>
  Number(ratio) === Number(now)
    ? undefined
    : `One share had become ${now} by ${on}, and its result counts ${canonicalPrice(ratio)}`;

/**
 * How prices contradict a result by hand. Undefined if it was traded that day, or if the prices are unknown.
 * A result entered during its day was a running price, so a close alone cannot contradict it.
 * @param day the result's day, once it is over and has a price. @param wasRunning whether it was entered on
 * that day
 */
export function priceDifference(
  { on, price }: Pick<Result, "on" | "price">,
  day: TradedDay | undefined,
  wasRunning: boolean,
): string | undefined {
  if (!day || (wasRunning && (day.low === null || day.high === null))) return undefined;
  const [low, high] = [canonicalPrice(day.low ?? day.close), canonicalPrice(day.high ?? day.close)];
  if (Number(price) >= Number(low) && Number(price) <= Number(high)) return undefined;
  return low === high ? `It closed at ${low} on ${on}` : `It was traded between ${low} and ${high} on ${on}`;
}
