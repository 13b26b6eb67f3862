import { formatPrice, type PriceUnit } from "~/ui/price-format";
import { HOLDINGS_NOT_STATED } from "./holdings.rules";

/** A fact of a record outside its page: in an email or a feed. */
export type Fact = { label: string; value: string };

/** @param disclosure what the author stated */
export const holdingsFact = (disclosure: string | null): Fact => ({
  label: "Author\u2019s holdings",
  value: disclosure ?? HOLDINGS_NOT_STATED,
});

/** The facts that are known. */
export const knownFacts = (facts: { label: string; value: string | null | undefined }[]): Fact[] =>
  facts.flatMap(({ label, value }) => (value === undefined || value === null ? [] : [{ label, value }]));

/** A price with its currency; undefined if there is none. */
export const priceText = (value: string | null | undefined, unit: PriceUnit): string | undefined =>
  value === null || value === undefined ? undefined : withCurrency(formatPrice(value, unit), unit);

/** Hundredths, such as pence, have a sign of their own. */
const withCurrency = (price: string, { currency }: PriceUnit) =>
  currency && /\d$/.test(price) ? `${price} ${currency}` : price;

type Zone = PriceUnit & { buyZoneMin?: string | null; buyZoneMax?: string | null };

/** A brief's buy zone; undefined if it has none. */
export function zoneText({ buyZoneMin, buyZoneMax, kind, currency }: Zone): string | undefined {
  const unit = { kind, currency };
  const [low, high] = [priceText(buyZoneMin, unit), priceText(buyZoneMax, unit)];
  if (low && high) return `${formatPrice(buyZoneMin, unit)} to ${high}`;
  return high ? `up to ${high}` : low && `from ${low}`;
}

type Plan = PriceUnit & { targetPrice: string; stopLoss: string | null; holdingPeriod: string };

/** The plan of an alert. */
export const planFacts = (plan: Plan): Fact[] =>
  knownFacts([
    { label: "Target price", value: priceText(plan.targetPrice, plan) },
    { label: "Stop loss", value: priceText(plan.stopLoss, plan) },
    { label: "Hold for", value: plan.holdingPeriod },
  ]);
