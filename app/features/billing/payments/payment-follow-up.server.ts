import { Member } from "db/entities/member";
import { Payment } from "db/entities/payment";
import { columnAs, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { bool, int, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { rewardReferral } from "~/access/referrals.server";
import {
  creditNoteMail,
  declinedMail,
  type PaymentMail,
  pendingMail,
  receiptMail,
  returnedMail,
  rewardMail,
  unwantedMail,
} from "~/features/billing/payments/purchase-mails";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";
import { reductionText } from "../coupons/coupon.rules";
import { COUPON_USED, PAID_ORDER } from "../coupons/coupon-used.queries.server";
import { openGift } from "../gifts/open-gift.server";
import { sellerAt } from "../receipts/sellers.queries.server";
import { GRANT, GRANT_SOURCE } from "./payments.queries.server";

/** A payment that has just been recorded, or refunded. */
export type PaymentEvent = { paymentId: string; memberId: string };

/** Runs in the transaction of the capture or refund. If it throws, that is rolled back, too. */
export type PaymentEffect = (manager: EntityManager, event: PaymentEvent) => Promise<unknown>;

/**
 * The effects of a captured payment, after it is recorded and its access is granted: referral rewards, then
 * the receipt with their days. The receipt's number is drawn last: it locks its counter until the commit, and
 * nothing may wait for another row while it does. Runs once per payment, however many callers capture.
 */
export const CAPTURE_FOLLOW_UP: readonly PaymentEffect[] = [rewardBoth, assignNumber, queueReceipt];

/**
 * The effects of a captured gift: the link goes to the recipient, the receipt to the buyer. A gift is no
 * first payment for oneself, so it earns no referral reward.
 */
export const AFTER_GIFT_CAPTURE: readonly PaymentEffect[] = [openGift, assignNumber, queueReceipt];

/** The effects of a refund, after the bought and earned access has ended. Runs once per payment. */
export const REFUND_FOLLOW_UP: readonly PaymentEffect[] = [assignNumber, queueCreditNote];

export async function runEffects(
  effects: readonly PaymentEffect[],
  manager: EntityManager,
  event: PaymentEvent,
): Promise<void> {
  for (const effect of effects) await effect(manager, event);
}

const REWARD_FACTS = {
  ...columnsAs("m", Member, "email", "firstname"),
  friend: text.from`f.firstname || ' ' || left(f.lastname, 1) || '.'`,
  days: int.from`${int("days")}::int`,
  tier: columnAs("m", Member, "subscription"),
  accessUntil: columnAs("m", Member, "subscriptionExpiresAt"),
};
const REWARD = statement("payment-follow-up.reward", REWARD_FACTS)`
  select ${REWARD_FACTS} from members m join members f on f.id = ${uuid("friendId")}
   where m.id = ${uuid("referrerId")} and m.status = 'active'`;

/** Rewards friend and referrer. The referrer gets an email; the friend sees the days in the receipt. */
async function rewardBoth(manager: EntityManager, { memberId, paymentId }: PaymentEvent): Promise<void> {
  const outcome = await rewardReferral(manager, memberId, paymentId);
  if (!outcome || outcome.refusal) return;
  const { referrerId, friendId, days } = outcome;
  const reward = await REWARD.first({ referrerId, friendId, days }, manager);
  if (!reward) return;
  const { siteName, siteTz } = config();
  const content = rewardMail(siteName, reward, siteTz);
  const dedupeKey = `referral-reward:${memberId}`;
  await queueMail(manager, { to: reward.email, content, dedupeKey, namesMember: friendId });
}

const NUMBER = { number: int.orNull.from`number_payment(p.id)` };
const GIVE_NUMBER = statement("payment-follow-up.give-number", NUMBER)`
  select ${NUMBER} from payments p where p.id = ${uuid("paymentId")}`;

/** Draws the next number of the series, once per payment. A rollback returns the number. */
function assignNumber(manager: EntityManager, { paymentId }: PaymentEvent): Promise<unknown> {
  return GIVE_NUMBER.first({ paymentId }, manager);
}

const RECEIPT_FACTS = {
  ...columnsAs("m", Member, "email", "firstname"),
  ...columnsAs("p", Payment, "packageName", "amount", "currency", "paymentMethod", "refundedAt"),
  ...columnsAs("p", Payment, "receiptNumber", "creditNoteNumber"),
  paymentId: columnAs("p", Payment, "id"),
  paidAt: columnAs("p", Payment, "paymentDate"),
  ...COUPON_USED,
  ...GRANT,
  isGift: bool.from`exists (select 1 from gifts g where g.order_id = p.order_id)`,
};
const RECEIPT = statement("payment-follow-up.receipt", RECEIPT_FACTS)`
  select ${RECEIPT_FACTS} from ${GRANT_SOURCE} ${PAID_ORDER} join members m on m.id = p.member_id where p.id = ${uuid("paymentId")}`;

async function queueReceipt(manager: EntityManager, { paymentId }: PaymentEvent): Promise<void> {
  const receipt = await RECEIPT.first({ paymentId }, manager);
  if (!receipt) return;
  const { siteName, siteTz } = config();
  const { vat } = await sellerAt(receipt.paidAt, manager);
  const mail = receiptMail(siteName, { ...receipt, vat, reduction: reductionText(receipt) }, siteTz);
  await queueMail(manager, { to: receipt.email, content: mail, dedupeKey: `receipt:${paymentId}` });
}

async function queueCreditNote(manager: EntityManager, { paymentId }: PaymentEvent): Promise<void> {
  const receipt = await RECEIPT.first({ paymentId }, manager);
  if (!receipt?.refundedAt) return;
  const { siteName, siteTz } = config();
  const { vat } = await sellerAt(receipt.paidAt, manager);
  const refund = { ...receipt, refundedAt: receipt.refundedAt, vat };
  const mail = creditNoteMail(siteName, refund, siteTz);
  await queueMail(manager, { to: receipt.email, content: mail, dedupeKey: `credit-note:${paymentId}` });
}

const PAID = {
  ...columnsAs("m", Member, "email", "firstname"),
  ...columnsAs("p", Payment, "packageName", "amount", "currency", "paymentMethod"),
};
const PAID_FACTS = statement("payment-follow-up.paid", PAID)`
  select ${PAID} from payments p join members m on m.id = p.member_id where p.id = ${uuid("paymentId")}`;

/** Emails the payer about a change of their payment, once per change. */
const paymentEmail =
  (mail: PaymentMail, cause: string): PaymentEffect =>
  async (manager, { paymentId }) => {
    const paid = await PAID_FACTS.first({ paymentId }, manager);
    if (!paid) return;
    const content = mail(config().siteName, paid);
    await queueMail(manager, { to: paid.email, content, dedupeKey: `${cause}:${paymentId}` });
  };

/** The money is pending. */
export const emailPendingPayment = paymentEmail(pendingMail, "payment-pending");
/** The pending money did not come. */
export const emailDeclinedPayment = paymentEmail(declinedMail, "payment-declined");
/** Money that a dispute had taken has returned, and the access with it. */
export const emailReturnedPayment = paymentEmail(returnedMail, "payment-returned");
/** Money came in for an order that its buyer had given up. */
export const emailUnwantedPayment = paymentEmail(unwantedMail, "payment-unwanted");
