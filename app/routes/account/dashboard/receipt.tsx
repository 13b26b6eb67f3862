import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { receiptOf } from "~/features/accounts/member.queries.server";
import { requireMember } from "~/features/auth/viewer.server";
import { Certificate } from "~/features/billing/certificate";
import { ReceiptLines, ReceiptSides } from "~/features/billing/receipt-parts";
import { sellerAt } from "~/features/billing/sellers.queries.server";
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
  return {
    payment,
    paidBy: `${member.firstname} ${member.lastname}`,
    email: member.email,
    seller: await sellerAt(payment.paidAt),
  };
}

export default function Receipt() {
  const { payment, paidBy, email, seller } = useLoaderData<typeof loader>();
  const { siteName, siteTz } = useRootData();
  const { id, packageName, accessFrom, accessUntil } = payment;
  const moment = (at: Date) => <Time at={at} style="datetime" zone={siteTz} />;
  return (
    <div className="grid gap-6">
      <Breadcrumbs
        entries={[{ label: "Subscription", to: "/dashboard/subscription" }, { label: "Receipt" }]}
      />
      <Certificate
        siteName={siteName}
        title="Receipt"
        say={`for ${paidBy}`}
        facts={[
          { label: "Membership", value: packageName },
          ...(accessFrom ? [{ label: "Access from", value: moment(accessFrom) }] : []),
          ...(accessUntil ? [{ label: "Access until", value: moment(accessUntil) }] : []),
        ]}
        number={id}
      />
      <ReceiptSides seller={seller} payment={payment} paidBy={paidBy} email={email} zone={siteTz} />
      <ReceiptLines payment={payment} />
      <p className="meta">
        One payment. It does not renew by itself. Print this page, or save it as a PDF, to keep it.
      </p>
    </div>
  );
}
