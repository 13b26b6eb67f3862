import { describe, expect, it } from "vitest";
import { memoize } from "~/platform/memoize";

/** Doubles a number and counts its runs. */
function counting(most: number) {
  const runs: number[] = [];
  const double = memoize(most, (number: number) => {
    runs.push(number);
    return number === 0 ? undefined : 2 * number;
  });
  return { runs, double };
}

describe("a memoized function", () => {
  it("runs once per argument, also if the result is undefined", () => {
    const { runs, double } = counting(10);
    expect([1, 2, 1, 0, 0, 2].map(double)).toEqual([2, 4, 2, undefined, undefined, 4]);
    expect(runs).toEqual([1, 2, 0]);
  });

  it("keeps frequently used results among many single ones", () => {
    const { runs, double } = counting(10);
    for (let number = 1; number <= 1_000; number += 1) {
      double(number);
      double(-1);
    }
    expect(runs.filter((number) => number === -1)).toEqual([-1]);
    expect(runs).toHaveLength(1_001);
  });

  it.each([2, 3, 10])("keeps at most %i results", (most) => {
    const { runs, double } = counting(most);
    for (let number = 1; number <= 100; number += 1) double(number);
    for (let number = 100; number >= 1; number -= 1) double(number);
    const runOnce = 200 - runs.length;
    expect(runOnce).toBeLessThanOrEqual(most);
    expect(runOnce).toBeGreaterThan(0);
  });
});
