import { randomUUID } from "node:crypto";
import { TIERS } from "db/entities/member";
import { END_REASONS, type EndReason, ORDER_STATUSES } from "db/entities/order";
import { PAYMENT_STATUSES, Payment, type PaymentStatus } from "db/entities/payment";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { bool, decimal, literal, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { givePeriod } from "~/access/periods.server";
import { lockMembers } from "~/access/referrals.server";
import {
  AFTER_GIFT_CAPTURE,
  CAPTURE_FOLLOW_UP,
  emailDeclinedPayment,
  emailPendingPayment,
  emailUnwantedPayment,
  runEffects,
} from "../payments/payment-follow-up.server";
import { PAYMENT_OF_ORDER } from "../payments/payments.queries.server";
import type { ProviderCapture } from "../paypal/paypal.server";
import { BOUGHT_SINCE } from "./bought-since.server";
import { endState } from "./order-states.rules.server";
import { ORDER, type StoredOrder } from "./orders.queries.server";
import { savePayer } from "./save-payer.server";

const METHOD = "PayPal";

/** Longest error text that an order stores. Characters. */
const MAX_ERROR_LENGTH = 2000;

/** `nobody`: the member's account is deleted, so nobody can receive the access. */
export type RecordedCapture = { paymentId: string } | { alreadyUsed: true } | { nobody: true };

const USED_ELSEWHERE = statement("payments.capture-used-elsewhere", columns(Payment, "id"))`
  select id from payments where provider_capture_id = ${text("captureId")} and order_id <> ${uuid("orderId")}`;

const MARK_CAPTURED = command("orders.mark-captured")`
  update orders set status = 'captured', captured_at = now(), last_error = null,
         end_reason = ${literal(END_REASONS).orNull("reason")},
         held_capture_id = null, held_amount = null, held_currency = null, version = version + 1
   where id = ${uuid("orderId")}`;

const DELETED = { deleted: bool.from`email = 'deleted-' || id || '@invalid'` };
const BUYER = statement(
  "orders.buyer",
  DELETED,
)`select ${DELETED} from members where id = ${uuid("memberId")}`;

/**
 * Records a completed capture: payment, membership, order and effects, in one transaction. The order's row is
 * locked, so one of several callers does it and the others find it done. If the buyer has bought something
 * else since, the access is still granted. The order then stores why it was unwanted: staff see it, and the
 * buyer gets an email.
 * @returns the payment, or that this capture has paid for another order, or that the member is gone
 */
export function recordCapture(orderId: string, capture: ProviderCapture): Promise<RecordedCapture> {
  return em().transactional(async (manager) => {
    const order = await selectOrderForUpdate(manager, orderId);
    const existing = await paymentOf(manager, orderId);
    if (existing?.status === "COMPLETED") return { paymentId: existing.id };
    if (await USED_ELSEWHERE.first({ captureId: capture.id, orderId }, manager)) return { alreadyUsed: true };
    if ((await BUYER.first({ memberId: order.memberId }, manager))?.deleted) return { nobody: true };
    const since = order.isGift ? undefined : await BOUGHT_SINCE.first({ id: orderId }, manager);
    const reason = since?.boughtSince ? (order.endReason ?? "bought since") : null;
    if (!order.isGift) await lockMembers(manager, { memberId: order.memberId, state: "joined" });
    const paymentId = await writePayment(manager, order, "COMPLETED", capture.id);
    if (!order.isGift) await grantToBuyer(manager, order, paymentId);
    await savePayer(manager, paymentId, capture.payerId);
    await MARK_CAPTURED.run({ orderId, reason }, manager);
    const effects = order.isGift ? AFTER_GIFT_CAPTURE : CAPTURE_FOLLOW_UP;
    await runEffects(effects, manager, { paymentId, memberId: order.memberId });
    if (reason) await emailUnwantedPayment(manager, { paymentId, memberId: order.memberId });
    return { paymentId };
  });
}

async function grantToBuyer(
  manager: EntityManager,
  { id, memberId, tier, days }: StoredOrder,
  paymentId: string,
): Promise<void> {
  const granted = await givePeriod(manager, memberId, { cause: "purchase", causeId: paymentId, tier, days });
  if (!granted) throw new Error(`Order ${id} has no member`);
}

const MARK_PENDING = command("orders.mark-pending")`
  update orders set status = 'pending', end_reason = null, last_error = ${text("detail")}, version = version + 1
   where id = ${uuid("orderId")}`;

/**
 * Records pending money: a payment that grants nothing yet, an email to the buyer, and an order to query
 * again.
 */
export function recordPendingCapture(orderId: string, capture: ProviderCapture): Promise<void> {
  return em().transactional(async (manager) => {
    const order = await selectOrderForUpdate(manager, orderId);
    if (order.status === "captured") return;
    const before = await paymentOf(manager, orderId);
    const paymentId = await writePayment(manager, order, "PENDING", capture.id);
    const detail = `PENDING ${capture.reason ?? ""}`.trim().slice(0, MAX_ERROR_LENGTH);
    await MARK_PENDING.run({ orderId, detail }, manager);
    if (before?.status !== "PENDING")
      await emailPendingPayment(manager, { paymentId, memberId: order.memberId });
  });
}

/** How an order ended without a grant. */
export type Failure = {
  reason: EndReason;
  /** For staff. */
  detail: string;
  /** The provider tried, but the money did not come, or it was returned. */
  declined: boolean;
  /** What the provider still holds for the order, for staff to settle. */
  holds?: ProviderCapture;
};

const MARK_OVER = command("orders.mark-over")`
  update orders set status = ${literal(ORDER_STATUSES)("status")}, end_reason = ${literal(END_REASONS)("reason")},
         last_error = ${text("detail")}, capture_sent_at = null, held_capture_id = ${text.orNull("captureId")},
         held_amount = ${decimal.orNull("amount")}, held_currency = ${text.orNull("currency")}, version = version + 1
   where id = ${uuid("orderId")}`;

/**
 * Ends an order without a grant. If an email said that the money was pending, another says that it did not
 * come.
 */
export function recordFailure(orderId: string, failure: Failure): Promise<void> {
  const { reason, detail, declined, holds } = failure;
  return em().transactional(async (manager) => {
    const order = await selectOrderForUpdate(manager, orderId);
    if (order.status === "captured") return;
    const existing = await paymentOf(manager, orderId);
    if (!holds && (declined || existing)) {
      const paymentId = await writePayment(manager, order, "FAILED", null);
      if (existing?.status === "PENDING")
        await emailDeclinedPayment(manager, { paymentId, memberId: order.memberId });
    }
    const held = {
      captureId: holds?.id ?? null,
      amount: holds?.amount ?? null,
      currency: holds?.currency ?? null,
    };
    const status = endState(reason);
    await MARK_OVER.run(
      { orderId, status, reason, detail: detail.slice(0, MAX_ERROR_LENGTH), ...held },
      manager,
    );
  });
}

const LOCK_ORDER = statement("orders.lock", ORDER)`
  select ${ORDER} from orders o where o.id = ${uuid("id")} for update`;

async function selectOrderForUpdate(manager: EntityManager, orderId: string): Promise<StoredOrder> {
  const order = await LOCK_ORDER.first({ id: orderId }, manager);
  if (!order) throw new Error(`There is no order ${orderId}`);
  return order;
}

const paymentOf = (manager: EntityManager, orderId: string) => PAYMENT_OF_ORDER.first({ orderId }, manager);

const WRITE_PAYMENT = statement("payments.write", columns(Payment, "id"))`
  insert into payments (id, order_id, member_id, plan, tier, amount, currency, status, payment_method,
                        provider_capture_id)
  values (${uuid("id")}, ${uuid("orderId")}, ${uuid("memberId")}, ${text("packageName")}, ${literal(TIERS)("tier")},
          ${decimal("amount")}, ${text("currency")}, ${literal(PAYMENT_STATUSES)("status")}, ${text("method")},
          ${text.orNull("captureId")})
  on conflict (order_id) do update
    set status = excluded.status,
        provider_capture_id = coalesce(excluded.provider_capture_id, payments.provider_capture_id),
        payment_date = case payments.status when excluded.status then payments.payment_date else now() end,
        access_from = null, expires_at = null, access_tier = null,
        version = payments.version + 1
  returning id`;

/** Writes the one payment of an order, whatever its earlier state. */
async function writePayment(
  manager: EntityManager,
  { id: orderId, memberId, packageName, tier, amount, currency }: StoredOrder,
  status: PaymentStatus,
  captureId: string | null,
): Promise<string> {
  const sold = { orderId, memberId, packageName, tier, amount, currency };
  const payment = await WRITE_PAYMENT.first(
    { id: randomUUID(), ...sold, status, method: METHOD, captureId },
    manager,
  );
  if (!payment) throw new Error(`No payment was written for order ${orderId}`);
  return payment.id;
}
