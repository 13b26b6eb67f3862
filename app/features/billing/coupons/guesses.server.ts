import { consumeLimit } from "~/web/app-error.server";
import { resetLimit } from "~/web/rate-limits.server";
import type { RequestArgs } from "~/web/request-args.server";
import type { StoredCoupon } from "./coupons.queries.server";
import { validCoupon } from "./use-coupon.server";

/**
 * Looks a code up, so that nobody tries them out at speed: a network has a few wrong ones. Valid ones are free.
 * @throws AppError 429
 */
export async function guessCoupon(
  { context: { ip } }: Pick<RequestArgs, "context">,
  typed: string,
): Promise<StoredCoupon | undefined> {
  const attempt = { "coupon-network": ip };
  await consumeLimit(attempt);
  const coupon = await validCoupon(typed);
  if (coupon) await resetLimit(attempt);
  return coupon;
}
