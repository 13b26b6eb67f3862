import { redirect } from "@remix-run/node";
import { pendingTrialPath } from "~/access/trials/trial-cookie.server";
import { isSameOffer, type PlanIntent } from "~/auth/intents/intent.rules";
import { browserIntent, hasIntent, type TakenIntent, takeIntent } from "~/auth/intents/intents.server";
import type { MemberViewer } from "~/auth/viewer.server";
import { validCoupon } from "~/features/billing/coupons/use-coupon.server";
import { waitingGiftPath } from "~/features/billing/gifts/gift-cookies.server";
import { beginPurchase, PURCHASE_TEXTS } from "~/features/billing/orders/purchase.server";
import { packagesOnSale } from "~/features/billing/plans/packages.queries.server";
import { NOT_SOLD, plansAddress } from "~/features/billing/plans/plan-choice.server";
import { pageWithPaywall } from "~/features/paywall-statistics/pages-with-paywall.queries.server";
import { AppError, catchAppError, errorMessage } from "~/web/app-error.server";
import type { RequestArgs } from "~/web/request-args.server";
import { safePath } from "~/web/safe-path";
import { redirectWithToast } from "~/web/toast.server";
import { currentOffer } from "./keep-selection.server";

/** Messages for a selection that is no longer offered on those terms. */
export const PASS_ON_TEXTS = {
  expired: "We kept your choice for an hour, and it has expired. Please select your plan again.",
  changed:
    "The price of this plan has changed since you selected it. You have not been charged. Please check the new price.",
} as const;

const requestedPath = (request: Request) => safePath(new URL(request.url).searchParams.get("next"));

/**
 * Redirects a member from the sign-in or registration page: to the page in the address, else to what they
 * meant to do when they registered, which may be PayPal.
 */
export async function redirectMember(args: RequestArgs, member: MemberViewer): Promise<Response> {
  const { request } = args;
  const next = requestedPath(request);
  // A HEAD request only reads, and so do staff in a member's view.
  if (next || request.method === "HEAD" || member.seenBy) return redirect(next ?? "/");
  const taken = await takeIntent(member.id);
  if (!taken) return redirect(await placeBefore(args));
  const { intent } = taken;
  return intent.kind === "page"
    ? redirect(safePath(intent.path) ?? "/")
    : continuePurchase(args, member, intent, taken);
}

/**
 * The path after a sign-in by form. A pending intent continues from the sign-in page, once the member is
 * signed in.
 */
export async function pathAfterSignIn(args: RequestArgs, memberId: string): Promise<string> {
  return requestedPath(args.request) ?? ((await hasIntent(memberId)) ? "/login" : placeBefore(args));
}

/**
 * The page that this browser was on before signing in. An existing account sees the plans for its own state.
 */
async function placeBefore(args: RequestArgs): Promise<string> {
  const { request } = args;
  const chosen = (await browserIntent(request))?.intent;
  if (chosen?.kind === "plan") return plansWith(args, chosen);
  return waitingGiftPath(request) ?? pendingTrialPath(request) ?? "/";
}

const plansWith = (args: RequestArgs, { packageId, coupon, from }: Partial<PlanIntent>) =>
  plansAddress(args, { packageId, coupon, from });

/** Redirects to PayPal with the selected plan, or to the plans with the selection and the reason. */
async function continuePurchase(
  args: RequestArgs,
  member: MemberViewer,
  chosen: PlanIntent,
  { isFresh, isAgain }: TakenIntent,
): Promise<Response> {
  if (isAgain) return redirect(await plansWith(args, chosen));
  return catchAppError(
    args,
    PURCHASE_TEXTS.initiate,
    async () => {
      if (!isFresh) throw new AppError(409, PASS_ON_TEXTS.expired);
      await assertStillOffered(chosen);
      const { packageId, coupon, from } = chosen;
      const paywallPage = await pageWithPaywall(from, member.tier);
      return redirect(await beginPurchase(args, member, packageId, { coupon, lockedPage: paywallPage }));
    },
    async (error) =>
      redirectWithToast(await plansWith(args, chosen), { tone: "bad", text: errorMessage(error) }),
  );
}

/** An expired coupon is reported by the purchase itself. @throws AppError 404, 409 */
async function assertStillOffered(chosen: PlanIntent): Promise<void> {
  const sold = (await packagesOnSale()).find(({ id }) => id === chosen.packageId);
  if (!sold) throw new AppError(404, NOT_SOLD);
  const coupon = chosen.coupon ? await validCoupon(chosen.coupon) : undefined;
  if (chosen.coupon && !coupon) return;
  if (!isSameOffer(chosen, currentOffer(sold, coupon))) throw new AppError(409, PASS_ON_TEXTS.changed);
}
