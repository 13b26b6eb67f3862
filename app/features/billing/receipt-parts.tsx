import type { MemberPayment } from "~/features/accounts/member.queries.server";
import { daysText } from "~/features/entitlements/referrals.rules";
import { formatMoney } from "~/ui/format";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import type { Seller } from "./seller";

type SidesProps = { seller: Seller; payment: MemberPayment; paidBy: string; email: string; zone: string };

/** Who sold, who bought, how it was paid. What the operator has not said about the seller leaves no hole. */
export function ReceiptSides({ seller, payment, paidBy, email, zone }: SidesProps) {
  const { paidAt, paymentMethod, captureId, refundedAt } = payment;
  return (
    <div className="receipt-sides">
      <section>
        <h2>Sold by</h2>
        {[seller.name, ...seller.address, seller.taxId].filter(Boolean).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </section>
      <section>
        <h2>Paid by</h2>
        <p>{paidBy}</p>
        <p>{email}</p>
      </section>
      <section>
        <h2>Paid</h2>
        <p>
          <Time at={paidAt} style="datetime" zone={zone} />
        </p>
        <p>{`With ${paymentMethod}`}</p>
        {captureId && <p>{`Payment id ${captureId}`}</p>}
        {refundedAt && (
          <p>
            <strong>
              Refunded <Time at={refundedAt} style="datetime" zone={zone} />
            </strong>
          </p>
        )}
      </section>
    </div>
  );
}

/** What was sold, and for how much. */
export function ReceiptLines({ payment }: { payment: MemberPayment }) {
  const { packageName, days, bonusDays, amount, currency } = payment;
  const total = formatMoney(amount, currency);
  return (
    <Table label="What was paid for" className="receipt-lines" fixed>
      <thead>
        <tr>
          <HeaderCell>What</HeaderCell>
          <HeaderCell numeric>Amount</HeaderCell>
        </tr>
      </thead>
      <tbody>
        <tr>
          <RowHeader sub={days === null ? undefined : daysText(days, bonusDays)}>
            {`${packageName} membership`}
          </RowHeader>
          <Cell numeric>{total}</Cell>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <RowHeader>Total</RowHeader>
          <Cell numeric>{total}</Cell>
        </tr>
      </tfoot>
    </Table>
  );
}
