/**
 * From one traded day to the next: closes as they were traded, and how many of the later day's shares one of the earlier day has
 * become by splits that are entered. Decimals as text.
 */
export type PriceStep = { before: string; close: string; shares: string | number };

/** Shares for each one before, or the other way round, that splits usually make. */
const USUAL_RATIOS = [
  ...[2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100],
  ...[125, 150, 200, 250, 300, 400, 500, 1000],
];

/** How far a day's own rise or fall may take a price from what a split alone would make of it. */
const NEAR = 0.1;

/** Between these nothing looks like a split: the widest that `splitLike` answers nothing to. */
export const USUAL_STEP = { from: (1 + NEAR) / 2, to: 2 * (1 - NEAR) };

/**
 * The split that such a step looks like, in shares for each one before, over and above what is entered; undefined where it looks
 * like a price that rose or fell.
 */
export function splitLike({ before, close, shares }: PriceStep): number | undefined {
  const change = (Number(close) * Number(shares)) / Number(before);
  if (change > USUAL_STEP.from && change < USUAL_STEP.to) return undefined;
  const size = Math.max(change, 1 / change);
  const awayFrom = (ratio: number) => Math.abs((change < 1 ? change * ratio : change / ratio) - 1);
  const nearest = USUAL_RATIOS.reduce((best, ratio) => (awayFrom(ratio) < awayFrom(best) ? ratio : best));
  if (awayFrom(nearest) > NEAR + 1e-9 || !Number.isFinite(size)) return undefined;
  return change < 1 ? nearest : 1 / nearest;
}
