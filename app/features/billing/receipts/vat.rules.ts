import { amountOf, centsOf, hasDecimals } from "../money.rules";

/** The tax that prices contain, as the seller of a day has it. */
export type Vat = {
  /** "VAT", or what the seller's country calls it. */
  name: string;
  /** Per cent, an exact decimal with two places at most: "20.00". */
  rate: string;
};

/** "VAT 7.7%". */
export const vatLabel = ({ name, rate }: Vat): string => `${name} ${Number(rate)}%`;

/** A hundred per cent in hundredths of a per cent. */
const WHOLE = 10_000n;

/**
 * What of a price is the tax in it. The net is rounded to the cent, half a cent up, or to the whole unit in a currency without
 * decimals, and the tax is what is left: together they are the price.
 * @param gross an exact decimal, not negative
 */
export function splitVat(
  { amount: gross, currency }: { amount: string; currency: string },
  rate: string,
): { net: string; vat: string } {
  const unit = hasDecimals(currency) ? 1n : 100n;
  const cents = centsOf(gross);
  const withTax = (WHOLE + centsOf(rate)) * unit;
  const net = ((2n * cents * WHOLE + withTax) / (2n * withTax)) * unit;
  return { net: amountOf(net), vat: amountOf(cents - net) };
}
