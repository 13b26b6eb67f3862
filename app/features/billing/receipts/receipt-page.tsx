import type { ReactNode } from "react";
import type { MemberPayment } from "~/features/billing/payments/member-payments.queries.server";
import { Time } from "~/ui/time";
import { Certificate } from "../gifts/certificate";
import { creditNoteName, receiptName } from "./receipt.rules";
import { ReceiptLines, ReceiptSides } from "./receipt-parts";
import type { Seller } from "./seller";

/** A completed payment, with its payer and the seller on its day. */
export type ReceiptData = { payment: MemberPayment; paidBy: string; email: string; seller: Seller };

type ReceiptPageProps = ReceiptData & {
  siteName: string;
  zone: string;
  /** The breadcrumbs, and the link to the other document. */
  crumbs: ReactNode;
  other?: ReactNode;
};

/** A payer's receipt. */
export function ReceiptPage({ crumbs, other, siteName, zone, ...receipt }: ReceiptPageProps) {
  const { payment, paidBy, email, seller } = receipt;
  const { packageName, accessFrom, accessUntil, receiptNumber } = payment;
  const moment = (at: Date) => <Time at={at} style="datetime" zone={zone} />;
  return (
    <div className="grid gap-6">
      {crumbs}
      <Certificate
        siteName={siteName}
        title="Receipt"
        say={`for ${paidBy}`}
        facts={[
          { label: "Membership", value: packageName },
          ...(accessFrom ? [{ label: "Access from", value: moment(accessFrom) }] : []),
          ...(accessUntil ? [{ label: "Access until", value: moment(accessUntil) }] : []),
        ]}
        number={receiptName(receiptNumber)}
      />
      <ReceiptSides
        seller={seller}
        payment={payment}
        paidBy={paidBy}
        email={email}
        zone={zone}
        title="Paid"
      />
      <ReceiptLines payment={payment} seller={seller} label="Items paid for" total="Total" />
      <p className="meta">
        One payment. Nothing renews automatically. Print this page, or save it as a PDF, to keep it.
      </p>
      {other}
    </div>
  );
}

/** The credit note for a refunded receipt: the full amount, with that receipt's seller and tax. */
export function CreditNotePage({ crumbs, other, siteName, zone, ...receipt }: ReceiptPageProps) {
  const { payment, paidBy, email, seller } = receipt;
  const { receiptNumber, creditNoteNumber, paidAt, refundedAt } = payment;
  return (
    <div className="grid gap-6">
      {crumbs}
      <Certificate
        siteName={siteName}
        title="Credit note"
        say={`for ${paidBy}: the payment was refunded.`}
        facts={[
          { label: "Corrects receipt", value: receiptName(receiptNumber) },
          { label: "Dated", value: <Time at={paidAt} style="date" zone={zone} /> },
          ...(refundedAt
            ? [{ label: "Refunded", value: <Time at={refundedAt} style="datetime" zone={zone} /> }]
            : []),
        ]}
        number={creditNoteName(creditNoteNumber)}
        numberLabel="Credit note number"
      />
      <ReceiptSides
        seller={seller}
        payment={payment}
        paidBy={paidBy}
        email={email}
        zone={zone}
        title="Paid and refunded"
      />
      <ReceiptLines payment={payment} seller={seller} label="Items refunded" total="Refunded" />
      <p className="meta">Print this page, or save it as a PDF, to keep it.</p>
      {other}
    </div>
  );
}
