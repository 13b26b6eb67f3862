import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { membershipOf } from "~/features/accounts/member.queries.server";
import { requireMember } from "~/features/auth/viewer.server";
import { type LastPayment, lastPaymentOf } from "~/features/billing/payments.queries.server";
import { daysText } from "~/features/entitlements/referrals.rules";
import { endBeside } from "~/features/entitlements/term.rules";
import { LinkButton } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { formatMoney } from "~/ui/format";
import { PageHead } from "~/ui/head";
import { EmptyState, Note } from "~/ui/message";
import { Time } from "~/ui/time";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Your last payment", noIndex: true });

/** The viewer's own last payment, whatever the address carries; decisions.md, "Paths and layout". */
export async function loader(args: LoaderFunctionArgs) {
  const { id } = await requireMember(args);
  const [payment, held] = await Promise.all([lastPaymentOf(id), membershipOf(id)]);
  const paid = payment?.status === "COMPLETED" && !payment.refundedAt;
  return { payment, until: paid ? endBeside(payment, held, held?.now ?? new Date()) : undefined };
}

export default function SubscriptionSuccess() {
  const { payment, until } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Your last payment" meta="One payment. It does not renew by itself." />
      {payment ? (
        <PaymentDetails payment={payment} until={until} />
      ) : (
        <EmptyState title="No payments yet." action={{ label: "See the plans", to: "/subscription" }} />
      )}
    </>
  );
}

const STATUS_TEXTS = {
  COMPLETED: { tone: "good", title: "Paid" },
  PENDING: { tone: "warn", title: "PayPal is still checking this payment" },
  FAILED: { tone: "bad", title: "The payment did not come through" },
} as const;

type PaidProps = { payment: LastPayment; until: Date | null | undefined };

function PaymentDetails({ payment, until }: PaidProps) {
  const { siteTz } = useRootData();
  const { id, packageName, amount, currency, status, paymentDate, days, bonusDays, refundedAt } = payment;
  const { tone, title } = refundedAt ? ({ tone: "plain", title: "Refunded" } as const) : STATUS_TEXTS[status];
  const moment = (at: Date) => <Time at={at} style="datetime" zone={siteTz} />;
  return (
    <div className="grid gap-6">
      <Note tone={tone} title={title}>
        {refundedAt && <>The money went back on {moment(refundedAt)}, and the access it bought has ended.</>}
        {status === "PENDING" && "Your access begins as soon as it is through."}
        {status === "FAILED" && "Nothing was taken. You can choose a plan again."}
      </Note>
      <Facts
        items={[
          { label: "Plan", value: packageName },
          { label: "Amount", value: formatMoney(amount, currency) },
          { label: "Date", value: moment(paymentDate) },
          ...(days !== null && !refundedAt ? [{ label: "Days", value: daysText(days, bonusDays) }] : []),
          ...(until === undefined
            ? []
            : [{ label: "Access until", value: until ? moment(until) : "No end date" }]),
        ]}
      />
      <div className="actions">
        {status === "COMPLETED" && (
          <LinkButton to={`/dashboard/receipts/${id}`} variant="brand">
            See the receipt
          </LinkButton>
        )}
        <LinkButton to="/dashboard/subscription">Your subscription</LinkButton>
        <LinkButton to="/daily-brief">Read the daily briefs</LinkButton>
      </div>
    </div>
  );
}
