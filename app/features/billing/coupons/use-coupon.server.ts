import { type EntityManager, em } from "db/orm.server";
import { runInSequence } from "../orders/run-in-sequence";
import {
  type CouponRefusal,
  couponCode,
  discountedPrice,
  isCouponCode,
  type Reduced,
  refusalOfUse,
} from "./coupon.rules";
import {
  type CouponUser,
  couponByCode,
  couponById,
  holdsUse,
  holdUse,
  isUsedUpByOthers,
  loadUseSoFar,
  type StoredCoupon,
} from "./coupons.queries.server";

type Sold = { id: string; price: string; currency: string };

/** A price with a coupon, and the coupon. */
export type AppliedCoupon = Reduced & { coupon: StoredCoupon };

/** Finds a coupon that is valid today. @param manager as for `couponByCode` */
export async function validCoupon(typed: string, manager?: EntityManager): Promise<StoredCoupon | undefined> {
  const code = couponCode(typed);
  const coupon = isCouponCode(code) ? await couponByCode(code, manager) : undefined;
  return coupon?.isRunning ? coupon : undefined;
}

/** Applies a coupon to the price of a plan, without regard to the buyer. */
export function applyCoupon(coupon: StoredCoupon, sold: Sold): AppliedCoupon | { refusal: CouponRefusal } {
  const packageIds = coupon.packageIds as string[];
  if (packageIds.length > 0 && !packageIds.includes(sold.id)) return { refusal: "another plan" };
  const reduced = discountedPrice(coupon, sold);
  return typeof reduced === "string" ? { refusal: reduced } : { ...reduced, coupon };
}

/** Why this buyer may not use the coupon now. Undefined if they may. */
export const refusalFor = async (
  coupon: StoredCoupon,
  user: CouponUser,
  manager?: EntityManager,
): Promise<CouponRefusal | undefined> => refusalOfUse(coupon, await loadUseSoFar(coupon, user, manager));

/**
 * Runs work with the valid coupon of a code. If the coupon's uses are limited, the work runs under a lock on
 * its row. When all uses are taken, later buyers are refused without waiting for that lock.
 */
export async function withCoupon<Result>(
  typed: string,
  memberId: string,
  work: (coupon: StoredCoupon) => Promise<Result>,
): Promise<Result | CouponRefusal> {
  const coupon = await validCoupon(typed);
  if (!coupon) return "unknown";
  if (coupon.mostUses === null) return work(coupon);
  return runInSequence(coupon.id, async () =>
    (await isUsedUpByOthers(coupon, memberId)) ? ("used up" as const) : work(coupon),
  );
}

/**
 * Takes a coupon's use for an order, before its money is captured. Most orders hold their use since they were
 * placed. An order that another choice ended takes it again, on the same terms as a new buyer. Runs before
 * the provider captures.
 * @returns why the order may not be captured at that price
 */
export function takeUse(order: {
  id: string;
  memberId: string;
  couponId: string;
}): Promise<CouponRefusal | undefined> {
  return em().transactional(async (manager) => {
    const coupon = await couponById(order.couponId, manager);
    if (!coupon) return "unknown";
    const isHeld = await holdsUse(order.id, manager);
    if (!isHeld && !coupon.isRunning) return "unknown";
    const user = { memberId: order.memberId, orderId: order.id, isHeld };
    // The order's own use is not counted against it.
    const refusal = await refusalFor(isHeld ? { ...coupon, mostUses: null } : coupon, user, manager);
    if (!refusal) await holdUse(order.id, manager);
    return refusal;
  });
}
