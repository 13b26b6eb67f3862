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
};

export const FLAG_HEIGHT = 17;
/** The stem between the line and the box. */
const STEM = 17;
/** A second flag on the same side reaches over the first. */
const SIDES = [1, -1, 2, -2] as const;

/** Over this share of the width a box lies to the left of its stem. */
const TURN = 95;
/** Flags nearer than this share of the width, a box on a phone, do not lie on one level. */
const NEAR = 6.5;
/** A pixel of the lowest plot, that of phones, in per cent. */
const PIXEL = 100 / 216;

/** Past nine there are two figures in a box. */
export const flagWidth = (number: number): number => (number > 9 ? 22 : 18);

const reachOf = (side: number) => {
  const level = Math.abs(side) - 1;
  return -Math.sign(side) * (STEM + FLAG_HEIGHT + level * (FLAG_HEIGHT + 3));
};

/**
 * Flags stand above the line; one that is too near to another hangs below it, a third reaches over the first. None
 * leaves the plot, and where all sides are taken the one taken longest ago serves again.
 */
export function placeFlags(
  flags: readonly Flag[],
  at: (flag: Flag) => { x: number; y: number },
): PlacedFlag[] {
  const taken = new Map<number, number>();
  return [...flags]
    .sort((one, other) => one.day.localeCompare(other.day) || one.number - other.number)
    .map((flag) => {
      const { x, y } = at(flag);
      const side = freeSide(x, y, taken);
      taken.set(side, x);
      return { ...flag, x, y, reach: reachOf(side), left: x > TURN };
    });
}

function freeSide(x: number, y: number, taken: ReadonlyMap<number, number>): number {
  const fitting = SIDES.filter((side) => {
    const end = y + reachOf(side) * PIXEL;
    return end >= 0 && end <= 100;
  });
  const sides = fitting.length > 0 ? fitting : [1];
  const distance = (side: number) => x - (taken.get(side) ?? Number.NEGATIVE_INFINITY);
  return (
    sides.find((side) => distance(side) >= NEAR) ??
    [...sides].sort((a, b) => distance(b) - distance(a))[0] ??
    1
  );
}
