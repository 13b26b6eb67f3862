import { redirect } from "@remix-run/node";
import { isDatabaseUnavailable } from "db/orm.server";
import { READ_ONLY_VIEW } from "~/auth/read-only-view";
import { type MemberViewer, requireMember } from "~/auth/viewer.server";
import { loadOr } from "~/web/optional-parts.server";
import { forbidden } from "~/web/replies.server";
import { reportFailure } from "~/web/report-failure.server";
import type { RequestArgs } from "~/web/request-args.server";
import { redirectWithToast } from "~/web/toast.server";
import { giftOfProviderOrder } from "../gifts/gifts.queries.server";
import { plansAddress } from "../plans/plan-choice.server";
import { cancelPurchase, earlierChoice, finishPurchase, PURCHASE_TEXTS } from "./purchase.server";
import { cancelledToast, outcomeToast, type ReturnOutcome } from "./return-toasts.server";

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
  const outcome = await endOrReport(args, () =>
    isCancelled ? cancelPurchase(member, token) : finishPurchase(args, member, token),
  );
  if (outcome.state === "sent back" && outcome.approvalUrl) throw redirect(outcome.approvalUrl, 303);
  const gift = await loadOr(args, "gift not read", giftOfProviderOrder(member.id, token), undefined);
  const cancelled = isCancelled ? cancelledToast(outcome) : undefined;
  const toast = cancelled ?? outcomeToast(outcome, gift !== undefined);
  if (!cancelled && !UNPAID_STATES.has(outcome.state))
    throw await redirectWithToast(gift ? "/dashboard/subscription" : "/subscription", toast);
  const again = gift ? `/subscription/gift?again=${gift.id}` : await earlierPlansPath(args, member, token);
  throw await redirectWithToast(again, toast);
}

/**
 * An error on our side is retried later, like a payment that is pending at the provider. While the database
 * is unavailable the address stays, so a reload finishes the purchase.
 */
async function endOrReport(args: RequestArgs, end: () => Promise<ReturnOutcome>): Promise<ReturnOutcome> {
  try {
    return await end();
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    reportFailure(args, error, PURCHASE_TEXTS.finalize);
    return { state: "broken" };
  }
}

/** The plan or the gift is offered again in these states. */
const UNPAID_STATES = new Set<ReturnOutcome["state"]>(["failed", "not approved", "sent back"]);

/**
 * The plans with the earlier choice: the length, the coupon code (the page checks it again) and the paywall's
 * page.
 */
const earlierPlansPath = async (args: RequestArgs, member: MemberViewer, token: string) =>
  plansAddress(args, await loadOr(args, "choice not read", earlierChoice(member, token), {}));
