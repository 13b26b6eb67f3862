import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Invitation, PendingInvitation } from "~/access/invitation";
import { requestedPaywall } from "~/access/paywall-page.rules";
import { readReferralCode } from "~/access/referral-cookie.server";
import { bonusDaysOf, isInvitation } from "~/access/referrals.queries.server";
import { longestTrial, trialsByTier } from "~/access/trials/trial.rules";
import { signInForTrial, startTrial, TRIAL_FAILED, trialOffers } from "~/access/trials/trial.screen.server";
import { clearTrialCookie } from "~/access/trials/trial-cookie.server";
import { forgetIntentCookie } from "~/auth/intents/intent-cookie.server";
import { viewerOf } from "~/auth/viewer.server";
import { CouponForm } from "~/features/billing/coupons/coupon-form";
import { couponOffer, requestedCouponCode } from "~/features/billing/coupons/coupon-offer.server";
import { GiveLink } from "~/features/billing/gifts/give-link";
import { BeforeYouPay } from "~/features/billing/orders/before-you-pay";
import { keepSelection } from "~/features/billing/orders/intents/keep-selection.server";
import { JustPaid } from "~/features/billing/orders/just-paid";
import { beginPurchase, PURCHASE_TEXTS } from "~/features/billing/orders/purchase.server";
import { handleProviderReturn } from "~/features/billing/orders/purchase-return.server";
import { moneyUnderWay, underWayText } from "~/features/billing/orders/under-way.server";
import { lastLength, lastPurchase } from "~/features/billing/payments/last-purchase.queries.server";
import { type OfferedPackage, offeredPlans } from "~/features/billing/plans/offered-plans.server";
import { PackageGrid } from "~/features/billing/plans/package-card";
import { CLOSED_LABELS, OfferNote, PackageOffer } from "~/features/billing/plans/package-offer";
import { packageState } from "~/features/billing/plans/package-state.rules";
import { packagesOnSale, priceText, runningTerm } from "~/features/billing/plans/packages.queries.server";
import { PLANS_FORM, PlansForm } from "~/features/billing/plans/plan-card";
import {
  buysAgain,
  chosenPackages,
  NOT_SOLD,
  planErrorReply,
  plansAddress,
  plansPath,
  requestedLengths,
  requestedPurchase,
} from "~/features/billing/plans/plan-choice.server";
import { PlanOffer } from "~/features/billing/plans/plan-offer";
import { TierComparison } from "~/features/billing/plans/tier-comparison";
import { TrackRecordProof } from "~/features/calls/track-record/record-proof";
import { trackRecordProof } from "~/features/calls/track-record/record-proof.queries.server";
import { SampleBrief } from "~/features/content/briefs/sample-brief";
import { loadSampleBrief } from "~/features/content/briefs/sample-brief.server";
import { pageWithPaywall } from "~/features/paywall-statistics/pages-with-paywall.queries.server";
import { precedingPaywall } from "~/features/paywall-statistics/preceding-paywall.server";
import { config } from "~/platform/config.server";
import { PageHead } from "~/ui/head";
import { EmptyState, LoadError, Note, READ_NEWS } from "~/ui/message";
import { catchAppError } from "~/web/app-error.server";
import { pageMeta } from "~/web/meta";
import { loadOr, readBesideOr } from "~/web/optional-parts.server";
import { useRootData } from "~/web/root-data";
import type { RouteHandle } from "~/web/route-handle";
import { readSubmission } from "~/web/submission.server";

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Choose what you read",
    description:
      args.data?.forSale === false
        ? "What each plan includes."
        : "Plans and prices: one payment buys a number of days and never renews.",
  });

/**
 * Seconds until a visitor who chose a package is redirected to the sign-in page; specification, section 9.
 */
const LOGIN_DELAY_SECONDS = 1.5;

