import { expect, it } from "vitest";
import { daysLeftText, isOpen, stateText } from "~/features/calls/call-is-open.rules";

const TODAY = "2026-11-23";

it("a call is open through its last day, or without limit if it has none", () => {
  const open = [null, "2026-11-22", TODAY, "2026-11-24"].filter((lastDay) =>
    isOpen({ state: "open", lastDay }, TODAY),
  );
  expect(open).toEqual([null, TODAY, "2026-11-24"]);
});

it("a settled or withdrawn call is not open before its last day", () => {
  for (const state of ["closed", "withdrawn"] as const)
    expect(isOpen({ state, lastDay: "2026-11-24" }, TODAY)).toBe(false);
});

it("the days left of a call are counted as whole days", () => {
  const texts = ["2026-11-22", TODAY, "2026-11-24", "2026-12-01"].map((day) => daysLeftText(day, TODAY));
  expect(texts).toEqual(["Over", "Last day", "1", "8"]);
});

it('the state of a call past its last day is "Over, not settled"', () => {
  const text = (lastDay: string | null) => stateText({ state: "open", lastDay }, TODAY);
  expect([text("2026-11-22"), text(TODAY), text(null)]).toEqual(["Over, not settled", "Open", "Open"]);
  expect(stateText({ state: "closed", lastDay: "2026-11-22" }, TODAY)).toBe("Settled");
});
