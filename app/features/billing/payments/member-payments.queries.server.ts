import { Payment } from "db/entities/payment";
import { columnAs, columnsAs } from "db/entity-columns.server";
import { text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Tier } from "~/auth/viewer.server";
import { COUPON_USED, type CouponUsed, PAID_ORDER } from "../coupons/coupon-used.queries.server";
import { GRANT, GRANT_SOURCE, type Granted } from "./payments.queries.server";

export type MemberPayment = Granted &
  CouponUsed & {
    id: string;
    packageName: string;
    tier: Tier;
    amount: string;
    currency: string;
    status: "COMPLETED" | "PENDING" | "FAILED";
    paymentMethod: string;
    paidAt: Date;
    accessFrom: Date | null;
    refundedAt: Date | null;
    /** The total of partial refunds. */
    refundedAmount: string;
    captureId: string | null;
    receiptNumber: number | null;
    creditNoteNumber: number | null;
    /** The recipient's address if the payment bought a gift. Empty once that address was deleted. */
    giftTo: string | null;
  };

const PAID = {
  ...columnsAs("p", Payment, "id", "packageName", "tier", "amount", "currency", "status", "paymentMethod"),
  ...columnsAs(
    "p",
    Payment,
    "accessFrom",
    "refundedAt",
    "refundedAmount",
    "receiptNumber",
    "creditNoteNumber",
  ),
  paidAt: columnAs("p", Payment, "paymentDate"),
  captureId: columnAs("p", Payment, "providerCaptureId"),
  ...COUPON_USED,
  ...GRANT,
  giftTo: text.orNull
    .from`(select coalesce(g.recipient_email::text, '') from gifts g where g.order_id = p.order_id)`,
};
const PAYMENTS = statement("members.payments", PAID)`
  select ${PAID} from ${GRANT_SOURCE} ${PAID_ORDER} where p.member_id = ${uuid("memberId")}
   order by p.payment_date desc, p.id desc limit 100`;

/** A member's newest hundred payments. */
export const paymentsOf = (memberId: string): Promise<MemberPayment[]> => PAYMENTS.all({ memberId });

const RECEIPT = statement("members.receipt", PAID)`
  select ${PAID} from ${GRANT_SOURCE} ${PAID_ORDER}
   where p.member_id = ${uuid("memberId")} and p.id = ${uuid("paymentId")} and p.status = 'COMPLETED'`;

/** One payment of this member, if its money came in. */
export const receiptOf = (memberId: string, paymentId: string): Promise<MemberPayment | undefined> =>
  RECEIPT.first({ memberId, paymentId });
