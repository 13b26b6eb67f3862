import { describe, expect, it } from "vitest";
import { type LengthWithTexts, planTexts, textChanges } from "~/features/billing/plans/plan-texts.rules";

const part = (id: string, days: number, more: Partial<LengthWithTexts> = {}): LengthWithTexts => ({
  ...{ id, days, tier: "Premium", name: "Premium", currency: "USD", tagline: "", benefits: [] },
  ...more,
});
const MONTH = part("month", 30, { tagline: "All of it", benefits: ["Briefs", "Alerts"] });
const YEAR = part("year", 365, { tagline: "All of it", benefits: ["Briefs", "Alerts"] });
const changes = (saved: LengthWithTexts, others: LengthWithTexts[], before?: LengthWithTexts) =>
  Object.fromEntries(textChanges([...others, saved], saved, before));

describe("a plan's texts", () => {
  it("come each from the shortest length that has it", () => {
    const week = part("week", 7);
    const quarter = part("quarter", 90, { tagline: "Another" });
    expect(planTexts([week, quarter, MONTH])).toEqual({
      tagline: "Another",
      benefits: ["Briefs", "Alerts"],
    });
    expect(planTexts([week])).toEqual({ tagline: "", benefits: [] });
  });
});

describe("saving one length", () => {
  it("copies the plan's texts if it has none, for shorter and longer lengths", () => {
    const texts = { tagline: "All of it", benefits: ["Briefs", "Alerts"] };
    expect(changes(part("week", 7), [MONTH])).toEqual({ week: texts });
    expect(changes(part("year", 365), [MONTH])).toEqual({ year: texts });
  });

  it("copies its own text to the plan and takes the one it lacks", () => {
    expect(changes(part("year", 365, { tagline: "Newer" }), [MONTH])).toEqual({
      month: { tagline: "Newer" },
      year: { benefits: ["Briefs", "Alerts"] },
    });
  });

  it("changes or empties a text for the whole plan", () => {
    expect(changes({ ...YEAR, tagline: "Newer" }, [MONTH], YEAR)).toEqual({ month: { tagline: "Newer" } });
    expect(changes({ ...YEAR, benefits: [] }, [MONTH], YEAR)).toEqual({ month: { benefits: [] } });
  });

  it("keeps differing texts of older lengths if no text changed, and fills empty ones", () => {
    const other = { ...MONTH, tagline: "Another" };
    expect(changes({ ...YEAR, days: 366 }, [other], YEAR)).toEqual({});
    expect(changes(YEAR, [part("month", 30)], YEAR)).toEqual({
      month: { tagline: "All of it", benefits: ["Briefs", "Alerts"] },
    });
    const bare = part("month", 30);
    expect(changes(bare, [YEAR], bare)).toEqual({
      month: { tagline: "All of it", benefits: ["Briefs", "Alerts"] },
    });
  });

  it("takes another plan's texts if it joins that plan by name", () => {
    const before = part("desk", 90, { name: "Desk", tagline: "A desk", benefits: ["Chairs"] });
    expect(changes({ ...before, name: " premium" }, [MONTH], before)).toEqual({
      desk: { tagline: "All of it", benefits: ["Briefs", "Alerts"] },
    });
  });

  it.each([
    ["name", { name: "Premium desk" }],
    ["tier", { tier: "Private" }],
    ["currency", { currency: "EUR" }],
    ["card, because its length is there twice", { days: 30 }],
  ])("changes no package of another %s", (_, more) => {
    expect(changes(part("other", 90, { tagline: "Own", ...more }), [MONTH])).toEqual({});
  });
});
