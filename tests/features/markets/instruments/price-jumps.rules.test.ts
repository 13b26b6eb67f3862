import { describe, expect, it } from "vitest";
import { looksLikeSplit } from "~/features/markets/instruments/price-jumps.rules";

const like = (before: string, close: string, shares: string | number = 1) =>
  looksLikeSplit({ before, close, shares });

describe("a step of prices looks like", () => {
  it.each<[string, string, number]>([
    ["100", "50", 2],
    ["100", "10", 10],
    ["100", "10.9", 9],
    ["1208.88", "121.79", 10],
    ["100", "55", 2],
    ["100", "33.5", 3],
    ["100", "25.4", 4],
    ["100", "40", 2.5],
    ["4", "0.04", 100],
  ])("a split, from %s to %s: %d for one", (before, close, ratio) => {
    expect(like(before, close)).toBe(ratio);
  });

  it.each<[string, string, number]>([
    ["1", "10", 10],
    ["10", "20.5", 2],
    ["0.3", "4.6", 15],
  ])("a reverse split, from %s to %s: one for %d", (before, close, ratio) => {
    expect(like(before, close)).toBeCloseTo(1 / ratio, 12);
  });

  it.each([
    ["100", "55.1"],
    ["100", "179"],
    ["100", "100"],
    // A fall or a rise far from any usual split.
    ["100", "0.005"],
    ["1", "5000"],
  ])("an ordinary move, from %s to %s", (before, close) => {
    expect(like(before, close)).toBeUndefined();
  });

  it("nothing if the split is entered, and a split if an entered one did not happen", () => {
    expect(like("100", "10", "10")).toBeUndefined();
    expect(like("100", "101", "10")).toBe(0.1);
    expect(like("100", "10.2", "2")).toBe(5);
  });
});
