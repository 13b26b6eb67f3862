import type { CloseReason } from "../call-events.rules";
import { figure } from "../call-events.rules";
import { REASON_LABELS } from "../calls.rules";
import { HAND_REASONS } from "./close-call.rules";
import type { Settlement, TradedDay } from "./settlement.rules";

/** A result as the ledger has it; exact decimals, the day as yyyy-mm-dd. */
export type Result = { on: string; price: string; ratio: string; reason: CloseReason };

/** Whether staff said a result, and no rule found it. */
export const isByHand = (reason: CloseReason): boolean => HAND_REASONS.some((each) => each === reason);

/** "Stop reached at 89 on 2026-07-16": exact, so that another result is another text. */
export const resultText = ({ reason, price, on, ratio }: Result): string =>
  `${REASON_LABELS[reason]} at ${figure(price)} on ${on}${Number(ratio) === 1 ? "" : `, one share being ${ratio} then`}`;

/** What prices say of a call that they do not end. */
const STILL_OPEN = "It would be open, or wait for one that looks like a split";

/**
 * What prices say in place of a result that a rule found; undefined where they say just that.
 * @param by what they make of the call now, if they end it
 */
export function saidInstead(result: Result, by: Settlement | undefined): string | undefined {
  if (!by) return STILL_OPEN;
  const text = resultText(by);
  return text === resultText(result) ? undefined : text;
}

/** What splits say against a hand's: the return that is counted is of so many shares. @param now of its day by the splits that are entered */
export const saidOfShares = ({ on, ratio }: Pick<Result, "on" | "ratio">, now: string): string | undefined =>
  Number(ratio) === Number(now)
    ? undefined
    : `One share had become ${now} by ${on}, and its result counts ${figure(ratio)}`;

/**
 * What prices say against a hand's; undefined where it was traded that day, or nobody knows. What was said while its day ran stood then,
 * so a close alone says nothing against it.
 * @param day its day, once that is over and has a price. @param wasRunning whether it was said on that day
 */
export function saidAgainst(
  { on, price }: Pick<Result, "on" | "price">,
  day: TradedDay | undefined,
  wasRunning: boolean,
): string | undefined {
  if (!day || (wasRunning && (day.low === null || day.high === null))) return undefined;
  const [low, high] = [figure(day.low ?? day.close), figure(day.high ?? day.close)];
  if (Number(price) >= Number(low) && Number(price) <= Number(high)) return undefined;
  return low === high ? `It closed at ${low} on ${on}` : `It was traded between ${low} and ${high} on ${on}`;
}
