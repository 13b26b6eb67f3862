import { formatCents } from "~/features/billing/money.rules";
import type { RevenueFigures } from "./day-figures.rules";

export const total = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);

/** Sums of one plan or of all plans. Exact decimals. */
export type MoneySums = {
  payments: number;
  received: string;
  refunds: number;
  refunded: string;
  net: string;
};

export type Money = Pick<RevenueFigures, "payments" | "cents" | "refunds" | "refundedCents">;

export function moneySums(lines: readonly Money[]): MoneySums {
  const received = lines.reduce((sum, { cents }) => sum + cents, 0n);
  const refunded = lines.reduce((sum, { refundedCents }) => sum + refundedCents, 0n);
  return {
    payments: total(lines, ({ payments }) => payments),
    received: formatCents(received),
    refunds: total(lines, ({ refunds }) => refunds),
    refunded: formatCents(refunded),
    net: formatCents(received - refunded),
  };
}
