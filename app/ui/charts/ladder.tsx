import { formatPrice, type PriceUnit } from "../price-format";
import { halfDisc } from "./marks";
import { percent } from "./scales";

export type LadderProps = {
  name: string;
  stop: number;
  made: number;
  now: number;
  target: number;
  unit?: PriceUnit;
};

/**
 * Where an open call is between stop (left) and target (right), also for a sell. Beyond an end the half-disc
 * stays there. Draws nothing if both are equal.
 */
export function Ladder({ name, stop, made, now, target, unit }: LadderProps) {
  const share = (price: number) => Math.max(0, Math.min(100, ((price - stop) / (target - stop)) * 100));
  const [from, at] = [share(made), share(now)];
  if (!Number.isFinite(from) || !Number.isFinite(at)) return null;
  const text = (price: number) => formatPrice(price, unit);
  const prices = [`stop ${text(stop)}`, `made at ${text(made)}`, `last ${text(now)}`];
  return (
    <svg
      className="call-ladder"
      role="img"
      aria-label={`${name}: ${prices.join(", ")}, target ${text(target)}`}
    >
      <rect className="band-risk" y="9" width={percent(from)} height="5" />
      <rect className="band-reward" x={percent(from)} y="9" width={percent(100 - from)} height="5" />
      <line x1={percent(from)} x2={percent(from)} y1="5" y2="18" />
      <svg x={percent(at)} y="9" aria-hidden="true">
        <path className="mark" d={halfDisc(7)} />
      </svg>
    </svg>
  );
}
