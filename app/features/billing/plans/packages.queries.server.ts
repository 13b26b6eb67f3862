import { isOverSql } from "db/effective-tier";
import { Package } from "db/entities/package";
import { columnAs, columns } from "db/entity-columns.server";
import { bool, int, raw, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { PriceNote } from "~/access/price-note";
import { HELD_BY_TRIAL } from "~/access/trials/trials.queries.server";
import type { Tier } from "~/auth/viewer.server";
import { SharedPanel } from "~/platform/shared-panel.server";
import { formatMoney } from "~/ui/format";
import { sharedPanelOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";

type PackageOffer = { name: string; tier: string; price: string; currency: string; days: number };

const OFFER = {
  ...columns(Package, "name", "tier", "price", "currency"),
  days: int.present.from`expires_in`,
};

/** A package with a price has days: the table checks it. */
const CHEAPEST = statement("packages.cheapest", OFFER)`
  select ${OFFER} from packages where price > 0 and archived_at is null order by price, created_at limit 1`;

/** The cheapest package that opens paid content, for 'from $29 for 30 days'. */
const cheapestOffer = new SharedPanel<{ offer?: PackageOffer }>(async () => ({
  offer: (await CHEAPEST.allPrepared({}))[0],
}));

export type PackageOnSale = {
  id: string;
  name: string;
  tagline: string;
  tier: Tier;
  price: string;
  currency: string;
  days: number | null;
  trialDays: number | null;
  benefits: string[];
};

const PACKAGE = {
  ...columns(Package, "id", "name", "tagline", "tier", "price", "currency", "trialDays", "benefits"),
  days: columnAs("packages", Package, "expiresIn"),
};
const ON_SALE = statement("packages.on-sale", PACKAGE)`
  select ${PACKAGE} from packages where archived_at is null order by price, created_at, id limit 60`;

/** All packages on sale, the cheapest first. */
export const packagesOnSale = (): Promise<PackageOnSale[]> => ON_SALE.all();

/** A package as the API gives it: price in dollars, expiry in days; specification, section 3. */
export const serializePackage = ({
  id,
  name,
  tagline,
  tier,
  price,
  currency,
  days,
  trialDays,
  benefits,
}: PackageOnSale) => ({
  _id: id,
  id,
  name,
  tagline,
  tier,
  price: Number(price),
  currency,
  expiresIn: days,
  trialDays,
  benefits,
});

const TERM = {
  until: timestamp.present.from`m.subscription_expires_at`,
  isTrial: bool.from`t.id is not null`,
};
const RUNNING_TERM = statement("packages.running-term", TERM)`
  select ${TERM} from members m ${HELD_BY_TRIAL}
   where m.id = ${uuid("id")} and m.subscription <> 'Basic' and not (${raw(isOverSql("m"))})`;

/**
 * The end of a member's paid tier, and whether it is a trial. Undefined without a paid tier or without an
 * end.
 * @param id the member's
 */
export const runningTerm = (id: string): Promise<{ until: Date; isTrial: boolean } | undefined> =>
  RUNNING_TERM.first({ id });

/** A price as text: '$29' or '$29.50'. */
export const priceText = ({ price, currency }: Pick<PackageOffer, "price" | "currency">): string =>
  formatMoney(price, currency, true);

/**
 * The price of membership below a paywall: 'From $29 for 30 days. One payment, it never renews.' If prices
 * cannot be read, the page omits it. False: nothing is on sale, so the page offers nothing.
 */
export async function priceNote(args: Pick<RequestArgs, "context">, locked: boolean): Promise<PriceNote> {
  if (!locked) return undefined;
  const read = await sharedPanelOr(args, "offer not read", cheapestOffer, undefined);
  if (!read) return undefined;
  const { offer } = read;
  return offer
    ? `From ${priceText(offer)} for ${offer.days} days. One payment, no automatic renewal.`
    : false;
}

/** Whether any package is on sale. */
export const sellsAnything = async (): Promise<boolean> => (await CHEAPEST.first()) !== undefined;
