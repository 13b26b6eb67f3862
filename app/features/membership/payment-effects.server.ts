import type { EntityManager } from "db/orm.server";
import { rows } from "db/rows.server";
import { receiptLetter } from "~/features/mail/letters";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/http/config.server";
import { reverseReferral, rewardReferral } from "./referrals.server";

/** A payment that has just been recorded, or refunded. */
export type PaymentFact = { paymentId: string; memberId: string };

/** Runs in the transaction of what caused it: it throws, and nothing of the capture or the refund is kept. */
export type PaymentEffect = (manager: EntityManager, fact: PaymentFact) => Promise<unknown>;

/**
 * What else happens when a payment is captured, after it is recorded and its access is granted: referral rewards
 * and the receipt. Once per payment, however many callers ask for the capture.
 */
export const AFTER_CAPTURE: readonly PaymentEffect[] = [
  (manager, { memberId, paymentId }) => rewardReferral(manager, memberId, paymentId),
  queueReceipt,
];

/** What else happens when a payment is refunded, after the access it bought has ended. Once per payment. */
export const AFTER_REFUND: readonly PaymentEffect[] = [
  (manager, { paymentId }) => reverseReferral(manager, paymentId),
];

export async function runEffects(
  effects: readonly PaymentEffect[],
  manager: EntityManager,
  fact: PaymentFact,
): Promise<void> {
  for (const effect of effects) await effect(manager, fact);
}

type Receipt = Parameters<typeof receiptLetter>[1] & { email: string };

async function queueReceipt(manager: EntityManager, { paymentId }: PaymentFact): Promise<void> {
  const [receipt] = await rows<Receipt>(
    `select p.id as "paymentId", m.email, m.firstname, p.plan, p.amount, p.currency,
            p.payment_method as "paymentMethod", p.payment_date as "paidAt", p.expires_at as "accessUntil"
       from payments p join members m on m.id = p.member_id where p.id = ?`,
    [paymentId],
    manager,
  );
  if (!receipt) return;
  const { siteName, siteTz } = config();
  const letter = receiptLetter(siteName, receipt, siteTz);
  await queueMail(manager, { to: receipt.email, letter, cause: `receipt:${paymentId}` });
}
