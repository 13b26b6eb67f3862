import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { daysText } from "~/access/referrals.rules";
import { accessEndToShow } from "~/access/term.rules";
import { requireMember } from "~/auth/viewer.server";
import { loadMembership } from "~/features/accounts/membership.queries.server";
import { reductionText } from "~/features/billing/coupons/coupon.rules";
import { Certificate } from "~/features/billing/gifts/certificate";
import { type LastPayment, lastPaymentForSelf } from "~/features/billing/payments/payments.queries.server";
import { receiptName, receiptPath } from "~/features/billing/receipts/receipt.rules";
import { FirstReads } from "~/features/content/first-reads";
import { firstReads } from "~/features/content/first-reads.server";
import { config } from "~/platform/config.server";
import { LinkButton } from "~/ui/button";
import { type Fact, Facts } from "~/ui/facts";
import { formatMoney } from "~/ui/format";
import { PageHead } from "~/ui/head";
import { EmptyState, Note } from "~/ui/message";
import { Time } from "~/ui/time";
import { pageMeta } from "~/web/meta";
import { readBesideOr } from "~/web/optional-parts.server";
import { useRootData } from "~/web/root-data";
import type { RouteHandle } from "~/web/route-handle";

const TITLE = "Your last payment";

export const meta: MetaFunction = (args) => pageMeta(args, { title: TITLE, noIndex: true });

/** No advertisement appears next to a payment. */
export const handle: RouteHandle = { sidebar: false, serifText: true };

/** A payment within this time counts as just made. */
const JUST_NOW_MS = 30 * 60_000;

/** The viewer's own last payment, regardless of the address. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireMember(args);
  const { id, firstname, lastname } = viewer;
  const [payment, held] = await Promise.all([lastPaymentForSelf(id), loadMembership(id)]);
  const paid = payment?.status === "COMPLETED" && !payment.refundedAt;
  const now = held?.now ?? new Date();
  const until = paid
    ? accessEndToShow({ tier: payment.accessTier, accessUntil: payment.accessUntil }, held, now)
    : undefined;
  return {
    payment,
    paidBy: `${firstname} ${lastname}`,
    until,
    justNow: paid && now.getTime() - payment.paymentDate.getTime() < JUST_NOW_MS,
    reads: paid
      ? await readBesideOr(args, "first reads not read", () => firstReads(viewer, config().siteTz), [])
      : [],
  };
}

export default function SubscriptionSuccess() {
  const { payment, ...rest } = useLoaderData<typeof loader>();
  if (payment?.status === "COMPLETED" && !payment.refundedAt) return <Paid payment={payment} {...rest} />;
  return (
    <>
      <PageHead title={TITLE} meta="One payment. Nothing renews automatically." />
      {payment ? (
        <NothingBought payment={payment} />
      ) : (
        <EmptyState title="No payments yet." action={{ label: "See the plans", to: "/subscription" }} />
      )}
    </>
  );
}

type PaidProps = Omit<ReturnType<typeof useLoaderData<typeof loader>>, "payment"> & { payment: LastPayment };

function Paid({ payment, paidBy, until, reads, justNow }: PaidProps) {
  const { siteName, siteTz } = useRootData();
  const { id, packageName, amount, currency, paymentDate, days, bonusDays, receiptNumber } = payment;
  const reduction = reductionText(payment);
  const moment = (at: Date) => <Time at={at} style="datetime" zone={siteTz} />;
  return (
    <>
      <Certificate
        siteName={siteName}
        title={TITLE}
        say={
          <>
            {days === null ? paidBy : `${paidBy}: ${daysText(days, bonusDays)}`}. One payment. Nothing renews
            automatically.
          </>
        }
        facts={[
          { label: "Membership", value: packageName },
          { label: "Paid", value: formatMoney(amount, currency) },
          ...(reduction ? [{ label: "Price", value: reduction }] : []),
          { label: "Date", value: moment(paymentDate) },
          ...(until === undefined
            ? []
            : [{ label: "Access until", value: until ? moment(until) : "No end date" }]),
        ]}
        number={receiptName(receiptNumber)}
      />
      <p className="actions section">
        <LinkButton to={receiptPath(id)} variant="brand">
          See the receipt
        </LinkButton>
        <LinkButton to="/dashboard/subscription">Your subscription</LinkButton>
        <LinkButton to="/daily-brief">Read the daily briefs</LinkButton>
      </p>
      <FirstReads reads={reads} justNow={justNow} />
    </>
  );
}

const STATUS_TEXTS = {
  COMPLETED: { tone: "plain", title: "Refunded" },
  PENDING: { tone: "warn", title: "PayPal is still checking this payment" },
  FAILED: { tone: "bad", title: "The payment did not go through" },
} as const;

function NothingBought({ payment }: { payment: LastPayment }) {
  const { siteTz } = useRootData();
  const { id, packageName, amount, currency, status, paymentDate, refundedAt } = payment;
  const moment = (at: Date) => <Time at={at} style="datetime" zone={siteTz} />;
  const facts: Fact[] = [
    { label: "Plan", value: packageName },
    { label: "Amount", value: formatMoney(amount, currency) },
    { label: "Date", value: moment(paymentDate) },
  ];
  return (
    <div className="grid gap-6">
      <Note {...STATUS_TEXTS[status]}>
        {refundedAt && (
          <>We refunded this payment on {moment(refundedAt)}, and the access it paid for has ended.</>
        )}
        {status === "PENDING" && "Your access starts as soon as PayPal confirms it."}
        {status === "FAILED" && "You were not charged. You can choose a plan again."}
      </Note>
      <Facts items={facts} />
      <p className="actions">
        {status === "COMPLETED" && (
          <LinkButton to={receiptPath(id)} variant="brand">
            See the receipt
          </LinkButton>
        )}
        <LinkButton to="/dashboard/subscription">Your subscription</LinkButton>
        <LinkButton to="/daily-brief">Read the daily briefs</LinkButton>
      </p>
    </div>
  );
}
