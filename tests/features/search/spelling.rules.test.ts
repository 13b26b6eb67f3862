import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  closestCandidates,
  compareSpelling,
  maxTypos,
  normalizedWords,
  transpositions,
  typoDistance,
} from "~/features/search/spelling.rules";

const named = (...names: string[]) =>
  names.map((name, nth) => ({ id: String(nth), words: normalizedWords(name) }));
const nearestTo = (typed: string, ...names: string[]) =>
  closestCandidates(normalizedWords(typed), named(...names)).found.map(({ id }) => names[Number(id)]);

describe("typos between two words", () => {
  it.each([
    ["bitcion", "bitcoin", 1],
    ["catrepillar", "caterpillar", 1],
    ["aple", "apple", 1],
    ["applle", "apple", 1],
    ["tekla", "tesla", 1],
    ["microsfto", "microsoft", 2],
    ["apple", "apple", 0],
    ["", "ab", 2],
    ["ab", "ba", 1],
    ["abcd", "badc", 2],
    ["abc", "ca", Number.POSITIVE_INFINITY],
    ["gold", "goldxyz", Number.POSITIVE_INFINITY],
    ["gold", "goldxy", 2],
    ["gold", "xygold", 2],
    ["aab", "aba", 1],
    ["\u{1F680}gold", "gold\u{1F680}", 2],
  ])("%s and %s: %i", (one, other, typos) => {
    expect(typoDistance(one, other, 2)).toBe(typos);
    expect(typoDistance(other, one, 2)).toBe(typos);
  });

  it("are not counted beyond the limit", () => {
    expect(typoDistance("gold", "silver", 2)).toBe(Number.POSITIVE_INFINITY);
    expect(typoDistance("x".repeat(300), "y", 1)).toBe(Number.POSITIVE_INFINITY);
    expect(typoDistance("gold", "bold", 0)).toBe(Number.POSITIVE_INFINITY);
    expect(typoDistance("gold", "gold", 0)).toBe(0);
    expect(typoDistance("gold", "bolt", 1)).toBe(Number.POSITIVE_INFINITY);
    expect(typoDistance("gold", "golds", 1)).toBe(1);
  });

  it("equal those of the plain recursion", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });
    const countTypos = (a: string, b: string): number => {
      if (a === "" || b === "") return a.length + b.length;
      const ways = [
        countTypos(a.slice(1), b) + 1,
        countTypos(a, b.slice(1)) + 1,
        countTypos(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
      ];
      if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0])
        ways.push(countTypos(a.slice(2), b.slice(2)) + 1);
      return Math.min(...ways);
    };
    fc.assert(
      fc.property(letters, letters, fc.integer({ min: 0, max: 6 }), (one, other, most) => {
        const typos = countTypos(one, other);
        expect(typoDistance(one, other, most)).toBe(typos <= most ? typos : Number.POSITIVE_INFINITY);
      }),
    );
  });

  it("are limited to one in four letters", () => {
    expect(["vix", "gold", "bitcoin", "caterpillar"].map(maxTypos)).toEqual([0, 1, 1, 2]);
  });
});

it("transpositions swap every neighbouring pair once, at one typo each", () => {
  expect(transpositions(["tesal"])).toEqual(["etsal", "tseal", "teasl", "tesla"]);
  expect(transpositions(["vix", "x".repeat(30)])).toEqual([]);
  expect(transpositions(["aaaa"])).toEqual([]);
  expect(transpositions(["abcd"])).toEqual(["bacd", "acbd", "abdc"]);
  expect(transpositions(["gold", "oglds"])).toEqual([
    "ogld",
    "glod",
    "godl",
    "golds",
    "olgds",
    "ogdls",
    "oglsd",
  ]);
  // The input itself is no variant, and each variant is listed once.
  expect(transpositions(["gold", "godl"])).toEqual(["ogld", "glod", "ogdl", "gdol"]);
  const letters = "abcdefghijklmnopqrstuvwxyz";
  expect(transpositions([letters.slice(0, 24)])).toHaveLength(23);
  expect(transpositions([letters.slice(0, 25)])).toEqual([]);
  const long = ["abcdefghijklmnopqrstuvwx", "bcdefghijklmnopqrstuvwxy", "cdefghijklmnopqrstuvwxyz"];
  expect(transpositions(long)).toHaveLength(60);
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
  expect(normalizedWords(" a, b! ")).toEqual(["a", "b"]);
  expect(normalizedWords("!?")).toEqual([]);
  expect(normalizedWords("Crème brûlée")).toEqual(["creme", "brulee"]);
  expect(normalizedWords("7-Eleven №5")).toEqual(["7", "eleven", "no5"]);
  expect(normalizedWords("L’Oréal S.A. (ＯＲ)")).toEqual(["l", "oreal", "s", "a", "or"]);
});

describe("the closest candidates", () => {
  it("have the fewest typos, without any others", () => {
    expect(nearestTo("tesal", "Tesco", "Tesla", "Metals")).toEqual(["Tesla"]);
    expect(nearestTo("carnvial", "Carnival raises its outlook", "A carnal thing", "Carnival")).toEqual([
      "Carnival raises its outlook",
      "Carnival",
    ]);
  });

  it("list a corrected word once", () => {
    expect(closestCandidates(normalizedWords("bitcoin bitcion"), named("Bitcoin rises")).near?.meant).toBe(
      "bitcoin",
    );
  });

  it("match as many of the words as any", () => {
    expect(nearestTo("bitcion falls", "Bitcoin rises", "Bitcoin falls back", "Falls of the year")).toEqual([
      "Bitcoin falls back",
    ]);
    expect(closestCandidates(normalizedWords("bitcion zebra"), named("Bitcoin rises")).near).toEqual({
      missing: 1,
      typos: 1,
      meant: "bitcoin",
    });
  });

  it("count missing words before typos, and every typo", () => {
    expect(compareSpelling(["bitcion", "fals"], ["bitcoin", "falls"])).toEqual({
      missing: 0,
      typos: 2,
      meant: "bitcoin falls",
    });
    expect(compareSpelling(["gold"], ["bold", "gold", "hold"])).toEqual({
      missing: 0,
      typos: 0,
      meant: "gold",
    });
    // Two words with typos are closer than one exact word and a missing one.
    expect(nearestTo("bitcion fals", "Bitcion", "Bitcoin falls")).toEqual(["Bitcoin falls"]);
    // A short word counts if a longer one next to it was corrected.
    expect(compareSpelling(["the", "tesal"], ["the", "tesla"])).toEqual({
      missing: 0,
      typos: 1,
      meant: "the tesla",
    });
    expect(compareSpelling(["the"], ["the"])).toBeUndefined();
    expect(compareSpelling([], ["tesla"])).toBeUndefined();
    expect(nearestTo("tesal", "Tesla", "Nothing", "Tesla again")).toEqual(["Tesla", "Tesla again"]);
    expect(closestCandidates(["tesal"], named("Gold"))).toEqual({ found: [] });
  });

  it("are empty if only short words match, or none", () => {
    expect(nearestTo("the vxi", "The VIX")).toEqual([]);
    expect(nearestTo("banana", "Canada", "Havana")).toEqual([]);
    expect(nearestTo("", "Tesla")).toEqual([]);
    expect(nearestTo("tesal", "", "—")).toEqual([]);
  });
});
