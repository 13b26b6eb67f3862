import { cx } from "../class-names";
import { attempt } from "./attempt";
import { At, halfDisc } from "./marks";
import { pricePath } from "./path";
import { Stretched, spoken } from "./plot";
import { percent, timeScale } from "./scales";
import type { Close } from "./series";

export type SparkProps = {
  /** Oldest first; the last one is the current price. */
  points: readonly Close[];
  /** The reference: the last close, or the pick's price. Dotted. */
  base?: number;
  /** A text alternative if the price and its change are not next to it; otherwise it is decorative. */
  label?: string;
  stale?: boolean;
  /** On the market strip, in the lists of movers, or as wide as its container. */
  size?: "tape" | "movers" | "wide";
};

const BOX = { width: 100, height: 40 } as const;

/** The lowest value is at 88 % of the height, the highest at 12 %. */
const BOTTOM = 88;
const TOP = 12;

/**
 * The shape of a day or a quarter, in ink; the change next to it has the colour. Nothing for fewer than two
 * points.
 */
export function Spark({ points, base, label, stale, size }: SparkProps) {
  const drawn = attempt(() => sparkGeometry(points, base));
  if (!drawn) return null;
  return (
    <svg
      className={cx("spark", size && `spark--${size}`, stale && "stale")}
      role="img"
      aria-label={label && spoken(label)}
      aria-hidden={label === undefined || undefined}
    >
      {drawn.base !== undefined && (
        <line className="base" x2="100%" y1={percent(drawn.base)} y2={percent(drawn.base)} />
      )}
      <Stretched box={BOX}>
        <path d={drawn.path} />
      </Stretched>
      <At x={100} y={drawn.last}>
        <path className="mark" d={halfDisc(4)} />
      </At>
    </svg>
  );
}

function sparkGeometry(points: readonly Close[], base: number | undefined) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return undefined;
  const { x } = timeScale(first.day, last.day);
  const y = sparkScale([...points.map(({ close }) => close), ...(base === undefined ? [] : [base])]);
  return {
    path: pricePath(points, { x, y }, BOX),
    last: y(last.close),
    base: base === undefined ? undefined : y(base),
  };
}

/** The full height without a margin, whatever the values; flat if they are all equal. */
export function sparkScale(values: readonly number[]): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (!Number.isFinite(most - least)) throw new RangeError("A scale needs numbers");
  if (most === least) return () => (TOP + BOTTOM) / 2;
  return (value) => BOTTOM - ((value - least) / (most - least)) * (BOTTOM - TOP);
}
