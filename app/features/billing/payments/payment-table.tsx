import type { MemberPayment } from "~/features/billing/payments/member-payments.queries.server";
import { Badge, type BadgeTone } from "~/ui/badge";
import { dayIn, type Moment } from "~/ui/dates";
import { DASH, formatMoney, pluralize } from "~/ui/format";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { reductionText } from "../coupons/coupon.rules";
import { partlyRefundedText } from "../money.rules";
import {
  creditNoteName,
  creditNotePath,
  receiptName,
  receiptPath,
  refundPath,
  staffCreditNotePath,
  staffReceiptPath,
} from "../receipts/receipt.rules";

const STATUS_BADGES: Record<MemberPayment["status"], { tone: BadgeTone; word: string }> = {
  COMPLETED: { tone: "good", word: "Completed" },
  PENDING: { tone: "warn", word: "Pending" },
  FAILED: { tone: "bad", word: "Failed" },
};

/** Shown in place of an end date. A pending payment has bought nothing yet, but still may. */
const NO_ACCESS: Record<MemberPayment["status"], string> = {
  COMPLETED: "No access bought",
  PENDING: "Begins when PayPal confirms",
  FAILED: "No access bought",
};

type PaymentTableProps = {
  payments: MemberPayment[];
  zone: string;
  /** The viewer. Each completed payment links to its receipt and its credit note. */
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
  const { id, packageName, amount, currency, status, paidAt, accessUntil, refundedAt, captureId, giftTo } =
    payment;
  const beside = [partlyRefundedText(payment), reductionText(payment)].filter(Boolean).join(", ");
  const { tone, word: label } = STATUS_BADGES[status];
  return (
    <tr>
      <RowHeader>
        <Time at={paidAt} style="short-date" zone={zone} />
      </RowHeader>
      <Cell label="Plan">
        {giftTo === null ? packageName : `${packageName}, a gift`}
        {giftTo && <span className="sub">{`for ${giftTo}`}</span>}
      </Cell>
      <Cell label="Amount" numeric>
        {formatMoney(amount, currency)}
        {beside && <span className="sub">{beside}</span>}
      </Cell>
      <Cell label="Status">
        <Badge tone={refundedAt ? "plain" : tone}>{refundedAt ? `${label}, refunded` : label}</Badge>
        {as === "staff" && status === "COMPLETED" && captureId && !refundedAt && (
          <a
            className="sub"
            href={refundPath(id)}
            aria-label={`Refund ${formatMoney(amount, currency)} of ${packageName}`}
          >
            Refund
          </a>
        )}
      </Cell>
      <Cell label="Access until">
        {accessUntil && !refundedAt ? (
          <Bought payment={payment} until={accessUntil} zone={zone} />
        ) : (
          <NoAccessNote payment={payment} />
        )}
      </Cell>
      <Receipts payment={payment} as={as} />
    </tr>
  );
}

type BoughtProps = { payment: MemberPayment; until: Moment; zone: string };

/**
 * The end of the bought access. If the days begin later, or include referral days, the text shows it: the
 * dates alone do not show it.
 */
function Bought({ payment: { paidAt, accessFrom, bonusDays }, until, zone }: BoughtProps) {
  const isLater = accessFrom !== null && dayIn(zone, accessFrom) > dayIn(zone, paidAt);
  return (
    <>
      <Time at={until} style="short-date" zone={zone} />
      {isLater && (
        <span className="sub whitespace-nowrap">
          from <Time at={accessFrom} style="short-date" zone={zone} />
        </span>
      )}
      {bonusDays > 0 && <span className="sub">{`${pluralize(bonusDays, "day")} from a referral`}</span>}
    </>
  );
}

function NoAccessNote({ payment: { refundedAt, giftTo, status } }: Pick<PaymentRowProps, "payment">) {
  if (giftTo === null)
    return <span className="text-muted">{refundedAt ? "Ended by the refund" : NO_ACCESS[status]}</span>;
  return (
    <span className="text-muted">
      <span aria-hidden="true">{DASH}</span>
      <span className="sr">None: it was a gift</span>
    </span>
  );
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
