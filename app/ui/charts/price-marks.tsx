import { At, Halted, Now, Point } from "./marks";

type Place = { x: number; y: number };

/** Dots for so few closes that a line alone would be unclear. */
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

/** The end of the line: a half-disc while the price moves, an upright tick with its date afterwards. */
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
