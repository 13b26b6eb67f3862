import type { ReactNode } from "react";
import { FLAG_HEIGHT, type FlagKind, flagWidth, type PlacedFlag } from "./flags";
import { percent } from "./scales";

type AtProps = {
  /** Per cent of the plot. */
  x: number;
  y: number;
  className?: string;
  children: ReactNode;
};

/** A shape in pixels around a position in per cent; the stylesheet allows it to overflow. */
export function At({ x, y, className, children }: AtProps) {
  return (
    <svg x={percent(x)} y={percent(y)} className={className} aria-hidden="true">
      {children}
    </svg>
  );
}

/** A half-disc around the origin. */
export const halfDisc = (radius: number): string =>
  `M-${radius} 0a${radius} ${radius} 0 0 1 ${radius * 2} 0z`;

/** The current price, which still moves. */
export const Now = () => <path className="mark" d={`${halfDisc(7)}M-10 0h20v1.5h-20z`} />;

/** A call was made here. */
export const Made = () => <circle className="made" r="4" />;

/** The end of a call: a disc above zero, a ring at or below it. */
export const Settled = ({ won }: { won: boolean }) =>
  won ? <circle className="won" r="6" /> : <circle className="lost" r="5" />;

/** The end of the line: trading was halted or the instrument delisted. */
export const Halted = () => <path className="halted" d="M0-10v20" />;

/** One of few closes, each drawn as a point. */
export const Point = () => <circle className="point" r="2" />;

/**
 * A box outline from its upper left corner. A locked one looks like a brief, so that its kind stays secret.
 */
const SHAPES: Record<FlagKind, (x: number, y: number, width: number) => string> = {
  brief: (x, y, width) => `M${x} ${y}h${width}v17h-${width}z`,
  locked: (x, y, width) => `M${x} ${y}h${width}v17h-${width}z`,
  pick: (x, y, width) => `M${x} ${y + 17}v-8a${width / 2} 9 0 0 1 ${width} 0v8z`,
  alert: (x, y, width) => `M${x} ${y}h${width}l5 8.5-5 8.5h-${width}z`,
  call: (x, y, width) => `M${x + 4} ${y}h${width - 8}l4 4v9l-4 4h-${width - 8}l-4-4v-9z`,
  news: (x, y, width) => `M${x + 0.5} ${y + 0.5}h${width - 1}v16h-${width - 1}z`,
};

type FlagBoxProps = { kind: FlagKind; number?: number; x?: number; y?: number };

function FlagBox({ kind, number, x = 0, y = 0 }: FlagBoxProps) {
  const width = flagWidth(number ?? 0);
  return (
    <>
      <path d={SHAPES[kind](x, y, width)} />
      {number !== undefined && (
        <text x={x + width / 2} y={y + 12.5}>
          {number}
        </text>
      )}
    </>
  );
}

/** How far a pointed flag extends beyond its box. */
const POINT_WIDTH = 5;

/** A flag on its stem, at the price on the flag's day. */
export function FlagMark({ flag: { number, kind, reach, left, atEnd, x, y } }: { flag: PlacedFlag }) {
  const width = flagWidth(number) + (kind === "alert" ? POINT_WIDTH : 0);
  return (
    <At x={x} y={y} className={`flag flag--${kind}`}>
      <path className="stem" d={`M0 ${reach < 0 ? -4 : 4}V${reach < 0 ? reach : reach - 1}`} />
      {!atEnd && <circle r="3" />}
      <FlagBox
        kind={kind}
        number={number}
        x={left ? -width : 0}
        y={reach < 0 ? reach : reach - FLAG_HEIGHT}
      />
    </At>
  );
}

/** The same flag inline: with its number in the list, without in the legend. */
export function FlagKey({ kind, number }: { kind: FlagKind; number?: number }) {
  return (
    <svg
      className={`flagkey flag flag--${kind}`}
      width={flagWidth(number ?? 0) + POINT_WIDTH}
      height={FLAG_HEIGHT}
      aria-hidden="true"
    >
      <FlagBox kind={kind} number={number} />
    </svg>
  );
}
