/**
 * The step between two traded days: closes as traded, and the factor of the entered splits between them.
 * Decimals as text.
 */
export type PriceStep = { before: string; close: string; shares: string | number };

/** The usual ratios of splits, in shares for each share before, or inverted. */
const USUAL_RATIOS = [
  ...[2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100],
  ...[125, 150, 200, 250, 300, 400, 500, 1000],
];

/** How far a day's own change may move a price away from the split's effect. */
const NEAR = 0.1;

/**
 * A step within this range never looks like a split: the widest range for which `looksLikeSplit` returns
 * undefined.
 */
export const USUAL_STEP = { from: (1 + NEAR) / 2, to: 2 * (1 - NEAR) };

/**
 * The split that a step looks like, in shares for each share before, in addition to entered ones; undefined
 * if the price simply rose or fell.
 */
export function looksLikeSplit({ before, close, shares }: PriceStep): number | undefined {
  const change = (Number(close) * Number(shares)) / Number(before);
  if (change > USUAL_STEP.from && change < USUAL_STEP.to) return undefined;
  const size = Math.max(change, 1 / change);
  const awayFrom = (ratio: number) => Math.abs((change < 1 ? change * ratio : change / ratio) - 1);
  const nearest = USUAL_RATIOS.reduce((best, ratio) => (awayFrom(ratio) < awayFrom(best) ? ratio : best));
  if (awayFrom(nearest) > NEAR + 1e-9 || !Number.isFinite(size)) return undefined;
  return change < 1 ? nearest : 1 / nearest;
}
