import { describe, expect, it } from "vitest";
import {
  completeQuote,
  type QuoteFigures,
  quoteContradictions,
} from "~/features/markets/quote-figures.rules";

const NOW = new Date("2026-11-26T15:00:00Z");
const isToday = (moment: Date) => moment.toISOString().slice(0, 10) === "2026-11-26";

const DAX: QuoteFigures = {
  ...{ last: "184.48", high: "185.10", low: "182.90", change: "1.48", changePercent: "0.81" },
  updatedAt: NOW,
};

const complete = (
  values: Partial<Record<keyof QuoteFigures, string | null>>,
  before: QuoteFigures | undefined = DAX,
) => completeQuote({ values, before, isToday, shares: 1, answered: new Set(Object.keys(values)) });

const add = (values: Partial<Record<keyof QuoteFigures, string | null>>) =>
  completeQuote({ values, before: undefined, isToday, shares: 1, answered: new Set(Object.keys(values)) });

const yesterday = { ...DAX, updatedAt: new Date("2026-11-25T16:00:00Z") };
const longAgo = { ...DAX, updatedAt: new Date("2026-11-20T16:00:00Z") };

describe("what follows for a quote's other figures", () => {
  it.each([
    ["last and percent give the change", { last: "183.09", changePercent: "-0.50" }, { change: "-0.92" }],
    [
      "percent alone gives the change, of the close before where it fits",
      { changePercent: "0.50" },
      { change: "0.92" },
    ],
    ["change alone gives the percent", { change: "-0.93" }, { changePercent: "-0.50" }],
    ["last and change give the percent", { last: "183.55", change: "0.55" }, { changePercent: "0.30" }],
    [
      "last alone moves away from the close before",
      { last: "183.20" },
      { change: "0.20", changePercent: "0.11" },
    ],
    [
      "a new high goes up with last",
      { last: "186.05" },
      { high: "186.05", change: "3.05", changePercent: "1.67" },
    ],
    [
      "a new low goes down with last",
      { last: "181.00" },
      { low: "181.00", change: "-2.00", changePercent: "-1.09" },
    ],
    ["figures that all come stay as they are", { last: "1", change: "5", changePercent: "-3" }, { low: "1" }],
    ["the same last changes nothing", { last: "184.480" }, {}],
    ["a volume has nothing to do with it", {}, {}],
    ["a percent of −100 leaves no change", { changePercent: "-100" }, { change: null }],
  ])("%s", (_, values, followed) => expect(complete(values).values).toEqual(followed));

  it("a price of another day moves away from the last one, and one of long ago has no change", () => {
    expect(complete({ last: "185.00" }, yesterday).values).toEqual({ change: "0.52", changePercent: "0.28" });
    expect(complete({ last: "185.00" }, longAgo).values).toEqual({ change: null, changePercent: null });
    expect(complete({ last: "185.00", changePercent: "0.50" }, longAgo).values).toEqual({ change: "0.92" });
  });

  it("the exact close before goes before a rounded percentage, as long as it fits", () => {
    const index = { last: "46218.40", change: "174.97", changePercent: "0.38", updatedAt: NOW };
    expect(complete({ last: "46300.00", changePercent: "0.56" }, index).values).toEqual({ change: "256.57" });
    expect(complete({ last: "46300.00", changePercent: "0.10" }, index).values).toEqual({ change: "46.25" });
  });

  it("a figure that nobody knew stays unknown, but for a new quote", () => {
    const unknown = { last: "100", change: null, changePercent: "1", updatedAt: NOW };
    expect(complete({ last: "101", changePercent: "2" }, unknown).values).toEqual({});
    expect(add({ last: "101", changePercent: "1" }).values).toEqual({ change: "1.00" });
    expect(add({ last: "101", change: "1" }).values).toEqual({ changePercent: "1.00" });
    expect(add({ last: "101" }).values).toEqual({});
  });

  it("small prices keep their digits", () => {
    const coin = { last: "0.00000723", change: "0.00000010", changePercent: "1.40", updatedAt: NOW };
    expect(complete({ last: "0.00000700" }, coin).values).toEqual({
      change: "-0.00000013",
      changePercent: "-1.82",
    });
  });

  it("what was emptied stays empty, and an empty percentage follows from a change", () => {
    expect(complete({ last: "186.05", high: null }).values).not.toHaveProperty("high");
    const emptied = { last: "186.05", change: null, changePercent: null };
    expect(complete(emptied).values).toEqual({ high: "186.05" });
    const sent = {
      values: { last: "186.05", change: "3.05", changePercent: "0" },
      before: DAX,
      isToday,
      shares: 1,
    };
    expect(completeQuote({ ...sent, answered: new Set(["last", "change"]) }).values).toMatchObject({
      changePercent: "1.67",
    });
  });

  it("does not keep a change that no price above nought comes from, nor take a rounded nought for one", () => {
    const index: QuoteFigures = { ...DAX, last: "6000", change: "450", changePercent: "8.11" };
    expect(complete({ last: "440", changePercent: "1" }, index).values.change).toBe("4.36");
    const still: QuoteFigures = { ...DAX, last: "30.00", change: "0", changePercent: "0" };
    expect(complete({ last: "30.20", changePercent: "0.67" }, still).values.change).toBe("0.20");
  });

  it("is said of each figure", () => {
    expect(complete({ last: "186.05" }).notes).toEqual({
      change: "Change is set to +3.05 to fit.",
      changePercent: "Change % is set to +1.67 to fit.",
      high: "High is raised to the new Last, 186.05.",
    });
    expect(complete({ last: "181" }, longAgo).notes.change).toBe(
      "Change is emptied: it does not fit the new Last, and the close before is not known.",
    );
  });

  it.each(
    Array.from({ length: 60 }, (_, nth) => nth),
  )("always leaves a range that holds the price: %i", (nth) => {
    const last = (150 + nth * 1.37).toFixed(2);
    const { values } = complete({ last });
    const { low, high, change, changePercent }: QuoteFigures = { ...DAX, last, ...values };
    expect(Number(low)).toBeLessThanOrEqual(Number(last));
    expect(Number(high)).toBeGreaterThanOrEqual(Number(last));
    expect(quoteContradictions({ last, low, high, change, changePercent })).toEqual({});
  });
});

