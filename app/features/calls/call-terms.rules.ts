import { type CallKind, type CallTerms, figure } from "./call-events.rules";

type MaybePrice = string | null | undefined;

const priceOf = (price: MaybePrice): string | null =>
  price === null || price === undefined ? null : figure(price);

/**
 * The terms of a call, by what its record says. A pick is to be bought until the end of the year in which it was made, and its
 * target is one while it lies above the price at which that was.
 * @param made.on yyyy-mm-dd, the day at the site. @param made.price at which it was made, where that is known
 */
export function termsOf(
  kind: CallKind,
  said: CallTerms,
  made: { on: string; price: string | null },
): CallTerms {
  const { symbol, direction } = said;
  const target = priceOf(said.target);
  const isAbove = target !== null && (made.price === null || Number(target) > Number(made.price));
  return {
    symbol,
    direction,
    target: kind === "pick" && !isAbove ? null : target,
    stop: priceOf(said.stop),
    lastDay: kind === "pick" ? `${made.on.slice(0, 4)}-12-31` : said.lastDay,
    zoneLow: priceOf(said.zoneLow),
    zoneHigh: priceOf(said.zoneHigh),
  };
}

type Side = { direction: "buy" | "sell" };

/** Whether a stop is one: what stands on the target's side would end the call at once, so it settles nothing and is drawn nowhere. */
export const isStop = ({ direction, target, stop }: Side & { target?: number; stop: number }): boolean =>
  target === undefined || (direction === "buy" ? target > stop : target < stop);

/** A call's levels as numbers, without a stop that is none. */
export function levelsOf({ direction, ...said }: Side & { target: string | null; stop: string | null }): {
  target?: number;
  stop?: number;
} {
  const number = (level: string | null) => (level === null ? undefined : Number(level));
  const [target, stop] = [number(said.target), number(said.stop)];
  return { target, stop: stop !== undefined && isStop({ direction, target, stop }) ? stop : undefined };
}
