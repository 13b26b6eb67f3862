import { decimal, sql, text } from "db/sql";

/** What a coupon took off a payment's order. Without a coupon, the discount is zero and the code is null. */
export type CouponUsed = { discount: string; couponCode: string | null };

/** The columns of `CouponUsed`, for payments `p` joined with `PAID_ORDER`. */
export const COUPON_USED = {
  discount: decimal.from`coalesce(o.discount, 0.00)`,
  couponCode: text.orNull.from`o.coupon_code`,
};

export const PAID_ORDER = sql`left join orders o on o.id = p.order_id`;
