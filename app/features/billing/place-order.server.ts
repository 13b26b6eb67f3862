import { randomUUID } from "node:crypto";
import { type EntityManager, em } from "db/orm.server";
import { query } from "db/query.server";
import type { Tier } from "~/features/auth/viewer.server";
import { type PurchaseError, purchaseError } from "~/features/entitlements/entitlement.rules";
import { entitlementOf } from "~/features/entitlements/entitlement.server";
import { orderById, type StoredOrder } from "./orders.queries.server";

/** What is bought: a package as it is on sale at this moment. */
export type SellablePackage = {
  id: string;
  name: string;
  tier: Tier;
  price: string;
  currency: string;
  days: number;
};

/** `open`: an earlier click has made this order. */
export type PlacedOrder = { refusal: PurchaseError } | { orderId: string; open: boolean };

/** PayPal lets an order be approved for three hours: who goes on with one keeps at least one of them. */
const OPEN_HOURS = 2;

/** An order whose provider was not heard of for so long was left behind by a process that vanished. Seconds. */
const MAKING_SECONDS = 20;

/**
 * Stores the order of a purchase, unless the member has one of the same package on the same terms that nobody has
 * paid: two clicks are one purchase. Clicks of one member come one after another, held by the member's row. Choosing
 * another package ends what was chosen before, so one order at the most waits for its buyer.
 * @param dead an order that the provider gave up
 */
export function placeOrder(memberId: string, sold: SellablePackage, dead?: string): Promise<PlacedOrder> {
  return em().transactional(async (manager): Promise<PlacedOrder> => {
    const held = await entitlementOf(memberId, manager);
    const refusal = held ? purchaseError(held, sold.tier, held.now) : "not sold";
    if (refusal) return { refusal };
    const open = await openOrder(manager, memberId, sold, dead);
    if (open) return { orderId: open, open: true };
    await query(
      `update orders set status = 'cancelled', last_error = 'Another choice was made', version = version + 1
        where member_id = ? and status = 'created'`,
      [memberId],
      manager,
    );
    const orderId = randomUUID();
    await query(
      `insert into orders (id, member_id, package_id, plan_name, tier, amount, currency, days)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
      [orderId, memberId, sold.id, sold.name, sold.tier, sold.price, sold.currency, sold.days],
      manager,
    );
    return { orderId, open: false };
  });
}

async function openOrder(
  manager: EntityManager,
  memberId: string,
  { id, name, tier, price, currency, days }: SellablePackage,
  dead = "",
): Promise<string | undefined> {
  const [found] = await query<{ id: string }>(
    `select o.id from orders o
      where o.member_id = ? and o.package_id = ? and o.plan_name = ? and o.tier = ? and o.amount = ?
        and o.currency = ? and o.days = ? and o.id::text <> ?
        and (o.status = 'created' and o.created_at > now() - make_interval(hours => ?)
               and (o.provider_order_id is not null or o.created_at > now() - make_interval(secs => ?))
             or o.status in ('approved', 'capturing'))
        and not exists (select 1 from payments p where p.order_id = o.id)
      order by o.created_at desc limit 1`,
    [memberId, id, name, tier, price, currency, days, dead, OPEN_HOURS, MAKING_SECONDS],
    manager,
  );
  return found?.id;
}

const STEP_MS = 100;

/** Waits for the click that is making this order to hear of the provider; undefined when nothing came of it. */
export async function madeOrder(
  orderId: string,
): Promise<(StoredOrder & { providerOrderId: string }) | undefined> {
  for (let waited = 0; waited <= MAKING_SECONDS * 1000; waited += STEP_MS) {
    const order = await orderById(orderId);
    if (order?.providerOrderId) return { ...order, providerOrderId: order.providerOrderId };
    if (order?.status !== "created") return undefined;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  return undefined;
}
