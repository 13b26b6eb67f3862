import { describe, expect, it } from "vitest";
import { rightColumns } from "~/features/site-shell/frame-parts.server";

const column = (sections: Partial<Record<"settled" | "read" | "results" | "movers", string>>) => {
  const part = (name: keyof typeof sections) => Buffer.from(sections[name] ?? "");
  const columns = rightColumns({
    settled: part("settled"),
    read: part("read"),
    results: part("results"),
    movers: part("movers"),
  });
  return Object.fromEntries(Object.entries(columns).map(([room, html]) => [room, html.toString()]));
};

describe("the right column", () => {
  it("holds as many sections as a page has room for", () => {
    expect(column({ settled: "S", read: "R", results: "N", movers: "M" })).toEqual({
      column1: "S",
      column2: "SR",
      column3: "SRN",
      columnWhole: "SRNM",
      columnBetweenAds: "SRM",
      columnAtMarkets: "S",
    });
  });

  it("gives the place of a section that has nothing to say to the next one", () => {
    expect(column({ results: "N", movers: "M" })).toEqual({
      column1: "N",
      column2: "NM",
      column3: "NM",
      columnWhole: "NM",
      columnBetweenAds: "MN",
      columnAtMarkets: "N",
    });
  });

  it("never has the movers beside the markets, which show all of them", () => {
    expect(column({ movers: "M" })).toMatchObject({ column1: "M", columnAtMarkets: "" });
  });
});
