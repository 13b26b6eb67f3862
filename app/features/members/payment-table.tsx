import { Badge, type BadgeTone } from "~/ui/badge";
import { formatTime } from "~/ui/dates";
import { formatMoney } from "~/ui/format";
import { Cell, Head, RowName, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import type { MemberPayment } from "./member.queries.server";

const STATES: Record<MemberPayment["status"], { tone: BadgeTone; word: string }> = {
  COMPLETED: { tone: "good", word: "Completed" },
  PENDING: { tone: "warn", word: "Pending" },
  FAILED: { tone: "bad", word: "Failed" },
};

/** A member's payments; each that brought money in has its receipt. */
export function PaymentTable({ payments, zone }: { payments: MemberPayment[]; zone: string }) {
  return (
    <Table label="All payments" cards>
      <thead>
        <tr>
          <Head>Date</Head>
          <Head>Plan</Head>
          <Head numeric>Amount</Head>
          <Head>Status</Head>
          <Head>Access until</Head>
          <Head>
            <span className="sr">Receipt</span>
          </Head>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} zone={zone} />
        ))}
      </tbody>
    </Table>
  );
}

function PaymentRow({ payment, zone }: { payment: MemberPayment; zone: string }) {
  const { id, plan, amount, currency, status, paidAt, accessUntil, refundedAt } = payment;
  const { tone, word } = STATES[status];
  return (
    <tr>
      <RowName>
        <Time at={paidAt} style="short-date" zone={zone} />
      </RowName>
      <Cell label="Plan">{plan}</Cell>
      <Cell label="Amount" numeric>
        {formatMoney(amount, currency)}
      </Cell>
      <Cell label="Status">
        <Badge tone={refundedAt ? "plain" : tone}>{refundedAt ? `${word}, refunded` : word}</Badge>
      </Cell>
      <Cell label="Access until">
        {accessUntil ? (
          <Time at={accessUntil} style="short-date" zone={zone} />
        ) : (
          <span className="text-muted">No access bought</span>
        )}
      </Cell>
      <Cell label="Receipt">
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
    </tr>
  );
}
