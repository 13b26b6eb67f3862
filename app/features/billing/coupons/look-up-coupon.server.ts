import { consumeLimit } from "~/web/app-error.server";
import { resetLimit } from "~/web/rate-limits.server";
import type { RequestArgs } from "~/web/request-args.server";
import type { StoredCoupon } from "./coupons.queries.server";
import { validCoupon } from "./use-coupon.server";

/**
 * Looks up a code. Wrong codes are limited per network, so nobody can try codes at speed. Valid ones do not
 * count.
 * @throws AppError 429
 */
export async function lookUpCoupon(
  { context: { ip } }: Pick<RequestArgs, "context">,
  typed: string,
): Promise<StoredCoupon | undefined> {
  const attempt = { "coupon-network": ip };
  await consumeLimit(attempt);
  const coupon = await validCoupon(typed);
  if (coupon) await resetLimit(attempt);
  return coupon;
}
