import { describe, expect, it } from "vitest";
import { closeWarnings, type PricedDay } from "~/features/markets/instruments/close-warnings.rules";
import {
  distanceWarning,
  slipWarning,
  USUAL_BOUND,
} from "~/features/markets/instruments/price-distance.rules";

const known = { price: "100", day: "2026-11-25" };
const warnAbout = (price: string, bound: number | undefined = USUAL_BOUND) =>
  distanceWarning({ label: "Last", price, known, bound });

describe("a price far from the last known one", () => {
  it.each([
    "100",
    "125",
    "75",
    "100.0000",
    "124.99",
    "75.01",
  ])("excludes %s, which is within the bound", (price) => expect(warnAbout(price)).toBeUndefined());

  it.each([
    ["125.01", "25% above"],
    ["138", "38% above"],
    ["74.99", "25% below"],
    ["40", "60% below"],
    ["740", "7.4 times"],
    ["12", "12% of"],
    ["0.50", "0.5% of"],
    ["0.003", "less than 0.1% of"],
    ["2600", "26 times"],
  ])("includes %s and reports it as %s the known price", (price, words) =>
    expect(warnAbout(price)).toBe(
      `Last ${price.includes(".") ? price : Number(price).toLocaleString("en-US", { minimumFractionDigits: 2 })} is ${words} the last known price, 100.00 on 25 Nov 2026`,
    ));

  it.each([
    ["1000", "is ten times"],
    ["10", "is a tenth of"],
    ["10000", "is a hundred times"],
    ["1", "is a hundredth of"],
    ["100000", "is a thousand times"],
    ["0.1", "is a thousandth of"],
    ["1040", "is about ten times"],
    ["9.7", "is about a tenth of"],
  ])("asks about a slipped decimal point for %s", (price, words) => {
    expect(warnAbout(price)).toContain(words);
    expect(warnAbout(price)).toContain("is the decimal point in the right place?");
  });

  it("depends on the given bound, and needs a known price above zero", () => {
    expect(warnAbout("160", 60)).toBeUndefined();
    expect(warnAbout("102", 1)).toContain("2% above");
    expect(distanceWarning({ label: "Last", price: "5", known: { price: "0" }, bound: 25 })).toBeUndefined();
    expect(distanceWarning({ label: "Last", price: "5", known: { price: "-5" }, bound: 25 })).toBeUndefined();
    expect(warnAbout("-5")).toContain("not above 0");
  });

  it.each([
    ["10", 60],
    ["9.99", 99],
    ["10", 100],
    ["1", 500],
    ["9", 1000],
    ["0", 10_000],
  ])("includes a fall to %s with a bound of %s", (price, bound) =>
    expect(warnAbout(price, bound)).toBeDefined());

  it.each([
    ["11", 100],
    ["60", 500],
    ["9.5", 1000],
    ["1000", 1000],
    ["1", 10_000],
  ])("excludes %s within a bound of %s", (price, bound) => expect(warnAbout(price, bound)).toBeUndefined());

  it("includes a target only at five times or a fifth of the price, or after a slipped decimal point", () => {
    const target = (price: string) => distanceWarning({ label: "Target price", price, known });
    expect([target("160"), target("480"), target("25")]).toEqual([undefined, undefined, undefined]);
    expect(target("1250")).toContain("Target price 1,250.00 is 13 times the last known price");
    expect(target("12.5")).toContain("13% of");
    expect(slipWarning("Stop loss", "9", "90")).toBe(
      "Stop loss 9.00 is a tenth of what it was, 90.00: is the decimal point in the right place?",
    );
    expect(slipWarning("Stop loss", "95", "90")).toBeUndefined();
  });
});

const DAYS = ["2026-11-02", "2026-11-03", "2026-11-04", "2026-11-05", "2026-11-06"];

