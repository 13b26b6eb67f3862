import { type CallKind, type CallTerms, figure } from "./call-events.rules";

type MaybePrice = string | null | undefined;

const priceOf = (price: MaybePrice): string | null =>
  price === null || price === undefined ? null : figure(price);

/**
 * The terms of a call, by what its record says. A pick is to be bought until the end of the year in which it was made, and its
 * target is one while it lies above the price at which that was.
 * @param made.at ISO 8601. @param made.price at which it was made, where that is known
 */
export function termsOf(
  kind: CallKind,
  said: CallTerms,
  made: { at: string; price: string | null },
): CallTerms {
  const { symbol, direction } = said;
  const target = priceOf(said.target);
  const isAbove = target !== null && (made.price === null || Number(target) > Number(made.price));
  return {
    symbol,
    direction,
    target: kind === "pick" && !isAbove ? null : target,
    stop: priceOf(said.stop),
    lastDay: kind === "pick" ? `${made.at.slice(0, 4)}-12-31` : said.lastDay,
    zoneLow: priceOf(said.zoneLow),
    zoneHigh: priceOf(said.zoneHigh),
  };
}
