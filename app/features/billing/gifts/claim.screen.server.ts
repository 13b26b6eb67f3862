import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { effectiveEntitlementOf } from "~/access/effective-entitlement.server";
import { afterPurchase, purchaseError } from "~/access/entitlement.rules";
import { entitlementText } from "~/access/term.rules";
import { forgetIntentCookie } from "~/auth/intents/intent-cookie.server";
import { type MemberViewer, viewerOf } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { pageReply } from "~/web/form-replies.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { claimGift } from "./claim-gift.server";
import { claimingCookie, clearClaimingCookie } from "./gift-cookies.server";
import { giftBehind } from "./gifts.queries.server";

type Gift = NonNullable<Awaited<ReturnType<typeof giftBehind>>>;

/**
 * `/gift/{token}`: the gift and its giver. Opening the page uses nothing up, however often an email scanner
 * opens it.
 */
export async function claimPage(args: LoaderFunctionArgs) {
  const { token = "" } = args.params;
  const viewer = await viewerOf(args);
  const member = viewer.kind === "member" ? viewer : undefined;
  const gift = await giftBehind(token, member?.id);
  if (!gift) return data({ state: "unknown" as const }, { status: 404 });
  const { isBuyers, isClaimants, now, state, ...words } = gift;
  const offer = {
    state,
    isBuyers,
    isClaimants,
    signedIn: member !== undefined,
    ...words,
  };
  const isOpen = state === "waiting";
  const headers = new Headers();
  headers.append("Set-Cookie", isOpen && !member ? claimingCookie(token) : clearClaimingCookie());
  // A visitor with a gift to claim is not led to pay for an earlier selection.
  const selected = isOpen && !member ? forgetIntentCookie(args.request) : undefined;
  if (selected) headers.append("Set-Cookie", selected);
  const status = isOpen || state === "claimed" ? 200 : 410;
  const effect = isOpen && member && !isBuyers ? await claimEffect(gift, member) : undefined;
  return data({ ...offer, effect }, { status, headers });
}

/** What claiming would do for this member. */
async function claimEffect({ tier, days }: Gift, { id }: MemberViewer) {
  const entitlement = await effectiveEntitlementOf(id);
  if (!entitlement) return undefined;
  const problem = purchaseError(entitlement, tier, entitlement.now);
  const replaces =
    entitlement.tier !== "Basic" && entitlement.tier !== tier
      ? entitlementText(entitlement, config().siteTz)
      : undefined;
  const { until } = afterPurchase(entitlement, { tier, days }, entitlement.now).entitlement;
  return { problem, replaces: problem ? undefined : replaces, until };
}

/** Claims the gift for the signed-in member. */
export async function claimAction(args: LoaderFunctionArgs) {
  const { token = "" } = args.params;
  const path = `/gift/${token}`;
  const viewer = await viewerOf(args);
  if (viewer.kind !== "member")
    return redirect("/login", { status: 303, headers: { "Set-Cookie": claimingCookie(token) } });
  const { values } = await readSubmission(args.request);
  return pageReply(
    args,
    "The gift could not be claimed. It is still there for you: please try again.",
    async () => {
      await claimGift(viewer.id, token, values.replace === "on");
      return redirectWithToast(path, { tone: "good", text: "The gift is yours." });
    },
  );
}
