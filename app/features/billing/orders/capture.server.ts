import { END_REASONS, type EndReason, ORDER_STATUSES } from "db/entities/order";
import { em } from "db/orm.server";
import { perProcess } from "db/per-process";
import { literal, type RowOf, raw, sql, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
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
import {
  type AskedBy,
  captureRefusal,
  type MoveOfTaken,
  refusalOf,
  silence,
  stateAfter,
} from "./order-states.rules.server";
import { ORDER, orderById, type StoredOrder } from "./orders.queries.server";
import { recordCapture, recordFailure, recordPendingCapture } from "./record-capture.server";

/**
 * `waiting`: somebody else is at it, or the provider does not answer; the reconcile job ends it. `failed`: over, and the provider has
 * said that it holds nothing for it, unless the reason is a mismatch. `sent back`: the provider wants the buyer once more.
 */
export type CaptureOutcome =
  | { state: "captured"; paymentId: string }
  | { state: "pending" }
  | { state: "not approved" }
  | { state: "sent back"; approvalUrl?: string }
  | { state: "failed"; reason: EndReason }
  | { state: "waiting" };

/** Whoever took an order is believed to be gone after this long: all its calls together take less. Seconds. */
export const LOCK_SECONDS = 60;

/** How long a caller waits for an order that another process has taken. Milliseconds. */
const WATCH_MS = 8_000;
const WATCH_STEP_MS = 200;

const capturesInFlight = () => perProcess("captures", () => new Map<string, Promise<CaptureOutcome>>());

/**
 * Asks the provider about an order and captures it, once, where that is still wanted: the return page, the API, the webhook, the
 * reconcile job and staff all end here. Callers of one process share one attempt; of several processes one takes the row and the others
 * look on. The provider is asked what it holds before money is taken and after, and the payment, the membership and what follows are
 * written in one transaction.
 * @param askedBy whether its buyer is there and wants it
 */
export function captureOnce(orderId: string, askedBy: AskedBy = "others"): Promise<CaptureOutcome> {
  const captures = capturesInFlight();
  const key = `${orderId} ${askedBy}`;
  const inFlight = captures.get(key);
  if (inFlight) return inFlight;
  const started = runCapture(orderId, askedBy).finally(() => captures.delete(key));
  captures.set(key, started);
  return started;
}

const WAITED = { waited: text.from`pg_advisory_xact_lock(hashtextextended(member_id::text, 31))::text` };
/** Orders of one buyer are taken one after the other, so that each sees what the others are at. */
const WAIT_FOR_TURN = statement("capture.wait-for-turn", WAITED)`
  select ${WAITED} from orders where id = ${uuid("id")}`;

const TAKEN = {
  ...ORDER,
  providerOrderId: text.present.from`o.provider_order_id`,
  captureSentAt: timestamp.orNull.from`o.capture_sent_at`,
  before: literal(ORDER_STATUSES).from`held.status`,
};
type TakenOrder = RowOf<typeof TAKEN>;

/** Somebody is capturing it at this moment. @param orders what its row is called */
const isAtWork = (orders: "o" | "other") => sql`
  ${raw(orders)}.status = 'capturing' and ${raw(orders)}.updated_at >= now() - make_interval(secs => ${LOCK_SECONDS})`;
const isGift = (orders: "o" | "other") =>
  sql`exists (select 1 from gifts g where g.order_id = ${raw(orders)}.id)`;

/** Takes an order that nobody is at, while no other of its buyer's is being captured; gifts may go side by side. */
const TAKE_ORDER = statement("capture.take-order", TAKEN)`
  update orders o set status = 'capturing', version = o.version + 1
    from (select id, status from orders where id = ${uuid("id")} for update) as held
   where o.id = held.id and o.provider_order_id is not null and o.status <> 'captured' and not (${isAtWork("o")})
     and (${isGift("o")} or not exists (
       select 1 from orders other
        where other.member_id = o.member_id and other.id <> o.id and ${isAtWork("other")} and not ${isGift("other")}))
   returning ${TAKEN}`;

const takeOrder = (id: string): Promise<TakenOrder | undefined> =>
  em().transactional(async (manager) => {
    await WAIT_FOR_TURN.all({ id }, manager);
    return TAKE_ORDER.first({ id }, manager);
  });

async function runCapture(orderId: string, askedBy: AskedBy): Promise<CaptureOutcome> {
  const deadline = performance.now() + WATCH_MS;
  for (;;) {
    const taken = await takeOrder(orderId);
    if (taken) return askAndCapture(taken, askedBy);
    const order = await orderById(orderId);
    if (!order?.providerOrderId) return { state: "not approved" };
    if (order.status === "captured") return paidOutcome(order.id);
    if (performance.now() > deadline) return { state: "waiting" };
    await new Promise((resolve) => setTimeout(resolve, WATCH_STEP_MS));
  }
}

async function paidOutcome(orderId: string): Promise<CaptureOutcome> {
  const payment = await PAYMENT_OF_ORDER.first({ orderId });
  return payment ? { state: "captured", paymentId: payment.id } : { state: "waiting" };
}

async function askAndCapture(order: TakenOrder, askedBy: AskedBy): Promise<CaptureOutcome> {
  try {
    return await compare(
      order,
      await getProviderOrder(order.providerOrderId),
      (seen) => takeMoney(order, seen, askedBy),
      () => notApproved(order),
    );
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    log().warn({ orderId: order.id, err: error }, "provider in trouble");
    return heardNothing(order, error);
  }
}

/**
 * What the provider's word about an order means.
 * @param approved what is done with one that is approved and unpaid
 * @param unapproved the same with one that its buyer has not approved, or not enough
 */
async function compare(
  order: TakenOrder,
  seen: ProviderOrder,
  approved: (seen: ProviderOrder) => Promise<CaptureOutcome>,
  unapproved = approved,
): Promise<CaptureOutcome> {
  const mismatched = orderMismatch(order, seen);
  const isThisOne = seen.id === order.providerOrderId && seen.customId?.toLowerCase() === order.id;
  const holds = isThisOne ? seen.captures.find(isHeld) : undefined;
  // One answer without sense does not end an order whose money may be there.
  if (mismatched && seen.captures.length === 0 && (order.captureSentAt || order.before === "pending"))
    throw unclear(mismatched);
  if (mismatched)
    return endOrder(order, "mismatch", holds ? `Captured, but ${mismatched}` : mismatched, holds);
  if (seen.captures.length > 0 || seen.status === "COMPLETED") return evaluateCapture(order, seen.captures);
  if (seen.status === "APPROVED") return approved(seen);
  if (seen.status === "VOIDED") {
    if (order.endReason) return staysOver(order, order.endReason);
    await release(order, "voided", { reason: "voided", detail: "VOIDED" });
    return { state: "not approved" };
  }
  return unapproved(seen);
}

/** Its buyer has it in hand again, unless it is over, or its money is on its way. */
async function notApproved(order: TakenOrder): Promise<CaptureOutcome> {
  const isOpen = ["created", "approved", "unknown", "capturing"].includes(order.before) && !order.endReason;
  await release(order, isOpen ? "not approved" : "silent", { isAnswered: isOpen });
  return order.before === "pending" ? { state: "pending" } : { state: "not approved" };
}

/** Money that the provider has, or that is on its way to it. */
const isHeld = ({ status }: ProviderCapture) => ["paid", "pending"].includes(captureState(status));

function orderMismatch(order: StoredOrder, seen: ProviderOrder): string | undefined {
  if (seen.id !== order.providerOrderId) return "another order was answered";
  if (seen.units !== 1) return `${seen.units} things are sold in it`;
  return mismatch(order, seen, config().paypal?.merchantId);
}

const MARK_SENT = command("capture.mark-sent")`
  update orders set capture_sent_at = coalesce(capture_sent_at, now()), version = version + 1 where id = ${uuid("id")}`;

/** Takes the money, unless that makes no sense any more: then nobody pays. */
async function takeMoney(order: TakenOrder, seen: ProviderOrder, askedBy: AskedBy): Promise<CaptureOutcome> {
  const refusal = await refusalToTake(order, askedBy);
  if (refusal && refusal.reason === order.endReason) return staysOver(order, order.endReason);
  if (refusal) return endOrder(order, refusal.reason, `Not captured: ${refusal.detail}`);
  // From here on money may be taken: whatever breaks, the order is one to be asked about again.
  await MARK_SENT.run({ id: order.id });
  order.captureSentAt ??= new Date();
  try {
    const captured = await captureProviderOrder(order.providerOrderId, order.id);
    return await compare(order, captured, () =>
      Promise.reject(unclear("The order is approved after its capture")),
    );
  } catch (error) {
    if (!(error instanceof PayPalError) || error.kind !== "refused" || error.status === 404) throw error;
    return refusedToCapture(order, error, seen.approvalUrl);
  }
}

const unclear = (message: string) => new PayPalError("unreachable", message);

async function refusalToTake(
  order: TakenOrder,
  askedBy: AskedBy,
): Promise<{ reason: EndReason; detail: string } | undefined> {
  const { id, memberId, couponId, isGift, tier, endReason } = order;
  // A gift makes sense whatever its buyer holds or buys.
  const since = isGift ? undefined : await BOUGHT_SINCE.first({ id });
  const facts = { endReason, boughtSince: false, approvedLater: false, ...since };
  const refused = captureRefusal(facts, askedBy);
  if (refused) return { reason: refused, detail: refused };
  const held = isGift ? undefined : await storedEntitlementOf(memberId);
  const senseless = held && purchaseError(held, tier, held.now);
  if (senseless) return { reason: "cannot be bought", detail: senseless };
  const lost = couponId && (await takeUse({ id, memberId, couponId }));
  return lost ? { reason: "coupon lost", detail: `the coupon’s use is taken: ${lost}` } : undefined;
}

/** The provider said no. It may hold the money all the same, so it is asked what it holds before anything is concluded. */
async function refusedToCapture(
  order: TakenOrder,
  { issue, message }: PayPalError,
  approvalUrl: string | undefined,
): Promise<CaptureOutcome> {
  log().warn({ orderId: order.id, issue }, "capture refused");
  return compare(order, await getProviderOrder(order.providerOrderId), async (seen) => {
    if (/^ORDER_ALREADY_CAPTURED$|_IN_PROGRESS$/.test(issue))
      throw unclear(`${issue}, and no capture is shown`);
    const refusal = refusalOf(issue);
    if (refusal !== "sent back") return endOrder(order, refusal, issue || message);
    await release(order, "sent back", { detail: issue, isAnswered: true });
    return { state: "sent back", approvalUrl: seen.approvalUrl ?? approvalUrl };
  });
}

/** What the captures of an order are worth to us. */
async function evaluateCapture(order: TakenOrder, captures: ProviderCapture[]): Promise<CaptureOutcome> {
  const capture =
    captures.find(({ status }) => captureState(status) === "paid") ??
    captures.findLast(isHeld) ??
    captures.at(-1);
  if (!capture) throw unclear("The order is completed without a capture");
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
      throw unclear(`A capture is ${capture.status}`);
  }
}

