import { describe, expect, it } from "vitest";
import { listReturns, listWeights } from "~/features/content/picks/pick-lists.rules";

const pick = (share: string | null, ticker: string | null = null) => ({ share, ticker });
const sum = (shares: readonly { share: number }[]) => shares.reduce((one, { share }) => one + share, 0);

describe("the weights of a list", () => {
  it("sum to a hundred for any input, largest first", () => {
    const { equal, weights } = listWeights([
      pick("10", "AAA"),
      pick("30"),
      pick(null, "CCC"),
      pick("-5", "DDD"),
    ]);
    expect(equal).toBe(false);
    expect(weights).toEqual([
      { name: undefined, share: 75 },
      { name: "AAA", share: 25 },
      { name: "CCC", share: 0 },
      { name: "DDD", share: 0 },
    ]);
    expect(sum(listWeights([pick("3"), pick("3"), pick("3.5")]).weights)).toBeCloseTo(100);
  });

  it("are equal without any input", () => {
    const { equal, weights } = listWeights([pick(null), pick("0"), pick(null)]);
    expect(equal).toBe(true);
    expect(sum(weights)).toBeCloseTo(100);
    expect(listWeights([])).toEqual({ equal: true, weights: [] });
  });
});

describe("the return of a list", () => {
  const closes = (...values: number[]) =>
    values.map((close, week) => ({ day: `2026-01-${String(2 + 7 * week).padStart(2, "0")}`, close }));

  it("is the weighted mean of its picks, each from its first close", () => {
    const line = listReturns([
      { share: "75", ticker: "AAA", closes: closes(100, 110, 120) },
      { share: "25", ticker: "BBB", closes: closes(10, 10, 5) },
    ]);
    expect(line.map(({ close }) => Math.round(close * 100) / 100)).toEqual([0, 7.5, 2.5]);
    expect(line.map(({ day }) => day)).toEqual(["2026-01-02", "2026-01-09", "2026-01-16"]);
  });

  it("excludes picks without prices, and starts later ones at their first price", () => {
    const line = listReturns([
      { share: "50", ticker: "AAA", closes: closes(100, 100, 100) },
      { share: "50", ticker: "BBB", closes: closes(0, 50, 100).slice(1) },
      { share: "900", ticker: "CCC" },
      { share: "900", ticker: "DDD", closes: closes(7) },
    ]);
    expect(line.map(({ close }) => close)).toEqual([0, 0, 50]);
    expect(listReturns([])).toEqual([]);
  });
});
