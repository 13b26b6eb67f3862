import { ORDER_STATUSES, type OrderStatus } from "db/entities/order";
import { literal, type RowOf, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { type PurchaseError, purchaseError } from "~/features/entitlements/entitlement.rules";
import { storedEntitlementOf } from "~/features/entitlements/stored-entitlement.server";
import { config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { captureState, mismatch } from "./capture.rules";
import { COUPON_LOST } from "./coupons/coupon.rules";
import { takeUse } from "./coupons/use-coupon.server";
import { ORDER, orderById, type StoredOrder } from "./orders.queries.server";
import { PAYMENT_OF_ORDER } from "./payments.queries.server";
import {
  captureProviderOrder,
  getProviderOrder,
  PayPalError,
  type ProviderCapture,
  type ProviderOrder,
} from "./paypal/paypal.server";
import { recordCapture, recordFailure, recordPendingCapture } from "./record-capture.server";

/** `waiting`: somebody else is at it, or the provider does not answer; the reconcile job ends it. */
export type CaptureOutcome =
  | { state: "captured"; paymentId: string }
  | { state: "pending" }
  | { state: "not approved" }
  | { state: "failed"; reason: string }
  | { state: "waiting" };

/** Whoever claimed an order is believed to be gone after this long: all its calls together take less. Seconds. */
export const LOCK_SECONDS = 60;

/** How long a caller looks at an order that another process has claimed. Milliseconds. */
const WATCH_MS = 8_000;
const WATCH_STEP_MS = 200;

const shared = globalThis as typeof globalThis & { openbellCaptures?: Map<string, Promise<CaptureOutcome>> };

/**
 * Captures an order, once: the return page, the API, the webhook and the reconcile job all end here. Callers of one
 * process share one attempt; of several processes one claims the row and the others look on. The provider is asked
 * what it holds before money is taken and after, and the payment, the membership and what follows are written in
 * one transaction.
 */
export function captureOnce(orderId: string): Promise<CaptureOutcome> {
  shared.openbellCaptures ??= new Map();
  const captures = shared.openbellCaptures;
  const inFlight = captures.get(orderId);
  if (inFlight) return inFlight;
  const started = runCapture(orderId).finally(() => captures.delete(orderId));
  captures.set(orderId, started);
  return started;
}

const LOCKED = {
  ...ORDER,
  providerOrderId: text.present.from`o.provider_order_id`,
  before: literal(["created", "approved", "cancelled"])
    .from`case held.status when 'capturing' then 'approved' else held.status end`,
};

const LOCK_ORDER = statement("capture.lock-order", LOCKED)`
  update orders o set status = 'capturing', version = o.version + 1
    from (select id, status from orders where id = ${uuid("id")} for update) as held
   where o.id = held.id and o.provider_order_id is not null
     and (held.status in ('created', 'approved', 'cancelled')
          or (held.status = 'capturing' and o.updated_at < now() - make_interval(secs => ${LOCK_SECONDS})))
   returning ${LOCKED}`;

type LockedOrder = RowOf<typeof LOCKED>;

async function runCapture(orderId: string): Promise<CaptureOutcome> {
  const order = await lockOrder(orderId);
  if (!order) return waitForLock(orderId);
  try {
    return await continueCapture(order, await getProviderOrder(order.providerOrderId));
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    return handlePayPalError(order, error);
  }
}

/** Takes an order that nobody is at; what a vanished process left behind counts as approved. */
const lockOrder = (id: string): Promise<LockedOrder | undefined> => LOCK_ORDER.first({ id });

async function continueCapture(order: LockedOrder, providerOrder: ProviderOrder): Promise<CaptureOutcome> {
  const mismatched = orderMismatch(order, providerOrder);
  if (mismatched) return failOrder(order, mismatched);
  // From here on money may be taken: whatever breaks, the order is one to be asked about again.
  if (providerOrder.status === "APPROVED" || providerOrder.status === "COMPLETED") order.before = "approved";
  switch (providerOrder.status) {
    case "APPROVED":
      return captureOrder(order);
    case "COMPLETED":
      return evaluateCapture(order, providerOrder);
    case "VOIDED":
      return releaseUnapproved(order, "cancelled", "VOIDED");
    default:
      return releaseUnapproved(
        order,
        order.before === "cancelled" ? "cancelled" : "created",
        order.lastError,
      );
  }
}

function orderMismatch(order: StoredOrder, providerOrder: ProviderOrder): string | undefined {
  if (providerOrder.id !== order.providerOrderId) return "another order was answered";
  if (providerOrder.units !== 1) return `${providerOrder.units} things are sold in it`;
  return mismatch(order, providerOrder, config().paypal?.merchantId);
}

/** Takes the money, unless what was agreed makes no sense any more: then nobody pays. */
async function captureOrder(order: LockedOrder): Promise<CaptureOutcome> {
  const reason = await senselessNow(order);
  if (reason) return failOrder(order, `Not captured: ${reason}`);
  const { id, memberId, couponId } = order;
  const lost = couponId && (await takeUse({ id, memberId, couponId }));
  if (lost) return failOrder(order, `Not captured: ${COUPON_LOST}: ${lost}`);
  let providerOrder: ProviderOrder;
  try {
    providerOrder = await captureProviderOrder(order.providerOrderId, order.id);
  } catch (error) {
    if (!(error instanceof PayPalError) || error.issue !== "ORDER_ALREADY_CAPTURED") throw error;
    providerOrder = await getProviderOrder(order.providerOrderId);
  }
  const mismatched = orderMismatch(order, providerOrder);
  return mismatched ? failOrder(order, mismatched) : evaluateCapture(order, providerOrder);
}

/** A gift makes sense whatever its buyer holds. */
async function senselessNow({ isGift, memberId, tier }: LockedOrder): Promise<PurchaseError | undefined> {
  const entitlement = isGift ? undefined : await storedEntitlementOf(memberId);
  return entitlement && purchaseError(entitlement, tier, entitlement.now);
}

/** What the captures of a completed order are worth to us. */
async function evaluateCapture(order: LockedOrder, { captures }: ProviderOrder): Promise<CaptureOutcome> {
  const capture = captures.find(({ status }) => captureState(status) === "paid") ?? captures.at(-1);
  if (!capture) throw new PayPalError("unreachable", "The order is completed without a capture");
  const mismatched = mismatch(order, { ...capture, customId: capture.customId ?? order.id });
  if (mismatched) return failOrder(order, `Captured, but ${mismatched}`);
  switch (captureState(capture.status)) {
    case "paid":
      return saveCapture(order, capture);
    case "pending":
      await recordPendingCapture(order.id, capture);
      return { state: "pending" };
    case "declined":
      return failOrder(order, capture.reason ?? capture.status, true);
    case "refunded":
      return failOrder(order, "Refunded before it was recorded", true);
    default:
      throw new PayPalError("unreachable", `A capture is ${capture.status}`);
  }
}

async function saveCapture(order: LockedOrder, capture: ProviderCapture): Promise<CaptureOutcome> {
  const recorded = await recordCapture(order.id, capture);
  if ("alreadyUsed" in recorded) return failOrder(order, "This capture has paid for another order");
  return { state: "captured", paymentId: recorded.paymentId };
}

async function failOrder(order: LockedOrder, reason: string, declined = false): Promise<CaptureOutcome> {
  log().warn({ orderId: order.id, reason }, "order failed");
  await recordFailure(order.id, reason, declined);
  return { state: "failed", reason };
}

/** Words of the provider that end an order; any other refusal leaves it to be asked about again. */
const DECLINE_ISSUES = new Set(["INSTRUMENT_DECLINED", "PAYER_CANNOT_PAY", "TRANSACTION_REFUSED"]);

async function handlePayPalError(order: LockedOrder, error: PayPalError): Promise<CaptureOutcome> {
  log().warn({ orderId: order.id, err: error }, "provider in trouble");
  if (error.kind === "refused" && DECLINE_ISSUES.has(error.issue)) return failOrder(order, error.issue, true);
  if (error.issue === "ORDER_NOT_APPROVED") return releaseUnapproved(order, "created", error.issue);
  if (error.status === 404) {
    // PayPal forgets what nobody approved in time; what was approved it must know.
    if (order.before !== "approved") return releaseUnapproved(order, "cancelled", "Not approved in time");
    return failOrder(order, "Unknown to the provider");
  }
  await unlockOrder(order, order.before, error.message);
  return { state: "waiting" };
}

async function releaseUnapproved(
  order: LockedOrder,
  status: OrderStatus,
  lastError: string | null,
): Promise<CaptureOutcome> {
  await unlockOrder(order, status, lastError);
  return { state: "not approved" };
}

const UNLOCK_ORDER = command("capture.unlock-order")`
  update orders set status = ${literal(ORDER_STATUSES)("status")}, last_error = ${text.orNull("lastError")},
         version = version + 1
   where id = ${uuid("id")} and status = 'capturing'`;

const unlockOrder = ({ id }: LockedOrder, status: OrderStatus, lastError: string | null): Promise<void> =>
  UNLOCK_ORDER.run({ id, status, lastError: lastError?.slice(0, 2000) ?? null });

/** Waits for whoever has the order, for a while, and tells what came of it. */
async function waitForLock(orderId: string): Promise<CaptureOutcome> {
  const deadline = performance.now() + WATCH_MS;
  for (;;) {
    const order = await orderById(orderId);
    if (order?.status !== "capturing") return order ? storedOutcome(order) : { state: "not approved" };
    if (performance.now() > deadline) return { state: "waiting" };
    await new Promise((resolve) => setTimeout(resolve, WATCH_STEP_MS));
  }
}

async function storedOutcome({ id, status, lastError }: StoredOrder): Promise<CaptureOutcome> {
  const payment = await PAYMENT_OF_ORDER.first({ orderId: id });
  if (status === "captured" && payment) return { state: "captured", paymentId: payment.id };
  if (status === "failed") return { state: "failed", reason: lastError ?? "" };
  if (payment?.status === "PENDING") return { state: "pending" };
  return status === "approved" ? { state: "waiting" } : { state: "not approved" };
}
