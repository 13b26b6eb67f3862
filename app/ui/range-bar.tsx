import type { Decimal } from "./format";
import { formatPrice, type PriceUnit } from "./price-format";

type RangeBarProps = {
  low: Decimal | null | undefined;
  value: Decimal | null | undefined;
  high: Decimal | null | undefined;
  /** The name of the range: "52-week range", "Range today". */
  label: string;
  unit?: PriceUnit;
  /** The smaller size of the market strip. */
  small?: boolean;
};

/** The position between low and high in per cent, 0 to 100; undefined if they are equal. */
export function percentBetween(
  low: RangeBarProps["low"],
  value: RangeBarProps["value"],
  high: RangeBarProps["high"],
) {
  const complete = [low, value, high].every(
    (figure) => figure !== null && figure !== undefined && figure !== "",
  );
  const from = Number(low);
  const to = Number(high);
  if (!complete || !(to > from) || !Number.isFinite(Number(value))) return undefined;
  const share = ((Number(value) - from) / (to - from)) * 100;
  return Math.round(Math.min(100, Math.max(0, share)) * 10) / 10;
}

/**
 * A value's position between low and high. Percentages are attributes, which works with a strict content
 * policy. Renders nothing if a figure is missing.
 */
export function RangeBar({ low, value, high, label, unit, small = false }: RangeBarProps) {
  const percent = percentBetween(low, value, high);
  if (percent === undefined) return null;
  const say = (figure: Decimal | null | undefined) => formatPrice(figure, unit);
  const [base, radius] = small ? [8.5, 4] : [10.5, 5];
  return (
    <svg
      className="range"
      width="100%"
      height={base + 2.5}
      role="img"
      aria-label={`${label}: ${say(value)} between ${say(low)} and ${say(high)}`}
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
