import { describe, expect, it } from "vitest";
import { coveringPairs, dealt, drawn, randomFor } from "./sample";

const LETTERS = ["a", "b", "c", "d", "e", "f", "g"];

describe("a sample", () => {
  it("is the same for the same use and differs between uses", () => {
    const first = (use: string) => Array.from({ length: 4 }, () => randomFor(use).whole(0, 1_000_000))[0];
    expect(first("one")).toBe(first("one"));
    expect(first("one")).not.toBe(first("other"));
  });

  it("has each value at most once and at most the requested number", () => {
    const some = drawn(LETTERS, 3, "letters");
    expect(new Set(some).size).toBe(3);
    expect(LETTERS).toEqual(expect.arrayContaining(some));
  });

  it("has all values if more are requested", () => {
    expect(drawn(LETTERS, 99, "letters").toSorted()).toEqual(LETTERS);
  });
});

describe("covering pairs", () => {
  it.each([
    [LETTERS, [1, 2, 3]],
    [
      ["a", "b"],
      [1, 2, 3, 4, 5],
    ],
  ])("of %j and %j include each of both, in as many pairs as the longer has", (rows, columns) => {
    const pairs = coveringPairs<string, number>(rows, columns, "pairs");
    expect(pairs).toHaveLength(Math.max(rows.length, columns.length));
    expect([...new Set(pairs.map(([row]) => row))].toSorted()).toEqual(rows);
    expect([...new Set(pairs.map(([, column]) => column))].toSorted()).toEqual(columns);
  });

  it("are empty for empty lists", () => {
    expect(coveringPairs([], [1], "none")).toEqual([]);
  });
});

describe("dealt values", () => {
  const dealtTo = (to: number, count: number) => dealt(LETTERS, { count, to, use: "letters" });

  it("are all used after as many subjects as need them", () => {
    expect([0, 1, 2].flatMap((to) => dealtTo(to, 3)).toSorted()).toEqual(expect.arrayContaining(LETTERS));
  });

  it("are different for one subject, and all if more are requested", () => {
    expect(new Set(dealtTo(2, 3)).size).toBe(3);
    expect(dealtTo(5, 99).toSorted()).toEqual(LETTERS);
  });
});
