import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { receiptOf } from "~/features/accounts/member.queries.server";
import { requireMember } from "~/features/auth/viewer.server";
import { daysText } from "~/features/entitlements/referrals.rules";
import { Facts } from "~/ui/facts";
import { formatMoney } from "~/ui/format";
import { Breadcrumbs } from "~/ui/head";
import { Time } from "~/ui/time";
import { pageMeta } from "~/web/meta";
import { notFound } from "~/web/replies.server";
import { useRootData } from "~/web/root-data";
import { isUuid } from "~/web/uuid";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Receipt", noIndex: true });

/** Only the one who paid sees it; to anybody else there is no such receipt. */
export async function loader(args: LoaderFunctionArgs) {
  const member = await requireMember(args);
  const { id } = args.params;
  const payment = isUuid(id) ? await receiptOf(member.id, id) : undefined;
  if (!payment) throw notFound("Receipt not found.");
  return { payment, paidBy: `${member.firstname} ${member.lastname}`, email: member.email };
}

export default function Receipt() {
  const { payment, paidBy, email } = useLoaderData<typeof loader>();
  const { siteName, siteTz } = useRootData();
  const {
    id,
    packageName,
    amount,
    currency,
    paymentMethod,
    paidAt,
    accessFrom,
    accessUntil,
    days,
    bonusDays,
    refundedAt,
    captureId,
  } = payment;
  const moment = (at: Date) => <Time at={at} style="datetime" zone={siteTz} />;
  return (
    <article className="grid gap-5">
      <Breadcrumbs
        entries={[{ label: "Subscription", to: "/dashboard/subscription" }, { label: "Receipt" }]}
      />
      <header>
        <h1>Receipt</h1>
        <p className="meta">{siteName}</p>
      </header>
      <Facts
        items={[
          { label: "Receipt number", value: id },
          { label: "Paid by", value: `${paidBy}, ${email}` },
          { label: "Paid", value: moment(paidAt) },
          { label: "With", value: paymentMethod },
          ...(captureId ? [{ label: "Payment id", value: captureId }] : []),
          { label: "Plan", value: packageName },
          ...(days === null ? [] : [{ label: "Days", value: daysText(days, bonusDays) }]),
          ...(accessFrom ? [{ label: "Access from", value: moment(accessFrom) }] : []),
          ...(accessUntil ? [{ label: "Access until", value: moment(accessUntil) }] : []),
          ...(refundedAt ? [{ label: "Refunded", value: moment(refundedAt) }] : []),
          { label: "Total", value: <strong>{formatMoney(amount, currency)}</strong> },
        ]}
      />
      <p className="meta">One payment. It does not renew by itself. Print this page to keep it on paper.</p>
    </article>
  );
}
