import { rows } from "db/rows.server";

export type Offer = { name: string; tier: string; price: string; currency: string; days: number };

/** The least expensive package that opens locked content, for 'from $29 for 30 days'. */
export async function cheapestOffer(): Promise<Offer | undefined> {
  const [offer] = await rows<Offer>(
    `select name, tier, price, currency, expires_in as days
       from packages where price > 0 and archived_at is null order by price, created_at limit 1`,
  );
  return offer;
}

/** '$29' or '$29.50', as a reader writes it. */
export function priceText({ price, currency }: Pick<Offer, "price" | "currency">): string {
  const amount = Number(price);
  const fractionDigits = Number.isInteger(amount) ? 0 : 2;
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format(amount);
}

/** 'From $29 for 30 days. One payment, it never renews.' */
export const offerNote = (offer: Offer) =>
  `From ${priceText(offer)} for ${offer.days} days. One payment, it never renews.`;
