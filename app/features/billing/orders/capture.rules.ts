import { isSameAmount } from "../money.rules";

/** The agreed terms, compared with the provider's answer. */
export type ExpectedPayment = { id: string; amount: string; currency: string };
export type ReportedPayment = { customId?: string; amount?: string; currency?: string; merchantId?: string };

/**
 * Why an order or a capture of the provider differs from the agreed one. Undefined if it matches.
 * @param merchantId the payee; not compared if absent
 */
export function mismatch(
  expected: ExpectedPayment,
  reported: ReportedPayment,
  merchantId?: string,
): string | undefined {
  if (reported.customId?.toLowerCase() !== expected.id.toLowerCase()) return "it belongs to another order";
  if (reported.currency !== expected.currency)
    return `currency ${reported.currency} instead of ${expected.currency}`;
  if (!isSameAmount(reported.amount ?? "", expected.amount))
    return `amount ${reported.amount} instead of ${expected.amount}`;
  if (merchantId !== undefined && reported.merchantId !== merchantId)
    return "another PayPal account was paid";
  return undefined;
}

/** Our state for the status of a capture; developer.paypal.com, "Orders v2", capture status. */
export function captureState(status: string): "paid" | "pending" | "declined" | "refunded" | "unknown" {
  switch (status) {
    case "COMPLETED":
    case "PARTIALLY_REFUNDED":
      return "paid";
    case "PENDING":
      return "pending";
    case "DECLINED":
    case "DENIED":
    case "FAILED":
      return "declined";
    case "REFUNDED":
    case "REVERSED":
      return "refunded";
    default:
      return "unknown";
  }
}
