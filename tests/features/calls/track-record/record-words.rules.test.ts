import { describe, expect, it } from "vitest";
import {
  dotsFinding,
  nothingDrawn,
  PARTS,
  type Part,
} from "~/features/calls/track-record/record-words.rules";

describe("a part of the record of which nothing is drawn", () => {
  it.each([
    ["all", "No call has been settled yet."],
    ["buy", "No buy alert has been settled yet."],
    ["sell", "No sell alert has been settled yet."],
    ["pick", "No stock pick has been settled yet."],
  ] satisfies [Part, string][])("says of %s alone that nothing of it was settled", (part, words) => {
    expect(nothingDrawn(part, 0)).toBe(words);
    expect(`${dotsFinding([], part, 0)}.`).toBe(words);
  });

  it("does not say of settled calls that there are none", () => {
    for (const part of Object.keys(PARTS) as Part[])
      expect(nothingDrawn(part, 3)).toMatch(/^No settled .* is public yet\.$/);
  });
});
