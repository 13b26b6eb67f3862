import type { Close } from "~/ui/charts/series";
import { Spark, type SparkProps } from "~/ui/charts/spark";
import { formatPrice, type PriceUnit } from "~/ui/price-format";

/** The label of the column. */
export const QUARTER_LABEL = "Three months";

/** Explains the lines next to a day's change, since they show three months. */
export const QUARTER_NOTE = "Lines: 3 months";

type QuarterSparkProps = Pick<SparkProps, "stale" | "size"> & {
  closes?: readonly Close[];
  /** The name, if nothing next to the line shows it. */
  of?: string;
  unit?: PriceUnit;
  /** Decoration only, if the row already shows price and change. */
  silent?: boolean;
};

/** A small line of a price's last three months; nothing without a history. */
export function QuarterSpark({ closes = [], of, unit, silent, ...look }: QuarterSparkProps) {
  const [first, last] = [closes[0], closes.at(-1)];
  if (!first || !last) return null;
  const named = of === undefined ? QUARTER_LABEL : `${of}, ${QUARTER_LABEL.toLowerCase()}`;
  const label = `${named}: from ${formatPrice(first.close, unit)} to ${formatPrice(last.close, unit)}`;
  return <Spark {...look} points={closes} label={silent ? undefined : label} />;
}
