import { TIERS } from "db/entities/member";
import { Order } from "db/entities/order";
import { Payment } from "db/entities/payment";
import { columnAs, columnsAs } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { float, literal, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import {
  afterRefund,
  type HeldAccess,
  heldPart,
  isLost,
  remainingMs,
} from "~/features/entitlements/entitlement.rules";
import { lockMembers, reverseReferral } from "~/features/entitlements/referrals.server";
import { setEntitlement, storedEntitlementOf } from "~/features/entitlements/stored-entitlement.server";
import { log } from "~/platform/log.server";
import { captureState } from "./capture.rules";
import { ClaimedMeanwhile, takeBackGift } from "./gifts/take-back-gift.server";
import { AFTER_REFUND, runEffects } from "./payment-effects.server";
import { ACCESS_TIER } from "./payments.queries.server";
import { getProviderCapture } from "./paypal/paypal.server";

const KNOWN = {
  memberId: columnAs("p", Payment, "member"),
  /** Who has claimed the gift that it paid. */
  claimerId: uuid.orNull.from`(select g.claimed_by_id from gifts g where g.order_id = p.order_id)`,
};
const OF_CAPTURE = statement("refund.known", KNOWN)`
  select ${KNOWN} from payments p where p.provider_capture_id = ${text("captureId")}`;

const IS_HELD = statement("refund.is-held", columnsAs("o", Order, "id"))`
  select o.id from orders o where o.held_capture_id = ${text("captureId")} limit 1`;
const LET_GO = command("refund.let-go")`
  update orders set held_capture_id = null, held_amount = null, held_currency = null, version = version + 1
   where held_capture_id = ${text("captureId")}`;

/**
 * Takes back what a refunded payment bought, when the provider says that all of it was refunded. The payment stays
 * COMPLETED and says when it was refunded; a second notification changes nothing. What the provider held without a payment of ours, it
 * holds no more.
 * @returns false when the provider does not say so, or the capture is none of ours
 * @throws PayPalError
 */
export async function recordRefund(captureId: string): Promise<boolean> {
  const isHeld = (await IS_HELD.first({ captureId })) !== undefined;
  if (!isHeld && !(await OF_CAPTURE.first({ captureId }))) return false;
  const capture = await getProviderCapture(captureId);
  if (capture.id !== captureId || captureState(capture.status) !== "refunded") {
    log().warn({ captureId, status: capture.status }, "not refunded in full");
    return false;
  }
  if (isHeld) {
    await LET_GO.run({ captureId });
    return true;
  }
  return revokeOnce(captureId).catch((error: unknown) => {
    // A gift is claimed once, so the second time nobody can have come between.
    if (error instanceof ClaimedMeanwhile) return revokeOnce(captureId);
    throw error;
  });
}

function revokeOnce(captureId: string): Promise<boolean> {
  return em().transactional(async (manager) => {
    const known = await OF_CAPTURE.first({ captureId }, manager);
    if (!known) return false;
    await lockMembers(manager, { ...known, state: "rewarded" });
    return revokePayment(manager, captureId, known.claimerId);
  });
}

const REFUNDED = {
  ...columnsAs("p", Payment, "id", "status", "refundedAt"),
  tier: literal(TIERS).from`${ACCESS_TIER}`,
  memberId: columnAs("p", Payment, "member"),
  from: columnAs("p", Payment, "accessFrom"),
  until: columnAs("p", Payment, "expiresAt"),
  since: columnAs("p", Payment, "paymentDate"),
};
const LOCK_PAYMENT = statement("refund.lock-payment", REFUNDED)`
  select ${REFUNDED} from payments p where p.provider_capture_id = ${text("captureId")} for update`;

const MARK_REFUNDED = command("refund.mark")`
  update payments set refunded_at = now(), version = version + 1 where id = ${uuid("id")}`;

/** Those whose access it may change are locked. @throws ClaimedMeanwhile */
async function revokePayment(
  manager: EntityManager,
  captureId: string,
  claimerId: string | null,
): Promise<boolean> {
  const payment = await LOCK_PAYMENT.first({ captureId }, manager);
  if (payment?.status !== "COMPLETED" || payment.refundedAt) return false;
  const { id, memberId, tier, from, until, since } = payment;
  const given = await takeBackGift(manager, id, claimerId);
  await MARK_REFUNDED.run({ id }, manager);
  // The days that it earned go first: what is left is what it bought, and what that had replaced comes back.
  await reverseReferral(manager, id);
  if (from && until) await revokeAccess(manager, memberId, { tier, from, until, since });
  if (given) await revokeAccess(manager, given.memberId, given.period);
  await runEffects(AFTER_REFUND, manager, { paymentId: id, memberId });
  return true;
}

const GOT = {
  tier: columnAs("p", Payment, "tier"),
  from: timestamp.present.from`p.access_from`,
  until: timestamp.present.from`p.expires_at`,
  since: columnAs("p", Payment, "paymentDate"),
  takenBackAt: columnAs("p", Payment, "refundedAt"),
};
/** What was bought, or claimed as a gift, has a beginning and an end together. A trial is nobody's to take back. */
const EVERY_ACCESS = statement("refund.every-access", GOT)`
  select ${GOT} from (
    select ${ACCESS_TIER} as tier, access_from, expires_at, payment_date, refunded_at from payments p
     where member_id = ${uuid("memberId")} and status = 'COMPLETED' and expires_at is not null
    union all
    select tier, access_from, access_until, claimed_at, taken_back_at from gifts
     where claimed_by_id = ${uuid("memberId")}
    union all
    select tier, access_from, access_until, access_from, null::timestamptz from trials
     where member_id = ${uuid("memberId")}) as p`;

/** Days that were put after the refunded ones begin earlier now. */
const MOVE_PERIODS = command("refund.move-periods")`
  update payments p set access_from = access_from - make_interval(secs => ${float("seconds")}),
                        expires_at = expires_at - make_interval(secs => ${float("seconds")}), version = version + 1
   where member_id = ${uuid("memberId")} and ${ACCESS_TIER} = ${literal(TIERS)("tier")} and access_from >= ${timestamp("until")}
     and status = 'COMPLETED' and refunded_at is null`;

const MOVE_GIFTS = command("refund.move-gifts")`
  update gifts set access_from = access_from - make_interval(secs => ${float("seconds")}),
                   access_until = access_until - make_interval(secs => ${float("seconds")}), version = version + 1
   where claimed_by_id = ${uuid("memberId")} and tier = ${literal(TIERS)("tier")} and access_from >= ${timestamp("until")}
     and taken_back_at is null`;

async function revokeAccess(manager: EntityManager, memberId: string, refunded: HeldAccess): Promise<void> {
  const entitlement = await storedEntitlementOf(memberId, manager);
  if (!entitlement) return;
  const all = await EVERY_ACCESS.all({ memberId }, manager);
  const { now } = entitlement;
  const others = all.filter(({ takenBackAt, until }) => takenBackAt === null && until > now);
  const held = heldPart(refunded, others);
  const remaining = others.filter((access) => !isLost(access, all, now));
  const next = afterRefund(entitlement, held, remaining, now);
  await setEntitlement(manager, memberId, next);
  const seconds = remainingMs(held, now) / 1000;
  const behind = { seconds, memberId, tier: held.tier, until: held.until };
  await MOVE_PERIODS.run(behind, manager);
  await MOVE_GIFTS.run(behind, manager);
}
