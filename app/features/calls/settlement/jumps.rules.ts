import { looksLikeSplit } from "~/features/markets/instruments/price-jumps.rules";
import { type Split, sharesRatio, type TradedDay } from "./settlement.rules";

/** A day's close and the previous close, both unadjusted. */
export type Jump = { day: string; before: string; close: string };

/** A jump that staff confirmed as correct. */
export type ConfirmedStep = Jump;

type Prices = {
  days: readonly TradedDay[];
  splits: readonly Split[];
  confirmed: readonly ConfirmedStep[];
};

/**
 * The first day from `since` whose close looks like a split that is neither entered nor confirmed. This day
 * and later ones settle nothing, because their share basis is unknown.
 * @param prices days in order. @param since yyyy-mm-dd
 */
export function firstJump({ days, splits, confirmed }: Prices, since: string): Jump | undefined {
  for (const [nth, { day, close }] of days.entries()) {
    const previous = days[nth - 1];
    if (!previous || day < since) continue;
    const jump = { day, before: previous.close, close };
    const shares = sharesRatio({ madeOn: previous.day }, day, splits);
    if (looksLikeSplit({ ...jump, shares }) !== undefined && !confirmed.some((each) => isSame(each, jump)))
      return jump;
  }
  return undefined;
}

const isSame = (one: Jump, other: Jump): boolean =>
  one.day === other.day &&
  Number(one.before) === Number(other.before) &&
  Number(one.close) === Number(other.close);
