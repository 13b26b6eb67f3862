/** Currencies that PayPal takes without decimals; developer.paypal.com, "Currency codes". */
const ZERO_DECIMAL_CURRENCIES = new Set(["HUF", "JPY", "TWD"]);

/** "29.00" as PayPal wants it in this currency. @param amount exact decimal with two places */
export const providerAmount = (amount: string, currency: string): string =>
  ZERO_DECIMAL_CURRENCIES.has(currency) ? amount.replace(/\.00$/, "") : amount;

/** Whether two exact decimals are the same sum: "29" is "29.00". What is no decimal equals nothing. */
export function isSameAmount(one: string, other: string): boolean {
  const cents = toCents(one);
  return cents !== undefined && cents === toCents(other);
}

function toCents(amount: string): bigint | undefined {
  const [, whole, fraction = ""] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  return whole === undefined ? undefined : BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));
}
