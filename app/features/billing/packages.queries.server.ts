import { query } from "db/query.server";
import type { Tier } from "~/features/auth/viewer.server";
import { SidePart } from "~/platform/side-part.server";
import { formatMoney } from "~/ui/format";
import { sidePartOr } from "~/web/fallback.server";
import type { RequestArgs } from "~/web/request-args.server";

type PackageOffer = { name: string; tier: string; price: string; currency: string; days: number };

/** The least expensive package that opens locked content, for 'from $29 for 30 days'. */
const cheapestOffer = new SidePart(async () => {
  const [offer] = await query<PackageOffer>(
    `select name, tier, price, currency, expires_in as days
       from packages where price > 0 and archived_at is null order by price, created_at limit 1`,
  );
  return offer;
});

export type Plan = {
  id: string;
  name: string;
  tagline: string;
  tier: Tier;
  price: string;
  currency: string;
  days: number | null;
  benefits: string[];
};

/** What is on sale, the least expensive first. */
export function plansOnSale(): Promise<Plan[]> {
  return query<Plan>(
    `select id, name, tagline, tier, price, currency, expires_in as days, benefits
       from packages where archived_at is null order by price, created_at, id limit 20`,
  );
}

/** A plan as the API gives it: price in dollars, expiry in days; specification, section 3. */
export const serializePlan = ({ id, name, tagline, tier, price, currency, days, benefits }: Plan) => ({
  _id: id,
  id,
  name,
  tagline,
  tier,
  price: Number(price),
  currency,
  expiresIn: days,
  benefits,
});

/** When a member's paid tier ends; undefined for one without an end, or none. @param id the member's */
export async function accessUntil(id: string): Promise<Date | undefined> {
  const [found] = await query<{ until: Date | null }>(
    `select subscription_expires_at as until from members
      where id = ? and subscription <> 'Basic' and subscription_expires_at > now()`,
    [id],
  );
  return found?.until ?? undefined;
}

/** '$29' or '$29.50', as a reader writes it. */
export const priceText = ({ price, currency }: Pick<PackageOffer, "price" | "currency">): string =>
  formatMoney(price, currency, true);

/**
 * What membership costs, said below a lock: 'From $29 for 30 days. One payment, it never renews.' A page does without it
 * when nothing is on sale, or prices cannot be read.
 */
export async function priceNote(
  args: Pick<RequestArgs, "context">,
  locked: boolean,
): Promise<string | undefined> {
  if (!locked) return undefined;
  const offer = await sidePartOr(args, "offer not read", cheapestOffer, undefined);
  return offer && `From ${priceText(offer)} for ${offer.days} days. One payment, it never renews.`;
}
