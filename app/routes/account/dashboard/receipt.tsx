import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { creditNotePath } from "~/features/billing/receipts/receipt.rules";
import { ReceiptPage } from "~/features/billing/receipts/receipt-page";
import { receiptScreen } from "~/features/billing/receipts/receipts.screen.server";
import { LinkButton } from "~/ui/button";
import { Breadcrumbs } from "~/ui/head";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Receipt", noIndex: true });

export const handle = { serifText: true };

export const loader = (args: LoaderFunctionArgs) => receiptScreen(args);

export default function Receipt() {
  const receipt = useLoaderData<typeof loader>();
  const { siteName, siteTz } = useRootData();
  const { id, creditNoteNumber } = receipt.payment;
  const crumbs = [{ label: "Subscription", to: "/dashboard/subscription" }, { label: "Receipt" }];
  return (
    <ReceiptPage
      {...receipt}
      siteName={siteName}
      zone={siteTz}
      crumbs={<Breadcrumbs entries={crumbs} />}
      other={
        creditNoteNumber !== null && (
          <p className="actions">
            <LinkButton to={creditNotePath(id)}>See the credit note</LinkButton>
          </p>
        )
      }
    />
  );
}
