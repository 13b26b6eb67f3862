import { cx } from "~/ui/class-names";
import type { Decimal } from "~/ui/format";
import { formatPrice, type PriceUnit } from "~/ui/price-format";
import { percentBetween } from "~/ui/range-place";

type PriceLadderProps = {
  stop: Decimal;
  price: Decimal;
  target: Decimal;
  unit?: PriceUnit;
  /** Added to the accessible text after the three figures: "risk to reward 1 : 2.09". */
  note?: string;
  /** Whether to draw the smaller bell of cards. */
  small?: boolean;
};

const LARGE_LAYOUT = { height: 52, bell: 13, base: 18, top: 34, bar: 6, post: 26 };
const SMALL_LAYOUT = { height: 24, bell: 6, base: 8, top: 15, bar: 3, post: 12 };

/**
 * From stop to target with the bell at the price: risk on the stop's side, reward on the target's. The stop
 * is at the start edge, below the price (buying) or above it (selling). Empty if stop and target are equal.
 */
export function PriceLadder({ stop, price, target, unit, note, small = false }: PriceLadderProps) {
  const rising = Number(target) > Number(stop);
  const place = rising ? percentBetween(stop, price, target) : percentBetween(target, price, stop);
  if (place === undefined) return null;
  const share = rising ? place : Math.round((100 - place) * 10) / 10;
  const { height, bell, base, top, bar, post } = small ? SMALL_LAYOUT : LARGE_LAYOUT;
  const text = (of: Decimal) => formatPrice(of, unit);
  const prices = `Stop ${text(stop)}, price ${text(price)}, target ${text(target)}`;
  return (
    <svg
      className={cx("ladder-svg", small && "ladder-svg--small")}
      width="100%"
      height={height}
      role="img"
      aria-label={note ? `${prices}: ${note}` : prices}
    >
      <rect className="risk" x="0" y={top} width={`${share}%`} height={bar} />
      <rect className="reward" x={`${share}%`} y={top} width={`${100 - share}%`} height={bar} />
      <rect className="risk" x="0" y={top + bar / 2 - post / 2} width="2" height={post} />
      <svg x="100%" overflow="visible" aria-hidden="true">
        <rect className="reward" x="-2" y={top + bar / 2 - post / 2} width="2" height={post} />
      </svg>
      <svg x={`${share}%`} y={top - 2} overflow="visible" aria-hidden="true">
        <path className="mark" d={`M-${bell} 0a${bell} ${bell} 0 0 1 ${bell * 2} 0z`} />
        <path className="mark" d={`M-${base} 0h${base * 2}v2h-${base * 2}z`} />
      </svg>
    </svg>
  );
}
