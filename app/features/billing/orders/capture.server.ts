import type { EndReason } from "db/entities/order";
import { perProcess } from "db/per-process";
import { uuid } from "db/sql";
import { command } from "db/statement.server";
import { purchaseError } from "~/access/entitlement.rules";
import { storedEntitlementOf } from "~/access/stored-entitlement.server";
import { config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { takeUse } from "../coupons/use-coupon.server";
import { PAYMENT_OF_ORDER } from "../payments/payments.queries.server";
import {
  captureProviderOrder,
  getProviderOrder,
  PayPalError,
  type ProviderCapture,
  type ProviderOrder,
} from "../paypal/paypal.server";
import { BOUGHT_SINCE } from "./bought-since.server";
import { captureState, mismatch } from "./capture.rules";
import { type LeasedOrder, leaseOrder, releaseOrder } from "./lease-order.server";
import {
  captureRefusal,
  classifyRefusal,
  moveWithoutAnswer,
  type RequestedBy,
} from "./order-states.rules.server";
import { orderById, type StoredOrder } from "./orders.queries.server";
import { recordCapture, recordFailure, recordPendingCapture } from "./record-capture.server";

/**
 * `waiting`: another process works on the order, or the provider does not answer; the reconcile job ends it.
 * `failed`: over, and the provider reports no money for it, unless the reason is a mismatch. `sent back`: the
 * provider needs the buyer again.
 */
export type CaptureOutcome =
  | { state: "captured"; paymentId: string }
  | { state: "pending" }
  | { state: "not approved" }
  | { state: "sent back"; approvalUrl?: string }
  | { state: "failed"; reason: EndReason }
  | { state: "waiting" };

/** How long a caller waits for an order that another process has leased: every request ends within 5 s. Milliseconds. */
const WATCH_MS = 4_000;
const WATCH_STEP_MS = 200;

const capturesInFlight = () => perProcess("captures", () => new Map<string, Promise<CaptureOutcome>>());

/**
 * Queries the provider about an order and captures it once, if the order may still be paid. The return page,
 * the API, the webhook, the reconcile job and staff all use it. Callers of one process share one attempt;
 * across processes one leases the row and the others wait. The provider is queried before and after the
 * capture. The payment, the membership and all that follows are written in one transaction.
 * @param requestedBy whether the buyer is present and wants the purchase
 */
export function captureOnce(orderId: string, requestedBy: RequestedBy = "others"): Promise<CaptureOutcome> {
  const captures = capturesInFlight();
  const key = `${orderId} ${requestedBy}`;
  const inFlight = captures.get(key);
  if (inFlight) return inFlight;
  const started = runCapture(orderId, requestedBy).finally(() => captures.delete(key));
  captures.set(key, started);
  return started;
}

async function runCapture(orderId: string, requestedBy: RequestedBy): Promise<CaptureOutcome> {
  const deadline = performance.now() + WATCH_MS;
  for (;;) {
    const leased = await leaseOrder(orderId);
    if (leased) return queryAndCapture(leased, requestedBy);
    const order = await orderById(orderId);
    if (!order?.providerOrderId) return { state: "not approved" };
    if (order.status === "captured") return capturedOutcome(order.id);
    if (performance.now() > deadline) return { state: "waiting" };
    await new Promise((resolve) => setTimeout(resolve, WATCH_STEP_MS));
  }
}

async function capturedOutcome(orderId: string): Promise<CaptureOutcome> {
  const payment = await PAYMENT_OF_ORDER.first({ orderId });
  return payment ? { state: "captured", paymentId: payment.id } : { state: "waiting" };
}

async function queryAndCapture(order: LeasedOrder, requestedBy: RequestedBy): Promise<CaptureOutcome> {
  try {
    const seen = await getProviderOrder(order.providerOrderId);
    const settled = await settle(order, seen);
    if (settled) return settled;
    return seen.status === "APPROVED" ? await takeMoney(order, seen, requestedBy) : await notApproved(order);
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    log().warn({ orderId: order.id, err: error }, "provider in trouble");
    return handleNoAnswer(order, error);
  }
}

/**
 * Settles an order that the provider reports as paid, cancelled or not ours.
 * @returns undefined if the order is still unpaid and can be paid
 */
async function settle(order: LeasedOrder, seen: ProviderOrder): Promise<CaptureOutcome | undefined> {
  const mismatched = orderMismatch(order, seen);
  if (mismatched) return settleMismatch(order, seen, mismatched);
  if (seen.captures.length > 0 || seen.status === "COMPLETED") return evaluateCapture(order, seen.captures);
  if (seen.status !== "VOIDED") return undefined;
  if (order.endReason) return keepEnded(order, order.endReason);
  await releaseOrder(order, "voided", { reason: "voided", detail: "VOIDED" });
  return { state: "not approved" };
}

/** One malformed answer does not end an order whose money may have been taken. */
function settleMismatch(order: LeasedOrder, seen: ProviderOrder, mismatched: string) {
  const mayBePaid = order.captureSentAt !== null || order.before === "pending";
  if (mayBePaid && seen.captures.length === 0) throw unclearAnswer(mismatched);
  const isThisOne = seen.id === order.providerOrderId && seen.customId?.toLowerCase() === order.id;
  const holds = isThisOne ? seen.captures.find(isHeld) : undefined;
  return endOrder(order, "mismatch", holds ? `Captured, but ${mismatched}` : mismatched, holds);
}

/** Returns the order to its buyer, unless it is over or its money is pending. */
async function notApproved(order: LeasedOrder): Promise<CaptureOutcome> {
  const isOpen = ["created", "approved", "unknown", "capturing"].includes(order.before) && !order.endReason;
  await releaseOrder(order, isOpen ? "not approved" : "silent", { isAnswered: isOpen });
  return order.before === "pending" ? { state: "pending" } : { state: "not approved" };
}

/** Money that the provider has, or that is pending there. */
const isHeld = ({ status }: ProviderCapture) => ["paid", "pending"].includes(captureState(status));

function orderMismatch(order: StoredOrder, seen: ProviderOrder): string | undefined {
  if (seen.id !== order.providerOrderId) return "PayPal answered about another order";
  if (seen.units !== 1) return `it has ${seen.units} items instead of 1`;
  return mismatch(order, seen, config().paypal?.merchantId);
}

const MARK_SENT = command("capture.mark-sent")`
  update orders set capture_sent_at = coalesce(capture_sent_at, now()), version = version + 1 where id = ${uuid("id")}`;

/** Captures the money, unless a reason against it has come up. Then nobody pays. */
async function takeMoney(
  order: LeasedOrder,
  seen: ProviderOrder,
  requestedBy: RequestedBy,
): Promise<CaptureOutcome> {
  const refusal = await refusalToTake(order, requestedBy);
  if (refusal && refusal.reason === order.endReason) return keepEnded(order, order.endReason);
  if (refusal) return endOrder(order, refusal.reason, `Not captured: ${refusal.detail}`);
  // From here on money may be taken. If anything fails, the order is queried again.
  await MARK_SENT.run({ id: order.id });
  order.captureSentAt ??= new Date();
  try {
    const settled = await settle(order, await captureProviderOrder(order.providerOrderId, order.id));
    if (!settled) throw unclearAnswer("The order is still approved after its capture");
    return settled;
  } catch (error) {
    if (!(error instanceof PayPalError) || error.kind !== "refused" || error.status === 404) throw error;
    return refusedToCapture(order, error, seen.approvalUrl);
  }
}

const unclearAnswer = (message: string) => new PayPalError("unreachable", message);

async function refusalToTake(
  order: LeasedOrder,
  requestedBy: RequestedBy,
): Promise<{ reason: EndReason; detail: string } | undefined> {
  const { id, memberId, couponId, isGift, tier, endReason } = order;
  // A gift stays wanted whatever its buyer holds or buys.
  const since = isGift ? undefined : await BOUGHT_SINCE.first({ id });
  const facts = { endReason, boughtSince: false, approvedLater: false, ...since };
  const refused = captureRefusal(facts, requestedBy);
  if (refused) return { reason: refused, detail: refused };
  const entitlement = isGift ? undefined : await storedEntitlementOf(memberId);
  const senseless = entitlement && purchaseError(entitlement, tier, entitlement.now);
  if (senseless) return { reason: "cannot be bought", detail: senseless };
  const lost = couponId && (await takeUse({ id, memberId, couponId }));
  return lost ? { reason: "coupon lost", detail: `the coupon’s use is taken: ${lost}` } : undefined;
}

/** The provider refused. It may still hold the money, so it is queried before the order is settled. */
async function refusedToCapture(
  order: LeasedOrder,
  { issue, message }: PayPalError,
  approvalUrl: string | undefined,
): Promise<CaptureOutcome> {
  log().warn({ orderId: order.id, issue }, "capture refused");
  const seen = await getProviderOrder(order.providerOrderId);
  const settled = await settle(order, seen);
  if (settled) return settled;
  if (/^ORDER_ALREADY_CAPTURED$|_IN_PROGRESS$/.test(issue))
    throw unclearAnswer(`${issue}, but PayPal shows no capture`);
  const refusal = classifyRefusal(issue);
  if (refusal !== "sent back") return endOrder(order, refusal, issue || message);
  await releaseOrder(order, "sent back", { detail: issue, isAnswered: true });
  return { state: "sent back", approvalUrl: seen.approvalUrl ?? approvalUrl };
}

/** Evaluates the captures of an order. */
async function evaluateCapture(order: LeasedOrder, captures: ProviderCapture[]): Promise<CaptureOutcome> {
  const capture =
    captures.find(({ status }) => captureState(status) === "paid") ??
    captures.findLast(isHeld) ??
    captures.at(-1);
  if (!capture) throw unclearAnswer("The order is completed without a capture");
  const mismatched = mismatch(order, { ...capture, customId: capture.customId ?? order.id });
  if (mismatched) return endOrder(order, "mismatch", `Captured, but ${mismatched}`, capture);
  switch (captureState(capture.status)) {
    case "paid":
      return saveCapture(order, capture);
    case "pending":
      await recordPendingCapture(order.id, capture);
      return { state: "pending" };
    case "declined":
      return endOrder(order, "declined", capture.reason ?? capture.status);
    case "refunded":
      return endOrder(order, "given back", "Refunded before it was recorded");
    default:
      throw unclearAnswer(`A capture is ${capture.status}`);
  }
}

async function saveCapture(order: LeasedOrder, capture: ProviderCapture): Promise<CaptureOutcome> {
  const recorded = await recordCapture(order.id, capture);
  if ("paymentId" in recorded) return { state: "captured", paymentId: recorded.paymentId };
  return "alreadyUsed" in recorded
    ? endOrder(order, "mismatch", "This capture already paid for another order")
    : endOrder(order, "mismatch", "Captured, but the account has been deleted", capture);
}

/** @param holds what the provider holds for the order without a payment of ours */
async function endOrder(
  order: LeasedOrder,
  reason: EndReason,
  detail: string,
  holds?: ProviderCapture,
): Promise<CaptureOutcome> {
  log().warn({ orderId: order.id, reason, detail }, "order failed");
  await recordFailure(order.id, {
    reason,
    detail,
    declined: reason === "declined" || reason === "given back",
    holds,
  });
  return { state: "failed", reason };
}

async function keepEnded(order: LeasedOrder, reason: EndReason): Promise<CaptureOutcome> {
  await releaseOrder(order, "stays over", { reason, detail: order.lastError ?? undefined, isAnswered: true });
  return { state: "failed", reason };
}

/**
 * A 404 proves nothing: the provider forgets unapproved orders in time, and has returned it for captured
 * ones.
 */
async function handleNoAnswer(order: LeasedOrder, error: PayPalError): Promise<CaptureOutcome> {
  const move = moveWithoutAnswer(order);
  await releaseOrder(order, move, { detail: error.message });
  if (order.before === "pending") return { state: "pending" };
  const isUnapproved =
    move === "silent" && error.status === 404 && ["created", "cancelled"].includes(order.before);
  return { state: isUnapproved ? "not approved" : "waiting" };
}
