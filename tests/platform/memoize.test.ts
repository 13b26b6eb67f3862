import { describe, expect, it } from "vitest";
import { memoize } from "~/platform/memoize";

/** Doubles, and counts how often it has to. */
function counting(most: number) {
  const asked: number[] = [];
  const double = memoize(most, (number: number) => {
    asked.push(number);
    return number === 0 ? undefined : 2 * number;
  });
  return { asked, double };
}

describe("a remembered function", () => {
  it("is asked once for each answer, also for none", () => {
    const { asked, double } = counting(10);
    expect([1, 2, 1, 0, 0, 2].map(double)).toEqual([2, 4, 2, undefined, undefined, 4]);
    expect(asked).toEqual([1, 2, 0]);
  });

  it("keeps what is asked for often, however much else is asked once", () => {
    const { asked, double } = counting(10);
    for (let number = 1; number <= 1_000; number += 1) {
      double(number);
      double(-1);
    }
    expect(asked.filter((number) => number === -1)).toEqual([-1]);
    expect(asked).toHaveLength(1_001);
  });

  it.each([2, 3, 10])("holds %i answers at most", (most) => {
    const { asked, double } = counting(most);
    for (let number = 1; number <= 100; number += 1) double(number);
    for (let number = 100; number >= 1; number -= 1) double(number);
    const askedOnce = 200 - asked.length;
    expect(askedOnce).toBeLessThanOrEqual(most);
    expect(askedOnce).toBeGreaterThan(0);
  });
});
