import type { PlanIntent } from "~/auth/intents/intent.rules";
import { saveIntent } from "~/auth/intents/intents.server";
import type { StoredCoupon } from "~/features/billing/coupons/coupons.queries.server";
import { lookUpCoupon } from "~/features/billing/coupons/look-up-coupon.server";
import { applyCoupon } from "~/features/billing/coupons/use-coupon.server";
import { type PackageOnSale, packagesOnSale } from "~/features/billing/plans/packages.queries.server";
import { catchAppError } from "~/web/app-error.server";
import { loadOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";

type Selection = Partial<Pick<PlanIntent, "packageId" | "coupon" | "from">>;

/**
 * Keeps a visitor's selected plan while they register. The address leads back to the plans as well, so a
 * failure here does not break the page.
 * @returns the cookie header that identifies the browser; undefined if nothing is stored
 */
export const keepSelection = (args: RequestArgs, selection: Selection): Promise<string | undefined> =>
  loadOr(args, "intent not kept", saveSelection(args, selection), undefined);

async function saveSelection(args: RequestArgs, { packageId = "", coupon, from }: Selection) {
  const sold = (await packagesOnSale()).find(({ id }) => id === packageId.toLowerCase());
  if (!sold || sold.days === null || Number(sold.price) === 0) return undefined;
  const found = coupon ? await lookUp(args, coupon) : undefined;
  return saveIntent(args, { kind: "plan", packageId: sold.id, coupon, from, ...currentOffer(sold, found) });
}

/** A code that is over the lookup limit counts as none here. The purchase checks it again. */
const lookUp = (args: RequestArgs, code: string): Promise<StoredCoupon | undefined> =>
  catchAppError(
    args,
    "coupon not looked up",
    () => lookUpCoupon(args, code),
    () => undefined,
  );

/** The price of a plan now, with the coupon if it applies. */
export function currentOffer({ id, price, currency, days }: PackageOnSale, coupon: StoredCoupon | undefined) {
  const applied = coupon && applyCoupon(coupon, { id, price, currency });
  const amount = applied && !("refusal" in applied) ? applied.amount : price;
  return { amount, currency, days: days ?? 0 };
}
