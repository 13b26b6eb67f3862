import { query } from "db/query.server";
import type { Tier } from "~/features/auth/viewer.server";

export type PaymentStatus = "COMPLETED" | "PENDING" | "FAILED";

/** A payment as the superadmin sees it. `amount` is an exact decimal. */
export type PaymentRow = {
  id: string;
  createdAt: Date;
  memberId: string;
  email: string;
  firstname: string;
  lastname: string;
  plan: string;
  tier: Tier;
  amount: string;
  currency: string;
  status: PaymentStatus;
  paymentMethod: string;
  paymentDate: Date;
  accessFrom: Date | null;
  refundedAt: Date | null;
  captureId: string | null;
  providerOrderId: string | null;
} & Granted;

/** What a payment gave: the days it bought, those of a referral that it earned its payer, and the end of both. */
export type Granted = { days: number | null; bonusDays: number; accessUntil: Date | null };

/** The columns of `Granted`, of `GRANT_SOURCE`. */
export const GRANT_COLUMNS = `round(extract(epoch from p.expires_at - p.access_from) / 86400)::int as days,
  coalesce(r.days, 0) as "bonusDays",
  p.expires_at + make_interval(secs => coalesce(r.days, 0) * 86400) as "accessUntil"`;

/** Payments, each with the referral it has rewarded. */
export const GRANT_SOURCE = `payments p left join referrals r
  on r.payment_id = p.id and r.friend_id = p.member_id and r.state = 'rewarded'`;

export const PAYMENT_COLUMNS = `p.id, p.created_at as "createdAt", p.member_id as "memberId", m.email, m.firstname,
  m.lastname, p.plan, p.tier, p.amount, p.currency, p.status, p.payment_method as "paymentMethod",
  p.payment_date as "paymentDate", p.access_from as "accessFrom", p.refunded_at as "refundedAt",
  p.provider_capture_id as "captureId", o.provider_order_id as "providerOrderId", ${GRANT_COLUMNS}`;

export const PAYMENT_FROM = `${GRANT_SOURCE} join members m on m.id = p.member_id
  left join orders o on o.id = p.order_id`;

const EPOCH = new Date(0);

/** The newest payments of all members. @param since recorded at or after this moment */
export function latestPayments(limit: number, offset: number, since = EPOCH): Promise<PaymentRow[]> {
  return query(
    `select ${PAYMENT_COLUMNS} from ${PAYMENT_FROM} where p.created_at >= ?
      order by p.created_at desc, p.id desc limit ? offset ?`,
    [since, limit, offset],
  );
}

/** How many there are. @param since as for `latestPayments` */
export async function countPayments(since = EPOCH): Promise<number> {
  const [counted] = await query<{ total: number }>(
    "select count(*)::int as total from payments where created_at >= ?",
    [since],
  );
  return counted?.total ?? 0;
}

export type PaymentTotal = {
  status: PaymentStatus;
  currency: string;
  count: number;
  amount: string;
  /** What of it was given back. */
  refunds: number;
  refunded: string;
  /** What is left. */
  net: string;
};

/** What every status comes to, by currency. Refunded money is still COMPLETED. */
export function paymentTotals(): Promise<PaymentTotal[]> {
  return query(
    `select status, currency, sum(count)::int as count, sum(amount) as amount, sum(refunds)::int as refunds,
            sum(refunded) as refunded, sum(amount - refunded) as net
       from payment_totals group by status, currency having sum(count) > 0 order by currency, status`,
  );
}

export type LastPayment = Granted &
  Pick<PaymentRow, "id" | "plan" | "tier" | "amount" | "currency" | "status" | "paymentDate" | "refundedAt">;

/** What a member paid last, whatever came of it. */
export async function lastPaymentOf(memberId: string): Promise<LastPayment | undefined> {
  const [found] = await query<LastPayment>(
    `select p.id, p.plan, p.tier, p.amount, p.currency, p.status, p.payment_date as "paymentDate",
            p.refunded_at as "refundedAt", ${GRANT_COLUMNS}
       from ${GRANT_SOURCE} where p.member_id = ? order by p.payment_date desc, p.id desc limit 1`,
    [memberId],
  );
  return found;
}

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
  plan: payment.plan,
  amount: Number(payment.amount),
  currency: payment.currency,
  status: payment.status,
  paymentMethod: payment.paymentMethod,
  paymentDate: payment.paymentDate.toISOString(),
  expiresAt: payment.accessUntil?.toISOString() ?? null,
  bonusDays: payment.bonusDays,
  refundedAt: payment.refundedAt?.toISOString() ?? null,
  createdAt: payment.createdAt.toISOString(),
});
