import { amountOf, centsOf } from "./money.rules";

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
 * What of a price is the tax in it. The net is rounded to the cent, half a cent up, and the tax is what is left: together they
 * are the price to the cent.
 * @param gross exact decimal, not negative
 */
export function splitVat(gross: string, rate: string): { net: string; vat: string } {
  const cents = centsOf(gross);
  const withTax = WHOLE + centsOf(rate);
  const net = (2n * cents * WHOLE + withTax) / (2n * withTax);
  return { net: amountOf(net), vat: amountOf(cents - net) };
}
