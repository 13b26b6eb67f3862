import { sameAmount } from "./money.rules";

/** What was agreed, and what the provider says about it. */
export type Agreed = { id: string; amount: string; currency: string };
export type Seen = { customId?: string; amount?: string; currency?: string; merchantId?: string };

/**
 * Why an order or a capture of the provider's is not the one that was agreed; undefined when it is.
 * @param merchantId who must be paid; not compared when absent
 */
export function mismatch(agreed: Agreed, seen: Seen, merchantId?: string): string | undefined {
  if (seen.customId?.toLowerCase() !== agreed.id.toLowerCase()) return "it belongs to another order";
  if (seen.currency !== agreed.currency) return `currency ${seen.currency} instead of ${agreed.currency}`;
  if (!sameAmount(seen.amount ?? "", agreed.amount))
    return `amount ${seen.amount} instead of ${agreed.amount}`;
  if (merchantId !== undefined && seen.merchantId !== merchantId) return "somebody else is paid";
  return undefined;
}

/** What the status of a capture means for us; developer.paypal.com, "Orders v2", capture status. */
export function captureMeaning(status: string): "paid" | "pending" | "declined" | "refunded" | "unknown" {
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