describe("figures of a quote that cannot all be true", () => {
  it.each([
    [{ high: "184.00" }, { high: "High 184.00 is below Last 184.48" }],
    [{ low: "185.00" }, { low: "Low 185.00 is above Last 184.48" }],
    [
      { change: "174.97", changePercent: "-0.50" },
      {
        changePercent:
          "Change +174.97 and Change % −0.50 do not fit Last 184.48: with that change it would be +1,839.85%",
      },
    ],
    [
      { change: "-1.48" },
      { changePercent: expect.stringContaining("Change −1.48 and Change % +0.81 do not fit") },
    ],
    [{ changePercent: "81" }, { changePercent: expect.stringContaining("it would be +0.81%") }],
  ])("%j are asked about", (values, said) =>
    expect(quoteContradictions({ ...DAX, ...values }, DAX)).toEqual(said));

  it.each([
    {},
    { last: "185.00", change: "2", changePercent: "1.09" },
    { change: "1.5", changePercent: "0.8" },
    { change: "0", changePercent: "0.0" },
    { high: "184.48", low: "184.48" },
    { last: "-3", high: null, low: null, change: "-5", changePercent: "-250" },
  ])("%j can be true", (values) => expect(quoteContradictions({ ...DAX, ...values }, DAX)).toEqual({}));

  it("are not asked about again where nothing of them is changed", () => {
    const odd = { ...DAX, high: "100", change: "-50" };
    expect(quoteContradictions({ ...odd, high: "100.0" }, odd)).toEqual({});
    expect(quoteContradictions({ ...odd, last: "184.49" }, odd)).toHaveProperty("high");
  });
});
