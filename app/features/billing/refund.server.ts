import { type EntityManager, em } from "db/orm.server";
import { query } from "db/query.server";
import type { Tier } from "~/features/auth/viewer.server";
import { type AccessPeriod, afterRefund, remainingMs } from "~/features/entitlements/entitlement.rules";
import { entitlementOf, setEntitlement } from "~/features/entitlements/entitlement.server";
import { log } from "~/platform/log.server";
import { captureState } from "./capture.rules";
import { AFTER_REFUND, runEffects } from "./payment-effects.server";
import { getProviderCapture } from "./paypal/paypal.server";

type RefundedPayment = {
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
 * @throws PayPalError
 */
export async function recordRefund(captureId: string): Promise<boolean> {
  const [known] = await query("select 1 from payments where provider_capture_id = ?", [captureId]);
  if (!known) return false;
  const capture = await getProviderCapture(captureId);
  if (capture.id !== captureId || captureState(capture.status) !== "refunded") {
    log().warn({ captureId, status: capture.status }, "not refunded in full");
    return false;
  }
  return em().transactional((manager) => revokePayment(manager, captureId));
}

async function revokePayment(manager: EntityManager, captureId: string): Promise<boolean> {
  const [payment] = await query<RefundedPayment>(
    `select id, member_id as "memberId", status, tier, access_from as "from", expires_at as until,
            refunded_at as "refundedAt"
       from payments where provider_capture_id = ? for update`,
    [captureId],
    manager,
  );
  if (payment?.status !== "COMPLETED" || payment.refundedAt) return false;
  const { id, memberId, tier, from, until } = payment;
  await query("update payments set refunded_at = now(), version = version + 1 where id = ?", [id], manager);
  if (from && until) await revokeAccess(manager, memberId, { tier, from, until });
  await runEffects(AFTER_REFUND, manager, { paymentId: id, memberId });
  return true;
}

async function revokeAccess(manager: EntityManager, memberId: string, refunded: AccessPeriod): Promise<void> {
  const entitlement = await entitlementOf(memberId, manager);
  if (!entitlement) return;
  const others = await query<AccessPeriod>(
    `select tier, access_from as "from", expires_at as until from payments
      where member_id = ? and status = 'COMPLETED' and refunded_at is null and expires_at > now()`,
    [memberId],
    manager,
  );
  const next = afterRefund(entitlement, refunded, others, entitlement.now);
  await setEntitlement(manager, memberId, next);
  // Days that were put after the refunded ones begin earlier now.
  await query(
    `update payments set access_from = access_from - make_interval(secs => ?),
                         expires_at = expires_at - make_interval(secs => ?), version = version + 1
      where member_id = ? and tier = ? and access_from >= ? and status = 'COMPLETED' and refunded_at is null`,
    [
      remainingMs(refunded, entitlement.now) / 1000,
      remainingMs(refunded, entitlement.now) / 1000,
      memberId,
      refunded.tier,
      refunded.until,
    ],
    manager,
  );
}
