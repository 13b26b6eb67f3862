import { describe, expect, it } from "vitest";
import { escapeLike, highlightParts, readSearch, snippet } from "~/features/search/search.rules";

describe("what is searched", () => {
  it("begins at two characters that are not blank", () => {
    expect(readSearch(null)).toBeUndefined();
    expect(readSearch(" a ")).toBeUndefined();
    expect(readSearch("🚀")).toBeUndefined();
    expect(readSearch(" ap ")).toEqual({ text: "ap", words: ["ap"], reach: "weak" });
  });

  it("is cut where nobody types any more, and never in the middle of a sign", () => {
    expect(readSearch("x".repeat(5000))?.text).toHaveLength(100);
    expect([...(readSearch("🚀".repeat(5000))?.text ?? "")]).toHaveLength(100);
  });

  it("knows which index can help", () => {
    expect(readSearch("apple")?.reach).toBe("strong");
    expect(readSearch("S&P")?.reach).toBe("weak");
    expect(readSearch("%_")?.reach).toBe("none");
    expect(readSearch("日経平均")?.reach).toBe("strong");
  });

  it("drops what no text holds", () => {
    expect(readSearch("a\0b")?.text).toBe("ab");
    expect(readSearch("ab\ud800")?.text).toBe("ab");
    expect(readSearch("\0\0\0")).toBeUndefined();
  });

  it("takes six different words at most", () => {
    expect(readSearch("a b a c d e f g h")?.words).toEqual(["a", "b", "c", "d", "e", "f"]);
  });
});

it("wildcards are letters", () => {
  expect(escapeLike("50%_\\")).toBe("50\\%\\_\\\\");
});

it("marks what was found, whatever its case and signs", () => {
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

it("a piece of a text shows where it was cut", () => {
  expect(snippet("ves the bank sold bon", { start: false, end: false })).toBe("…the bank sold…");
  expect(snippet("The bank  sold\nbonds.", { start: true, end: true })).toBe("The bank sold bonds.");
});
