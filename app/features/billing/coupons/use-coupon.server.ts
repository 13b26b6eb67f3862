import { type EntityManager, em } from "db/orm.server";
import { inTurn } from "../orders/in-turn";
import {
  type CouponRefusal,
  couponCode,
  isCouponCode,
  type Reduced,
  reducedPrice,
  refusalOfUse,
} from "./coupon.rules";
import {
  type CouponUser,
  couponByCode,
  couponById,
  holdsUse,
  holdUse,
  isUsedUpByOthers,
  type StoredCoupon,
  usageOf,
} from "./coupons.queries.server";

type Sold = { id: string; price: string; currency: string };

/** What a price becomes by a coupon, and which it is. */
export type AppliedCoupon = Reduced & { coupon: StoredCoupon };

/** A coupon that is valid today. @param manager as for `couponByCode` */
export async function validCoupon(typed: string, manager?: EntityManager): Promise<StoredCoupon | undefined> {
  const code = couponCode(typed);
  const coupon = isCouponCode(code) ? await couponByCode(code, manager) : undefined;
  return coupon?.isRunning ? coupon : undefined;
}

/** What a coupon makes of the price of a plan, whoever buys it. */
export function appliedTo(coupon: StoredCoupon, sold: Sold): AppliedCoupon | { refusal: CouponRefusal } {
  const packageIds = coupon.packageIds as string[];
  if (packageIds.length > 0 && !packageIds.includes(sold.id)) return { refusal: "another plan" };
  const reduced = reducedPrice(coupon, sold);
  return typeof reduced === "string" ? { refusal: reduced } : { ...reduced, coupon };
}

/** Whether one more may use it now. */
export const refusalFor = async (
  coupon: StoredCoupon,
  user: CouponUser,
  manager?: EntityManager,
): Promise<CouponRefusal | undefined> => refusalOfUse(coupon, await usageOf(coupon, user, manager));

/**
 * Does something with the valid coupon of a code. Where its uses are counted, one after another, and those that come when all are taken
 * are told so without waiting for its row.
 */
export async function withCoupon<Result>(
  typed: string,
  memberId: string,
  work: (coupon: StoredCoupon) => Promise<Result>,
): Promise<Result | CouponRefusal> {
  const coupon = await validCoupon(typed);
  if (!coupon) return "unknown";
  if (coupon.mostUses === null) return work(coupon);
  return inTurn(coupon.id, async () =>
    (await isUsedUpByOthers(coupon, memberId)) ? ("used up" as const) : work(coupon),
  );
}

/**
 * Takes a coupon's use for an order whose money is about to be taken. Most hold it since they were placed; one that another choice
 * had ended takes it again, as anybody would who comes now. To be called before the provider captures.
 * @returns why it may not be captured at that price
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
    // What it holds is its own: nobody else's use is counted against it.
    const refusal = await refusalFor(isHeld ? { ...coupon, mostUses: null } : coupon, user, manager);
    if (!refusal) await holdUse(order.id, manager);
    return refusal;
  });
}
