import type { PlanIntent } from "~/auth/intents/intent.rules";
import { saveIntent } from "~/auth/intents/intents.server";
import type { StoredCoupon } from "~/features/billing/coupons/coupons.queries.server";
import { guessCoupon } from "~/features/billing/coupons/guesses.server";
import { appliedTo } from "~/features/billing/coupons/use-coupon.server";
import { type PackageOnSale, packagesOnSale } from "~/features/billing/plans/packages.queries.server";
import { catchAppError } from "~/web/app-error.server";
import { loadOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";

type Selection = Partial<Pick<PlanIntent, "packageId" | "coupon" | "from">>;

/**
 * Keeps what a visitor has selected among the plans while they register. Without it they would find the plans again by the address, so
 * it never takes the page down.
 * @returns the header by which their browser names it; undefined where nothing is kept
 */
export const keepSelection = (args: RequestArgs, selection: Selection): Promise<string | undefined> =>
  loadOr(args, "intent not kept", keep(args, selection), undefined);

async function keep(args: RequestArgs, { packageId = "", coupon, from }: Selection) {
  const sold = (await packagesOnSale()).find(({ id }) => id === packageId.toLowerCase());
  if (!sold || sold.days === null || Number(sold.price) === 0) return undefined;
  const found = coupon ? await lookUp(args, coupon) : undefined;
  return saveIntent(args, { kind: "plan", packageId: sold.id, coupon, from, ...offerOf(sold, found) });
}

/** A code that may not be looked up now counts for nothing here; the purchase asks about it once more. */
const lookUp = (args: RequestArgs, code: string): Promise<StoredCoupon | undefined> =>
  catchAppError(
    args,
    "coupon not looked up",
    () => guessCoupon(args, code),
    () => undefined,
  );

/** What a plan costs now, with a coupon where that takes something off it. */
export function offerOf({ id, price, currency, days }: PackageOnSale, coupon: StoredCoupon | undefined) {
  const applied = coupon && appliedTo(coupon, { id, price, currency });
  const amount = applied && !("refusal" in applied) ? applied.amount : price;
  return { amount, currency, days: days ?? 0 };
}
