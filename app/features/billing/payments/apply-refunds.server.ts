import { Order } from "db/entities/order";
import { Payment } from "db/entities/payment";
import { Refund } from "db/entities/refund";
import { columnAs, columns, columnsAs } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { decimal, type RowOf, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { fillPeriods, restorePeriods, takeBackPeriods } from "~/access/periods.server";
import { lockMembers, reverseReferral } from "~/access/referrals.server";
import { log } from "~/platform/log.server";
import { ConcurrentClaimError, returnGift, takeBackGift } from "../gifts/take-back-gift.server";
import { captureState } from "../orders/capture.rules";
import { getProviderCapture, getProviderRefund, type ProviderRefund } from "../paypal/paypal.server";
import { emailReturnedPayment, REFUND_FOLLOW_UP, runEffects } from "./payment-follow-up.server";

const PAYMENT_IDS = {
  memberId: columnAs("p", Payment, "member"),
  /** The member who claimed the gift that the payment bought. */
  claimerId: uuid.orNull.from`(select g.claimed_by_id from gifts g where g.order_id = p.order_id)`,
};
const OF_CAPTURE = statement("refund.known", PAYMENT_IDS)`
  select ${PAYMENT_IDS} from payments p where p.provider_capture_id = ${text("captureId")}`;

const NOW = { now: timestamp.from`now()` };
const CLOCK = statement("refund.clock", NOW)`select ${NOW}`;

const IS_HELD = statement("refund.is-held", columnsAs("o", Order, "id"))`
  select o.id from orders o where o.held_capture_id = ${text("captureId")} limit 1`;
const LET_GO = command("refund.let-go")`
  update orders set held_capture_id = null, held_amount = null, held_currency = null, version = version + 1
   where held_capture_id = ${text("captureId")}`;

/**
 * Applies the provider's report on a capture. A full refund ends the bought access, a partial one changes no
 * access, and a won dispute restores both. A refunded payment stays COMPLETED with its refund date. A second
 * notification changes nothing. Money that the provider held without a payment of ours is cleared from its
 * order.
 * @param refundId the provider's id of a named refund
 * @returns whether anything was refunded
 * @throws PayPalError
 */
export async function applyProviderRefunds(captureId: string, refundId?: string): Promise<boolean> {
  const isHeld = (await IS_HELD.first({ captureId })) !== undefined;
  if (!isHeld && !(await OF_CAPTURE.first({ captureId }))) return false;
  const queriedAt = (await CLOCK.first())?.now ?? new Date(0);
  const { id, status } = await getProviderCapture(captureId);
  const state = id === captureId ? captureState(status) : "unknown";
  if (state === "refunded")
    return isHeld ? releaseHeldCapture(captureId) : retryConcurrentClaims(() => revokeOnce(captureId));
  if (state !== "paid" || isHeld) {
    log().warn({ captureId, status }, "not refunded");
    return false;
  }
  if (refundId) return recordPart(captureId, await getProviderRefund(refundId));
  await retryConcurrentClaims(() => restoreOnce(captureId, queriedAt));
  return false;
}

/** Clears the order's note of money that the provider no longer holds. */
export const clearHeldCapture = (manager: EntityManager, captureId: string): Promise<void> =>
  LET_GO.run({ captureId }, manager);

async function releaseHeldCapture(captureId: string): Promise<true> {
  await LET_GO.run({ captureId });
  return true;
}

/** A gift can be claimed only once, so the second attempt always succeeds. */
const retryConcurrentClaims = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    if (error instanceof ConcurrentClaimError) return work();
    throw error;
  });

/** The trigger that returns a coupon's use updates the order. Everybody locks an order before its members. */
const LOCK_ORDER = statement("refund.lock-order", columnsAs("o", Order, "id"))`
  select o.id from orders o join payments p on p.order_id = o.id
   where p.provider_capture_id = ${text("captureId")} and o.coupon_id is not null for update of o`;

