import { formatPrice, type PriceUnit } from "../price-format";
import { halfDisc } from "./marks";
import { percent } from "./scales";

export type ProgressProps = {
  /** The price when the pick was published. */
  named: number;
  now: number;
  target: number;
  unit?: PriceUnit;
};

/**
 * How far the price has moved from the pick's price to its target. Below the start the loss is drawn; beyond
 * the target the half-disc stays at the end. Draws nothing if the target is not above the start.
 */
export function Progress({ named, now, target, unit }: ProgressProps) {
  const low = Math.min(named, now);
  const share = (price: number) => Math.max(0, Math.min(100, ((price - low) / (target - low)) * 100));
  if (!(target > named) || !Number.isFinite(share(now))) return null;
  const [start, at] = [share(named), share(now)];
  return (
    <svg
      className="progress"
      role="img"
      aria-label={`Named at ${formatPrice(named, unit)}, now ${formatPrice(now, unit)}, target ${formatPrice(target, unit)}`}
    >
      <line x2="100%" y1="12.5" y2="12.5" />
      <line x1={percent(start)} x2={percent(start)} y1="7" y2="17" />
      <rect
        className={at < start ? "back" : undefined}
        x={percent(Math.min(start, at))}
        y="11"
        width={percent(Math.abs(at - start))}
        height="3"
      />
      <line className="goal" x1="100%" x2="100%" y1="4" y2="18" />
      <svg x={percent(at)} y="11" aria-hidden="true">
        <path className="mark" d={halfDisc(5)} />
      </svg>
    </svg>
  );
}
