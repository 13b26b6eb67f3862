import { AcceptedFinding } from "db/entities/accepted-finding";
import { AccessPeriod } from "db/entities/access-period";
import { Gift } from "db/entities/gift";
import { Order } from "db/entities/order";
import { Payment } from "db/entities/payment";
import { Referral } from "db/entities/referral";
import { Refund } from "db/entities/refund";
import { Trial } from "db/entities/trial";
import { columnAs, columns } from "db/entity-columns.server";
import { array, literal, sql, text, timestamp, uuid } from "db/sql";
import { deletePeriods } from "~/access/periods.server";
import { deleteTrial } from "~/access/trials/forget-trial.server";
import { forgetGifts } from "~/features/billing/gifts/forget-gifts.server";
import { forgetOrderErrors, forgetRefundReasons } from "~/features/billing/orders/forget-orders.server";
import { forgetPayer } from "~/features/billing/orders/forget-payer.server";
import { declareData, OF_MEMBER } from "./declare-held-data.server";

const MEMBER = uuid("memberId");

const GIFT_ROW = {
  side: literal(["you gave", "you claimed"])
    .from`case when buyer_id = ${MEMBER} then 'you gave' else 'you claimed' end`,
  plan: text.from`(select plan_name from orders o where o.id = gifts.order_id)`,
  /** Giver and claimer each know the other's address only from the other. */
  sentTo: text.orNull.from`case when buyer_id = ${MEMBER} then recipient_email::text end`,
  ...columns(Gift, "tier", "senderName", "message", "createdAt", "updatedAt"),
  ...columns(Gift, "paidAt", "expiresAt", "takenBackAt", "claimedAt"),
  /** Only the claimer may read the access times. */
  accessFrom: timestamp.from`case when claimed_by_id = ${MEMBER} then access_from end`,
  accessUntil: timestamp.from`case when claimed_by_id = ${MEMBER} then access_until end`,
};

/** Purchases, gifts and rewards. */
export const MONEY_DATA = [
  declareData({
    table: "gifts",
    topic: "gifts",
    rows: sql`(buyer_id = ${MEMBER} or claimed_by_id = ${MEMBER} or recipient_email = any(${array(text)("addresses")}::citext[]))`,
    exported: {
      as: "gifts",
      order: "created_at",
      row: GIFT_ROW,
      // An unclaimed gift to an address belongs to the person who opens its link.
      also: sql`(buyer_id = ${MEMBER} or claimed_by_id = ${MEMBER})`,
    },
    hidden: { technical: "id version", secret: "link_id token_hash" },
    afterDeletion: "kept: tax law",
    forget: (manager, { memberId, names, addresses }) => forgetGifts(manager, { memberId, names, addresses }),
  }),
  declareData({
    table: "trials",
    topic: "trials",
    rows: OF_MEMBER,
    exported: {
      as: "trial",
      order: "created_at",
      one: true,
      row: {
        plan: columnAs("trials", Trial, "packageName"),
        ...columns(Trial, "tier", "days", "accessFrom", "accessUntil", "createdAt"),
      },
    },
    hidden: { technical: "id member_id" },
    afterDeletion: "nothing",
    forget: (manager, { memberId, addresses }) => deleteTrial(manager, memberId, addresses),
  }),
  declareData({
    table: "trial_addresses",
    topic: "trials",
    // The rows can be found only with the server's secret.
    rows: sql`false`,
    hidden: { secret: "address_hash" },
    afterDeletion: "kept: one trial each",
  }),
  declareData({
    table: "trial_devices",
    topic: "trials",
    // The rows can be found only with the browser's cookie.
    rows: sql`false`,
    hidden: { secret: "device_hash" },
    afterDeletion: "kept: one trial each",
  }),
  declareData({
    table: "referrals",
    topic: "referrals",
    rows: sql`${MEMBER} in (referrer_id, friend_id)`,
    exported: {
      as: "referrals",
      order: "created_at",
      row: {
        side: literal(["you invited", "you were invited"])
          .from`case when referrer_id = ${MEMBER} then 'you invited' else 'you were invited' end`,
        ...columns(Referral, "state", "days", "createdAt", "updatedAt", "rewardedAt", "reversedAt"),
        ...columns(Referral, "refusal", "refusedAt"),
      },
    },
    hidden: { technical: "id version referrers_browser", "somebody else": "friend_id payment_id" },
    afterDeletion: "kept: tax law",
  }),
  declareData({
    table: "accepted_findings",
    topic: "support",
    rows: OF_MEMBER,
    exported: {
      as: "checkedPayments",
      order: "created_at",
      row: columns(AcceptedFinding, "kind", "subject", "createdAt"),
    },
    hidden: { technical: "id member_id", "somebody else": "staff_id staff_name" },
    afterDeletion: "kept: tax law",
  }),
  declareData({
    table: "orders",
    topic: "purchases",
    rows: OF_MEMBER,
    exported: {
      as: "orders",
      order: "created_at",
      row: {
        ...columns(Order, "id"),
        plan: columnAs("orders", Order, "packageName"),
        ...columns(Order, "discount", "couponCode", "lockedPage", "tier", "amount", "currency", "days"),
        ...columns(Order, "provider", "providerOrderId", "status", "endReason"),
        ...columns(Order, "createdAt", "updatedAt", "capturedAt"),
      },
    },
    hidden: {
      technical:
        "version member_id package_id coupon_id coupon_held last_error capture_sent_at held_capture_id held_amount held_currency",
    },
    afterDeletion: "kept: tax law",
    forget: (manager, { memberId }) => forgetOrderErrors(manager, memberId),
  }),
  declareData({
    table: "payments",
    topic: "purchases",
    rows: OF_MEMBER,
    exported: {
      as: "payments",
      order: "payment_date",
      row: {
        ...columns(Payment, "id"),
        plan: columnAs("payments", Payment, "packageName"),
        ...columns(Payment, "tier", "amount", "currency", "status", "paymentMethod", "paymentDate"),
        ...columns(Payment, "providerCaptureId", "accessFrom", "expiresAt", "accessTier", "refundedAt"),
        ...columns(Payment, "receiptNumber", "creditNoteNumber", "createdAt", "updatedAt"),
        ...columns(Payment, "refundedAmount", "payerId"),
      },
    },
    hidden: { technical: "version member_id order_id" },
    afterDeletion: "kept: tax law",
    forget: (manager, { memberId }) => forgetPayer(manager, memberId),
  }),
  declareData({
    table: "refunds",
    topic: "purchases",
    rows: sql`payment_id in (select id from payments where member_id = ${MEMBER})`,
    exported: {
      as: "refunds",
      order: "created_at",
      row: columns(Refund, "amount", "state", "providerRefundId", "reason", "createdAt"),
    },
    hidden: { technical: "id payment_id request_key", "somebody else": "staff_id staff_name" },
    afterDeletion: "kept: tax law",
    forget: (manager, { memberId }) => forgetRefundReasons(manager, memberId),
  }),
  declareData({
    table: "access_periods",
    topic: "purchases",
    rows: OF_MEMBER,
    exported: {
      as: "access",
      order: "serial_number",
      row: {
        ...columns(AccessPeriod, "cause", "since", "tier", "days", "until", "takenBackAt"),
        ...columns(AccessPeriod, "accessTier", "accessFrom", "accessUntil", "createdAt"),
      },
    },
    hidden: { technical: "id serial_number member_id cause_id" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => deletePeriods(manager, memberId),
  }),
];
