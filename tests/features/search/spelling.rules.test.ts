import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  closestCandidates,
  maxTypos,
  normalizedWords,
  transpositions,
  typoDistance,
} from "~/features/search/spelling.rules";

const named = (...names: string[]) =>
  names.map((name, nth) => ({ id: String(nth), words: normalizedWords(name) }));
const nearestTo = (typed: string, ...names: string[]) =>
  closestCandidates(normalizedWords(typed), named(...names)).found.map(({ id }) => names[Number(id)]);

describe("slips between two words", () => {
  it.each([
    ["bitcion", "bitcoin", 1],
    ["catrepillar", "caterpillar", 1],
    ["aple", "apple", 1],
    ["applle", "apple", 1],
    ["tekla", "tesla", 1],
    ["microsfto", "microsoft", 2],
    ["apple", "apple", 0],
    ["", "ab", 2],
  ])("%s and %s: %i", (one, other, slips) => {
    expect(typoDistance(one, other, 2)).toBe(slips);
    expect(typoDistance(other, one, 2)).toBe(slips);
  });

  it("are not counted further than anybody asks", () => {
    expect(typoDistance("gold", "silver", 2)).toBe(Number.POSITIVE_INFINITY);
    expect(typoDistance("x".repeat(300), "y", 1)).toBe(Number.POSITIVE_INFINITY);
    expect(typoDistance("gold", "bold", 0)).toBe(Number.POSITIVE_INFINITY);
  });

  it("are one in four letters", () => {
    expect(["vix", "gold", "bitcoin", "caterpillar"].map(maxTypos)).toEqual([0, 1, 1, 2]);
  });
});

it("two letters the other way round are every neighbouring pair once, and one slip each", () => {
  expect(transpositions(["tesal"])).toEqual(["etsal", "tseal", "teasl", "tesla"]);
  expect(transpositions(["vix", "x".repeat(30)])).toEqual([]);
  expect(transpositions(["aaaa"])).toEqual([]);
  expect(
    transpositions(["abcdefghijklmnop", "qrstuvwxyzabcdef", "one", "zyxwvutsrqponmlk", "lkjhgfdsapoi"]),
  ).toHaveLength(56);
  fc.assert(
    fc.property(fc.string({ minLength: 4, maxLength: 24 }), (word) => {
      for (const variant of transpositions([word])) expect(typoDistance(word, variant, 1)).toBe(1);
    }),
  );
});

it("words are compared without case, accents and signs", () => {
  expect(normalizedWords("L’Oréal S.A. (ＯＲ)")).toEqual(["l", "oreal", "s", "a", "or"]);
});

describe("what is nearest", () => {
  it("is what needs fewest slips, and nothing else", () => {
    expect(nearestTo("tesal", "Tesco", "Tesla", "Metals")).toEqual(["Tesla"]);
    expect(nearestTo("carnvial", "Carnival raises its outlook", "A carnal thing", "Carnival")).toEqual([
      "Carnival raises its outlook",
      "Carnival",
    ]);
  });

  it("is said once, however often it was meant", () => {
    expect(closestCandidates(normalizedWords("bitcoin bitcion"), named("Bitcoin rises")).near?.meant).toBe(
      "bitcoin",
    );
  });

  it("has as many of the words as any", () => {
    expect(nearestTo("bitcion falls", "Bitcoin rises", "Bitcoin falls back", "Falls of the year")).toEqual([
      "Bitcoin falls back",
    ]);
    expect(closestCandidates(normalizedWords("bitcion zebra"), named("Bitcoin rises")).near).toEqual({
      missing: 1,
      slips: 1,
      meant: "bitcoin",
    });
  });

  it("is nothing where only short words agree, or none", () => {
    expect(nearestTo("the vxi", "The VIX")).toEqual([]);
    expect(nearestTo("banana", "Canada", "Havana")).toEqual([]);
    expect(nearestTo("", "Tesla")).toEqual([]);
    expect(nearestTo("tesal", "", "—")).toEqual([]);
  });
});
