import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DiffPiece, textDiff } from "~/features/staff/changes/text-diff.rules";

const marked = (pieces: readonly DiffPiece[]) =>
  pieces
    .map(({ kind, text }) => {
      if (kind === "removed") return `[-${text}-]`;
      return kind === "added" ? `{+${text}+}` : text;
    })
    .join("");

describe("textDiff", () => {
  it.each([
    ["Rates stay", "Rates stay", "Rates stay"],
    ["Rates stay", "Rates rise", "Rates [-stay-]{+rise+}"],
    ["", "Rates stay", "{+Rates stay+}"],
    ["Rates stay", "", "[-Rates stay-]"],
    ["The old bank waits", "The new house waits", "The [-old bank-]{+new house+} waits"],
    ["Zürich wartet", "Zurich wartet", "[-Zürich-]{+Zurich+} wartet"],
    ["189.25", "189.30", "189.[-25-]{+30+}"],
    ["a b c", "a x b c", "a {+x +}b c"],
  ])("of %j and %j", (from, to, expected) => {
    expect(marked(textDiff(from, to))).toBe(expected);
  });

  it("leaves out what is far from every change", () => {
    const words = (from: number) => Array.from({ length: 60 }, (_, index) => `w${from + index}`).join(" ");
    const pieces = textDiff(`${words(0)} old ${words(100)}`, `${words(0)} new ${words(100)}`);
    expect(marked(pieces)).toBe(" … w54 w55 w56 w57 w58 w59 [-old-]{+new+} w100 w101 w102 w103 w104 w105 … ");
  });

  it("two long texts with nothing in common are one change", () => {
    const text = (letter: string) => Array.from({ length: 20_000 }, (_, n) => `${letter}${n}`).join(" ");
    expect(textDiff(text("a"), text("b")).length).toBeLessThan(4);
  });

  it("both texts can be read from it again", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", " ", "\n", "c.", "日"), { maxLength: 12 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, text, (from, to) => {
        const pieces = textDiff(from, to);
        const without = (other: DiffPiece["kind"]) =>
          pieces
            .filter(({ kind }) => kind !== other)
            .map((piece) => piece.text)
            .join("");
        expect([without("added"), without("removed")]).toEqual([from, to]);
      }),
    );
  });
});
