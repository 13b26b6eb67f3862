import type { EntityManager } from "db/orm.server";
import { query } from "db/query.server";
import { reverseReferral, rewardReferral } from "~/features/entitlements/referrals.server";
import { receiptMail, rewardLetter } from "~/features/mail/mail-templates";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";
import { GRANT_COLUMNS, GRANT_SOURCE } from "./payments.queries.server";

/** A payment that has just been recorded, or refunded. */
export type PaymentEvent = { paymentId: string; memberId: string };

/** Runs in the transaction of what caused it: it throws, and nothing of the capture or the refund is kept. */
export type PaymentEffect = (manager: EntityManager, event: PaymentEvent) => Promise<unknown>;

/**
 * What else happens when a payment is captured, after it is recorded and its access is granted: referral rewards
 * and, with their days in it, the receipt. Once per payment, however many callers ask for the capture.
 */
export const AFTER_CAPTURE: readonly PaymentEffect[] = [rewardBoth, queueReceipt];

/** What else happens when a payment is refunded, after the access it bought has ended. Once per payment. */
export const AFTER_REFUND: readonly PaymentEffect[] = [
  (manager, { paymentId }) => reverseReferral(manager, paymentId),
];

export async function runEffects(
  effects: readonly PaymentEffect[],
  manager: EntityManager,
  event: PaymentEvent,
): Promise<void> {
  for (const effect of effects) await effect(manager, event);
}

/** Rewards friend and referrer, and tells the referrer; the friend reads it in the receipt. */
async function rewardBoth(manager: EntityManager, { memberId, paymentId }: PaymentEvent): Promise<void> {
  const outcome = await rewardReferral(manager, memberId, paymentId);
  if (!outcome) return;
  const [reward] = await query<Parameters<typeof rewardLetter>[1] & { email: string }>(
    `select m.email, m.firstname, f.firstname || ' ' || left(f.lastname, 1) || '.' as friend, ?::int as days,
            m.subscription as tier, m.subscription_expires_at as "accessUntil"
       from members m join members f on f.id = ? where m.id = ? and m.status = 'active'`,
    [outcome.days, outcome.friendId, outcome.referrerId],
    manager,
  );
  if (!reward) return;
  const { siteName, siteTz } = config();
  const letter = rewardLetter(siteName, reward, siteTz);
  await queueMail(manager, { to: reward.email, content: letter, dedupeKey: `referral-reward:${memberId}` });
}

type Receipt = Parameters<typeof receiptMail>[1] & { email: string };

async function queueReceipt(manager: EntityManager, { paymentId }: PaymentEvent): Promise<void> {
  const [receipt] = await query<Receipt>(
    `select p.id as "paymentId", m.email, m.firstname, p.plan, p.amount, p.currency,
            p.payment_method as "paymentMethod", p.payment_date as "paidAt", ${GRANT_COLUMNS}
       from ${GRANT_SOURCE} join members m on m.id = p.member_id where p.id = ?`,
    [paymentId],
    manager,
  );
  if (!receipt) return;
  const { siteName, siteTz } = config();
  const mail = receiptMail(siteName, receipt, siteTz);
  await queueMail(manager, { to: receipt.email, content: mail, dedupeKey: `receipt:${paymentId}` });
}
