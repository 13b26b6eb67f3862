import { cx } from "../class-names";
import { attempt } from "./attempt";
import { At, halfDisc } from "./marks";
import { pricePath } from "./path";
import { Stretched, spoken } from "./plot";
import { percent, timeScale } from "./scales";
import type { Close } from "./series";

export type SparkProps = {
  /** Oldest first; the last one is the price now. */
  points: readonly Close[];
  /** What it is measured by: the last close, or the price when named. Dotted. */
  base?: number;
  /** Said where the text beside it does not say the price and its change; without it, it is decoration. */
  label?: string;
  stale?: boolean;
  /** On the market strip, in the lists of movers, or as wide as its place. */
  size?: "tape" | "movers" | "wide";
};

const BOX = { width: 100, height: 40 } as const;

/** The smallest value lies at 88 % of the height, the greatest at 12 %. */
const BOTTOM = 88;
const TOP = 12;

/** The shape of a day or a quarter, in ink: the change beside it carries the state. Nothing below two points. */
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

/** All of the height but a margin, whatever the values are; level where they are all the same. */
export function sparkScale(values: readonly number[]): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (!Number.isFinite(most - least)) throw new RangeError("A scale needs figures");
  if (most === least) return () => (TOP + BOTTOM) / 2;
  return (value) => BOTTOM - ((value - least) / (most - least)) * (BOTTOM - TOP);
}
