export type FlagKind = "brief" | "pick" | "alert" | "news" | "call" | "locked";

/** One of our publications on its day. */
export type Flag = {
  /** The number in its box and in the list below. */
  number: number;
  kind: FlagKind;
  /** yyyy-mm-dd */
  day: string;
};

export type PlacedFlag = Flag & {
  /** The price's position on that day, in per cent of the plot. */
  x: number;
  y: number;
  /** From the line to the far edge of the box, in pixels: negative above, positive below. */
  reach: number;
  /** The box is to the left of its stem. */
  left: boolean;
  /** At the end of the line, where the last price has a mark, so the flag has none. */
  atEnd: boolean;
};

export const FLAG_HEIGHT = 17;
/** Length of the stem. */
const STEM = 17;
/** Further flags on the same side extend over the earlier ones and form a column. */
const SIDES = [1, -1, 2, -2, 3, -3, 4, -4, 5, -5] as const;

/** Beyond this share of the width a box is to the left of its stem. */
const TURN = 95;
/** Flags closer than this share of the width (a box on a phone) need different levels. */
const NEAR = 6.5;
/** Within this distance, in per cent, a flag's ring would overlap the half-disc. */
const END = { width: 4.5, height: 6 } as const;
/** A pixel of the lowest plot (on phones), in per cent. */
const PIXEL = 100 / 216;

/** From ten on, a box has two digits. */
export const flagWidth = (number: number): number => (number > 9 ? 22 : 18);

const reachOf = (side: number) => {
  const level = Math.abs(side) - 1;
  return -Math.sign(side) * (STEM + FLAG_HEIGHT + level * (FLAG_HEIGHT + 3));
};

type Place = { x: number; y: number };

/**
 * Places flags above the line; one too close to another goes below it, a third one extends over the first.
 * None leaves the plot, and if all places are taken the oldest is reused.
 * @param end the end of the line
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

/** Draws the farthest from the line first, so that boxes cover stems behind them. */
export const stacked = (flags: readonly PlacedFlag[]): PlacedFlag[] =>
  flags.toSorted((one, other) => Math.abs(other.reach) - Math.abs(one.reach));

const isAtEnd = ({ x, y }: Place, end: Place | undefined): boolean =>
  end !== undefined && Math.abs(x - end.x) < END.width && Math.abs(y - end.y) < END.height;

/** @param box its left edge, in per cent @param taken the left edges of each side's last box */
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
