/** Currencies that PayPal takes without decimals; developer.paypal.com, "Currency codes". */
const WHOLE = new Set(["HUF", "JPY", "TWD"]);

/** "29.00" as PayPal wants it in this currency. @param amount exact decimal with two places */
export const providerAmount = (amount: string, currency: string): string =>
  WHOLE.has(currency) ? amount.replace(/\.00$/, "") : amount;

/** Whether two exact decimals are the same sum: "29" is "29.00". What is no decimal equals nothing. */
export function sameAmount(one: string, other: string): boolean {
  const hundredths = hundredthsOf(one);
  return hundredths !== undefined && hundredths === hundredthsOf(other);
}

function hundredthsOf(amount: string): bigint | undefined {
  const [, whole, fraction = ""] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  return whole === undefined ? undefined : BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));
}
