import { isDatabaseUnavailable } from "db/orm.server";
import { ONLY_LOOKING } from "~/features/auth/only-looking";
import { type MemberViewer, requireMember } from "~/features/auth/viewer.server";
import { loadOr } from "~/web/optional-parts.server";
import { forbidden } from "~/web/replies.server";
import { reportFailure } from "~/web/report-failure.server";
import type { RequestArgs } from "~/web/request-args.server";
import { redirectWithToast, type Toast } from "~/web/toast.server";
import { COUPON_LOST } from "./coupons/coupon.rules";
import { giftOfProviderOrder } from "./gifts/gifts.queries.server";
import { plansAddress } from "./plan-choice.server";
import {
  cancelPurchase,
  choiceOf,
  finishPurchase,
  PURCHASE_TEXTS,
  type PurchaseOutcome,
} from "./purchase.server";

const failedToast = (more = ""): Toast => ({ tone: "bad", text: PURCHASE_TEXTS.finalize + more });

const TOASTS: Record<PurchaseOutcome["state"] | "broken" | "coupon lost", Toast> = {
  captured: { tone: "good", text: PURCHASE_TEXTS.done },
  pending: {
    tone: "good",
    text: "PayPal is still checking this payment. Your access begins as soon as it is through.",
    timeout: 15_000,
  },
  waiting: failedToast(" yet: PayPal has not answered. We keep asking, and you will not pay twice."),
  broken: failedToast(" yet. We keep trying, and you will not pay twice."),
  failed: failedToast(),
  "coupon lost": failedToast(": the coupon can’t be used any more. Nothing was paid."),
  foreign: failedToast(),
  "not approved": failedToast(": the payment was not approved."),
};

/**
 * What breaks on our side is tried again later, like what the provider keeps waiting. While the database is away the
 * address stays, so that loading it again finishes the purchase.
 */
async function finishOrReport(
  args: RequestArgs,
  member: MemberViewer,
  token: string,
): Promise<keyof typeof TOASTS> {
  try {
    const { state, reason } = await finishPurchase(member, token);
    return reason?.includes(COUPON_LOST) ? "coupon lost" : state;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    reportFailure(args, error, PURCHASE_TEXTS.finalize);
    return "broken";
  }
}

/** What is said of a gift instead. */
const GIFT_TOASTS: Partial<typeof TOASTS> = {
  captured: { tone: "good", text: "Thank you! Your gift is on its way by mail." },
  pending: {
    tone: "good",
    text: "PayPal is still checking this payment. Your gift is sent as soon as it is through.",
    timeout: 15_000,
  },
};

const CANCELLED_TOAST: Toast = { tone: "bad", text: "The purchase was cancelled. Nothing was paid." };

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
  if (member.seenBy) throw forbidden(ONLY_LOOKING);
  if (userId.toLowerCase() !== member.id) throw forbidden("This purchase belongs to another account.");
  if (search.has("cancelled")) await cancelPurchase(member, token);
  const outcome = search.has("cancelled") ? undefined : await finishOrReport(args, member, token);
  const gift = await loadOr(args, "gift not read", giftOfProviderOrder(member.id, token), undefined);
  const isOver = outcome === "failed" || outcome === "not approved" || outcome === "coupon lost";
  if (!gift) {
    const page = !outcome || isOver ? await plansAgain(args, member, token) : "/subscription";
    throw await redirectWithToast(page, outcome ? TOASTS[outcome] : CANCELLED_TOAST);
  }
  if (!outcome) throw await redirectWithToast(giftAgain(gift.id), CANCELLED_TOAST);
  const page = isOver ? giftAgain(gift.id) : "/dashboard/subscription";
  throw await redirectWithToast(page, GIFT_TOASTS[outcome] ?? TOASTS[outcome]);
}
