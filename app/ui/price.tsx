import type { Decimal } from "./format";
import { currencyText, formatPrice, type PriceUnit, priceFigure } from "./price-format";

type PriceProps = {
  value: Decimal | null | undefined;
  unit?: PriceUnit;
  /** The unit is next to it, or there is room for a sign only: "1,992.00p". */
  short?: boolean;
};

/** A price with its unit. */
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
