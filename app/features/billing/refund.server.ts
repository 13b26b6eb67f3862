import { type EntityManager, em } from "db/orm.server";
import { rows } from "db/query.server";
import type { Tier } from "~/features/auth/viewer.server";
import { type Access, afterRefund, msLeft } from "~/features/entitlements/entitlement.rules";
import { log } from "~/platform/log.server";
import { captureMeaning } from "./capture.rules";
import { heldBy } from "./orders.queries.server";
import { AFTER_REFUND, runEffects } from "./payment-effects.server";
import { getProviderCapture } from "./paypal/paypal.server";

type Refunded = {
  id: string;
  memberId: string;
  status: string;
  tier: Tier;
  from: Date | null;
  until: Date | null;
  refundedAt: Date | null;
};

/**
 * Takes back what a refunded payment bought, when the provider says that all of it was refunded. The payment stays
 * COMPLETED and says when it was refunded; a second notification changes nothing.
 * @returns false when the provider does not say so, or the capture is none of ours
 * @throws PayPalTrouble
 */
export async function refund(captureId: string): Promise<boolean> {
  const [known] = await rows("select 1 from payments where provider_capture_id = ?", [captureId]);
  if (!known) return false;
  const seen = await getProviderCapture(captureId);
  if (seen.id !== captureId || captureMeaning(seen.status) !== "refunded") {
    log().warn({ captureId, status: seen.status }, "not refunded in full");
    return false;
  }
  return em().transactional((manager) => takeBack(manager, captureId));
}

async function takeBack(manager: EntityManager, captureId: string): Promise<boolean> {
  const [payment] = await rows<Refunded>(
    `select id, member_id as "memberId", status, tier, access_from as "from", expires_at as until,
            refunded_at as "refundedAt"
       from payments where provider_capture_id = ? for update`,
    [captureId],
    manager,
  );
  if (payment?.status !== "COMPLETED" || payment.refundedAt) return false;
  const { id, memberId, tier, from, until } = payment;
  await rows("update payments set refunded_at = now(), version = version + 1 where id = ?", [id], manager);
  if (from && until) await endAccess(manager, memberId, { tier, from, until });
  await runEffects(AFTER_REFUND, manager, { paymentId: id, memberId });
  return true;
}

async function endAccess(manager: EntityManager, memberId: string, gone: Access): Promise<void> {
  const held = await heldBy(memberId, manager);
  if (!held) return;
  const others = await rows<Access>(
    `select tier, access_from as "from", expires_at as until from payments
      where member_id = ? and status = 'COMPLETED' and refunded_at is null and expires_at > now()`,
    [memberId],
    manager,
  );
  const next = afterRefund(held, gone, others, held.now);
  await rows(
    "update members set subscription = ?, subscription_expires_at = ?, version = version + 1 where id = ?",
    [next.tier, next.until, memberId],
    manager,
  );
  // Days that were put after the refunded ones begin earlier now.
  await rows(
    `update payments set access_from = access_from - make_interval(secs => ?),
                         expires_at = expires_at - make_interval(secs => ?), version = version + 1
      where member_id = ? and tier = ? and access_from >= ? and status = 'COMPLETED' and refunded_at is null`,
    [msLeft(gone, held.now) / 1000, msLeft(gone, held.now) / 1000, memberId, gone.tier, gone.until],
    manager,
  );
}