const closes = (prices: number[], more: Partial<PricedDay> = {}): PricedDay[] =>
  prices.map((price, nth) => ({
    ...{ instrumentId: "one", day: DAYS[nth] ?? "", close: String(price), high: null, low: null },
    ...{ shares: "1", bound: 25, ...more },
  }));

const warnedCloses = (days: PricedDay[]) =>
  closeWarnings(days).flatMap((warnings, nth) => (warnings.close ? [days[nth]?.close] : []));

describe("closes far from those around them", () => {
  it.each([
    ["none of a calm week", [100, 101, 99, 104, 110], []],
    ["one wrong day, and not the one behind it", [100, 1010, 99, 104, 110], ["1010"]],
    ["a wrong first day", [1000, 101, 99], ["1000"]],
    ["a wrong last day", [100, 101, 10], ["10"]],
    ["each day at another height", [100, 101, 1000, 1010, 1005], ["1000", "1010", "1005"]],
    ["two wrong days", [100, 1000, 101, 1, 102], ["1000", "1"]],
  ])("include %s", (_, prices, wrong) => {
    expect(warnedCloses(closes(prices))).toEqual(wrong);
    expect(warnedCloses(closes(prices).reverse())).toEqual(wrong.toReversed());
  });

  it("are found by comparison with stored closes", () => {
    const stored = { earlier: { day: "2026-10-30", price: "100" } };
    expect(warnedCloses(closes([1000, 1001], stored))).toEqual(["1000", "1001"]);
    expect(warnedCloses(closes([1000, 101], stored))).toEqual(["1000"]);
    expect(
      warnedCloses(
        closes([101], {
          earlier: { day: "2026-10-30", price: "1000" },
          later: { day: "2026-11-20", price: "102" },
        }),
      ),
    ).toEqual([]);
    expect(warnedCloses(closes([1000], { ...stored, later: { day: "2026-11-20", price: "1010" } }))).toEqual(
      [],
    );
    expect(warnedCloses(closes([1000], { current: { day: "2026-11-20", price: "100" } }))).toEqual(["1000"]);
    expect(warnedCloses(closes([1000], { ...stored, was: "1000.0" }))).toEqual([]);
  });

  it("are found per instrument and in shares of one day", () => {
    const [one, other] = [closes([100])[0], closes([1000])[0]];
    if (!one || !other) throw new Error("there are two");
    expect(warnedCloses([one, { ...other, instrumentId: "other", day: "2026-11-03" }])).toEqual([]);
    const split = { earlier: { day: "2026-10-30", price: "10" } };
    expect(warnedCloses(closes([100], { ...split, shares: "10" }))).toEqual([]);
    expect(closeWarnings(closes([1000], { ...split, shares: "10" }))[0]?.close).toContain(
      "is ten times the last known price, 100.00 on 30 Oct 2026",
    );
  });

  it("include each close that replaces one of another order of magnitude", () => {
    const again = closes([1990, 2010]).map((priced) => ({
      ...priced,
      was: String(Number(priced.close) / 100),
    }));
    expect(warnedCloses(again)).toEqual(["1990", "2010"]);
    expect(warnedCloses(again.map((priced) => ({ ...priced, was: priced.close })))).toEqual([]);
    expect(
      warnedCloses(again.map((priced) => ({ ...priced, was: String(Number(priced.close) * 1.2) }))),
    ).toEqual([]);
  });

  it("in a first history are compared with the quote by order of magnitude", () => {
    const current = { day: "2026-11-27", price: "19.9" };
    expect(warnedCloses(closes([1992, 2010], { current }))).toEqual(["1992", "2010"]);
    expect(warnedCloses(closes([8, 9], { current }))).toEqual([]);
  });

  it("include a high far from its close", () => {
    expect(closeWarnings(closes([100], { high: "1010", low: "99" }))).toEqual([
      { high: "High 1,010.00 is about ten times Close 100.00: is the decimal point in the right place?" },
    ]);
  });
});
