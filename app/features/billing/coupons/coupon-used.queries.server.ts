import { decimal, sql, text } from "db/sql";

/** What a payment's order was less by a coupon: nought and nothing without one. */
export type CouponUsed = { discount: string; couponCode: string | null };

/** The columns of `CouponUsed`, of payments `p` with `PAID_ORDER`. */
export const COUPON_USED = {
  discount: decimal.from`coalesce(o.discount, 0.00)`,
  couponCode: text.orNull.from`o.coupon_code`,
};

export const PAID_ORDER = sql`left join orders o on o.id = p.order_id`;
