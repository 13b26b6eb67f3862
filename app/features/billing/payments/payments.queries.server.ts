import { Gift } from "db/entities/gift";
import { Member, TIERS } from "db/entities/member";
import { Order } from "db/entities/order";
import { Payment } from "db/entities/payment";
import { PaymentTotal as Totals } from "db/entities/payment-total";
import { SellerOfDay } from "db/entities/seller-of-day";
import { columnAs, columns, columnsAs } from "db/entity-columns.server";
import { array, decimal, int, literal, type RowOf, raw, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Tier } from "~/auth/viewer.server";
import { COUPON_USED, type CouponUsed, PAID_ORDER } from "../coupons/coupon-used.queries.server";
import { type GiftState, giftState } from "../gifts/gift.rules";

/** The tier of the access that a payment bought. @param payments the alias of its row */
export const accessTierSql = (payments: "p" | "q") =>
  raw(`coalesce(${payments}.access_tier, ${payments}.tier)`);
export const ACCESS_TIER = accessTierSql("p");

export type PaymentStatus = "COMPLETED" | "PENDING" | "FAILED";

/** A payment as the superadmin sees it. `amount` is an exact decimal. */
export type PaymentRow = {
  id: string;
  createdAt: Date;
  memberId: string;
  email: string;
  firstname: string;
  lastname: string;
  packageName: string;
  tier: Tier;
  amount: string;
  currency: string;
  /** The total of partial refunds. */
  refundedAmount: string;
  status: PaymentStatus;
  paymentMethod: string;
  paymentDate: Date;
  accessFrom: Date | null;
  refundedAt: Date | null;
  captureId: string | null;
  providerOrderId: string | null;
  receiptNumber: number | null;
  creditNoteNumber: number | null;
  /** Tax rate in the price, in per cent, of the seller on the payment's day. */
  vatRate: string | null;
  /** The gift's state, if the payment bought one. */
  gift: GiftOfPayment | null;
} & Granted &
  CouponUsed;

type GiftOfPayment = { recipientEmail: string | null; state: GiftState };

/** The bought days, the referral days that the payment earned its payer, and the end of both. */
export type Granted = { days: number | null; bonusDays: number; accessUntil: Date | null };

/**
 * The columns of `Granted`, from `GRANT_SOURCE` with the paid order. A refund of another payment may shorten
 * the days.
 */
export const GRANT = {
  days: int.orNull.from`case when p.expires_at is not null
    then coalesce(o.days, round(extract(epoch from p.expires_at - p.access_from) / 86400)::int) end`,
  bonusDays: int.from`coalesce(r.days, 0)`,
  accessUntil: timestamp.orNull.from`p.expires_at + make_interval(secs => coalesce(r.days, 0) * 86400)`,
};

/** Payments, each with the referral that it rewarded. */
export const GRANT_SOURCE = sql`payments p left join referrals r
  on r.payment_id = p.id and r.friend_id = p.member_id and r.state = 'rewarded'`;

const BOUGHT = columnsAs(
  "p",
  Payment,
  "id",
  "packageName",
  "tier",
  "amount",
  "currency",
  "status",
  "paymentDate",
  "refundedAt",
  "refundedAmount",
  "receiptNumber",
);

/** The columns of `PaymentRow`, of `PAYMENT_SOURCE`. */
const PAYMENT = {
  ...BOUGHT,
  ...columnsAs("p", Payment, "createdAt", "paymentMethod", "accessFrom", "creditNoteNumber"),
  ...columnsAs("m", Member, "email", "firstname", "lastname"),
  memberId: columnAs("p", Payment, "member"),
  captureId: columnAs("p", Payment, "providerCaptureId"),
  providerOrderId: columnAs("o", Order, "providerOrderId"),
  vatRate: columnAs("seller", SellerOfDay, "vatRate"),
  ...COUPON_USED,
  ...GRANT,
  giftId: uuid.orNull.from`g.id`,
  recipientEmail: text.orNull.from`g.recipient_email::text`,
  ...columnsAs("g", Gift, "paidAt", "expiresAt", "takenBackAt", "claimedAt"),
  now: timestamp.from`now()`,
};

