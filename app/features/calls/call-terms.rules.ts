import { type CallKind, type CallTerms, canonicalPrice } from "./call-events.rules";

type MaybePrice = string | null | undefined;

const canonicalOrNull = (price: MaybePrice): string | null =>
  price === null || price === undefined ? null : canonicalPrice(price);

/**
 * The terms of a record's call. A pick runs until the end of its year. Its target counts only above the
 * entry price.
 * @param made.on yyyy-mm-dd, in the site's zone. @param made.price the entry price, if known
 */
export function callTerms(
  kind: CallKind,
  terms: CallTerms,
  made: { on: string; price: string | null },
): CallTerms {
  const { symbol, direction } = terms;
  const target = canonicalOrNull(terms.target);
  const isAbove = target !== null && (made.price === null || Number(target) > Number(made.price));
  return {
    symbol,
    direction,
    target: kind === "pick" && !isAbove ? null : target,
    stop: canonicalOrNull(terms.stop),
    lastDay: kind === "pick" ? `${made.on.slice(0, 4)}-12-31` : terms.lastDay,
    zoneLow: canonicalOrNull(terms.zoneLow),
    zoneHigh: canonicalOrNull(terms.zoneHigh),
  };
}

type Side = { direction: "buy" | "sell" };

/**
 * Whether a stop is valid. A stop on the target's side would end the call at once, so it is ignored
 * everywhere.
 */
export const isStop = ({ direction, target, stop }: Side & { target?: number; stop: number }): boolean =>
  target === undefined || (direction === "buy" ? target > stop : target < stop);

/** A call's levels as numbers, without an invalid stop. */
export function numericLevels({
  direction,
  ...terms
}: Side & { target: string | null; stop: string | null }): {
  target?: number;
  stop?: number;
} {
  const number = (level: string | null) => (level === null ? undefined : Number(level));
  const [target, stop] = [number(terms.target), number(terms.stop)];
  return { target, stop: stop !== undefined && isStop({ direction, target, stop }) ? stop : undefined };
}
