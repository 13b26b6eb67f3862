import { Coupon } from "db/entities/coupon";
import { Order } from "db/entities/order";
import { columnAs, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { SITE_TODAY } from "db/site-day";
import { bool, int, sql, text, uuid } from "db/sql";
import { command, readOrLock, statement } from "db/statement.server";
import type { UseSoFar } from "./coupon.rules";

const IS_RUNNING = sql`c.active and c.archived_at is null
  and coalesce(c.from_day <= ${SITE_TODAY}, true) and coalesce(c.through_day >= ${SITE_TODAY}, true)`;

/** The coupon columns that a purchase needs, of a table called `c`. */
const COUPON = {
  ...columnsAs("c", Coupon, "id", "code", "percent", "amount", "currency", "packageIds"),
  ...columnsAs("c", Coupon, "mostUses", "oncePerMember", "firstPurchase", "throughDay"),
  isRunning: bool.from`${IS_RUNNING}`,
};

const byCode = readOrLock("coupons.by-code", COUPON)`
  select ${COUPON} from coupons c where c.code = ${text("code")} and c.archived_at is null`;
const byId = readOrLock("coupons.by-id", COUPON)`
  select ${COUPON} from coupons c where c.id = ${uuid("id")}`;

export type StoredCoupon = NonNullable<Awaited<ReturnType<typeof byCode>>>;

/**
 * Finds a coupon by its code, valid or not.
 * @param manager of the transaction that uses the coupon: its row is then locked
 */
export const couponByCode = (code: string, manager?: EntityManager): Promise<StoredCoupon | undefined> =>
  byCode({ code }, manager);

export const couponById = (id: string, manager?: EntityManager): Promise<StoredCoupon | undefined> =>
  byId({ id }, manager);

const HELD = sql`o.coupon_id = ${uuid("couponId")} and o.coupon_held and o.id <> ${uuid("orderId")}`;

/**
 * A separate statement, run after the coupon's row is locked: the locking statement itself would count the
 * uses from before its wait. A new choice ends its member's open orders (`isChoosing`), so those do not
 * count. An order that already holds its use (`isHeld`) counts only earlier ones, so of two at once exactly
 * one passes.
 */
const SO_FAR = {
  used: int.from`(select count(*)::int from (
     select from orders o where ${HELD}
        and not (${bool("isChoosing")} and o.status = 'created' and o.member_id = ${uuid("memberId")})
      limit coalesce(${int.orNull("mostUses")}::int, 0)) as held)`,
  usedBefore: bool.from`exists (
    select from orders o left join payments p on p.order_id = o.id
     where ${HELD} and o.member_id = ${uuid("memberId")} and o.status <> 'created' and p.refunded_at is null
       and (o.status = 'captured' or not ${bool("isHeld")}
            or o.created_at < (select created_at from orders where id = ${uuid("orderId")})))`,
  hasPaid: bool.from`exists (
    select from payments p where p.member_id = ${uuid("memberId")} and p.status = 'COMPLETED' and p.refunded_at is null
       and not exists (select 1 from gifts g where g.order_id = p.order_id))`,
};
const USE_SO_FAR = statement("coupons.use-so-far", SO_FAR)`select ${SO_FAR}`;

/** An id that nobody has: for visitors, and for orders that do not exist yet. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Who uses the coupon: a member with a new choice, or an order that is about to be captured. */
export type CouponUser = { memberId?: string; orderId?: string; isHeld?: boolean };

export async function loadUseSoFar(
  { id: couponId, mostUses }: Pick<StoredCoupon, "id" | "mostUses">,
  { memberId = NOBODY, orderId, isHeld = false }: CouponUser,
  manager?: EntityManager,
): Promise<UseSoFar> {
  const order = { orderId: orderId ?? NOBODY, isChoosing: orderId === undefined };
  const found = await USE_SO_FAR.first({ couponId, mostUses, memberId, isHeld, ...order }, manager);
  if (!found) throw new Error("The statement returned no row");
  return found;
}

const TAKEN = statement("coupons.taken-by-others", { used: int })`
  select count(*)::int as used from (
    select from orders o where o.coupon_id = ${uuid("couponId")} and o.coupon_held and o.member_id <> ${uuid("memberId")}
     limit coalesce(${int.orNull("mostUses")}::int, 0)) as held`;

/** Whether other members hold all available uses. */
export async function isUsedUpByOthers(
  { id: couponId, mostUses }: Pick<StoredCoupon, "id" | "mostUses">,
  memberId: string,
): Promise<boolean> {
  const { used = 0 } = (await TAKEN.first({ couponId, mostUses, memberId })) ?? {};
  return mostUses !== null && used >= mostUses;
}

const IS_HELD = statement("coupons.is-held", { isHeld: columnAs("o", Order, "couponHeld") })`
  select o.coupon_held as "isHeld" from orders o where o.id = ${uuid("orderId")}`;

export const holdsUse = async (orderId: string, manager: EntityManager): Promise<boolean> =>
  (await IS_HELD.first({ orderId }, manager))?.isHeld === true;

const HOLD = command("coupons.hold")`
  update orders set coupon_held = true, version = version + 1 where id = ${uuid("orderId")} and not coupon_held`;

export const holdUse = (orderId: string, manager: EntityManager): Promise<void> =>
  HOLD.run({ orderId }, manager);
