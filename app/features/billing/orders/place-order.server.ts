import { randomUUID } from "node:crypto";
import { TIERS } from "db/entities/member";
import { Order } from "db/entities/order";
import { columnsAs } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { decimal, int, literal, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { type PurchaseError, purchaseError } from "~/access/entitlement.rules";
import { storedEntitlementOf } from "~/access/stored-entitlement.server";
import type { Tier } from "~/auth/viewer.server";
import type { CouponRefusal } from "../coupons/coupon.rules";
import type { StoredCoupon } from "../coupons/coupons.queries.server";
import {
  type AppliedCoupon,
  applyCoupon,
  refusalFor,
  validCoupon,
  withCoupon,
} from "../coupons/use-coupon.server";
import { orderById, type StoredOrder } from "./orders.queries.server";
import { runInSequence } from "./run-in-sequence";

/** A package as it is on sale at this moment. */
export type SellablePackage = {
  id: string;
  name: string;
  tier: Tier;
  price: string;
  currency: string;
  days: number;
};

/** `open`: an earlier click has made this order. `amount`: the price to pay. */
export type PlacedOrder =
  | { refusal: PurchaseError }
  | { couponRefusal: CouponRefusal }
  | { orderId: string; open: boolean; amount: string };

/**
 * PayPal lets a buyer approve an order for three hours. A buyer who returns to an order has at least one of
 * them left.
 */
const OPEN_HOURS = 2;

/**
 * After this long without an answer from the provider, the process that made the order is taken to be gone.
 * Seconds.
 */
const MAKING_SECONDS = 20;

const TERMS = {
  memberId: uuid("memberId"),
  packageId: uuid("packageId"),
  packageName: text("packageName"),
  tier: literal(TIERS)("tier"),
  amount: decimal("amount"),
  discount: decimal("discount"),
  couponId: uuid.orNull("couponId"),
  couponCode: text.orNull("couponCode"),
  currency: text("currency"),
  days: int("days"),
};

/** An order stores its package and coupon terms, because both may change. */
export const orderTerms = (
  memberId: string,
  { id, name, tier, price, currency, days }: SellablePackage,
  coupon?: PriceAsked,
) => ({
  memberId,
  packageId: id,
  packageName: name,
  tier,
  amount: coupon?.amount ?? price,
  discount: coupon?.discount ?? "0.00",
  couponId: coupon?.coupon.id ?? null,
  couponCode: coupon?.coupon.code ?? null,
  currency,
  days,
});

/** The price with a coupon. Undefined means the list price. */
type PriceAsked = AppliedCoupon | undefined;

const CANCEL_CHOICES = command("orders.cancel-choices")`
  update orders set status = 'cancelled', end_reason = 'replaced', last_error = 'Another choice was made', version = version + 1
   where member_id = ${TERMS.memberId} and status in ('created', 'approved')
     and not exists (select 1 from gifts g where g.order_id = orders.id)`;

const ADD_ORDER = command("orders.add")`
  insert into orders (id, member_id, package_id, plan_name, tier, amount, currency, days,
                      discount, coupon_id, coupon_code, coupon_held, locked_page)
  values (${uuid("orderId")}, ${TERMS.memberId}, ${TERMS.packageId}, ${TERMS.packageName}, ${TERMS.tier},
          ${TERMS.amount}, ${TERMS.currency}, ${TERMS.days},
          ${TERMS.discount}, ${TERMS.couponId}, ${TERMS.couponCode}, ${TERMS.couponId}::uuid is not null,
          ${text.orNull("lockedPage")})`;

/** Stores an order. @param lockedPage the page whose paywall led to it @returns its id */
export async function addOrder(
  manager: EntityManager,
  agreed: ReturnType<typeof orderTerms>,
  lockedPage?: string,
): Promise<string> {
  const orderId = randomUUID();
  await ADD_ORDER.run({ orderId, ...agreed, lockedPage: lockedPage ?? null }, manager);
  return orderId;
}

/**
 * A buyer who returns to an open order may come from another paywall, or from none. An approved order is left
 * to the capture, which waits for the member's row.
 */
const UPDATE_PAYWALL_PAGE = command("orders.come-from")`
  update orders set locked_page = ${text.orNull("lockedPage")}, version = version + 1
   where id = ${uuid("orderId")} and status = 'created' and locked_page is distinct from ${text.orNull("lockedPage")}`;

const ON_THESE_TERMS = sql`o.member_id = ${TERMS.memberId} and o.package_id = ${TERMS.packageId}
  and o.plan_name = ${TERMS.packageName} and o.tier = ${TERMS.tier} and o.amount = ${TERMS.amount}
  and o.currency = ${TERMS.currency} and o.days = ${TERMS.days}
  and o.coupon_id is not distinct from ${TERMS.couponId} and o.discount = ${TERMS.discount}
  and o.coupon_code is not distinct from ${TERMS.couponCode}`;

/** An order `o` on the same terms that its buyer can still pay. */
export const IS_OPEN = sql`${ON_THESE_TERMS} and o.id::text <> ${text("staleOrderId")}
     and (o.status = 'created' and o.created_at > now() - make_interval(hours => ${OPEN_HOURS})
            and (o.provider_order_id is not null or o.created_at > now() - make_interval(secs => ${MAKING_SECONDS}))
          or o.status in ('approved', 'capturing', 'unknown') and o.end_reason is null)
     and not exists (select 1 from payments p where p.order_id = o.id)`;

const OPEN_ORDER = statement("orders.open", columnsAs("o", Order, "id"))`
  select o.id from orders o
   where ${IS_OPEN} and not exists (select 1 from gifts g where g.order_id = o.id)
   order by o.created_at desc limit 1`;

/**
 * Stores the order of a purchase. An unpaid order of the member for the same package and terms is reused: two
 * clicks are one purchase. Requests of one member run one after another under a lock on the member's row.
 * Choosing another package or coupon ends the earlier choice, so at most one order waits for its buyer, gifts
 * aside. Limited coupon uses are counted under a lock on the coupon's row, and the order holds one use.
 * @param coupon the code as typed
 * @param staleOrderId an order that the provider gave up
 * @param lockedPage the page whose paywall led the buyer here
 */
export async function placeOrder(
  memberId: string,
  sold: SellablePackage,
  {
    coupon = "",
    staleOrderId = "",
    lockedPage,
  }: { coupon?: string; staleOrderId?: string; lockedPage?: string } = {},
): Promise<PlacedOrder> {
  if (!coupon.trim()) return queuePlacing(memberId, sold, { staleOrderId, lockedPage });
  const placed = await withCoupon(coupon, memberId, (found) =>
    queuePlacing(memberId, sold, { staleOrderId, lockedPage, coupon: found }),
  );
  return typeof placed === "string" ? { couponRefusal: placed } : placed;
}

type Placing = { coupon?: StoredCoupon; staleOrderId: string; lockedPage?: string };

/** Requests of one member queue here, before they occupy a connection to wait for the member's row. */
const queuePlacing = (memberId: string, sold: SellablePackage, placing: Placing): Promise<PlacedOrder> =>
  runInSequence(`choices of ${memberId}`, () => placeNow(memberId, sold, placing));

function placeNow(
  memberId: string,
  sold: SellablePackage,
  { coupon, staleOrderId, lockedPage }: Placing,
): Promise<PlacedOrder> {
  return em().transactional(async (manager): Promise<PlacedOrder> => {
    const entitlement = await storedEntitlementOf(memberId, manager);
    const refusal = entitlement ? purchaseError(entitlement, sold.tier, entitlement.now) : "not sold";
    if (refusal) return { refusal };
    const priced = coupon && (await applyCouponLocked(coupon, sold, manager));
    if (priced && "refusal" in priced) return { couponRefusal: priced.refusal };
    const agreed = orderTerms(memberId, sold, priced);
    const { amount } = agreed;
    const open = await OPEN_ORDER.first({ ...agreed, staleOrderId }, manager);
    if (open) {
      await UPDATE_PAYWALL_PAGE.run({ orderId: open.id, lockedPage: lockedPage ?? null }, manager);
      return { orderId: open.id, open: true, amount };
    }
    const couponRefusal = priced && (await refusalFor(priced.coupon, { memberId }, manager));
    if (couponRefusal) return { couponRefusal };
    await CANCEL_CHOICES.run({ memberId }, manager);
    return { orderId: await addOrder(manager, agreed, lockedPage), open: false, amount };
  });
}

/** The price with a coupon. If uses are limited, the coupon is read again under a lock. */
async function applyCouponLocked(coupon: StoredCoupon, sold: SellablePackage, manager: EntityManager) {
  const current = coupon.mostUses === null ? coupon : await validCoupon(coupon.code, manager);
  return current ? applyCoupon(current, sold) : ({ refusal: "unknown" } as const);
}

const STEP_MS = 100;

/**
 * Waits until the request that is making this order has the provider's answer.
 * @returns undefined if the request failed, "being made" if it is still running and no second order may be
 * made
 */
export async function awaitProviderOrder(
  orderId: string,
): Promise<(StoredOrder & { providerOrderId: string }) | "being made" | undefined> {
  for (let waited = 0; waited <= MAKING_SECONDS * 1000; waited += STEP_MS) {
    const order = await orderById(orderId);
    if (order?.providerOrderId) return { ...order, providerOrderId: order.providerOrderId };
    if (order?.status !== "created") return undefined;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  return "being made";
}
