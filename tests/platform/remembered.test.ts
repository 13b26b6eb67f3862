import { describe, expect, it } from "vitest";
import { remembered } from "~/platform/remembered";

/** Doubles, and counts how often it has to. */
function counting(most: number) {
  const asked: number[] = [];
  const double = remembered(most, (number: number) => {
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

  it("holds so many answers and no more", () => {
    const { asked, double } = counting(3);
    for (const number of [1, 2, 3, 3, 4, 4, 1]) double(number);
    expect(asked).toEqual([1, 2, 3, 4, 1]);
  });
});
