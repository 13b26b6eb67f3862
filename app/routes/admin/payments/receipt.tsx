import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { staffCreditNotePath } from "~/features/billing/receipts/receipt.rules";
import { ReceiptPage } from "~/features/billing/receipts/receipt-page";
import { staffReceiptScreen } from "~/features/billing/receipts/receipts.screen.server";
import { LinkButton } from "~/ui/button";
import { Breadcrumbs } from "~/ui/head";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => adminMeta(args, "Receipt");

export const loader = (args: LoaderFunctionArgs) => staffReceiptScreen(args);

export default function StaffReceipt() {
  const { memberId, ...receipt } = useLoaderData<typeof loader>();
  const { siteName, siteTz } = useRootData();
  const { id, creditNoteNumber } = receipt.payment;
  const crumbs = [{ label: "Payments", to: "/admin/payments" }, { label: "Receipt" }];
  return (
    <AdminPage>
      <ReceiptPage
        {...receipt}
        siteName={siteName}
        zone={siteTz}
        crumbs={<Breadcrumbs entries={crumbs} />}
        other={
          <p className="actions">
            {creditNoteNumber !== null && (
              <LinkButton to={staffCreditNotePath(id)}>See the credit note</LinkButton>
            )}
            <LinkButton to={`/admin/manage-users/${memberId}`}>See the member</LinkButton>
          </p>
        }
      />
    </AdminPage>
  );
}
