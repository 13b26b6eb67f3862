import { describe, expect, it } from "vitest";
import { frontLayout } from "~/features/site-shell/front-column.rules";

const NOTHING = { openCalls: 0, newItems: 0, hasLead: false, hasNews: true };
const WHOLE = { openCalls: 8, newItems: 8, hasLead: true, hasNews: true };

describe("the front page's columns", () => {
  it("are as long as each other where nothing is missing: the news begin below both", () => {
    expect(frontLayout(WHOLE)).toEqual({ newsBelow: true });
  });

  it.each([
    ["a lead without a morning", { ...NOTHING, hasLead: true }],
    ["a morning without its open calls", { ...WHOLE, openCalls: 0 }],
    ["a morning without anything new", { ...WHOLE, openCalls: 3, newItems: 0 }],
    ["a morning without a lead", { ...WHOLE, hasLead: false }],
  ])("have the news beside the right one after %s", (_what, parts) => {
    expect(frontLayout(parts)).toEqual({ newsBelow: false });
  });

  it.each([
    ["nothing", NOTHING],
    ["one item", { ...NOTHING, newItems: 1 }],
    ["one call", { ...NOTHING, openCalls: 1 }],
    ["a lead, and no news, ", { ...NOTHING, hasLead: true, hasNews: false }],
  ])("are shorter on the right where %s stands before the news", (_what, parts) => {
    expect(frontLayout(parts)).toEqual({ newsBelow: false, sections: 1 });
  });
});
