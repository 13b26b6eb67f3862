import { formatMoney } from "~/ui/format";

/** Currencies that PayPal takes without decimals; developer.paypal.com, "Currency codes". */
const ZERO_DECIMAL_CURRENCIES = new Set(["HUF", "JPY", "TWD"]);

/** Whether amounts in this currency can have cents. */
export const hasDecimals = (currency: string): boolean => !ZERO_DECIMAL_CURRENCIES.has(currency);

/** An amount as PayPal expects it in this currency: "29.00". @param amount exact decimal with two places */
export const providerAmount = (amount: string, currency: string): string =>
  hasDecimals(currency) ? amount : amount.replace(/\.00$/, "");

/**
 * Whether two exact decimals are the same amount: "29" equals "29.00". A text that is no decimal equals
 * nothing.
 */
export function isSameAmount(one: string, other: string): boolean {
  const cents = safeCents(one);
  return cents !== undefined && cents === safeCents(other);
}

function safeCents(amount: string): bigint | undefined {
  const [, whole, fraction = ""] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  return whole === undefined ? undefined : inCents(whole, fraction);
}

const inCents = (whole: string, fraction: string) => BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));

/** An exact decimal from the database in cents: "-29.5" is -2950. @throws RangeError if it is no amount */
export function parseCents(amount: string): bigint {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  if (whole === undefined) throw new RangeError(`No amount of money: ${amount}`);
  const cents = inCents(whole, fraction);
  return sign ? -cents : cents;
}

/** Cents as an exact decimal: -2950 is "-29.50". */
export function formatCents(cents: bigint): string {
  const size = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${size.slice(0, -2)}.${size.slice(-2)}`;
}

/** "of which $10.00 refunded", for a partly refunded payment. A full refund has its own status. */
export const partlyRefundedText = (paid: {
  refundedAmount: string;
  refundedAt: unknown;
  currency: string;
}): string | undefined =>
  paid.refundedAt || !(Number(paid.refundedAmount) > 0)
    ? undefined
    : `of which ${formatMoney(paid.refundedAmount, paid.currency)} refunded`;
