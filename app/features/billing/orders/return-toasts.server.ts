import type { EndReason } from "db/entities/order";
import type { Toast } from "~/web/toast.server";
import { PURCHASE_TEXTS, type PurchaseOutcome } from "./purchase.server";

/** How a buyer's return ended. `broken`: an error on our side, which is retried later. */
export type ReturnOutcome = PurchaseOutcome | { state: "broken" };

/** The toast after an approved payment. */
export function outcomeToast(outcome: ReturnOutcome, isGift: boolean): Toast {
  if (outcome.state === "failed") return FAILURE_TOASTS[outcome.reason];
  return (isGift ? GIFT_TOASTS[outcome.state] : undefined) ?? TOASTS[outcome.state];
}

const failedToast = (more = ""): Toast => ({ tone: "bad", text: PURCHASE_TEXTS.finalize + more });

const TOASTS: Record<Exclude<ReturnOutcome["state"], "failed">, Toast> = {
  captured: { tone: "good", text: PURCHASE_TEXTS.done },
  pending: {
    tone: "good",
    text: "PayPal is still checking this payment. Your access starts as soon as PayPal confirms it.",
    timeout: 15_000,
  },
  waiting: failedToast(": PayPal has not answered yet. We will keep trying, and you will not pay twice."),
  broken: failedToast(". We will keep trying, and you will not pay twice."),
  foreign: failedToast(),
  "not approved": failedToast(": the payment was not approved."),
  "sent back": failedToast(": PayPal asks you to confirm the payment again, or to pay another way."),
};

const GIVEN_UP_TEXT = ": you cancelled this purchase. You have not been charged.";

/** Toasts for a purchase that is over, by reason. */
const FAILURE_TOASTS: Record<EndReason, Toast> = {
  "buyer cancelled": failedToast(GIVEN_UP_TEXT),
  replaced: failedToast(": you have since chosen another plan. You have not been charged for this one."),
  "bought since": failedToast(
    ": you have since paid for another plan. You have not been charged for this one.",
  ),
  expired: failedToast(": you approved the payment too late. You have not been charged."),
  voided: failedToast(": PayPal cancelled the order. You have not been charged."),
  "not begun": failedToast(),
  declined: failedToast(),
  refused: failedToast(
    ": PayPal refused the payment. You have not been charged. Please choose the plan again.",
  ),
  "our account": failedToast(
    ": our PayPal account could not accept the payment. This is our fault, and we have been notified. You have not been charged.",
  ),
  mismatch: failedToast(
    ": PayPal’s payment does not match what you chose. We have been notified and are looking into it.",
  ),
  "coupon lost": failedToast(": the coupon can no longer be used. You have not been charged."),
  "cannot be bought": failedToast(
    ": your membership has changed in the meantime. You have not been charged.",
  ),
  "given back": failedToast(": PayPal has refunded the payment."),
};

/** The toasts that differ for a gift. */
const GIFT_TOASTS: Partial<typeof TOASTS> = {
  captured: { tone: "good", text: "Thank you! Your gift is on its way by email." },
  pending: {
    tone: "good",
    text: "PayPal is still checking this payment. We will send your gift as soon as PayPal confirms it.",
    timeout: 15_000,
  },
};

const CANCELLED = "The purchase was cancelled.";
const CANCELLED_TOAST: Toast = { tone: "bad", text: `${CANCELLED} You have not been charged.` };
const UNCONFIRMED_TOAST: Toast = {
  tone: "bad",
  text: `${CANCELLED} PayPal has not yet confirmed that nothing was paid. We will keep checking.`,
};

/** The toast after a cancelled approval. If the money is there or pending, the purchase is not cancelled. */
export function cancelledToast(outcome: ReturnOutcome): Toast | undefined {
  if (outcome.state === "foreign") return { tone: "bad", text: CANCELLED };
  if (outcome.state === "waiting" || outcome.state === "broken") return UNCONFIRMED_TOAST;
  const isUnpaid =
    outcome.state === "not approved" || (outcome.state === "failed" && !PAID_ONCE.has(outcome.reason));
  return isUnpaid ? CANCELLED_TOAST : undefined;
}

/** End reasons of orders for which the provider had, or has, money. */
const PAID_ONCE = new Set<EndReason>(["mismatch", "given back"]);
