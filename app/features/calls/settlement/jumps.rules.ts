import { splitLike } from "~/features/markets/instruments/price-jumps.rules";
import { ratioAt, type Split, type TradedDay } from "./settlement.rules";

/** A day's close and the one before it, as they were traded. */
export type Jump = { day: string; before: string; close: string };

/** What staff said to be right. */
export type ConfirmedStep = Jump;

type Prices = {
  days: readonly TradedDay[];
  splits: readonly Split[];
  confirmed: readonly ConfirmedStep[];
};

/**
 * The first day from `since` on whose close looks like a split that nobody entered and nobody said to be right: that day and later
 * ones settle nothing, because nobody knows of how many shares their prices are.
 * @param prices days in their order. @param since yyyy-mm-dd
 */
export function firstJump({ days, splits, confirmed }: Prices, since: string): Jump | undefined {
  for (const [nth, { day, close }] of days.entries()) {
    const previous = days[nth - 1];
    if (!previous || day < since) continue;
    const jump = { day, before: previous.close, close };
    const shares = ratioAt({ madeOn: previous.day }, day, splits);
    if (splitLike({ ...jump, shares }) !== undefined && !confirmed.some((each) => isSame(each, jump)))
      return jump;
  }
  return undefined;
}

const isSame = (one: Jump, other: Jump): boolean =>
  one.day === other.day &&
  Number(one.before) === Number(other.before) &&
  Number(one.close) === Number(other.close);
