import { rows } from "db/query.server";
import { purchaseRefusal } from "~/features/entitlements/entitlement.rules";
import { config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { captureMeaning, mismatch } from "./capture.rules";
import { heldBy, ORDER_COLUMNS, orderById, type StoredOrder } from "./orders.queries.server";
import {
  captureProviderOrder,
  getProviderOrder,
  PayPalTrouble,
  type ProviderCapture,
  type ProviderOrder,
} from "./paypal/paypal.server";
import { settle, settleFailed, settlePending } from "./record-capture.server";

/** `waiting`: somebody else is at it, or the provider does not answer; the reconcile job ends it. */
export type CaptureOutcome =
  | { state: "captured"; paymentId: string }
  | { state: "pending" }
  | { state: "not approved" }
  | { state: "failed"; reason: string }
  | { state: "waiting" };

/** Whoever claimed an order is believed to be gone after this long: all its calls together take less. Seconds. */
export const CLAIM_SECONDS = 60;

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
export function capture(orderId: string): Promise<CaptureOutcome> {
  shared.openbellCaptures ??= new Map();
  const captures = shared.openbellCaptures;
  const running = captures.get(orderId);
  if (running) return running;
  const started = attempt(orderId).finally(() => captures.delete(orderId));
  captures.set(orderId, started);
  return started;
}

type Claimed = StoredOrder & { providerOrderId: string; before: "created" | "approved" | "cancelled" };

async function attempt(orderId: string): Promise<CaptureOutcome> {
  const order = await claim(orderId);
  if (!order) return watch(orderId);
  try {
    return await conclude(order, await getProviderOrder(order.providerOrderId));
  } catch (error) {
    if (!(error instanceof PayPalTrouble)) throw error;
    return unanswered(order, error);
  }
}

/** Takes an order that nobody is at; what a vanished process left behind counts as approved. */
async function claim(orderId: string): Promise<Claimed | undefined> {
  const [claimed] = await rows<Claimed>(
    `update orders o set status = 'capturing', version = o.version + 1
       from (select id, status from orders where id = ? for update) as held
      where o.id = held.id and o.provider_order_id is not null
        and (held.status in ('created', 'approved', 'cancelled')
             or (held.status = 'capturing' and o.updated_at < now() - make_interval(secs => ?)))
      returning ${ORDER_COLUMNS}, case held.status when 'capturing' then 'approved' else held.status end as before`,
    [orderId, CLAIM_SECONDS],
  );
  return claimed;
}

async function conclude(order: Claimed, seen: ProviderOrder): Promise<CaptureOutcome> {
  const wrong = wrongAbout(order, seen);
  if (wrong) return fail(order, wrong);
  // From here on money may be taken: whatever breaks, the order is one to be asked about again.
  if (seen.status === "APPROVED" || seen.status === "COMPLETED") order.before = "approved";
  switch (seen.status) {
    case "APPROVED":
      return take(order);
    case "COMPLETED":
      return judge(order, seen);
    case "VOIDED":
      return leave(order, "cancelled", "VOIDED");
    default:
      return leave(order, order.before === "cancelled" ? "cancelled" : "created", order.lastError);
  }
}

function wrongAbout(order: StoredOrder, seen: ProviderOrder): string | undefined {
  if (seen.id !== order.providerOrderId) return "another order was answered";
  if (seen.units !== 1) return `${seen.units} things are sold in it`;
  return mismatch(order, seen, config().paypal?.merchantId);
}

/** Takes the money, unless what was agreed makes no sense any more: then nobody pays. */
async function take(order: Claimed): Promise<CaptureOutcome> {
  const held = await heldBy(order.memberId);
  const refusal = held && purchaseRefusal(held, order.tier, held.now);
  if (refusal) return fail(order, `Not captured: ${refusal}`);
  let seen: ProviderOrder;
  try {
    seen = await captureProviderOrder(order.providerOrderId, order.id);
  } catch (error) {
    if (!(error instanceof PayPalTrouble) || error.issue !== "ORDER_ALREADY_CAPTURED") throw error;
    seen = await getProviderOrder(order.providerOrderId);
  }
  const wrong = wrongAbout(order, seen);
  return wrong ? fail(order, wrong) : judge(order, seen);
}

/** What the captures of a completed order are worth to us. */
async function judge(order: Claimed, { captures }: ProviderOrder): Promise<CaptureOutcome> {
  const found = captures.find(({ status }) => captureMeaning(status) === "paid") ?? captures.at(-1);
  if (!found) throw new PayPalTrouble("unreachable", "The order is completed without a capture");
  const wrong = mismatch(order, { ...found, customId: found.customId ?? order.id });
  if (wrong) return fail(order, `Captured, but ${wrong}`);
  switch (captureMeaning(found.status)) {
    case "paid":
      return record(order, found);
    case "pending":
      await settlePending(order.id, found);
      return { state: "pending" };
    case "declined":
      return fail(order, found.reason ?? found.status, true);
    case "refunded":
      return fail(order, "Refunded before it was recorded", true);
    default:
      throw new PayPalTrouble("unreachable", `A capture is ${found.status}`);
  }
}

async function record(order: Claimed, found: ProviderCapture): Promise<CaptureOutcome> {
  const settled = await settle(order.id, found);
  if ("replayed" in settled) return fail(order, "This capture has paid for another order");
  return { state: "captured", paymentId: settled.paymentId };
}

async function fail(order: Claimed, reason: string, declined = false): Promise<CaptureOutcome> {
  log().warn({ orderId: order.id, reason }, "order failed");
  await settleFailed(order.id, reason, declined);
  return { state: "failed", reason };
}

/** Words of the provider that end an order; any other refusal leaves it to be asked about again. */
const DECLINED = new Set(["INSTRUMENT_DECLINED", "PAYER_CANNOT_PAY", "TRANSACTION_REFUSED"]);

async function unanswered(order: Claimed, trouble: PayPalTrouble): Promise<CaptureOutcome> {
  log().warn({ orderId: order.id, err: trouble }, "provider in trouble");
  if (trouble.kind === "refused" && DECLINED.has(trouble.issue)) return fail(order, trouble.issue, true);
  if (trouble.issue === "ORDER_NOT_APPROVED") return leave(order, "created", trouble.issue);
  if (trouble.status === 404) {
    // PayPal forgets what nobody approved in time; what was approved it must know.
    if (order.before !== "approved") return leave(order, "cancelled", "Not approved in time");
    return fail(order, "Unknown to the provider");
  }
  await release(order, order.before, trouble.message);
  return { state: "waiting" };
}

async function leave(order: Claimed, status: string, lastError: string | null): Promise<CaptureOutcome> {
  await release(order, status, lastError);
  return { state: "not approved" };
}

async function release(order: Claimed, status: string, lastError: string | null): Promise<void> {
  await rows(
    `update orders set status = ?, last_error = ?, version = version + 1 where id = ? and status = 'capturing'`,
    [status, lastError?.slice(0, 2000) ?? null, order.id],
  );
}

/** Waits for whoever has the order, for a while, and tells what came of it. */
async function watch(orderId: string): Promise<CaptureOutcome> {
  const end = performance.now() + WATCH_MS;
  for (;;) {
    const order = await orderById(orderId);
    if (order?.status !== "capturing") return order ? outcomeOf(order) : { state: "not approved" };
    if (performance.now() > end) return { state: "waiting" };
    await new Promise((resolve) => setTimeout(resolve, WATCH_STEP_MS));
  }
}

async function outcomeOf({ id, status, lastError }: StoredOrder): Promise<CaptureOutcome> {
  const [payment] = await rows<{ id: string; status: string }>(
    "select id, status from payments where order_id = ?",
    [id],
  );
  if (status === "captured" && payment) return { state: "captured", paymentId: payment.id };
  if (status === "failed") return { state: "failed", reason: lastError ?? "" };
  if (payment?.status === "PENDING") return { state: "pending" };
  return status === "approved" ? { state: "waiting" } : { state: "not approved" };
}
