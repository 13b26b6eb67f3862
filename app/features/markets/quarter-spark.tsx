import type { Close } from "~/ui/charts/series";
import { Spark, type SparkProps } from "~/ui/charts/spark";
import { formatPrice, type PriceUnit } from "~/ui/price-format";

/** What the column of these lines is called. */
export const QUARTER_LABEL = "Three months";

/** Said beside a change of the day, which these lines are not of. */
export const QUARTER_NOTE = "Lines: 3 months";

type QuarterSparkProps = Pick<SparkProps, "stale" | "size"> & {
  closes?: readonly Close[];
  /** Where nothing beside it says the price. */
  of?: string;
  unit?: PriceUnit;
  /** Where a row says price and change already, it is decoration. */
  silent?: boolean;
};

/** The shape of a price's last three months. Nothing where its past is not known. */
export function QuarterSpark({ closes = [], of, unit, silent, ...look }: QuarterSparkProps) {
  const [first, last] = [closes[0], closes.at(-1)];
  if (!first || !last) return null;
  const named = of === undefined ? QUARTER_LABEL : `${of}, ${QUARTER_LABEL.toLowerCase()}`;
  const label = `${named}: from ${formatPrice(first.close, unit)} to ${formatPrice(last.close, unit)}`;
  return <Spark {...look} points={closes} label={silent ? undefined : label} />;
}
