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

describe("completeQuote", () => {
  it.each([
    [
      "calculates change from last and percent",
      { last: "183.09", changePercent: "-0.50" },
      { change: "-0.92" },
    ],
    [
      "calculates change from percent alone, by the previous close if it fits",
      { changePercent: "0.50" },
      { change: "0.92" },
    ],
    ["calculates percent from change alone", { change: "-0.93" }, { changePercent: "-0.50" }],
    [
      "calculates percent from last and change",
      { last: "183.55", change: "0.55" },
      { changePercent: "0.30" },
    ],
    [
      "calculates change and percent from last alone",
      { last: "183.20" },
      { change: "0.20", changePercent: "0.11" },
    ],
    ["raises high with last", { last: "186.05" }, { high: "186.05", change: "3.05", changePercent: "1.67" }],
    ["lowers low with last", { last: "181.00" }, { low: "181.00", change: "-2.00", changePercent: "-1.09" }],
    [
      "leaves figures unchanged if all are sent",
      { last: "1", change: "5", changePercent: "-3" },
      { low: "1" },
    ],
    ["changes nothing for the same last", { last: "184.480" }, {}],
    ["changes nothing for a volume", {}, {}],
    ["empties change for a percent of −100", { changePercent: "-100" }, { change: null }],
  ])("%s", (_, values, followed) => expect(complete(values).values).toEqual(followed));

  it("uses yesterday's price as the previous close, and empties the change after an older one", () => {
    expect(complete({ last: "185.00" }, yesterday).values).toEqual({ change: "0.52", changePercent: "0.28" });
    expect(complete({ last: "185.00" }, longAgo).values).toEqual({ change: null, changePercent: null });
    expect(complete({ last: "185.00", changePercent: "0.50" }, longAgo).values).toEqual({ change: "0.92" });
  });

  it("prefers the exact previous close to a rounded percentage if it fits", () => {
    const index = { last: "46218.40", change: "174.97", changePercent: "0.38", updatedAt: NOW };
    expect(complete({ last: "46300.00", changePercent: "0.56" }, index).values).toEqual({ change: "256.57" });
    expect(complete({ last: "46300.00", changePercent: "0.10" }, index).values).toEqual({ change: "46.25" });
  });

  it("leaves an unknown figure empty, except for a new quote", () => {
    const unknown = { last: "100", change: null, changePercent: "1", updatedAt: NOW };
    expect(complete({ last: "101", changePercent: "2" }, unknown).values).toEqual({});
    expect(add({ last: "101", changePercent: "1" }).values).toEqual({ change: "1.00" });
    expect(add({ last: "101", change: "1" }).values).toEqual({ changePercent: "1.00" });
    expect(add({ last: "101" }).values).toEqual({});
  });

  it("keeps the digits of small prices", () => {
    const coin = { last: "0.00000723", change: "0.00000010", changePercent: "1.40", updatedAt: NOW };
    expect(complete({ last: "0.00000700" }, coin).values).toEqual({
      change: "-0.00000013",
      changePercent: "-1.82",
    });
  });

  it("leaves emptied figures empty, and calculates an empty percentage from a change", () => {
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

  it("replaces a change from a close below zero or from a rounded zero", () => {
    const index: QuoteFigures = { ...DAX, last: "6000", change: "450", changePercent: "8.11" };
    expect(complete({ last: "440", changePercent: "1" }, index).values.change).toBe("4.36");
    const still: QuoteFigures = { ...DAX, last: "30.00", change: "0", changePercent: "0" };
    expect(complete({ last: "30.20", changePercent: "0.67" }, still).values.change).toBe("0.20");
  });

  it("adds a note for each changed figure", () => {
    expect(complete({ last: "186.05" }).notes).toEqual({
      change: "Change is set to +3.05 to match.",
      changePercent: "Change % is set to +1.67 to match.",
      high: "High is raised to the new Last, 186.05.",
    });
    expect(complete({ last: "181" }, longAgo).notes.change).toBe(
      "Change is cleared: it does not match the new Last, and the previous close is unknown.",
    );
  });

  it.each(
    Array.from({ length: 60 }, (_, nth) => nth),
  )("returns a range that includes the price: %i", (nth) => {
    const last = (150 + nth * 1.37).toFixed(2);
    const { values } = complete({ last });
    const { low, high, change, changePercent }: QuoteFigures = { ...DAX, last, ...values };
    expect(Number(low)).toBeLessThanOrEqual(Number(last));
    expect(Number(high)).toBeGreaterThanOrEqual(Number(last));
    expect(quoteContradictions({ last, low, high, change, changePercent })).toEqual({});
  });
});

describe("contradicting figures of a quote", () => {
  it.each([
    [{ high: "184.00" }, { high: "High 184.00 is below Last 184.48" }],
    [{ low: "185.00" }, { low: "Low 185.00 is above Last 184.48" }],
    [
      { change: "174.97", changePercent: "-0.50" },
      {
        changePercent:
          "Change +174.97 and Change % −0.50 do not match Last 184.48: with that change it would be +1,839.85%",
      },
    ],
    [
      { change: "-1.48" },
      { changePercent: expect.stringContaining("Change −1.48 and Change % +0.81 do not match") },
    ],
    [{ changePercent: "81" }, { changePercent: expect.stringContaining("it would be +0.81%") }],
  ])("%j cause a warning", (values, warnings) =>
    expect(quoteContradictions({ ...DAX, ...values }, DAX)).toEqual(warnings));

  it.each([
    {},
    { last: "185.00", change: "2", changePercent: "1.09" },
    { change: "1.5", changePercent: "0.8" },
    { change: "0", changePercent: "0.0" },
    { high: "184.48", low: "184.48" },
    { last: "-3", high: null, low: null, change: "-5", changePercent: "-250" },
  ])("%j cause no warning", (values) => expect(quoteContradictions({ ...DAX, ...values }, DAX)).toEqual({}));

  it("cause no new warning if they are unchanged", () => {
    const odd = { ...DAX, high: "100", change: "-50" };
    expect(quoteContradictions({ ...odd, high: "100.0" }, odd)).toEqual({});
    expect(quoteContradictions({ ...odd, last: "184.49" }, odd)).toHaveProperty("high");
  });
});
