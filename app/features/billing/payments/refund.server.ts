import { Order } from "db/entities/order";
import { Payment } from "db/entities/payment";
import { Refund } from "db/entities/refund";
import { columnAs, columns, columnsAs } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { decimal, type RowOf, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { fillPeriods, giveBackPeriods, takeBackPeriods } from "~/access/periods.server";
import { lockMembers, reverseReferral } from "~/access/referrals.server";
import { log } from "~/platform/log.server";
import { ClaimedMeanwhile, returnGift, takeBackGift } from "../gifts/take-back-gift.server";
import { captureState } from "../orders/capture.rules";
import { getProviderCapture, getProviderRefund, type ProviderRefund } from "../paypal/paypal.server";
import { AFTER_REFUND, runEffects, tellOfReturn } from "./payment-effects.server";

const KNOWN = {
  memberId: columnAs("p", Payment, "member"),
  /** Who has claimed the gift that it paid. */
  claimerId: uuid.orNull.from`(select g.claimed_by_id from gifts g where g.order_id = p.order_id)`,
};
const OF_CAPTURE = statement("refund.known", KNOWN)`
  select ${KNOWN} from payments p where p.provider_capture_id = ${text("captureId")}`;

const NOW = { now: timestamp.from`now()` };
const CLOCK = statement("refund.clock", NOW)`select ${NOW}`;

const IS_HELD = statement("refund.is-held", columnsAs("o", Order, "id"))`
  select o.id from orders o where o.held_capture_id = ${text("captureId")} limit 1`;
const LET_GO = command("refund.let-go")`
  update orders set held_capture_id = null, held_amount = null, held_currency = null, version = version + 1
   where held_capture_id = ${text("captureId")}`;

/**
 * Writes what the provider says of a capture: all of it went back, and what it bought with it; a part, which changes no access; or it is
 * here again after a dispute that was won. A payment stays COMPLETED and says when it was refunded; a second notification changes
 * nothing. What the provider held without a payment of ours, it holds no more.
 * @param refundId the provider's id of a refund that was named
 * @returns whether anything went back
 * @throws PayPalError
 */
export async function compareRefunds(captureId: string, refundId?: string): Promise<boolean> {
  const isHeld = (await IS_HELD.first({ captureId })) !== undefined;
  if (!isHeld && !(await OF_CAPTURE.first({ captureId }))) return false;
  const asked = (await CLOCK.first())?.now ?? new Date(0);
  const { id, status } = await getProviderCapture(captureId);
  const state = id === captureId ? captureState(status) : "unknown";
  if (state === "refunded") return isHeld ? letGo(captureId) : untilNobodyClaims(() => revokeOnce(captureId));
  if (state !== "paid" || isHeld) {
    log().warn({ captureId, status }, "not refunded");
    return false;
  }
  if (refundId) return recordPart(captureId, await getProviderRefund(refundId));
  await untilNobodyClaims(() => restoreOnce(captureId, asked));
  return false;
}

/** The provider holds it no more. */
export const letGoOf = (manager: EntityManager, captureId: string): Promise<void> =>
  LET_GO.run({ captureId }, manager);

async function letGo(captureId: string): Promise<true> {
  await LET_GO.run({ captureId });
  return true;
}

/** A gift is claimed once, so the second time nobody can have come between. */
const untilNobodyClaims = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    if (error instanceof ClaimedMeanwhile) return work();
    throw error;
  });

/** The trigger that gives a coupon's use back writes it, and an order is locked before its members by everybody. */
const LOCK_ORDER = statement("refund.lock-order", columnsAs("o", Order, "id"))`
  select o.id from orders o join payments p on p.order_id = o.id
   where p.provider_capture_id = ${text("captureId")} and o.coupon_id is not null for update of o`;

/** Does something with a payment and those whose access it may change, whose rows are locked. */
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

/** @throws ClaimedMeanwhile */
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
      await runEffects(AFTER_REFUND, manager, { paymentId: id, memberId });
    },
    ({ refundedAt }) => refundedAt === null,
  );

const UNMARK = command("refund.unmark")`
  update payments set refunded_at = null, version = version + 1 where id = ${uuid("id")}`;

/**
 * The access comes back with the money; days that a referral had earned by it do not.
 * @param asked when the provider said that it has the money: what went back since is no news of a dispute
 * @throws ClaimedMeanwhile
 */
const restoreOnce = (captureId: string, asked: Date): Promise<boolean> =>
  withPayment(
    captureId,
    async (manager, { id, memberId }, claimerId) => {
      const giftId = await returnGift(manager, id, claimerId);
      await UNMARK.run({ id }, manager);
      await giveBackPeriods(manager, id);
      if (giftId) await giveBackPeriods(manager, giftId);
      await tellOfReturn(manager, { paymentId: id, memberId });
    },
    ({ refundedAt }) => refundedAt !== null && refundedAt < asked,
  );

const ADD_PART = statement("refund.add-part", columns(Refund, "id"))`
  insert into refunds (payment_id, amount, state, provider_refund_id)
  values (${uuid("paymentId")}, ${decimal("amount")}, 'done', ${text("refundId")})
  on conflict (provider_refund_id) do update set state = 'done' where refunds.state <> 'done' returning id`;

const ADD_UP = command("refund.add-up")`
  update payments p set version = p.version + 1,
         refunded_amount = least(p.amount, (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.state = 'done'))
   where p.id = ${uuid("paymentId")}`;

/** Adds up what of a payment went back. To be called after one of its refunds was written. */
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
