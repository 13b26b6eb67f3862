import { type Close, thin } from "~/ui/charts/series";
import type { Decimal } from "~/ui/format";

/** A pick as a part of its list. Readers without access get neither its name nor its price history. */
export type ListedPick = { share: Decimal | null; ticker: string | null; closes?: readonly Close[] };

/** The weight of a pick in its list, in per cent of the whole. */
export type Weight = { name?: string; share: number };

/**
 * The weights of a list, largest first; they sum to 100. Weights that staff entered count in proportion.
 * Without any, all picks weigh the same.
 */
export function listWeights(picks: readonly Pick<ListedPick, "share" | "ticker">[]): {
  equal: boolean;
  weights: Weight[];
} {
  const given = picks.map(({ share }) => Math.max(0, Number(share ?? 0)));
  const sum = given.reduce((one, other) => one + other, 0);
  const equal = sum === 0;
  const weights = picks.map(({ ticker }, index) => ({
    name: ticker ?? undefined,
    share: equal ? 100 / picks.length : (100 * (given[index] ?? 0)) / sum,
  }));
  return { equal, weights: weights.toSorted((one, other) => other.share - one.share) };
}

/** Enough points for the small line. */
const MOST_POINTS = 60;

/**
 * The return of a list since its first week, in per cent, at its current weights. Each pick starts at its
 * first known close. Picks without a price history are left out, and the others weigh more.
 */
export function listReturns(picks: readonly ListedPick[]): Close[] {
  const { weights } = weightsByIndex(picks);
  const known = picks.flatMap(({ closes = [] }, index) =>
    closes.length > 1 ? [{ closes, weight: weights[index] ?? 0 }] : [],
  );
  const days = [...new Set(known.flatMap(({ closes }) => closes.map(({ day }) => day)))].toSorted();
  const returns = days.map((day) => ({ day, close: returnOn(day, known) }));
  return thin(returns, MOST_POINTS);
}

const weightsByIndex = (picks: readonly ListedPick[]) => {
  const given = picks.map(({ share }) => Math.max(0, Number(share ?? 0)));
  return { weights: given.some((share) => share > 0) ? given : given.map(() => 1) };
};

function returnOn(day: string, known: readonly { closes: readonly Close[]; weight: number }[]): number {
  let [sum, weights] = [0, 0];
  for (const { closes, weight } of known) {
    const first = closes[0];
    const last = closes.findLast((close) => close.day <= day);
    if (!first || !last) continue;
    sum += weight * (last.close / first.close - 1);
    weights += weight;
  }
  return weights === 0 ? 0 : (100 * sum) / weights;
}
