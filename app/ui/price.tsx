import type { Decimal } from "./format";
import { currencyText, formatPrice, type PriceUnit, priceFigure } from "./price-format";

type PriceProps = {
  value: Decimal | null | undefined;
  unit?: PriceUnit;
  /** Its unit stands beside it, or there is no room for more than a sign: "1,992.00p". */
  short?: boolean;
};

/** A price, and what it is counted in. */
export function Price({ value, unit = {}, short }: PriceProps) {
  if (short) return <>{formatPrice(value, unit)}</>;
  const known = value !== null && value !== undefined && value !== "" && unit.currency;
  return (
    <>
      {priceFigure(value, unit)}
      {known && <small>{` ${currencyText(unit.currency ?? "")}`}</small>}
    </>
  );
}
