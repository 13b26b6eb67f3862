import { describe, expect, it } from "vitest";
import {
  MARKET_SORTS,
  marketHref,
  quoteHref,
  readMarketParams,
  sortHref,
} from "~/features/markets/market-list.rules";

describe("the address of the markets page", () => {
  const categories = ["Indices", "Stocks"];
  const state = (search: string, page = 1) =>
    readMarketParams(new URLSearchParams(search), { page, categories });

  it("is read in any case, without invalid values", () => {
    expect(state("category=stocks")).toMatchObject({ category: "Stocks" });
    expect(state("category=Nonsense&sort=password&direction=up")).toEqual({
      category: undefined,
      direction: "desc",
      page: 1,
    });
    expect(state("sort=toString").sort).toBeUndefined();
    expect(state("sort=name").direction).toBe("asc");
    expect(state("sort=name&direction=desc").direction).toBe("desc");
    expect(state("sort=last&direction=asc").direction).toBe("asc");
    expect(state("sort=last&direction=ASC").direction).toBe("desc");
    expect(state("sort=name&direction=").direction).toBe("asc");
    expect(state("direction=asc").direction).toBe("desc");
    expect(state("sort=", 3)).toEqual({ category: undefined, direction: "desc", page: 3 });
  });

  it("omits defaults, and resets the page if anything else changes", () => {
    expect(marketHref(state(""))).toBe("/market");
    expect(marketHref(state("category=Stocks&sort=volume", 3), { page: 4 })).toBe(
      "/market?category=Stocks&sort=volume&page=4",
    );
    expect(marketHref(state("sort=volume", 3), { category: "Stocks" })).toBe(
      "/market?category=Stocks&sort=volume",
    );
  });

  it("has a direction only if it is not the default, and a page only after the first", () => {
    expect(marketHref(state("sort=name"))).toBe("/market?sort=name");
    expect(marketHref(state("sort=name&direction=desc"))).toBe("/market?sort=name&direction=desc");
    expect(marketHref(state(""), { page: 2 })).toBe("/market?page=2");
    expect(marketHref(state(""), { page: 1 })).toBe("/market");
    expect(marketHref(state("category=stocks"))).toBe("/market?category=Stocks");
  });

  it("points to a quote's row", () => {
    expect(quoteHref("Indices & more", "S&P 500")).toMatch(
      /^\/market\?category=Indices\+%26\+more&quote=S%26P\+500#[\w-]+$/,
    );
  });

  it("has every column with its label and the direction of its first click", () => {
    const columns = Object.entries(MARKET_SORTS).map(([sort, { label, first }]) => [sort, label, first]);
    expect(columns).toEqual([
      ["name", "Name", "asc"],
      ["last", "Last", "desc"],
      ["changePercent", "Change", "desc"],
      ["volume", "Volume", "desc"],
      ["asOf", "As of", "desc"],
    ]);
  });

  it("reverses the direction at the second click on a column", () => {
    expect(sortHref(state(""), "volume")).toBe("/market?sort=volume");
    expect(sortHref(state("sort=volume"), "volume")).toBe("/market?sort=volume&direction=asc");
    expect(sortHref(state("sort=volume&direction=asc"), "volume")).toBe("/market?sort=volume");
    expect(sortHref(state("sort=name"), "name")).toBe("/market?sort=name&direction=desc");
    expect(sortHref(state("sort=name&direction=desc"), "name")).toBe("/market?sort=name");
    expect(sortHref(state("sort=volume"), "last")).toBe("/market?sort=last");
    expect(sortHref(state("sort=volume&direction=asc"), "name")).toBe("/market?sort=name");
  });
});
