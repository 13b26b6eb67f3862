import { type Decimal, formatPrice } from "./format";

type PriceProps = {
  value: Decimal | null | undefined;
  /** Its currency or unit, where one is known: "USD", "GBX". */
  currency?: string | null;
  decimals?: number;
};

/** A price, and what it is counted in. */
export function Price({ value, currency, decimals }: PriceProps) {
  const known = value !== null && value !== undefined && value !== "" && currency;
  return (
    <>
      {formatPrice(value, decimals)}
      {known && <small>{` ${currency}`}</small>}
    </>
  );
}
