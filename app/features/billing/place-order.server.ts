import { randomUUID } from "node:crypto";
import { TIERS } from "db/entities/member";
import { Order } from "db/entities/order";
import { columnsAs } from "db/entity-columns.server";
import { em } from "db/orm.server";
import { decimal, int, literal, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { Tier } from "~/features/auth/viewer.server";
import { type PurchaseError, purchaseError } from "~/features/entitlements/entitlement.rules";
import { storedEntitlementOf } from "~/features/entitlements/stored-entitlement.server";
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

const TERMS = {
  memberId: uuid("memberId"),
  packageId: uuid("packageId"),
  packageName: text("packageName"),
  tier: literal(TIERS)("tier"),
  amount: decimal("amount"),
  currency: text("currency"),
  days: int("days"),
};

/** What an order keeps of a package, because the package may change. */
const agreedTerms = (memberId: string, { id, name, tier, price, currency, days }: SellablePackage) => ({
  memberId,
  packageId: id,
  packageName: name,
  tier,
  amount: price,
  currency,
  days,
});

const CANCEL_CHOICES = command("orders.cancel-choices")`
  update orders set status = 'cancelled', last_error = 'Another choice was made', version = version + 1
   where member_id = ${TERMS.memberId} and status = 'created'`;

const ADD_ORDER = command("orders.add")`
  insert into orders (id, member_id, package_id, plan_name, tier, amount, currency, days)
  values (${uuid("orderId")}, ${TERMS.memberId}, ${TERMS.packageId}, ${TERMS.packageName}, ${TERMS.tier},
          ${TERMS.amount}, ${TERMS.currency}, ${TERMS.days})`;

const ON_THESE_TERMS = sql`o.member_id = ${TERMS.memberId} and o.package_id = ${TERMS.packageId}
  and o.plan_name = ${TERMS.packageName} and o.tier = ${TERMS.tier} and o.amount = ${TERMS.amount}
  and o.currency = ${TERMS.currency} and o.days = ${TERMS.days}`;

const OPEN_ORDER = statement("orders.open", columnsAs("o", Order, "id"))`
  select o.id from orders o
   where ${ON_THESE_TERMS} and o.id::text <> ${text("dead")}
     and (o.status = 'created' and o.created_at > now() - make_interval(hours => ${OPEN_HOURS})
            and (o.provider_order_id is not null or o.created_at > now() - make_interval(secs => ${MAKING_SECONDS}))
          or o.status in ('approved', 'capturing'))
     and not exists (select 1 from payments p where p.order_id = o.id)
   order by o.created_at desc limit 1`;

/**
 * Stores the order of a purchase, unless the member has one of the same package on the same terms that nobody has
 * paid: two clicks are one purchase. Clicks of one member come one after another, held by the member's row. Choosing
 * another package ends what was chosen before, so one order at the most waits for its buyer.
 * @param dead an order that the provider gave up
 */
export function placeOrder(memberId: string, sold: SellablePackage, dead = ""): Promise<PlacedOrder> {
  return em().transactional(async (manager): Promise<PlacedOrder> => {
    const held = await storedEntitlementOf(memberId, manager);
    const refusal = held ? purchaseError(held, sold.tier, held.now) : "not sold";
    if (refusal) return { refusal };
    const agreed = agreedTerms(memberId, sold);
    const open = await OPEN_ORDER.first({ ...agreed, dead }, manager);
    if (open) return { orderId: open.id, open: true };
    await CANCEL_CHOICES.run({ memberId }, manager);
    const orderId = randomUUID();
    await ADD_ORDER.run({ orderId, ...agreed }, manager);
    return { orderId, open: false };
  });
}

const STEP_MS = 100;

/** Waits for the click that is making this order to hear of the provider; undefined when nothing came of it. */
export async function awaitProviderOrder(
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
