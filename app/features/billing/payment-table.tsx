import type { MemberPayment } from "~/features/accounts/member.queries.server";
import { Badge, type BadgeTone } from "~/ui/badge";
import { formatMoney } from "~/ui/format";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { reductionText } from "./coupons/coupon.rules";
import {
  creditNoteName,
  creditNotePath,
  receiptName,
  receiptPath,
  staffCreditNotePath,
  staffReceiptPath,
} from "./receipt.rules";

const STATUS_BADGES: Record<MemberPayment["status"], { tone: BadgeTone; word: string }> = {
  COMPLETED: { tone: "good", word: "Completed" },
  PENDING: { tone: "warn", word: "Pending" },
  FAILED: { tone: "bad", word: "Failed" },
};

/** What stands where an end would: money that is still on its way has bought nothing yet, but it may. */
const NO_ACCESS: Record<MemberPayment["status"], string> = {
  COMPLETED: "No access bought",
  PENDING: "Begins when PayPal confirms",
  FAILED: "No access bought",
};

type PaymentTableProps = {
  payments: MemberPayment[];
  zone: string;
  /** Whose look it is: each payment that brought money in leads to its receipt, and to what corrects it. */
  as?: "payer" | "staff";
};

/** A member's payments. */
export function PaymentTable({ payments, zone, as = "payer" }: PaymentTableProps) {
  return (
    <Table label="All payments" cards>
      <thead>
        <tr>
          <HeaderCell>Date</HeaderCell>
          <HeaderCell>Plan</HeaderCell>
          <HeaderCell numeric>Amount</HeaderCell>
          <HeaderCell>Status</HeaderCell>
          <HeaderCell>Access until</HeaderCell>
          <HeaderCell>Receipt</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} zone={zone} as={as} />
        ))}
      </tbody>
    </Table>
  );
}

type PaymentRowProps = { payment: MemberPayment; zone: string; as: "payer" | "staff" };

function PaymentRow({ payment, zone, as }: PaymentRowProps) {
  const { packageName, amount, currency, status, paidAt, accessUntil, refundedAt, giftTo } = payment;
  const reduction = reductionText(payment);
  const { tone, word: label } = STATUS_BADGES[status];
  return (
    <tr>
      <RowHeader>
        <Time at={paidAt} style="short-date" zone={zone} />
      </RowHeader>
      <Cell label="Plan">{giftTo === null ? packageName : `${packageName}, a gift`}</Cell>
      <Cell label="Amount" numeric>
        {formatMoney(amount, currency)}
        {reduction && <span className="sub">{reduction}</span>}
      </Cell>
      <Cell label="Status">
        <Badge tone={refundedAt ? "plain" : tone}>{refundedAt ? `${label}, refunded` : label}</Badge>
      </Cell>
      <Cell label="Access until">
        {accessUntil && !refundedAt ? (
          <Time at={accessUntil} style="short-date" zone={zone} />
        ) : (
          <span className="text-muted">{insteadOfEnd(payment)}</span>
        )}
      </Cell>
      <Receipts payment={payment} as={as} />
    </tr>
  );
}

function insteadOfEnd({ refundedAt, giftTo, status }: MemberPayment): string {
  if (giftTo !== null) return giftTo === "" ? "Somebody else’s" : `For ${giftTo}`;
  return refundedAt ? "Ended by the refund" : NO_ACCESS[status];
}

const PATHS = {
  payer: { receipt: receiptPath, creditNote: creditNotePath },
  staff: { receipt: staffReceiptPath, creditNote: staffCreditNotePath },
};

function Receipts({ payment, as }: Omit<PaymentRowProps, "zone">) {
  const { id, receiptNumber, creditNoteNumber } = payment;
  const { receipt, creditNote } = PATHS[as];
  return (
    <Cell label="Receipt">
      {receiptNumber === null ? (
        <span className="text-muted">None</span>
      ) : (
        <a
          href={receipt(id)}
          className="whitespace-nowrap"
          aria-label={`Receipt ${receiptName(receiptNumber)}`}
        >
          {receiptName(receiptNumber)}
        </a>
      )}
      {creditNoteNumber !== null && (
        <span className="sub">
          <a
            href={creditNote(id)}
            className="whitespace-nowrap"
            aria-label={`Credit note ${creditNoteName(creditNoteNumber)}`}
          >
            {creditNoteName(creditNoteNumber)}
          </a>
        </span>
      )}
    </Cell>
  );
}
