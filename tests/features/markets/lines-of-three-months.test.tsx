import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { MarketStrip, type StripQuote } from "~/features/markets/market-strip";
import { MoverList } from "~/features/markets/mover-list";
import { hasQuarters } from "~/features/markets/movers.rules";

const quarter = [
  { day: "2026-04-16", close: 40_100 },
  { day: "2026-07-16", close: 46_218.4 },
];
const quote: StripQuote = {
  name: "Dow Jones",
  last: "46218.4",
  changePercent: "-0.24",
  range: "Range today",
};

describe("a three-month line next to a day's change", () => {
  const strip = (quotes: StripQuote[]) =>
    renderToStaticMarkup(<MarketStrip quotes={quotes} asOf="2026-07-16T13:40:00Z" />);

  it("is explained on the tape only if one is drawn", () => {
    expect(strip([quote, { ...quote, quarter }])).toContain("Lines: 3 months");
    expect(strip([quote])).not.toContain("Lines:");
    expect(strip([{ ...quote, quarter, stale: "2 h old" }])).not.toContain("Lines:");
  });

  it("exists among movers if one of them has a history", () => {
    expect(hasQuarters([{}, { quarter }])).toBe(true);
    expect(hasQuarters([{}, { quarter: quarter.slice(1) }])).toBe(false);
  });

  it("leaves its space empty for movers without a history if others have one", () => {
    const mover = {
      symbol: null,
      shownId: null,
      kind: null,
      currency: null,
      last: "131.55",
      changePercent: "3.87",
      volume: "29300000",
      asOf: new Date(0),
    };
    const list = (past?: typeof quarter) => {
      const movers = [undefined, past].map((quarter, index) => ({
        ...mover,
        id: String(index),
        name: `Company ${index}`,
        moverType: "gainers" as const,
        quarter,
      }));
      return renderToStaticMarkup(<MoverList movers={movers} type="gainers" />);
    };
    const room = '<span class="spark spark--movers"></span>';
    expect(list(quarter).split(room)).toHaveLength(2);
    expect(list()).not.toContain(room);
  });
});
