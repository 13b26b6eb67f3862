import { formatPrice, type PriceUnit } from "./price-format";
import { percentBetween, type Range, rangeSentence } from "./range-place";

type RangeBarProps = Range & {
  /** The name of the range: "52-week range", "Range today". */
  label: string;
  unit?: PriceUnit;
  /** The smaller size of the market strip. */
  small?: boolean;
};

/**
 * A value's position between low and high. Percentages are attributes, which works with a strict content
 * policy. Renders nothing if a figure is missing.
 */
export function RangeBar({ low, value, high, label, unit, small = false }: RangeBarProps) {
  const percent = percentBetween(low, value, high);
  if (percent === undefined) return null;
  const [base, radius] = small ? [8.5, 4] : [10.5, 5];
  return (
    <svg
      className="range"
      width="100%"
      height={base + 2.5}
      role="img"
      aria-label={rangeSentence(label, { low, value, high }, unit)}
    >
      <line x1="0" x2="100%" y1={base} y2={base} />
      <line x1=".5" x2=".5" y1={base - 3.5} y2={base + 2.5} />
      <svg x="100%" overflow="visible" aria-hidden="true">
        <line x1="-.5" x2="-.5" y1={base - 3.5} y2={base + 2.5} />
      </svg>
      <svg x={`${percent}%`} y={base - 0.5} overflow="visible" aria-hidden="true">
        <path className="mark" d={`M-${radius} 0a${radius} ${radius} 0 0 1 ${radius * 2} 0z`} />
      </svg>
    </svg>
  );
}

type RangeEndsProps = Pick<RangeBarProps, "low" | "high" | "unit"> & Partial<Pick<RangeBarProps, "value">>;

/** Low and high as text below the bar; hidden from screen readers if the bar's name contains both. */
export function RangeEnds({ low, value, high, unit }: RangeEndsProps) {
  return (
    <span className="range-ends" aria-hidden={percentBetween(low, value, high) !== undefined || undefined}>
      <span>
        <span className="sr">Low </span>
        {formatPrice(low, unit)}
      </span>
      <span>
        <span className="sr">High </span>
        {formatPrice(high, unit)}
      </span>
    </span>
  );
}
