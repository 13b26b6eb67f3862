import type { Close } from "~/ui/charts/series";
import { Spark } from "~/ui/charts/spark";
import { formatPrice } from "~/ui/format";

/** What the column of these lines is called. */
export const QUARTER_LABEL = "Three months";

type QuarterSparkProps = { closes?: readonly Close[]; stale?: boolean };

/** The shape of a price's last three months. Nothing where its past is not known. */
export function QuarterSpark({ closes = [], stale }: QuarterSparkProps) {
  const [first, last] = [closes[0], closes.at(-1)];
  if (!first || !last) return null;
  const label = `Three months: from ${formatPrice(first.close)} to ${formatPrice(last.close)}`;
  return <Spark points={closes} stale={stale} label={label} />;
}
