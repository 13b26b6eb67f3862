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
  choiceOf,
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
    text: "PayPal is still checking this payment. Your access begins as soon as it is through.",
    timeout: 15_000,
  },
  waiting: failedToast(" yet: PayPal has not answered. We keep asking, and you will not pay twice."),
  broken: failedToast(" yet. We keep trying, and you will not pay twice."),
  foreign: failedToast(),
  "not approved": failedToast(": the payment was not approved."),
  "sent back": failedToast(": PayPal asks you to confirm the payment once more, or to pay another way."),
};

const GIVEN_UP = ": you had given up this purchase. Nothing was paid for it.";

/** Said of a purchase that is over, by its reason. */
const FAILURE_TOASTS: Record<EndReason, Toast> = {
  "buyer cancelled": failedToast(GIVEN_UP),
  replaced: failedToast(": you had chosen another plan since. Nothing was paid for this one."),
  "bought since": failedToast(": you have paid for another plan since. Nothing was paid for this one."),
  expired: failedToast(": it was approved too late. Nothing was paid."),
  voided: failedToast(": PayPal has ended it. Nothing was paid."),
  "not begun": failedToast(),
  declined: failedToast(),
  refused: failedToast(": PayPal refused the payment. Nothing was paid. Please choose the plan again."),
  "our account": failedToast(
    ": our account at PayPal could not take the payment. That is our fault, and we have been told. Nothing was paid.",
  ),
  mismatch: failedToast(
    ": what PayPal told us does not fit what you chose. We have been told, and look into it.",
  ),
  "coupon lost": failedToast(": the coupon can’t be used any more. Nothing was paid."),
  "cannot be bought": failedToast(": your membership has changed since. Nothing was paid."),
  "given back": failedToast(": PayPal has given the money back."),
};

/**
 * What breaks on our side is tried again later, like what the provider keeps waiting. While the database is away the
 * address stays, so that loading it again finishes the purchase.
 */
async function askOrReport(
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

type Returned = Awaited<ReturnType<typeof askOrReport>>;

/** What is said of a gift instead. */
const GIFT_TOASTS: Partial<typeof TOASTS> = {
  captured: { tone: "good", text: "Thank you! Your gift is on its way by mail." },
  pending: {
    tone: "good",
    text: "PayPal is still checking this payment. Your gift is sent as soon as it is through.",
    timeout: 15_000,
  },
};

const CANCELLED = "The purchase was cancelled.";
const CANCELLED_TOAST: Toast = { tone: "bad", text: `${CANCELLED} Nothing was paid.` };
const UNCONFIRMED_TOAST: Toast = {
  tone: "bad",
  text: `${CANCELLED} PayPal has not confirmed yet that nothing was paid: we keep asking.`,
};

/** What is said to who came back by the way out; one whose money is there, or on its way, is no cancelled purchase. */
function cancelledToast(outcome: Returned): Toast | undefined {
  if (outcome.state === "foreign") return { tone: "bad", text: CANCELLED };
  if (outcome.state === "waiting" || outcome.state === "broken") return UNCONFIRMED_TOAST;
  const isUnpaid =
    outcome.state === "not approved" || (outcome.state === "failed" && !HELD_ONCE.has(outcome.reason));
  return isUnpaid ? CANCELLED_TOAST : undefined;
}

/** Reasons of an order for which the provider had, or has, money. */
const HELD_ONCE = new Set<EndReason>(["mismatch", "given back"]);

/** The form of a gift as it was filled in. */
const giftAgain = (id: string) => `/subscription/gift?again=${id}`;

/** The plans as they were left: with the length that was chosen, the coupon's code, which the page looks up anew, and the lock that led there. */
const plansAgain = async (args: RequestArgs, member: MemberViewer, token: string) =>
  plansAddress(args, await loadOr(args, "choice not read", choiceOf(member, token), {}));

/**
 * What brings a buyer back to `/subscription` from the provider's page, with `token`, `userId` and `packageId`:
 * finishes the purchase, or keeps it cancelled, and clears the query string by a redirect; where nothing was bought the
 * plans come back with what was chosen. Any other visit passes.
 * The package in the address decides nothing: what was bought is what the stored order says.
 * @throws a redirect always, or 403 when somebody else is signed in than who bought
 */
export async function handleProviderReturn(args: RequestArgs): Promise<void> {
  const search = new URL(args.request.url).searchParams;
  const token = search.get("token");
  const userId = search.get("userId");
  // A HEAD looks at the page and finishes nothing.
  if (token === null || userId === null || args.request.method === "HEAD") return;
  const member = await requireMember(args);
  if (member.seenBy) throw forbidden(READ_ONLY_VIEW);
  if (userId.toLowerCase() !== member.id) throw forbidden("This purchase belongs to another account.");
  const isCancelled = search.has("cancelled");
  const outcome: Returned = await askOrReport(args, () =>
    isCancelled ? cancelPurchase(member, token) : finishPurchase(args, member, token),
  );
  if (outcome.state === "sent back" && outcome.approvalUrl) throw redirect(outcome.approvalUrl, 303);
  const gift = await loadOr(args, "gift not read", giftOfProviderOrder(member.id, token), undefined);
  const cancelled = isCancelled ? cancelledToast(outcome) : undefined;
  const isOver = cancelled !== undefined || OVER.has(outcome.state);
  const again = () => (gift ? giftAgain(gift.id) : plansAgain(args, member, token));
  const done = gift ? "/dashboard/subscription" : "/subscription";
  throw await redirectWithToast(
    isOver ? await again() : done,
    cancelled ?? toastOf(outcome, gift !== undefined),
  );
}

/** Where the plan, or the gift, is there to be chosen again. */
const OVER = new Set<Returned["state"]>(["failed", "not approved", "sent back"]);

function toastOf(outcome: Returned, isGift: boolean): Toast {
  if (outcome.state === "failed") return FAILURE_TOASTS[outcome.reason];
  return (isGift ? GIFT_TOASTS[outcome.state] : undefined) ?? TOASTS[outcome.state];
}
