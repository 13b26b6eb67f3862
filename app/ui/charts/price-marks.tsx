import { At, Halted, Now, Point } from "./marks";

type Place = { x: number; y: number };

/** A dot for each of so few closes that their line alone says too little. */
export const Points = ({ places }: { places: readonly Place[] }) =>
  places.map(({ x, y }) => (
    <At key={x} x={x} y={y}>
      <Point />
    </At>
  ));

type LastPriceProps = Place & {
  stale?: boolean;
  /** The day of the last trade, in words. */
  halted?: string | false;
};

/** The end of the line: a half-disc while the price moves, an upright tick with its date when it no longer does. */
export function LastPrice({ x, y, stale, halted }: LastPriceProps) {
  return (
    <At x={x} y={y} className={stale ? "stale" : undefined}>
      {halted ? (
        <>
          <Halted />
          <text className="remark" y="-16" textAnchor={x > 90 ? "end" : "middle"}>
            {halted}
          </text>
        </>
      ) : (
        <Now />
      )}
    </At>
  );
}