/** Payments with their payers, their orders and the sellers of their days. */
const PAYMENT_SOURCE = sql`${GRANT_SOURCE} join members m on m.id = p.member_id ${PAID_ORDER}
  left join gifts g on g.order_id = p.order_id
  left join lateral (select s.vat_rate from sellers s where s.since <= p.payment_date
                      order by s.since desc, s.id desc limit 1) as seller on true`;

// Hides the list's length from the planner, which then assumes a short one and uses the key.
const BY_IDS = statement("payments.by-ids", PAYMENT)`
  select ${PAYMENT} from ${PAYMENT_SOURCE} where p.id = any((select ${array(uuid)("ids")}::uuid[])::uuid[])`;

/** The payments with these ids, in this order. */
export async function paymentsByIds(ids: readonly string[]): Promise<PaymentRow[]> {
  if (ids.length === 0) return [];
  const byId = new Map((await BY_IDS.all({ ids: [...ids] })).map((row) => [row.id, withGift(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function withGift(row: RowOf<typeof PAYMENT>): PaymentRow {
  const { giftId, recipientEmail, paidAt, expiresAt, takenBackAt, claimedAt, now, ...payment } = row;
  const state = () => giftState({ paidAt, expiresAt, takenBackAt, claimedAt }, now);
  return { ...payment, gift: giftId === null ? null : { recipientEmail, state: state() } };
}

export type PaymentTotal = {
  status: PaymentStatus;
  currency: string;
  count: number;
  amount: string;
  /** The refunded total. */
  refunds: number;
  refunded: string;
  /** The total minus refunds. */
  net: string;
};

/** The payment of an order. Undefined if there is none. */
export const PAYMENT_OF_ORDER = statement("payments.of-order", columns(Payment, "id", "status"))`
  select id, status from payments where order_id = ${uuid("orderId")}`;

const TOTAL = {
  ...columns(Totals, "status", "currency"),
  count: int.from`sum(count)::int`,
  amount: decimal.from`sum(amount)`,
  refunds: int.from`sum(refunds)::int`,
  refunded: decimal.from`sum(refunded)`,
  net: decimal.from`sum(amount - refunded)`,
};

const TOTALS = statement("payments.totals", TOTAL)`
  select ${TOTAL} from payment_totals group by status, currency having sum(count) > 0 order by currency, status`;

/** The totals of each status, by currency. Refunded payments are still COMPLETED. */
export const paymentTotals = (): Promise<PaymentTotal[]> => TOTALS.all();

export type LastPayment = Granted &
  CouponUsed &
  Pick<
    PaymentRow,
    | "id"
    | "packageName"
    | "tier"
    | "amount"
    | "currency"
    | "status"
    | "paymentDate"
    | "refundedAt"
    | "refundedAmount"
    | "receiptNumber"
  > & { accessTier: Tier };

const LAST = {
  ...BOUGHT,
  ...COUPON_USED,
  ...GRANT,
  accessTier: literal(TIERS).from`${ACCESS_TIER}`,
};
const LAST_OF_MEMBER = statement("payments.last-of-member", LAST)`
  select ${LAST} from ${GRANT_SOURCE} ${PAID_ORDER} where p.member_id = ${uuid("memberId")}
     and not exists (select 1 from gifts g where g.order_id = p.order_id)
   order by p.payment_date desc, p.id desc limit 1`;

/** A member's last payment for their own access, in any status. */
export const lastPaymentForSelf = (memberId: string): Promise<LastPayment | undefined> =>
  LAST_OF_MEMBER.first({ memberId });

/** A payment as the API gives it; specification, section 3. */
export const serializePayment = (payment: PaymentRow) => ({
  _id: payment.id,
  id: payment.id,
  user: {
    _id: payment.memberId,
    id: payment.memberId,
    email: payment.email,
    firstname: payment.firstname,
    lastname: payment.lastname,
  },
  plan: payment.packageName,
  amount: Number(payment.amount),
  currency: payment.currency,
  status: payment.status,
  paymentMethod: payment.paymentMethod,
  paymentDate: payment.paymentDate.toISOString(),
  expiresAt: payment.accessUntil?.toISOString() ?? null,
  bonusDays: payment.bonusDays,
  discount: Number(payment.discount),
  coupon: payment.couponCode,
  refundedAt: payment.refundedAt?.toISOString() ?? null,
  createdAt: payment.createdAt.toISOString(),
});
