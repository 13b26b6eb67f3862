import { randomUUID } from "node:crypto";
import { TIERS } from "db/entities/member";
import { ORDER_STATUSES, type OrderStatus } from "db/entities/order";
import { PAYMENT_STATUSES, Payment, type PaymentStatus } from "db/entities/payment";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { decimal, literal, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { type AccessPeriod, afterPurchase } from "~/features/entitlements/entitlement.rules";
import { lockMembers } from "~/features/entitlements/referrals.server";
import { setEntitlement, storedEntitlementOf } from "~/features/entitlements/stored-entitlement.server";
import { ORDER, type StoredOrder } from "./orders.queries.server";
import { AFTER_CAPTURE, AFTER_GIFT_CAPTURE, runEffects } from "./payment-effects.server";
import { PAYMENT_OF_ORDER } from "./payments.queries.server";
import type { ProviderCapture } from "./paypal/paypal.server";

const METHOD = "PayPal";

/** Longest text that an order keeps of what went wrong. Characters. */
const MAX_ERROR_LENGTH = 2000;

export type RecordedCapture = { paymentId: string } | { alreadyUsed: true };

const USED_ELSEWHERE = statement("payments.capture-used-elsewhere", columns(Payment, "id"))`
  select id from payments where provider_capture_id = ${text("captureId")} and order_id <> ${uuid("orderId")}`;

const MARK_CAPTURED = command("orders.mark-captured")`
  update orders set status = 'captured', captured_at = now(), last_error = null, version = version + 1
   where id = ${uuid("orderId")}`;

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
    if (await USED_ELSEWHERE.first({ captureId: capture.id, orderId }, manager)) return { alreadyUsed: true };
    const period = order.isGift ? undefined : await grantToBuyer(manager, order);
    const paymentId = await writePayment(manager, order, "COMPLETED", capture.id, period);
    await MARK_CAPTURED.run({ orderId }, manager);
    const effects = order.isGift ? AFTER_GIFT_CAPTURE : AFTER_CAPTURE;
    await runEffects(effects, manager, { paymentId, memberId: order.memberId });
    return { paymentId };
  });
}

async function grantToBuyer(manager: EntityManager, order: StoredOrder): Promise<AccessPeriod> {
  await lockMembers(manager, { memberId: order.memberId, state: "joined" });
  const entitlement = await storedEntitlementOf(order.memberId, manager);
  if (!entitlement) throw new Error(`Order ${order.id} belongs to nobody`);
  const granted = afterPurchase(entitlement, order, entitlement.now);
  await setEntitlement(manager, order.memberId, granted.entitlement);
  return granted.period;
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
                        provider_capture_id, access_from, expires_at, access_tier)
  values (${uuid("id")}, ${uuid("orderId")}, ${uuid("memberId")}, ${text("packageName")}, ${literal(TIERS)("tier")},
          ${decimal("amount")}, ${text("currency")}, ${literal(PAYMENT_STATUSES)("status")}, ${text("method")},
          ${text.orNull("captureId")}, ${timestamp.orNull("from")}, ${timestamp.orNull("until")},
          ${literal(TIERS).orNull("accessTier")})
  on conflict (order_id) do update
    set status = excluded.status,
        provider_capture_id = coalesce(excluded.provider_capture_id, payments.provider_capture_id),
        payment_date = case payments.status when excluded.status then payments.payment_date else now() end,
        access_from = excluded.access_from, expires_at = excluded.expires_at, access_tier = excluded.access_tier,
        version = payments.version + 1
  returning id`;

/** The one payment of an order, whatever became of it before. */
async function writePayment(
  manager: EntityManager,
  { id: orderId, memberId, packageName, tier, amount, currency }: StoredOrder,
  status: PaymentStatus,
  captureId: string | null,
  access?: AccessPeriod,
): Promise<string> {
  const sold = { orderId, memberId, packageName, tier, amount, currency };
  const accessTier = access && access.tier !== tier ? access.tier : null;
  const granted = { from: access?.from ?? null, until: access?.until ?? null, accessTier };
  const written = await WRITE_PAYMENT.first(
    { id: randomUUID(), ...sold, status, method: METHOD, captureId, ...granted },
    manager,
  );
  if (!written) throw new Error(`No payment was written for order ${orderId}`);
  return written.id;
}

const CLOSE_ORDER = command("orders.close")`
  update orders set status = ${literal(ORDER_STATUSES)("status")}, last_error = ${text("reason")}, version = version + 1
   where id = ${uuid("id")}`;

const closeOrder = (manager: EntityManager, id: string, status: OrderStatus, reason: string): Promise<void> =>
  CLOSE_ORDER.run({ id, status, reason: reason.slice(0, MAX_ERROR_LENGTH) }, manager);
