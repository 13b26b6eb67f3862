import { describe, expect, it } from "vitest";
import { planTexts, type ToldPart, textChanges } from "~/features/billing/plans/plan-texts.rules";

const part = (id: string, days: number, more: Partial<ToldPart> = {}): ToldPart => ({
  ...{ id, days, tier: "Premium", name: "Premium", currency: "USD", tagline: "", benefits: [] },
  ...more,
});
const MONTH = part("month", 30, { tagline: "All of it", benefits: ["Briefs", "Alerts"] });
const YEAR = part("year", 365, { tagline: "All of it", benefits: ["Briefs", "Alerts"] });
const changes = (saved: ToldPart, others: ToldPart[], before?: ToldPart) =>
  Object.fromEntries(textChanges([...others, saved], saved, before));

describe("a plan's texts", () => {
  it("are each of the shortest length that has it", () => {
    const week = part("week", 7);
    const quarter = part("quarter", 90, { tagline: "Another" });
    expect(planTexts([week, quarter, MONTH])).toEqual({
      tagline: "Another",
      benefits: ["Briefs", "Alerts"],
    });
    expect(planTexts([week])).toEqual({ tagline: "", benefits: [] });
  });
});

describe("a save of one length", () => {
  it("without texts takes those of the plan, whichever length is new", () => {
    const texts = { tagline: "All of it", benefits: ["Briefs", "Alerts"] };
    expect(changes(part("week", 7), [MONTH])).toEqual({ week: texts });
    expect(changes(part("year", 365), [MONTH])).toEqual({ year: texts });
  });

  it("with a text of its own gives it to the others, and takes the other one", () => {
    expect(changes(part("year", 365, { tagline: "Newer" }), [MONTH])).toEqual({
      month: { tagline: "Newer" },
      year: { benefits: ["Briefs", "Alerts"] },
    });
  });

  it("that changes or empties a text does so for the plan", () => {
    expect(changes({ ...YEAR, tagline: "Newer" }, [MONTH], YEAR)).toEqual({ month: { tagline: "Newer" } });
    expect(changes({ ...YEAR, benefits: [] }, [MONTH], YEAR)).toEqual({ month: { benefits: [] } });
  });

  it("that changes no text leaves older ones that differ, but fills those that are empty", () => {
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

  it("that joins another plan by its name takes that plan's texts", () => {
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
  ])("touches no package of another %s", (_, more) => {
    expect(changes(part("other", 90, { tagline: "Own", ...more }), [MONTH])).toEqual({});
  });
});
