import type { Decimal } from "./format";
import { formatPrice, type PriceUnit } from "./price-format";

type Figure = Decimal | null | undefined;

/** A value with the low and the high around it. */
export type Range = { low: Figure; value: Figure; high: Figure };

/** The position between low and high in per cent, 0 to 100; undefined if they are equal. */
export function percentBetween(low: Figure, value: Figure, high: Figure) {
  const complete = [low, value, high].every(
    (figure) => figure !== null && figure !== undefined && figure !== "",
  );
  const from = Number(low);
  const to = Number(high);
  if (!complete || !(to > from) || !Number.isFinite(Number(value))) return undefined;
  const share = ((Number(value) - from) / (to - from)) * 100;
  return Math.round(Math.min(100, Math.max(0, share)) * 10) / 10;
}

/** What people hear who do not see the bar. @param label the name of the range */
export function rangeSentence(label: string, { low, value, high }: Range, unit?: PriceUnit): string {
  const say = (figure: Figure) => formatPrice(figure, unit);
  return `${label}: ${say(value)} between ${say(low)} and ${say(high)}`;
}
