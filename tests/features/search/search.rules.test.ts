import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import {
  escapeLike,
  highlightParts,
  MIN_SEARCH_LENGTH,
  MOST_MATCHES,
  partsQuery,
  readSearch,
  snippet,
  wordCountFor,
} from "~/features/search/search.rules";

describe("readSearch", () => {
  it(
    "needs two characters that are not blank",
    spec("2.2 starts two characters after", "9 search 2 characters drop"),
    () => {
      expect(readSearch(null)).toBeUndefined();
      expect(readSearch(" a ")).toBeUndefined();
      expect(readSearch("🚀")).toBeUndefined();
      expect(readSearch(undefined)).toBeUndefined();
      expect(readSearch("")).toBeUndefined();
      expect([MIN_SEARCH_LENGTH, MOST_MATCHES]).toEqual([2, 200]);
      expect(readSearch(" ap ")).toEqual({ text: "ap", words: ["ap"], reach: "weak" });
    },
  );

  it("cuts long input, never within a character", () => {
    expect(readSearch("x".repeat(5000))?.text).toHaveLength(100);
    expect([...(readSearch("🚀".repeat(5000))?.text ?? "")]).toHaveLength(100);
    // A blank at the cut end is trimmed, too.
    expect(readSearch(`${"x".repeat(99)} y`)?.text).toBe("x".repeat(99));
  });

  it("knows which index can help", () => {
    expect(readSearch("apple")?.reach).toBe("strong");
    expect(readSearch("S&P")?.reach).toBe("weak");
    expect(readSearch("%_")?.reach).toBe("none");
    expect(readSearch("日経平均")?.reach).toBe("strong");
    expect(readSearch("abc")?.reach).toBe("strong");
    expect(readSearch("ab cd")?.reach).toBe("weak");
    expect(readSearch("7%")?.reach).toBe("weak");
    expect(readSearch("123")?.reach).toBe("strong");
  });

  it("drops characters that no text contains", () => {
    expect(readSearch("a\0b")?.text).toBe("ab");
    expect(readSearch("ab\ud800")?.text).toBe("ab");
    expect(readSearch("\0\0\0")).toBeUndefined();
  });

  it("takes at most six different words", () => {
    expect(readSearch("Gold  GOLD\tbond")?.words).toEqual(["gold", "bond"]);
    expect(readSearch("a b a c d e f g h")?.words).toEqual(["a", "b", "c", "d", "e", "f"]);
  });
});

describe("the searched parts of texts", () => {
  it.each([
    [["rates"], "('rates':*) | '-'", false],
    [["rates", "ate"], "('rates':* & 'ate':*) | '-'", false],
    [["abcdefghijklm"], "('abcdefghijkl':*) | '-'", true],
    [["brk.b"], "('brk':*) | '-'", true],
    [["s&p", "500"], "('500':*) | '-'", true],
    [["o'hare\\x"], "('hare':*) | '-'", true],
    [["🚀🚀🚀"], "('🚀🚀🚀':*) | '-'", false],
    [["a", "rates"], "('rates':*) | '-'", true],
    [["rates!", "rates"], "('rates':*) | '-'", true],
    [["a", "b"], "", true],
    [[""], "", true],
  ])("%j is %s", (words, parts, compared) => {
    expect(partsQuery(words)).toEqual({ parts, compared });
  });

  it("have statements for as many words or more", () => {
    const counts = [1, 2, 3, 4, 6].map((length) => wordCountFor(Array.from({ length }, () => "x")));
    expect(counts).toEqual(["1", "3", "3", "6", "6"]);
  });
});

it("use the index for the searched words, not for words after the sixth", () => {
  expect(readSearch("a b c d e f rates")).toMatchObject({
    words: ["a", "b", "c", "d", "e", "f"],
    reach: "weak",
  });
});

it("wildcards are escaped", () => {
  expect(escapeLike("50%_\\")).toBe("50\\%\\_\\\\");
});

it("highlightParts marks matches, ignoring case and signs", () => {
  const search = { text: "C++ (x", words: ["c++", "(x"] };
  expect(highlightParts("About c++ (X) here", search)).toEqual([
    { part: "About ", hit: false },
    { part: "c++ (X", hit: true },
    { part: ") here", hit: false },
  ]);
  expect(highlightParts("copper and rates", { text: "rates copper", words: ["rates", "copper"] })).toEqual([
    { part: "copper", hit: true },
    { part: " and ", hit: false },
    { part: "rates", hit: true },
  ]);
});

it("highlightParts prefers the phrase to its words, and marks single letters only as the whole phrase", () => {
  expect(highlightParts("a gold bond", { text: "gold bond", words: ["gold", "bond"] })).toEqual([
    { part: "a ", hit: false },
    { part: "gold bond", hit: true },
  ]);
  expect(highlightParts("goldbonds", { text: "x y", words: ["gold", "goldbond"] })).toEqual([
    { part: "goldbond", hit: true },
    { part: "s", hit: false },
  ]);
  expect(highlightParts("plan a", { text: "gold a", words: ["gold", "a"] })).toEqual([
    { part: "plan a", hit: false },
  ]);
  expect(highlightParts("an ax", { text: "q", words: ["ax"] })).toEqual([
    { part: "an ", hit: false },
    { part: "ax", hit: true },
  ]);
});

it("an excerpt shows where it was cut", () => {
  expect(snippet("ves the bank sold bon", { start: false, end: false })).toBe("…the bank sold…");
  expect(snippet("The bank  sold\nbonds.", { start: true, end: true })).toBe("The bank sold bonds.");
});

it("an excerpt of two words keeps both, cut or not", () => {
  expect(snippet("half word", { start: false, end: true })).toBe("…half word");
  expect(snippet("half word here", { start: false, end: true })).toBe("…word here");
  expect(snippet("one two three", { start: true, end: false })).toBe("one two…");
  expect(snippet("one two", { start: true, end: true })).toBe("one two");
});
