import { randomUUID } from "node:crypto";
import { type EntityManager, em } from "db/orm.server";
import { query } from "db/query.server";
import { type AccessPeriod, afterPurchase } from "~/features/entitlements/entitlement.rules";
import { entitlementOf, setEntitlement } from "~/features/entitlements/entitlement.server";
import { ORDER_COLUMNS, type StoredOrder } from "./orders.queries.server";
import { AFTER_CAPTURE, runEffects } from "./payment-effects.server";
import type { ProviderCapture } from "./paypal/paypal.server";

const METHOD = "PayPal";

/** Longest text that an order keeps of what went wrong. Characters. */
const MAX_ERROR_LENGTH = 2000;

export type RecordedCapture = { paymentId: string } | { alreadyUsed: true };

/**
 * Records a completed capture: payment, membership, order and what follows from them, in one transaction.
 * The order's row is locked meanwhile, so of any number of callers one does it and the others find it done.
 * @returns the payment, or that this capture has paid for another order already
 */
export function recordCapture(orderId: string, capture: ProviderCapture): Promise<RecordedCapture> {
  return em().transactional(async (manager) => {
    const order = await selectOrderForUpdate(manager, orderId);
    const existing = await paymentOf(manager, orderId);
    if (existing?.status === "COMPLETED") return { paymentId: existing.id };
    const [other] = await query(
      "select 1 from payments where provider_capture_id = ? and order_id <> ?",
      [capture.id, orderId],
      manager,
    );
    if (other) return { alreadyUsed: true };
    const entitlement = await entitlementOf(order.memberId, manager);
    if (!entitlement) throw new Error(`Order ${orderId} belongs to nobody`);
    const granted = afterPurchase(entitlement, order, entitlement.now);
    await setEntitlement(manager, order.memberId, granted.entitlement);
    const paymentId = await writePayment(manager, order, "COMPLETED", capture.id, granted.period);
    await query(
      `update orders set status = 'captured', captured_at = now(), last_error = null, version = version + 1
        where id = ?`,
      [orderId],
      manager,
    );
    await runEffects(AFTER_CAPTURE, manager, { paymentId, memberId: order.memberId });
    return { paymentId };
  });
}

/** Records money that is on its way: a payment that grants nothing yet, and an order to be asked about again. */
export function recordPendingCapture(orderId: string, capture: ProviderCapture): Promise<void> {
  return em().transactional(async (manager) => {
    const order = await selectOrderForUpdate(manager, orderId);
    if (order.status === "captured") return;
    await writePayment(manager, order, "PENDING", capture.id);
    await closeOrder(manager, orderId, "approved", `PENDING ${capture.reason ?? ""}`.trim());
  });
}

/** Ends an order without a grant. @param declined the provider tried and the money did not come */
export function recordFailure(orderId: string, reason: string, declined: boolean): Promise<void> {
  return em().transactional(async (manager) => {
    const order = await selectOrderForUpdate(manager, orderId);
    if (order.status === "captured") return;
    const existing = await paymentOf(manager, orderId);
    if (declined || existing) await writePayment(manager, order, "FAILED", null);
    await closeOrder(manager, orderId, "failed", reason);
  });
}

async function selectOrderForUpdate(manager: EntityManager, orderId: string): Promise<StoredOrder> {
  const [order] = await query<StoredOrder>(
    `select ${ORDER_COLUMNS} from orders o where o.id = ? for update`,
    [orderId],
    manager,
  );
  if (!order) throw new Error(`There is no order ${orderId}`);
  return order;
}

async function paymentOf(manager: EntityManager, orderId: string) {
  const [payment] = await query<{ id: string; status: string }>(
    "select id, status from payments where order_id = ?",
    [orderId],
    manager,
  );
  return payment;
}

/** The one payment of an order, whatever became of it before. */
async function writePayment(
  manager: EntityManager,
  { id, memberId, planName, tier, amount, currency }: StoredOrder,
  status: "COMPLETED" | "PENDING" | "FAILED",
  captureId: string | null,
  access?: AccessPeriod,
): Promise<string> {
  const [written] = await query<{ id: string }>(
    `insert into payments (id, order_id, member_id, plan, tier, amount, currency, status, payment_method,
                           provider_capture_id, access_from, expires_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (order_id) do update
       set status = excluded.status, provider_capture_id = coalesce(excluded.provider_capture_id,
             payments.provider_capture_id), payment_date = case payments.status when excluded.status then payments.payment_date else now() end, access_from = excluded.access_from,
           expires_at = excluded.expires_at, version = payments.version + 1
     returning id`,
    [
      randomUUID(),
      id,
      memberId,
      planName,
      tier,
      amount,
      currency,
      status,
      METHOD,
      captureId,
      access?.from ?? null,
      access?.until ?? null,
    ],
    manager,
  );
  if (!written) throw new Error(`No payment was written for order ${id}`);
  return written.id;
}

async function closeOrder(
  manager: EntityManager,
  orderId: string,
  status: string,
  reason: string,
): Promise<void> {
  await query(
    "update orders set status = ?, last_error = ?, version = version + 1 where id = ?",
    [status, reason.slice(0, MAX_ERROR_LENGTH), orderId],
    manager,
  );
}
