import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { viewerOf } from "~/features/auth/viewer.server";
import { accessUntil, type Plan, plansOnSale, priceText } from "~/features/billing/packages.queries.server";
import { PlanCard, Plans } from "~/features/billing/plan-card";
import { type PlanState, planState } from "~/features/billing/plan-state.rules";
import { beginPurchase, PURCHASE_TEXTS } from "~/features/billing/purchase.server";
import { returnFromProvider } from "~/features/billing/purchase-return.server";
import { Invitation, PendingInvitation } from "~/features/entitlements/invitation";
import { rememberedCode } from "~/features/entitlements/referral-cookie";
import { bonusDaysOf, isInvitation } from "~/features/entitlements/referrals.queries.server";
import { daysText } from "~/features/entitlements/referrals.rules";
import { config } from "~/platform/config.server";
import { countOf } from "~/ui/format";
import { PageHead } from "~/ui/head";
import { Empty, Note, READ_NEWS, Unread } from "~/ui/message";
import { Time } from "~/ui/time";
import { readOr } from "~/web/fallback.server";
import { pageMeta } from "~/web/meta";
import { retryHeader } from "~/web/replies.server";
import { useRootData } from "~/web/root-data";
import { readSubmission } from "~/web/submission.server";

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "Choose what you read",
    description: "Plans and prices: one payment buys a number of days and never renews.",
  });

/** Seconds until a visitor who chose a plan is taken to the sign-in page; specification, section 9. */
const LOGIN_AFTER = 1.5;

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader(args: LoaderFunctionArgs) {
  await returnFromProvider(args);
  const viewer = await viewerOf(args);
  const member = viewer.kind === "member" ? viewer : undefined;
  const code = rememberedCode(args.request.headers.get("Cookie"));
  const [plans, until, bonusDays, invited] = await Promise.all([
    readOr(args, "plans not read", plansOnSale(), undefined),
    member && accessUntil(member.id),
    member ? bonusDaysOf(member.id) : 0,
    member ? false : readOr(args, "invitation not read", isInvitation(code), false),
  ]);
  const reader = member && { tier: member.tier, until, bonusDays };
  const now = new Date();
  const loaded = {
    supportPhone: config().supportPhone,
    bonusDays,
    invited,
    signedIn: member !== undefined,
    failed: plans ? "" : PURCHASE_TEXTS.plans,
    plans: (plans ?? []).map((plan) => ({
      ...plan,
      shown: priceText(plan),
      state: planState(plan, reader, now),
    })),
  };
  return data(loaded, { status: plans ? 200 : 500 });
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await viewerOf(args);
  if (viewer.kind !== "member") {
    const headers = { Refresh: `${LOGIN_AFTER};url=/login?next=/subscription` };
    return data({ message: PURCHASE_TEXTS.login, login: true }, { status: 401, headers });
  }
  const { values } = await readSubmission(args.request);
  const packageId = typeof values.packageId === "string" ? values.packageId : undefined;
  const begun = await beginPurchase(args, viewer, packageId);
  if ("approvalUrl" in begun) return redirect(begun.approvalUrl, 303);
  const { message, status, retryAfter } = begun;
  return data({ message, login: false }, { status, headers: retryHeader(retryAfter) });
}

type Offered = Plan & { shown: string; state: PlanState };

export default function Subscription() {
  const { plans, failed, supportPhone, bonusDays, invited, signedIn } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { siteTz } = useRootData();
  return (
    <>
      <PageHead
        title="Choose what you read"
        meta="One payment buys a number of days. When they end you are on Basic again: nothing renews and nothing needs cancelling."
      />
      <div className="grid gap-6">
        {refused && (
          <Note tone="bad" title={refused.message}>
            {refused.login && (
              <>
                You are taken to the <a href="/login?next=/subscription">sign-in page</a> in a moment.
              </>
            )}
          </Note>
        )}
        {invited && <Invitation />}
        {bonusDays > 0 && <PendingInvitation days={bonusDays} />}
        {failed ? (
          <Unread title={failed} />
        ) : plans.length === 0 ? (
          <Empty title="No subscription plans found." way={READ_NEWS} />
        ) : (
          <Plans>
            {plans.map((plan) => (
              <Offer key={plan.id} plan={plan} zone={siteTz} />
            ))}
          </Plans>
        )}
      </div>
      <Promises supportPhone={supportPhone} inBar={signedIn} />
    </>
  );
}

/** @param props.inBar the bar above has the number, where it has room */
function Promises({ supportPhone, inBar }: { supportPhone: string; inBar: boolean }) {
  return (
    <section className="promises" aria-label="How paying works">
      <div>
        <h2>You pay once</h2>
        <p className="meta">
          PayPal takes one payment in US dollars. We keep no card and start no subscription there.
        </p>
      </div>
      <div>
        <h2>You see the end date</h2>
        <p className="meta">Your account shows the days left, and we write to you a week before they end.</p>
      </div>
      <div>
        <h2>A person helps</h2>
        <p className="meta">
          We answer messages, not calls
          <span className={inBar ? "no-desk" : undefined}>
            : <strong>{supportPhone}</strong>
          </span>
          . Receipts are under <a href="/dashboard">Manage Account</a>.
        </p>
      </div>
    </section>
  );
}

function Offer({ plan, zone }: { plan: Offered; zone: string }) {
  const { id, name, shown, tagline, benefits, tier, days, price, state } = plan;
  return (
    <PlanCard
      name={name}
      price={Number(price) === 0 ? "Free" : shown}
      term={days === null ? undefined : `for ${days} days`}
      tagline={tagline}
      benefits={benefits}
      active={state.kind === "current"}
      engraved={tier === "Private"}
      note={<OfferNote plan={plan} zone={zone} />}
      action={
        state.kind === "open"
          ? { label: "Select plan", busy: "Redirecting...", fields: { packageId: id } }
          : { label: LABELS[state.kind], disabled: true }
      }
    />
  );
}

const LABELS = { included: "Included", current: "Current plan", waits: "After Private ends" } as const;

function OfferNote({ plan: { state, tier, days }, zone }: { plan: Offered; zone: string }) {
  if (state.kind === "included" || tier === "Basic") return <>Comes with every account.</>;
  if (!state.until) return <>You have access without an end date.</>;
  const end = (
    <strong>
      <Time at={state.until} style="short-date" zone={zone} />
    </strong>
  );
  if (state.kind === "current") return <>You have access until {end}.</>;
  if (state.kind === "waits") return <>Your Private days last until {end}.</>;
  const sum = state.bonusDays ? `: ${daysText(days ?? 0, state.bonusDays)}` : "";
  if (!state.replaces)
    return (
      <>
        Bought today, access until {end}
        {sum}.
      </>
    );
  const { tier: replaced, daysLeft } = state.replaces;
  const what = daysLeft === undefined ? `your ${replaced}` : `your ${countOf(daysLeft, `${replaced} day`)}`;
  return (
    <>
      Starts today and replaces {what}. Access until {end}
      {sum}.
    </>
  );
}
