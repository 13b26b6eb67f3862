import { describe, expect, it } from "vitest";
import { marketHref, readMarketParams, sortHref } from "~/features/markets/market-list.rules";
import { moverChange } from "~/features/markets/movers.rules";
import { parsePercent, parseVolume } from "~/features/markets/parse-numbers.rules";
import { decimalsOf, rangeLabel, staleLabel } from "~/features/markets/quotes.rules";

describe("the market form's percent", () => {
  it.each([
    ["1.25%", "1.25"],
    ["+1.25 %", "1.25"],
    ["\u22120.5%", "-0.5"],
    ["1,200%", "1200"],
    ["", "0"],
    ["unknown", "0"],
    ["%", "0"],
  ])("%j is %j", (text, percent) => expect(parsePercent(text)).toBe(percent));
});

describe("the market form's volume", () => {
  it.each([
    ["1.5M", "1500000"],
    ["142.7k", "142700"],
    ["2.31 B", "2310000000"],
    ["2,310,000", "2310000"],
    ["950", "950"],
    ["0.0005K", "0.5"],
    ["", "0"],
    ["  ", "0"],
  ])("%j is %j", (text, volume) => expect(parseVolume(text)).toBe(volume));

  it.each(["M", "x", "1.5T", "-1", "\u22125M", "1MM", "M5", "9999999B"])("%j is no volume", (text) =>
    expect(parseVolume(text)).toBeUndefined());
});

describe("a mover's change", () => {
  it.each([
    ["losers", "-6.05", "\u22126.05%", "down"],
    ["losers", "6.05", "\u22126.05%", "down"],
    ["losers", "0", "\u22120.00%", "down"],
    ["gainers", "7.92", "+7.92%", "up"],
    ["gainers", "-1.5", "\u22121.50%", "down"],
    ["mostactive", "0", "0.00%", "level"],
    ["mostactive", "0.001", "0.00%", "level"],
    ["mostactive", "1234.5", "+1,234.50%", "up"],
  ] as const)("of %s by %s is %s, %s", (type, percent, text, direction) =>
    expect(moverChange(type, percent)).toEqual({ text, direction }));
});

describe("a quote's age", () => {
  const now = new Date("2026-07-16T14:32:00Z");
  const ago = (minutes: number) => staleLabel(new Date(now.getTime() - minutes * 60_000), now);
  it("is said from an hour on", () => {
    expect(ago(0)).toBeUndefined();
    expect(ago(59)).toBeUndefined();
    expect(ago(60)).toBe("1 h old");
    expect(ago(47 * 60 + 59)).toBe("47 h old");
    expect(ago(48 * 60)).toBe("2 days old");
    expect(ago(-5)).toBeUndefined();
  });
});

describe("a quote's range", () => {
  const now = new Date("2026-07-16T14:32:00Z");
  it("is called today's while the quote is of today, as the site counts days", () => {
    expect(rangeLabel(new Date("2026-07-16T00:00:00Z"), now, "UTC")).toBe("Range today");
    expect(rangeLabel(new Date("2026-07-15T23:59:59Z"), now, "UTC")).toBe("Range of 15 July");
    expect(rangeLabel(new Date("2026-07-15T23:59:59Z"), now, "Europe/Berlin")).toBe("Range today");
    expect(rangeLabel(new Date("2026-07-16T02:00:00Z"), now, "America/New_York")).toBe("Range of 15 July");
  });
});

describe("a quote's decimals", () => {
  it.each([
    ["46218.4", 2],
    ["172.40", 2],
    ["4.218", 3],
    ["1.1742", 4],
    ["1.17423456", 4],
    ["5", 2],
    ["0.21384", 5],
    ["0.5", 4],
    ["0.00006142", 8],
    ["0", 2],
  ])("%s has %i", (last, decimals) => expect(decimalsOf(last)).toBe(decimals));
});

describe("the address of the markets page", () => {
  const categories = ["Indices", "Stocks"];
  const state = (search: string, page = 1) =>
    readMarketParams(new URLSearchParams(search), { page, categories });

  it("is understood in any casing, and nonsense is left out", () => {
    expect(state("category=stocks")).toMatchObject({ category: "Stocks" });
    expect(state("category=Nonsense&sort=password&direction=up")).toEqual({
      category: undefined,
      direction: "desc",
      page: 1,
    });
    expect(state("sort=toString").sort).toBeUndefined();
    expect(state("sort=name").direction).toBe("asc");
    expect(state("sort=name&direction=desc").direction).toBe("desc");
  });

  it("is short, and leads to the first page when more than the page changes", () => {
    expect(marketHref(state(""))).toBe("/market");
    expect(marketHref(state("category=Stocks&sort=volume", 3), { page: 4 })).toBe(
      "/market?category=Stocks&sort=volume&page=4",
    );
    expect(marketHref(state("sort=volume", 3), { category: "Stocks" })).toBe(
      "/market?category=Stocks&sort=volume",
    );
  });

  it("turns round at the second click on a column", () => {
    expect(sortHref(state(""), "volume")).toBe("/market?sort=volume");
    expect(sortHref(state("sort=volume"), "volume")).toBe("/market?sort=volume&direction=asc");
    expect(sortHref(state("sort=volume&direction=asc"), "volume")).toBe("/market?sort=volume");
    expect(sortHref(state("sort=name"), "name")).toBe("/market?sort=name&direction=desc");
  });
});
