import { expect, it } from "vitest";
import { daysLeftText, isOpen, stateText } from "~/features/calls/open.rules";

const TODAY = "2026-11-23";

it("a call is open through its last day, and without one until something ends it", () => {
  const open = [null, "2026-11-22", TODAY, "2026-11-24"].filter((lastDay) =>
    isOpen({ state: "open", lastDay }, TODAY),
  );
  expect(open).toEqual([null, TODAY, "2026-11-24"]);
});

it("what was settled or withdrawn is not open, whatever its last day", () => {
  for (const state of ["closed", "withdrawn"] as const)
    expect(isOpen({ state, lastDay: "2026-11-24" }, TODAY)).toBe(false);
});

it("the days that are left are counted as days, so that no hour makes them others", () => {
  const texts = ["2026-11-22", TODAY, "2026-11-24", "2026-12-01"].map((day) => daysLeftText(day, TODAY));
  expect(texts).toEqual(["Over", "Last day", "1", "8"]);
});

it("staff read of a call that is over that nothing has settled it", () => {
  const text = (lastDay: string | null) => stateText({ state: "open", lastDay }, TODAY);
  expect([text("2026-11-22"), text(TODAY), text(null)]).toEqual(["Over, not settled", "Open", "Open"]);
  expect(stateText({ state: "closed", lastDay: "2026-11-22" }, TODAY)).toBe("Settled");
});
