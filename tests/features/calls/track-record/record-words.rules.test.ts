import { describe, expect, it } from "vitest";
import {
  dotsFinding,
  noResultsText,
  PARTS,
  type Part,
} from "~/features/calls/track-record/record-words.rules";

describe("a part of the track record without visible results", () => {
  it.each([
    ["all", "No call has been settled yet."],
    ["buy", "No buy alert has been settled yet."],
    ["sell", "No sell alert has been settled yet."],
    ["pick", "No stock pick has been settled yet."],
  ] satisfies [Part, string][])("has a text that no call was settled for %s", (part, words) => {
    expect(noResultsText(part, 0)).toBe(words);
    expect(`${dotsFinding([], part, 0)}.`).toBe(words);
  });

  it("has a text that no settled call is public if some were settled", () => {
    for (const part of Object.keys(PARTS) as Part[])
      expect(noResultsText(part, 3)).toMatch(/^No settled .* is public yet\.$/);
  });
});
