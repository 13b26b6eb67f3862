import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { excerpt } from "~/ui/excerpt";

describe("an excerpt", () => {
  it("is cut between words and ends with an ellipsis", () => {
    expect(excerpt("one two  three\nfour", 3)).toBe("one two three…");
    expect(excerpt("one two three", 3)).toBe("one two three");
    expect(excerpt("one two three. four", 3)).toBe("one two three…");
    expect(excerpt("   ", 3)).toBe("");
  });

  it("never shows a word beyond the limit", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,8}$/)),
        fc.integer({ min: 1, max: 40 }),
        (words, limit) => {
          const cut = excerpt(words.join(" \n"), limit);
          expect(cut.replace("…", "")).toBe(words.slice(0, limit).join(" "));
          expect(cut.endsWith("…")).toBe(words.length > limit);
        },
      ),
    );
  });

  it.each([
    [
      "日本銀行は金融政策決定会合で政策金利を据え置くことを決めた。".repeat(20),
      "日本銀行は金融政策決定会合で政策金利を据え置くことを決めた",
    ],
    ["中国人民银行宣布下调存款准备金率。".repeat(20), "中国人民银行"],
    ["ธนาคารกลางญี่ปุ่นคงอัตราดอกเบี้ย".repeat(20), "ธนาคารกลาง"],
  ])("of text without spaces is cut by its words: %.12s", (text, begins) => {
    const cut = excerpt(text, 30);
    expect(cut.startsWith(begins)).toBe(true);
    expect(cut.endsWith("…")).toBe(true);
    expect(cut.length).toBeLessThan(170);
    expect(cut).not.toMatch(/[。，]…$/u);
  });

  it("counts words with and without spaces together", () => {
    expect(excerpt("Toyota 日本銀行 rises", 2)).toBe("Toyota 日本…");
    expect(excerpt("Toyota 日本銀行 rises", 3)).toBe("Toyota 日本銀行…");
    expect(excerpt("Toyota 日本銀行 rises", 4)).toBe("Toyota 日本銀行 rises");
  });

  it("has a limit in characters, and never ends inside one", () => {
    expect(excerpt("x".repeat(5_000), 30)).toBe(`${"x".repeat(360)}…`);
    const family = "👨‍👩‍👧‍👦";
    expect(excerpt(family.repeat(50), 2)).toBe(`${family.repeat(24)}…`);
    const accented = "e\u0301".repeat(100);
    expect(excerpt(accented, 1)).toBe(`${"e\u0301".repeat(12)}…`);
    expect(excerpt(`${"word ".repeat(9)}${"y".repeat(500)}`, 10)).toBe(
      `${"word ".repeat(9)}${"y".repeat(75)}…`,
    );
    expect(excerpt("twelveletters ".repeat(9), 10)).toBe(`${"twelveletters ".repeat(8).trim()}…`);
  });

  it("is a beginning of limited length for any text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 900 }),
        fc.integer({ min: 1, max: 30 }),
        (text, words) => {
          const cut = excerpt(text, words);
          const letters = [...new Intl.Segmenter("und", { granularity: "grapheme" }).segment(cut)];
          expect(letters.length).toBeLessThanOrEqual(words * 12 + 1);
          const whole = text.trim().replace(/\s+/g, " ");
          expect(cut === whole || whole.startsWith(cut.replace(/…$/, ""))).toBe(true);
        },
      ),
    );
  });
});
