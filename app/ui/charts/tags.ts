/** Labels closer than this, in per cent of the height, are moved apart. */
const APART = 13;
/** No tick label this close to a tag. */
const CLEAR = 8.5;

type Placed = { y: number };

/**
 * The tags in the gutter, from top to bottom, at least `apart` per cent of the height apart. Closer ones are
 * moved away from their middle, half each, within the plot.
 */
export function spreadTags<T extends Placed>(tags: readonly T[], apart = APART): T[] {
  const groups: T[][] = [];
  for (const tag of [...tags].sort((one, other) => one.y - other.y)) {
    groups.push([tag]);
    // A moved group may now be too close to the one above it.
    while (groups.length > 1 && bottomOf(groups.at(-2), apart) + apart > topOf(groups.at(-1), apart)) {
      const last = groups.pop() ?? [];
      groups.at(-1)?.push(...last);
    }
  }
  return groups.flatMap((group) =>
    group.map((tag, index) => ({ ...tag, y: topOf(group, apart) + index * apart })),
  );
}

function topOf(group: readonly Placed[] = [], apart = APART): number {
  const middle = group.reduce((sum, { y }) => sum + y, 0) / group.length;
  const height = (group.length - 1) * apart;
  return Math.max(0, Math.min(100 - height, middle - height / 2));
}

const bottomOf = (group: readonly Placed[] = [], apart = APART) =>
  topOf(group, apart) + (group.length - 1) * apart;

/** Ticks that can be labelled without overlapping a tag. */
export const freeTicks = <T extends Placed>(ticks: readonly T[], tags: readonly Placed[]): T[] =>
  ticks.filter((tick) => tags.every((tag) => Math.abs(tag.y - tick.y) >= CLEAR));