/** Runs work under locks on a payment and on the members whose access it may change. */
const withPayment = (
  captureId: string,
  work: (manager: EntityManager, payment: LockedPayment, claimerId: string | null) => Promise<void>,
  isDue: (payment: LockedPayment) => boolean,
): Promise<boolean> =>
  em().transactional(async (manager) => {
    await LOCK_ORDER.first({ captureId }, manager);
    const known = await OF_CAPTURE.first({ captureId }, manager);
    if (!known) return false;
    await lockMembers(manager, { ...known, state: "rewarded" });
    const payment = await LOCK_PAYMENT.first({ captureId }, manager);
    if (payment?.status !== "COMPLETED" || !isDue(payment)) return false;
    await work(manager, payment, known.claimerId);
    return true;
  });

const REFUNDED = {
  ...columnsAs("p", Payment, "id", "status", "refundedAt", "currency"),
  memberId: columnAs("p", Payment, "member"),
};
type LockedPayment = RowOf<typeof REFUNDED>;
const LOCK_PAYMENT = statement("refund.lock-payment", REFUNDED)`
  select ${REFUNDED} from payments p where p.provider_capture_id = ${text("captureId")} for update`;

const MARK_REFUNDED = command("refund.mark")`
  update payments set refunded_at = now(), version = version + 1 where id = ${uuid("id")}`;

/** @throws ConcurrentClaimError */
const revokeOnce = (captureId: string): Promise<boolean> =>
  withPayment(
    captureId,
    async (manager, { id, memberId }, claimerId) => {
      const giftId = await takeBackGift(manager, id, claimerId);
      for (const whose of [memberId, claimerId]) if (whose) await fillPeriods(manager, whose);
      await MARK_REFUNDED.run({ id }, manager);
      await reverseReferral(manager, id);
      await takeBackPeriods(manager, id);
      if (giftId) await takeBackPeriods(manager, giftId);
      await runEffects(REFUND_FOLLOW_UP, manager, { paymentId: id, memberId });
    },
    ({ refundedAt }) => refundedAt === null,
  );

const UNMARK = command("refund.unmark")`
  update payments set refunded_at = null, version = version + 1 where id = ${uuid("id")}`;

/**
 * Restores the access with the money. Referral days that the payment had earned stay lost.
 * @param queriedAt when the provider reported the money: a refund after that moment belongs to no dispute
 * @throws ConcurrentClaimError
 */
const restoreOnce = (captureId: string, queriedAt: Date): Promise<boolean> =>
  withPayment(
    captureId,
    async (manager, { id, memberId }, claimerId) => {
      const giftId = await returnGift(manager, id, claimerId);
      await UNMARK.run({ id }, manager);
      await restorePeriods(manager, id);
      if (giftId) await restorePeriods(manager, giftId);
      await emailReturnedPayment(manager, { paymentId: id, memberId });
    },
    ({ refundedAt }) => refundedAt !== null && refundedAt < queriedAt,
  );

const ADD_PART = statement("refund.add-part", columns(Refund, "id"))`
  insert into refunds (payment_id, amount, state, provider_refund_id)
  values (${uuid("paymentId")}, ${decimal("amount")}, 'done', ${text("refundId")})
  on conflict (provider_refund_id) do update set state = 'done' where refunds.state <> 'done' returning id`;

const ADD_UP = command("refund.add-up")`
  update payments p set version = p.version + 1,
         refunded_amount = least(p.amount, (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.state = 'done'))
   where p.id = ${uuid("paymentId")}`;

/** Sums a payment's refunds. Run it after writing one of them. */
export const addUpRefunds = (manager: EntityManager, paymentId: string): Promise<void> =>
  ADD_UP.run({ paymentId }, manager);

function recordPart(captureId: string, refund: ProviderRefund): Promise<boolean> {
  const { id: refundId, status, amount, currency, captureId: named = captureId } = refund;
  if (status !== "COMPLETED" || named !== captureId) return Promise.resolve(false);
  return withPayment(
    captureId,
    async (manager, { id: paymentId }) => {
      if (await ADD_PART.first({ paymentId, amount, refundId }, manager))
        await addUpRefunds(manager, paymentId);
    },
    (payment) => payment.currency === currency,
  );
}