async function saveCapture(order: TakenOrder, capture: ProviderCapture): Promise<CaptureOutcome> {
  const recorded = await recordCapture(order.id, capture);
  if ("paymentId" in recorded) return { state: "captured", paymentId: recorded.paymentId };
  return "alreadyUsed" in recorded
    ? endOrder(order, "mismatch", "This capture has paid for another order")
    : endOrder(order, "mismatch", "Captured, but the account is deleted", capture);
}

/** @param holds what the provider holds for it, though no payment stands for it */
async function endOrder(
  order: TakenOrder,
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

async function staysOver(order: TakenOrder, reason: EndReason): Promise<CaptureOutcome> {
  await release(order, "stays over", { reason, detail: order.lastError ?? undefined, isAnswered: true });
  return { state: "failed", reason };
}

/** A 404 is no answer: the provider forgets what nobody approves in time, and it has answered so for what it had captured. */
async function heardNothing(order: TakenOrder, error: PayPalError): Promise<CaptureOutcome> {
  const move = silence(order);
  await release(order, move, { detail: error.message });
  if (order.before === "pending") return { state: "pending" };
  const isUnapproved =
    move === "silent" && error.status === 404 && ["created", "cancelled"].includes(order.before);
  return { state: isUnapproved ? "not approved" : "waiting" };
}

const RELEASE = command("capture.release")`
  update orders set status = ${literal(ORDER_STATUSES)("status")}, last_error = ${text.orNull("detail")},
         end_reason = ${literal(END_REASONS).orNull("reason")},
         capture_sent_at = ${timestamp.orNull("captureSentAt")}, version = version + 1
   where id = ${uuid("id")} and status = 'capturing'`;

type Learned = {
  reason?: EndReason;
  detail?: string;
  /** The provider has told that it took no money. */
  isAnswered?: boolean;
};

/** Lets go of an order that is not paid. */
function release(order: TakenOrder, move: MoveOfTaken, learned: Learned = {}): Promise<void> {
  const { id, endReason, captureSentAt, lastError } = order;
  const { reason = endReason, detail = lastError ?? undefined, isAnswered } = learned;
  const status = stateAfter(move, { ...order, endReason: reason });
  return RELEASE.run({
    id,
    status,
    reason: move === "sent back" ? null : reason,
    detail: detail?.slice(0, 2000) ?? null,
    captureSentAt: isAnswered ? null : captureSentAt,
  });
}
