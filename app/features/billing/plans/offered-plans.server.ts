import type { PlanCoupon } from "../coupons/coupon-offer.server";
import type { PackageState } from "./package-state.rules";
import { type PackageOnSale, priceText } from "./packages.queries.server";
import { monthPrice, plansOf, savedPercent } from "./plan-lengths.rules";

/** A package as the page of plans offers it. */
export type OfferedPackage = PackageOnSale & {
  priceLabel: string;
  state: PackageState;
  coupon?: PlanCoupon;
  /** What this reader may try for nothing, and until when that lasts. */
  trial?: { days: number; until: Date };
};

type Reduced = { amount: string; code: string } | undefined;

/** One length of several, beside the others. */
export type ComparedLength<Sold> = Sold & {
  days: number;
  /** What is paid, with a coupon if one counts: an exact decimal, and as it is read. */
  cost: string;
  paid: string;
  /** The code of that coupon. */
  reduced?: string;
  /** What 30 days of it cost. */
  month: string;
  /** Per cents saved beside the shortest. */
  saved?: number;
};

/** One length of a plan that the page offers. */
export type OfferedLength = ComparedLength<OfferedPackage>;

/** What a coupon makes of a price; nothing where it is not bought. */
const reductionOf = ({ state, coupon }: OfferedPackage): Reduced =>
  state.kind === "open" && coupon && "price" in coupon ? coupon : undefined;

/** The cards of the page, one after another: each has the lengths of a plan, or one package alone. */
export const offeredPlans = (packages: readonly OfferedPackage[]) =>
  plansOf(packages).map((plan) =>
    plan.length > 1 ? { lengths: comparedLengths(plan, reductionOf) } : { alone: plan[0] },
  );

/** Lengths of one plan, the shortest first, with what they cost by the month and save. */
export function comparedLengths<Sold extends PackageOnSale>(
  plan: readonly Sold[],
  reductionOf: (sold: Sold) => Reduced = () => undefined,
): ComparedLength<Sold>[] {
  const priced = plan.flatMap((sold) => {
    const reduction = reductionOf(sold);
    const { days, currency } = sold;
    const amount = reduction?.amount ?? sold.price;
    return days === null ? [] : [{ sold, code: reduction?.code, price: { amount, currency, days } }];
  });
  const [shortest] = priced;
  return priced.map(({ sold, code, price }) => ({
    ...sold,
    days: price.days,
    cost: price.amount,
    paid: priceText({ price: price.amount, currency: price.currency }),
    reduced: code,
    month: priceText({ price: monthPrice(price), currency: price.currency }),
    saved: shortest && savedPercent(price, shortest.price),
  }));
}
