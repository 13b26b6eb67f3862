import type { PlanCoupon } from "../coupons/coupon-offer.server";
import type { PackageState } from "./package-state.rules";
import { type PackageOnSale, priceText } from "./packages.queries.server";
import { groupByPlan, monthPrice, savedPercent } from "./plan-lengths.rules";

/** A package as the page of plans offers it. */
export type OfferedPackage = PackageOnSale & {
  priceLabel: string;
  state: PackageState;
  coupon?: PlanCoupon;
  /** This reader's free trial of it, and when that would end. */
  trial?: { days: number; until: Date };
};

type Reduced = { amount: string; code: string } | undefined;

/** One length, compared with the others of its plan. */
export type ComparedLength<Sold> = Sold & {
  days: number;
  /** The price to pay, with a coupon if one applies: an exact decimal, and as text. */
  cost: string;
  paid: string;
  /** The code of that coupon. */
  reduced?: string;
  /** The price of 30 days. */
  month: string;
  /** Per cent saved compared with the shortest length. */
  saved?: number;
};

/** One length of a plan on the page. */
export type OfferedLength = ComparedLength<OfferedPackage>;

/** The price with a coupon. The plain price if the package cannot be bought. */
const reduceOffer = ({ state, coupon }: OfferedPackage): Reduced =>
  state.kind === "open" && coupon && "price" in coupon ? coupon : undefined;

/** The cards of the page, in order. Each has the lengths of a plan, or a single package. */
export const offeredPlans = (packages: readonly OfferedPackage[]) =>
  groupByPlan(packages).map((plan) =>
    plan.length > 1 ? { lengths: comparedLengths(plan, reduceOffer) } : { alone: plan[0] },
  );

/** The lengths of one plan, the shortest first, with their monthly prices and savings. */
export function comparedLengths<Sold extends PackageOnSale>(
  plan: readonly Sold[],
  reduceOffer: (sold: Sold) => Reduced = () => undefined,
): ComparedLength<Sold>[] {
  const priced = plan.flatMap((sold) => {
    const reduction = reduceOffer(sold);
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