/** No advertisement appears next to an offer. */
export const handle: RouteHandle = { sidebar: BesideThePlans, serifText: true };

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader(args: LoaderFunctionArgs) {
  await handleProviderReturn(args);
  const viewer = await viewerOf(args);
  const member = viewer.kind === "member" ? viewer : undefined;
  const code = readReferralCode(args.request.headers.get("Cookie"));
  const now = new Date();
  const again = buysAgain(args);
  const [packages, term, bonusDays, underWay, invited, proof, sample] = await Promise.all([
    loadOr(args, "packages not read", packagesOnSale(), undefined),
    member && runningTerm(member.id),
    member ? bonusDaysOf(member.id) : 0,
    member && readBesideOr(args, "orders not read", () => moneyUnderWay(member.id), undefined),
    member ? false : loadOr(args, "invitation not read", isInvitation(code), false),
    readBesideOr(args, "record not read", () => trackRecordProof(viewer), undefined),
    loadOr(args, "sample not read", loadSampleBrief(viewer, now), "unread" as const),
  ]);
  const [{ offer: coupon, status }, bought, trials] = await Promise.all([
    couponOffer(args, member?.id, packages ?? []),
    member && readBesideOr(args, "last purchase not read", () => lastPurchase(member.id), undefined),
    readBesideOr(args, "trials not read", () => trialOffers(viewer, packages ?? [], now), new Map()),
  ]);
  const reader = member && { tier: member.tier, ...term, bonusDays };
  const offered = (packages ?? []).map((sold) => ({
    ...sold,
    priceLabel: priceText(sold),
    coupon: coupon?.plans[sold.id],
    trial: trials.get(sold.id),
    state: packageState(sold, reader, now),
  }));
  const chosen = requestedLengths(args);
  const had = lastLength(bought, packages ?? []);
  const from = precedingPaywall(args.request, member?.tier);
  const isSold = (id: string) => offered.some((sold) => sold.id === id);
  const loaded = {
    proof,
    sample: sample === "unread" ? undefined : sample,
    hasSample: sample === "unread" ? undefined : sample !== undefined,
    publicAfterDays: config().trackRecordDays,
    supportPhone: config().supportPhone,
    supportEmail: config().supportEmail,
    bonusDays,
    invited,
    signedIn: member !== undefined,
    failed: packages ? "" : PURCHASE_TEXTS.packages,
    coupon,
    plans: offeredPlans(offered),
    packages: offered,
    // No payment terms are shown while nothing is for sale.
    forSale: packages?.some(({ days }) => days !== null),
    chosen,
    had: had ? [had] : [],
    justPaid: bought?.isJustPaid
      ? { paymentId: bought.paymentId, packageName: bought.packageName, until: term?.until }
      : undefined,
    notSold: packages && !chosen.every(isSold) ? NOT_SOLD : undefined,
    from,
    again,
    underWay: underWay && underWayText(underWay),
    plansTo: plansPath({ coupon: coupon?.code, from, again }),
    againTo: plansPath({ coupon: coupon?.code, packageId: chosen.find(isSold), from, again: true }),
    withoutCodeTo: plansPath({ packageId: chosen.find(isSold), from, again }),
  };
  const headers = new Headers();
  // The buyer has returned to the page they wanted.
  const over = member ? [clearTrialCookie(args.request), forgetIntentCookie(args.request)] : [];
  for (const cookie of over) if (cookie) headers.append("Set-Cookie", cookie);
  return data(loaded, packages ? { status, headers } : { status: 500 });
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await viewerOf(args);
  const { values } = await readSubmission(args.request);
  const { packageId, coupon } = requestedPurchase(values);
  const chosen = chosenPackages(values);
  const trialDays = typeof values.trialDays === "string" ? values.trialDays : undefined;
  if (viewer.kind !== "member") {
    if (trialDays !== undefined) return signInForTrial();
    const back = await plansAddress(args, {
      packageId,
      coupon: requestedCouponCode(args),
      from: requestedPaywall(args.request),
    });
    const login = `/login?next=${back.replace(/\?.*/s, encodeURIComponent)}`;
    const headers = new Headers({ Refresh: `${LOGIN_DELAY_SECONDS};url=${login}` });
    const cookie = await keepSelection(args, { packageId, coupon, from: requestedPaywall(args.request) });
    if (cookie) headers.set("Set-Cookie", cookie);
    return data({ message: PURCHASE_TEXTS.login, login, chosen }, { status: 401, headers });
  }
  if (trialDays !== undefined)
    return catchAppError(
      args,
      TRIAL_FAILED,
      () => startTrial(args, viewer, { packageId, trialDays }),
      (error) => planErrorReply(error, chosen),
    );
  return catchAppError(
    args,
    PURCHASE_TEXTS.initiate,
    async () => {
      const from = await pageWithPaywall(requestedPaywall(args.request), viewer.tier);
      return redirect(
        await beginPurchase(args, viewer, packageId, { coupon, lockedPage: from, again: buysAgain(args) }),
        303,
      );
    },
    (error) => planErrorReply(error, chosen, NOT_SOLD),
  );
}

/** Support for buyers. Members see the number in the bar. */
const supportContact = (loaded: { supportPhone: string; supportEmail?: string; signedIn: boolean }) => ({
  supportPhone: loaded.supportPhone,
  supportEmail: loaded.supportEmail,
  inBar: loaded.signedIn,
});

