import { daysText } from "~/access/referrals.rules";
import type { MemberPayment } from "~/features/billing/payments/member-payments.queries.server";
import { formatMoney } from "~/ui/format";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { listPrice } from "../coupons/coupon.rules";
import type { Seller } from "./seller";
import { splitVat, vatLabel } from "./vat.rules";

type SidesProps = {
  seller: Seller;
  payment: MemberPayment;
  paidBy: string;
  email: string;
  zone: string;
  /** The heading above the payment's date and method. */
  title: string;
};

/** The seller, the buyer and the payment. Seller details that the operator left out take no space. */
export function ReceiptSides({ seller, payment, paidBy, email, zone, title }: SidesProps) {
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
        <h2>{title}</h2>
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

type LinesProps = { payment: MemberPayment; seller: Seller; label: string; total: string };

/** The item, its price and the tax in it. */
export function ReceiptLines({ payment, seller: { vat }, label, total: totalWord }: LinesProps) {
  const { packageName, days, bonusDays, amount, currency, discount, couponCode, giftTo } = payment;
  const total = formatMoney(amount, currency);
  const split = vat && splitVat({ amount, currency }, vat.rate);
  return (
    <Table label={label} className="receipt-lines" fixed>
      <thead>
        <tr>
          <HeaderCell>What</HeaderCell>
          <HeaderCell numeric>Amount</HeaderCell>
        </tr>
      </thead>
      <tbody>
        <tr>
          <RowHeader
            sub={giftTo ? `A gift for ${giftTo}` : days === null ? undefined : daysText(days, bonusDays)}
          >
            {`${packageName} membership`}
          </RowHeader>
          <Cell numeric>{formatMoney(listPrice(payment), currency)}</Cell>
        </tr>
        {couponCode !== null && (
          <tr>
            <RowHeader>{`Coupon ${couponCode}`}</RowHeader>
            <Cell numeric>{formatMoney(`-${discount}`, currency)}</Cell>
          </tr>
        )}
      </tbody>
      <tfoot>
        {vat && split && (
          <>
            <SumRow word="Net" sum={formatMoney(split.net, currency)} />
            <SumRow word={vatLabel(vat)} sum={formatMoney(split.vat, currency)} />
          </>
        )}
        <SumRow word={totalWord} sum={total} />
      </tfoot>
    </Table>
  );
}

const SumRow = ({ word, sum }: { word: string; sum: string }) => (
  <tr>
    <RowHeader>{word}</RowHeader>
    <Cell numeric>{sum}</Cell>
  </tr>
);
