import { formatMoney } from "~/ui/format";

/** Currencies that PayPal takes without decimals; developer.paypal.com, "Currency codes". */
const ZERO_DECIMAL_CURRENCIES = new Set(["HUF", "JPY", "TWD"]);

/** Whether sums of this currency may have cents. */
export const hasDecimals = (currency: string): boolean => !ZERO_DECIMAL_CURRENCIES.has(currency);

/** "29.00" as PayPal wants it in this currency. @param amount exact decimal with two places */
export const providerAmount = (amount: string, currency: string): string =>
  hasDecimals(currency) ? amount : amount.replace(/\.00$/, "");

/** Whether two exact decimals are the same sum: "29" is "29.00". What is no decimal equals nothing. */
export function isSameAmount(one: string, other: string): boolean {
  const cents = toCents(one);
  return cents !== undefined && cents === toCents(other);
}

function toCents(amount: string): bigint | undefined {
  const [, whole, fraction = ""] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  return whole === undefined ? undefined : inCents(whole, fraction);
}

const inCents = (whole: string, fraction: string) => BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));

/** An exact sum of the database's in cents: "-29.5" is -2950. @throws RangeError for what is no sum */
export function centsOf(amount: string): bigint {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  if (whole === undefined) throw new RangeError(`No amount of money: ${amount}`);
  const cents = inCents(whole, fraction);
  return sign ? -cents : cents;
}

/** The same the other way round: -2950 is "-29.50". */
export function amountOf(cents: bigint): string {
  const size = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${size.slice(0, -2)}.${size.slice(-2)}`;
}

/** "of which $10.00 refunded", of a payment of which a part went back; the whole says so itself. */
export const partlyRefundedText = (paid: {
  refundedAmount: string;
  refundedAt: unknown;
  currency: string;
}): string | undefined =>
  paid.refundedAt || !(Number(paid.refundedAmount) > 0)
    ? undefined
    : `of which ${formatMoney(paid.refundedAmount, paid.currency)} refunded`;