/** The right column, which the frame draws. */
function BesideThePlans({ settled }: { settled: ReactNode }) {
  const loaded = useRouteLoaderData<typeof loader>("routes/site/subscription");
  if (!loaded) return null;
  return (
    <>
      {loaded.forSale !== false && <BeforeYouPay {...supportContact(loaded)} place="beside" />}
      {settled}
    </>
  );
}

/** Each tier with a package on sale has a column, the smallest first. */
const TIERS = ["Basic", "Premium", "Private"] as const;

export default function Subscription() {
  const loaded = useLoaderData<typeof loader>();
  const { packages, plans, failed, forSale, bonusDays, invited, proof, sample, publicAfterDays } = loaded;
  const actionData = useActionData<typeof action>();
  const chosen = [...(actionData?.chosen ?? loaded.chosen), ...loaded.had];
  const hasChoice = plans.some((plan) => plan.lengths?.some(isOpen));
  const { siteTz } = useRootData();
  const tiers = TIERS.filter((tier) => packages.some((offered) => offered.tier === tier));
  return (
    <>
      <div className="beside">
        <PageHead
          title="Choose what you read"
          meta={
            <>
              {forSale !== false &&
                "One payment buys a set number of days. When they run out, you go back to Basic: nothing renews, and there is nothing to cancel. "}
              {sample && <a href="#sample">Read a full brief first, free</a>}
            </>
          }
        />
        <div className="grid gap-6">
          {actionData && (
            <Note tone="bad" title={actionData.message}>
              {"login" in actionData ? (
                <>
                  The <a href={actionData.login}>sign-in page</a> opens in a moment.
                </>
              ) : (
                (actionData.more ?? (loaded.underWay && <BuyAgain to={loaded.againTo} />))
              )}
            </Note>
          )}
          {!actionData && loaded.justPaid && <JustPaid {...loaded.justPaid} zone={siteTz} />}
          {!actionData && loaded.notSold && <Note tone="warn" title={loaded.notSold} />}
          {!actionData && loaded.underWay && (
            <Note tone="warn" title={`${loaded.underWay}.`}>
              {loaded.again ? (
                "You can still buy another plan, but you will pay for both."
              ) : (
                <>
                  There is no need to pay again. <BuyAgain to={loaded.againTo} />
                </>
              )}
            </Note>
          )}
          {invited && <Invitation />}
          {bonusDays > 0 && <PendingInvitation days={bonusDays} />}
          {failed ? (
            <LoadError title={failed} />
          ) : packages.length === 0 ? (
            <EmptyState title="No subscription plans found." action={READ_NEWS} />
          ) : (
            <PackageGrid form={hasChoice && <PlansForm from={loaded.from} />}>
              {plans.map((plan, place) =>
                plan.lengths ? (
                  <PlanOffer
                    key={plan.lengths[0]?.id}
                    lengths={plan.lengths}
                    place={place}
                    chosen={chosen}
                    zone={siteTz}
                    action={loaded.plansTo}
                    labels={CLOSED_LABELS}
                    otherNote={(offered) => <OfferNote offered={offered} zone={siteTz} />}
                  />
                ) : (
                  plan.alone && (
                    <PackageOffer
                      key={plan.alone.id}
                      offered={plan.alone}
                      zone={siteTz}
                      to={loaded.from || loaded.again ? loaded.plansTo : undefined}
                    />
                  )
                ),
              )}
            </PackageGrid>
          )}
          {packages.some(isOpen) && (
            <CouponForm
              offer={loaded.coupon}
              form={hasChoice ? PLANS_FORM : undefined}
              from={loaded.from}
              withoutTo={loaded.withoutCodeTo}
            />
          )}
          {forSale && <GiveLink />}
          {forSale !== false && <BeforeYouPay {...supportContact(loaded)} place="below" />}
        </div>
        {proof && (
          <div className="section">
            <TrackRecordProof {...proof} />
          </div>
        )}
      </div>
      <div className="below">
        {sample && <SampleBrief {...sample} zone={siteTz} />}
        {tiers.length > 1 && (
          <TierComparison
            tiers={tiers}
            hasSample={loaded.hasSample}
            publicAfterDays={publicAfterDays}
            trials={trialsByTier(
              plans.flatMap(({ alone, lengths = [alone] }) => longestTrial(lengths) ?? []),
            )}
          />
        )}
      </div>
    </>
  );
}

/** Links to the plans for members who want to pay although another payment may be pending. */
const BuyAgain = ({ to }: { to: string }) => <a href={to}>Buy anyway</a>;

const isOpen = ({ state }: OfferedPackage) => state.kind === "open";
