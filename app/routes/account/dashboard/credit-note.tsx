import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { receiptName, receiptPath } from "~/features/billing/receipts/receipt.rules";
import { CreditNotePage } from "~/features/billing/receipts/receipt-page";
import { receiptScreen, withCreditNote } from "~/features/billing/receipts/receipts.screen.server";
import { Breadcrumbs } from "~/ui/head";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Credit note", noIndex: true });

export const loader = async (args: LoaderFunctionArgs) => withCreditNote(await receiptScreen(args));

export default function CreditNote() {
  const receipt = useLoaderData<typeof loader>();
  const { siteName, siteTz } = useRootData();
  const { id, receiptNumber } = receipt.payment;
  const crumbs = [
    { label: "Subscription", to: "/dashboard/subscription" },
    { label: `Receipt ${receiptName(receiptNumber)}`, to: receiptPath(id) },
    { label: "Credit note" },
  ];
  return (
    <CreditNotePage
      {...receipt}
      siteName={siteName}
      zone={siteTz}
      crumbs={<Breadcrumbs entries={crumbs} />}
    />
  );
}
