import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { receiptName, staffReceiptPath } from "~/features/billing/receipts/receipt.rules";
import { CreditNotePage } from "~/features/billing/receipts/receipt-page";
import { staffReceiptScreen, withCreditNote } from "~/features/billing/receipts/receipts.screen.server";
import { Breadcrumbs } from "~/ui/head";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => adminMeta(args, "Credit note");

export const loader = async (args: LoaderFunctionArgs) => withCreditNote(await staffReceiptScreen(args));

export default function StaffCreditNote() {
  const { memberId: _, ...receipt } = useLoaderData<typeof loader>();
  const { siteName, siteTz } = useRootData();
  const { id, receiptNumber } = receipt.payment;
  const crumbs = [
    { label: "Payments", to: "/admin/payments" },
    { label: `Receipt ${receiptName(receiptNumber)}`, to: staffReceiptPath(id) },
    { label: "Credit note" },
  ];
  return (
    <AdminPage>
      <CreditNotePage
        {...receipt}
        siteName={siteName}
        zone={siteTz}
        crumbs={<Breadcrumbs entries={crumbs} />}
      />
    </AdminPage>
  );
}
