import { describe, expect, it } from "vitest";
import {
  allowedSorts,
  formatMarketCap,
  margin,
  percentFrom,
  pickParams,
  readPickSort,
} from "~/features/content/picks/picks.rules";

describe("percentFrom", () => {
  it("is the upside of a target over a price", () => {
    expect(percentFrom("64.82", "88")).toBeCloseTo(35.76, 2);
    expect(percentFrom("966.2", "940")).toBeCloseTo(-2.71, 2);
    expect(percentFrom(10, 10)).toBe(0);
  });

  it.each([
    [null, "1"],
    ["1", null],
    [undefined, "1"],
    ["", "1"],
    ["1", ""],
    ["0", "1"],
    ["0", "0"],
    ["x", "1"],
  ])("is undefined from %j to %j", (from, to) => expect(percentFrom(from, to)).toBeUndefined());
});

describe("margin", () => {
  it("is the stored value", () => expect(margin("-6.41", "100", "10")).toBe("-6.41"));
  it("is zero when zero is stored", () => expect(margin("0", "100", "10")).toBe("0"));
  it("is computed from that end of the year when nothing is stored", () =>
    expect(margin(null, "200", "150")).toBe(-25));
  it("is undefined without an end or a price", () => expect(margin(null, null, "150")).toBeUndefined());
});

describe("formatMarketCap", () => {
  it.each([
    ["4210000000000", "4.21T"],
    ["287400000000", "287.40B"],
    ["1000000000", "1.00B"],
    ["950000000", "950.00M"],
    ["999999", "999,999.00"],
    ["0", "0.00"],
    [null, "–"],
  ])("formats %j as %s", (cap, text) => expect(formatMarketCap(cap)).toBe(text));
});

describe("readPickSort", () => {
  const read = (search: string, access: "full" | "locked" = "full") =>
    readPickSort(new URLSearchParams(search), access);
  const usual = { key: "upside", direction: "desc" };

  it("defaults to highest upside first", () => expect(read("")).toEqual(usual));
  it.each([
    "sort=nonsense",
    "sort=__proto__",
    "sort=constructor",
    "sort=",
    "direction=asc",
  ])("ignores %j", (search) => expect(read(search)).toEqual(usual));
  it("starts with the largest figure, and with A", () => {
    expect(read("sort=marketCap")).toEqual({ key: "marketCap", direction: "desc" });
    expect(read("sort=ticker")).toEqual({ key: "ticker", direction: "asc" });
  });
  it("follows the direction", () =>
    expect(read("sort=marketCap&direction=asc")).toEqual({ key: "marketCap", direction: "asc" }));
  it.each(["ticker", "margin52WksHigh", "ChMargin52WksLow"])("has no order by a masked %s", (key) => {
    expect(read(`sort=${key}`, "locked")).toEqual(usual);
    expect(allowedSorts("locked")).not.toContain(key);
    expect(allowedSorts("full")).toContain(key);
  });
  it.each([
    "",
    "sort=upside&direction=asc",
    "sort=tp2028",
    "sort=ticker&direction=desc",
  ])("is read back from the address of %j", (search) => {
    const sort = read(search);
    const params = Object.entries(pickParams("Tenet", sort)).flatMap(([k, v]) => (v ? [[k, v]] : []));
    expect(readPickSort(new URLSearchParams(params), "full")).toEqual(sort);
    expect(Object.fromEntries(params).category).toBe("Tenet");
  });
});
