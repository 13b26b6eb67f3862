import type { Moment } from "~/ui/dates";
import { Note } from "~/ui/message";
import { Time } from "~/ui/time";
import { receiptPath } from "../receipts/receipt.rules";

type JustPaidProps = {
  paymentId: string;
  packageName: string;
  /** When the paid tier ends. Absent if it has no end. */
  until?: Moment;
  zone: string;
};

/**
 * Stays on the page of plans for half an hour after a payment: a toast disappears before everybody has read
 * it.
 */
export function JustPaid({ paymentId, packageName, until, zone }: JustPaidProps) {
  return (
    <Note tone="good" title={`We have received your payment for ${packageName}`}>
      <p>
        {until && (
          <>
            You have access until <Time at={until} style="datetime" zone={zone} />.{" "}
          </>
        )}
        Nothing renews automatically.
      </p>
      <p>
        See <a href="/subscription/success">your certificate</a> and{" "}
        <a href={receiptPath(paymentId)}>your receipt</a>, or <a href="/daily-brief">read the daily briefs</a>
        .
      </p>
    </Note>
  );
}
