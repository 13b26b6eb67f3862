import { formatCents, hasDecimals, parseCents } from "../money.rules";

/** The tax included in prices, of the seller on a given day. */
export type Vat = {
  /** "VAT", or what the seller's country calls it. */
  name: string;
  /** Per cent, an exact decimal with at most two places: "20.00". */
  rate: string;
};

/** "VAT 7.7%". */
export const vatLabel = ({ name, rate }: Vat): string => `${name} ${Number(rate)}%`;

/** A hundred per cent, in hundredths of a per cent. */
const WHOLE = 10_000n;

/**
 * Splits a price into net and tax. The net rounds half up: to the cent, or to the whole unit in a currency
 * without decimals. The tax is the difference, so both add up to the price.
 * @param gross an exact decimal, not negative
 */
export function splitVat(
  { amount: gross, currency }: { amount: string; currency: string },
  rate: string,
): { net: string; vat: string } {
  const unit = hasDecimals(currency) ? 1n : 100n;
  const cents = parseCents(gross);
  const withTax = (WHOLE + parseCents(rate)) * unit;
  const net = ((2n * cents * WHOLE + withTax) / (2n * withTax)) * unit;
  return { net: formatCents(net), vat: formatCents(cents - net) };
}
