import { redirect } from "@remix-run/node";
import type { EndReason } from "db/entities/order";
import { isDatabaseUnavailable } from "db/orm.server";
import { READ_ONLY_VIEW } from "~/auth/read-only-view";
import { type MemberViewer, requireMember } from "~/auth/viewer.server";
import { loadOr } from "~/web/optional-parts.server";
import { forbidden } from "~/web/replies.server";
import { reportFailure } from "~/web/report-failure.server";
import type { RequestArgs } from "~/web/request-args.server";
import { redirectWithToast, type Toast } from "~/web/toast.server";
import { giftOfProviderOrder } from "../gifts/gifts.queries.server";
import { plansAddress } from "../plans/plan-choice.server";
import {
  cancelPurchase,
  earlierChoice,
  finishPurchase,
  PURCHASE_TEXTS,
  type PurchaseOutcome,
} from "./purchase.server";

const failedToast = (more = ""): Toast => ({ tone: "bad", text: PURCHASE_TEXTS.finalize + more });

type Told = Exclude<PurchaseOutcome["state"], "failed"> | "broken";

const TOASTS: Record<Told, Toast> = {
  captured: { tone: "good", text: PURCHASE_TEXTS.done },
  pending: {
    tone: "good",
    text: "PayPal is still checking this payment. Your access starts as soon as PayPal confirms it.",
    timeout: 15_000,
  },
  waiting: failedToast(": PayPal has not answered yet. We keep trying, and you will not pay twice."),
  broken: failedToast(". We keep trying, and you will not pay twice."),
  foreign: failedToast(),
  "not approved": failedToast(": the payment was not approved."),
  "sent back": failedToast(": PayPal asks you to confirm the payment again, or to pay another way."),
};

const GIVEN_UP_TEXT = ": you had cancelled this purchase. Nothing was paid for it.";

/** Toasts for a purchase that is over, by reason. */
const FAILURE_TOASTS: Record<EndReason, Toast> = {
  "buyer cancelled": failedToast(GIVEN_UP_TEXT),
  replaced: failedToast(": you have since chosen another plan. Nothing was paid for this one."),
  "bought since": failedToast(": you have since paid for another plan. Nothing was paid for this one."),
  expired: failedToast(": you approved the payment too late. Nothing was paid."),
  voided: failedToast(": PayPal cancelled the order. Nothing was paid."),
  "not begun": failedToast(),
  declined: failedToast(),
  refused: failedToast(": PayPal refused the payment. Nothing was paid. Please choose the plan again."),
  "our account": failedToast(
    ": our PayPal account could not accept the payment. This is our fault, and we have been notified. Nothing was paid.",
  ),
  mismatch: failedToast(
    ": PayPal’s payment does not match what you chose. We have been notified and are looking into it.",
  ),
  "coupon lost": failedToast(": the coupon can no longer be used. Nothing was paid."),
  "cannot be bought": failedToast(": your membership has changed in the meantime. Nothing was paid."),
  "given back": failedToast(": PayPal has refunded the payment."),
};

/**
 * An error on our side is retried later, like a payment that is pending at the provider. While the database
 * is unavailable the address stays, so a reload finishes the purchase.
 */
async function finishOrReport(
  args: RequestArgs,
  ask: () => Promise<PurchaseOutcome>,
): Promise<PurchaseOutcome | { state: "broken" }> {
  try {
    return await ask();
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    reportFailure(args, error, PURCHASE_TEXTS.finalize);
    return { state: "broken" };
  }
}

type Returned = Awaited<ReturnType<typeof finishOrReport>>;

/** The toasts that differ for a gift. */
const GIFT_TOASTS: Partial<typeof TOASTS> = {
  captured: { tone: "good", text: "Thank you! Your gift is on its way by email." },
  pending: {
    tone: "good",
    text: "PayPal is still checking this payment. We send your gift as soon as PayPal confirms it.",
    timeout: 15_000,
  },
};

const CANCELLED = "The purchase was cancelled.";
const CANCELLED_TOAST: Toast = { tone: "bad", text: `${CANCELLED} Nothing was paid.` };
const UNCONFIRMED_TOAST: Toast = {
  tone: "bad",
  text: `${CANCELLED} PayPal has not yet confirmed that nothing was paid. We keep checking.`,
};

/** The toast after a cancelled approval. If the money is there or pending, the purchase is not cancelled. */
function cancelledToast(outcome: Returned): Toast | undefined {
  if (outcome.state === "foreign") return { tone: "bad", text: CANCELLED };
  if (outcome.state === "waiting" || outcome.state === "broken") return UNCONFIRMED_TOAST;
  const isUnpaid =
    outcome.state === "not approved" || (outcome.state === "failed" && !PAID_ONCE.has(outcome.reason));
  return isUnpaid ? CANCELLED_TOAST : undefined;
}

/** End reasons of orders for which the provider had, or has, money. */
const PAID_ONCE = new Set<EndReason>(["mismatch", "given back"]);

/** The gift form with its earlier values. */
const giftFormPath = (id: string) => `/subscription/gift?again=${id}`;

/**
 * The plans with the earlier choice: the length, the coupon code (the page checks it again) and the paywall's
 * page.
 */
const earlierPlansPath = async (args: RequestArgs, member: MemberViewer, token: string) =>
  plansAddress(args, await loadOr(args, "choice not read", earlierChoice(member, token), {}));

/**
 * Handles the buyer's return from the provider to `/subscription`, with `token`, `userId` and `packageId`. It
 * finishes or cancels the purchase and redirects to an address without these parameters. If nothing was
 * bought, the plans keep the earlier choice. Any other visit passes. The package in the address decides
 * nothing: the stored order does.
 * @throws a redirect always, or 403 if the signed-in member is not the buyer
 */
export async function handleProviderReturn(args: RequestArgs): Promise<void> {
  const search = new URL(args.request.url).searchParams;
  const token = search.get("token");
  const userId = search.get("userId");
  // A HEAD request reads the page and finishes nothing.
  if (token === null || userId === null || args.request.method === "HEAD") return;
  const member = await requireMember(args);
  if (member.seenBy) throw forbidden(READ_ONLY_VIEW);
  if (userId.toLowerCase() !== member.id) throw forbidden("This purchase belongs to another account.");
  const isCancelled = search.has("cancelled");
  const outcome: Returned = await finishOrReport(args, () =>
    isCancelled ? cancelPurchase(member, token) : finishPurchase(args, member, token),
  );
  if (outcome.state === "sent back" && outcome.approvalUrl) throw redirect(outcome.approvalUrl, 303);
  const gift = await loadOr(args, "gift not read", giftOfProviderOrder(member.id, token), undefined);
  const cancelled = isCancelled ? cancelledToast(outcome) : undefined;
  const isOver = cancelled !== undefined || UNPAID_STATES.has(outcome.state);
  const again = () => (gift ? giftFormPath(gift.id) : earlierPlansPath(args, member, token));
  const nextPath = gift ? "/dashboard/subscription" : "/subscription";
  throw await redirectWithToast(
    isOver ? await again() : nextPath,
    cancelled ?? outcomeToast(outcome, gift !== undefined),
  );
}

/** The plan or the gift is offered again in these states. */
const UNPAID_STATES = new Set<Returned["state"]>(["failed", "not approved", "sent back"]);

function outcomeToast(outcome: Returned, isGift: boolean): Toast {
  if (outcome.state === "failed") return FAILURE_TOASTS[outcome.reason];
  return (isGift ? GIFT_TOASTS[outcome.state] : undefined) ?? TOASTS[outcome.state];
}
