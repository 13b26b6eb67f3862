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
import { offerOf } from "./keep-selection.server";

/** Said where what was selected is not offered like that any more. */
export const PASS_ON_TEXTS = {
  expired: "We kept your choice for an hour, and that is over. Please select your plan once more.",
  changed:
    "The price of this plan has changed since you selected it. Nothing was paid. Please look at it again.",
} as const;

const asked = (request: Request) => safePath(new URL(request.url).searchParams.get("next"));

/**
 * Leads a member on from the sign-in page and the registration's: to the page that the address names, else to what they were about
 * to do when they registered, be it PayPal.
 */
export async function passOn(args: RequestArgs, member: MemberViewer): Promise<Response> {
  const { request } = args;
  const next = asked(request);
  // A HEAD only looks, and so do staff through a member's eyes.
  if (next || request.method === "HEAD" || member.seenBy) return redirect(next ?? "/");
  const taken = await takeIntent(member.id);
  if (!taken) return redirect(await placeBefore(args));
  const { intent } = taken;
  return intent.kind === "page"
    ? redirect(safePath(intent.path) ?? "/")
    : goOnBuying(args, member, intent, taken);
}

/** Where somebody goes who has signed in by the form. What waits for them goes on from the sign-in page, where they are somebody. */
export async function pathAfterSignIn(args: RequestArgs, memberId: string): Promise<string> {
  return asked(args.request) ?? ((await hasIntent(memberId)) ? "/login" : placeBefore(args));
}

/** Where this browser was before its reader signed in. An account that was there before sees the plans as it has them. */
async function placeBefore(args: RequestArgs): Promise<string> {
  const { request } = args;
  const chosen = (await browserIntent(request))?.intent;
  if (chosen?.kind === "plan") return plansWith(args, chosen);
  return waitingGiftPath(request) ?? pendingTrialPath(request) ?? "/";
}

const plansWith = (args: RequestArgs, { packageId, coupon, from }: Partial<PlanIntent>) =>
  plansAddress(args, { packageId, coupon, from });

/** To PayPal, with what was selected; or to the plans as they were left, with the reason. */
async function goOnBuying(
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
      const lock = await pageWithPaywall(from, member.tier);
      return redirect(await beginPurchase(args, member, packageId, { coupon, lockedPage: lock }));
    },
    async (error) =>
      redirectWithToast(await plansWith(args, chosen), { tone: "bad", text: errorMessage(error) }),
  );
}

/** A coupon that counts no more is told by the purchase itself. @throws AppError 404, 409 */
async function assertStillOffered(chosen: PlanIntent): Promise<void> {
  const sold = (await packagesOnSale()).find(({ id }) => id === chosen.packageId);
  if (!sold) throw new AppError(404, NOT_SOLD);
  const coupon = chosen.coupon ? await validCoupon(chosen.coupon) : undefined;
  if (chosen.coupon && !coupon) return;
  if (!isSameOffer(chosen, offerOf(sold, coupon))) throw new AppError(409, PASS_ON_TEXTS.changed);
}
