import { catchAppError } from "~/web/app-error.server";
import type { RequestArgs } from "~/web/request-args.server";
import { type PackageOnSale, priceText } from "../plans/packages.queries.server";
import { couponCode, refusalText } from "./coupon.rules";
import type { StoredCoupon } from "./coupons.queries.server";
import { lookUpCoupon } from "./look-up-coupon.server";
import { applyCoupon, refusalFor } from "./use-coupon.server";

/** The query parameter of `/subscription` that carries a code. */
const PARAM = "coupon";

/** The price of one plan with a coupon, or why the coupon does not apply. Prices are exact decimals. */
export type PlanCoupon = { price: string; amount: string; code: string } | { refusal: string };

/** The code in a page's address. */
export type CouponOffer = {
  code: string;
  /** The last day on which the code is valid. */
  through?: string | null;
  /** Why the code changes no price at all. */
  error?: string;
  /** By package id. */
  plans: Record<string, PlanCoupon>;
};

const LOOK_UP_FAILED = "We could not check the code. Please try again.";

/** The code in an address, normalised. Undefined if there is none. */
export function requestedCouponCode({ request }: Pick<RequestArgs, "request">): string | undefined {
  const typed = new URL(request.url).searchParams.get(PARAM)?.trim().slice(0, 100);
  return typed ? couponCode(typed) : undefined;
}

/** What the code in the address does to these plans for this viewer. Undefined without a code. */
export async function couponOffer(
  args: RequestArgs,
  memberId: string | undefined,
  plans: readonly PackageOnSale[],
): Promise<{ offer?: CouponOffer; status?: number }> {
  const code = requestedCouponCode(args);
  if (code === undefined) return {};
  return catchAppError(
    args,
    LOOK_UP_FAILED,
    async () => {
      const coupon = await lookUpCoupon(args, code);
      const refusal = coupon ? await refusalFor(coupon, { memberId }) : "unknown";
      if (!coupon || refusal)
        return { offer: { code, error: refusalText(refusal ?? "unknown", code), plans: {} } };
      return { offer: { code, through: coupon.throughDay, plans: plansWith(coupon, plans) } };
    },
    ({ status, message }) => ({ offer: { code, error: message, plans: {} }, status }),
  );
}

function plansWith(coupon: StoredCoupon, plans: readonly PackageOnSale[]): Record<string, PlanCoupon> {
  const { code } = coupon;
  const priced = plans.filter(({ price }) => Number(price) > 0);
  return Object.fromEntries(
    priced.map((sold): [string, PlanCoupon] => {
      const applied = applyCoupon(coupon, sold);
      if ("refusal" in applied) return [sold.id, { refusal: refusalText(applied.refusal, code) }];
      const { amount } = applied;
      return [sold.id, { price: priceText({ price: amount, currency: sold.currency }), amount, code }];
    }),
  );
}
