export type FlagKind = "brief" | "pick" | "alert" | "news" | "call" | "locked";

/** Something of ours on the day it was published. */
export type Flag = {
  /** The number in its box and in the list below the chart. */
  number: number;
  kind: FlagKind;
  /** yyyy-mm-dd */
  day: string;
};

export type PlacedFlag = Flag & {
  /** Where the price was on that day, in per cent of the plot. */
  x: number;
  y: number;
  /** From the line to the far edge of the box in pixels: above it negative, below it positive. */
  reach: number;
  /** The box lies to the left of its stem. */
  left: boolean;
  /** It stands where the line ends: the mark of the last price is there, so it has none of its own. */
  atEnd: boolean;
};

export const FLAG_HEIGHT = 17;
/** The stem between the line and the box. */
const STEM = 17;
/** A second flag on the same side reaches over the first, a third over both: they stack in a column. */
const SIDES = [1, -1, 2, -2, 3, -3, 4, -4, 5, -5] as const;

/** Over this share of the width a box lies to the left of its stem. */
const TURN = 95;
/** Flags nearer than this share of the width, a box on a phone, do not lie on one level. */
const NEAR = 6.5;
/** Within this, in per cent of the plot, a flag's ring would lie on the half-disc. */
const END = { width: 4.5, height: 6 } as const;
/** A pixel of the lowest plot, that of phones, in per cent. */
const PIXEL = 100 / 216;

/** Past nine there are two figures in a box. */
export const flagWidth = (number: number): number => (number > 9 ? 22 : 18);

const reachOf = (side: number) => {
  const level = Math.abs(side) - 1;
  return -Math.sign(side) * (STEM + FLAG_HEIGHT + level * (FLAG_HEIGHT + 3));
};

type Place = { x: number; y: number };

/**
 * Flags stand above the line; one that is too near to another hangs below it, a third reaches over the first. None
 * leaves the plot, and where all sides are taken the one taken longest ago serves again.
 * @param end where the line ends
 */
export function placeFlags(
  flags: readonly Flag[],
  at: (flag: Flag) => Place,
  end: Place | undefined = undefined,
): PlacedFlag[] {
  const taken = new Map<number, number>();
  return [...flags]
    .sort((one, other) => one.day.localeCompare(other.day) || one.number - other.number)
    .map((flag) => {
      const { x, y } = at(flag);
      const left = x > TURN;
      const box = left ? x - NEAR : x;
      const side = freeSide(box, y, taken);
      taken.set(side, box);
      return { ...flag, x, y, reach: reachOf(side), left, atEnd: isAtEnd({ x, y }, end) };
    });
}

/** In the order of drawing, the farthest from the line first: a box lies on the stems that pass behind it. */
export const stacked = (flags: readonly PlacedFlag[]): PlacedFlag[] =>
  flags.toSorted((one, other) => Math.abs(other.reach) - Math.abs(one.reach));

const isAtEnd = ({ x, y }: Place, end: Place | undefined): boolean =>
  end !== undefined && Math.abs(x - end.x) < END.width && Math.abs(y - end.y) < END.height;

/** @param box where it begins, in per cent from the left @param taken where the last one of a side begins */
function freeSide(box: number, y: number, taken: ReadonlyMap<number, number>): number {
  const fitting = SIDES.filter((side) => {
    const end = y + reachOf(side) * PIXEL;
    return end >= 0 && end <= 100;
  });
  const sides = fitting.length > 0 ? fitting : [1];
  const distance = (side: number) => Math.abs(box - (taken.get(side) ?? Number.NEGATIVE_INFINITY));
  return (
    sides.find((side) => distance(side) >= NEAR) ??
    [...sides].sort((a, b) => distance(b) - distance(a))[0] ??
    1
  );
}
