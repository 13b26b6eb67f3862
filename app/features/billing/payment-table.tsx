import type { MemberPayment } from "~/features/accounts/member.queries.server";
import { Badge, type BadgeTone } from "~/ui/badge";
import { formatTime } from "~/ui/dates";
import { formatMoney } from "~/ui/format";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";

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
  /** Each payment that brought money in leads to its receipt; only the one who paid may open it. */
  receipts?: boolean;
};

/** A member's payments. */
export function PaymentTable({ payments, zone, receipts = true }: PaymentTableProps) {
  return (
    <Table label="All payments" cards>
      <thead>
        <tr>
          <HeaderCell>Date</HeaderCell>
          <HeaderCell>Plan</HeaderCell>
          <HeaderCell numeric>Amount</HeaderCell>
          <HeaderCell>Status</HeaderCell>
          <HeaderCell>Access until</HeaderCell>
          {receipts && (
            <HeaderCell>
              <span className="sr">Receipt</span>
            </HeaderCell>
          )}
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} zone={zone} receipts={receipts} />
        ))}
      </tbody>
    </Table>
  );
}

type PaymentRowProps = { payment: MemberPayment; zone: string; receipts: boolean };

function PaymentRow({ payment, zone, receipts }: PaymentRowProps) {
  const { packageName, amount, currency, status, paidAt, accessUntil, refundedAt } = payment;
  const { tone, word: label } = STATUS_BADGES[status];
  return (
    <tr>
      <RowHeader>
        <Time at={paidAt} style="short-date" zone={zone} />
      </RowHeader>
      <Cell label="Plan">{packageName}</Cell>
      <Cell label="Amount" numeric>
        {formatMoney(amount, currency)}
      </Cell>
      <Cell label="Status">
        <Badge tone={refundedAt ? "plain" : tone}>{refundedAt ? `${label}, refunded` : label}</Badge>
      </Cell>
      <Cell label="Access until">
        {accessUntil && !refundedAt ? (
          <Time at={accessUntil} style="short-date" zone={zone} />
        ) : (
          <span className="text-muted">{refundedAt ? "Ended by the refund" : NO_ACCESS[status]}</span>
        )}
      </Cell>
      {receipts && <Receipt payment={payment} zone={zone} />}
    </tr>
  );
}

function Receipt({ payment: { id, status, paidAt }, zone }: Omit<PaymentRowProps, "receipts">) {
  return (
    <Cell label={status === "COMPLETED" ? undefined : "Receipt"}>
      {status === "COMPLETED" ? (
        <a
          href={`/dashboard/receipts/${id}`}
          aria-label={`Receipt of ${formatTime(paidAt, "short-date", zone)}`}
        >
          Receipt
        </a>
      ) : (
        <span className="text-muted">None</span>
      )}
    </Cell>
  );
}
