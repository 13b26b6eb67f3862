import { contentRows } from "db/demo/content-rows";
import { TRADE_ALERTS } from "db/demo/editorial";
import { demoInstruments } from "db/demo/instruments";
import { MOVERS, QUOTES } from "db/demo/markets";
import { historyOf } from "db/demo/price-history";
import { publishedAt } from "db/demo/workdays";
import { describe, expect, it } from "vitest";

/** A demo can start at any time: on each day of a week, and just after two midnights. */
const STARTS = [
  ...[0, 1, 2, 3, 4, 5, 6].map((day) => new Date(Date.UTC(2026, 10, 23 + day, 14, 32))),
  new Date("2026-11-23T00:02:00Z"),
  new Date("2026-11-29T00:02:00Z"),
];
const INSTRUMENTS = demoInstruments();
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const isWeekend = (at: Date) => [0, 6].includes(at.getUTCDay());

/** The last two closes of each instrument, in a demo filled at this moment. */
const historiesOf = (now: Date) =>
  new Map(
    INSTRUMENTS.map((instrument) => {
      const prices = historyOf(instrument, now);
      const [before, last] = prices.slice(-2);
      if (!before || !last) throw new Error(`${instrument.symbol} has no prices`);
      return [instrument.symbol, { ...instrument, prices, before, last }] as const;
    }),
  );

describe.each(STARTS.map((now) => [now.toISOString(), now] as const))("a demo filled at %s", (_, now) => {
  const histories = historiesOf(now);
  const rows = contentRows(now, () => "");
  const of = (symbol: string) => {
    const found = histories.get(symbol);
    if (!found) throw new Error(`no history of ${symbol}`);
    return found;
  };
  const change = (symbol: string) => {
    const { before, last } = of(symbol);
    return (Number(last.close) / Number(before.close) - 1) * 100;
  };
  /** The error of a percentage change from rounding both prices and itself. */
  const tolerance = (symbol: string) => {
    const { last } = of(symbol);
    const step = 10 ** -(last.close.split(".")[1]?.length ?? 0);
    return 0.006 + (100 * step) / Number(last.close);
  };

  it("has for each quote the close of its day and the change since the day before", () => {
    for (const quote of rows.quotes) {
      const { last, before, kind } = of(quote.symbol);
      expect([quote.symbol, last.day, last.close]).toEqual([
        quote.symbol,
        dayOf(quote.updatedAt),
        quote.last,
      ]);
      expect(kind === "crypto" || !isWeekend(quote.updatedAt), quote.symbol).toBe(true);
      expect(quote.updatedAt.getTime(), quote.symbol).toBeLessThanOrEqual(now.getTime());
      const gone = Number(quote.last) - Number(before.close);
      expect(Math.abs(gone - Number(quote.change)), quote.symbol).toBeLessThan(
        1e-8 + Number(quote.last) * 1e-4,
      );
      expect(Math.abs(change(quote.symbol) - Number(quote.changePercent)), quote.symbol).toBeLessThan(
        tolerance(quote.symbol),
      );
      expect([Number(last.low) <= Number(quote.last), Number(last.high) >= Number(quote.last)]).toEqual([
        true,
        true,
      ]);
    }
  });

  it("has the same price for the same day in picks and alerts", () => {
    for (const pick of rows.stockPicks) {
      const { last } = of(pick.ticker);
      expect([pick.ticker, pick.currentPrice, dayOf(pick.pricedAt)]).toEqual([
        pick.ticker,
        last.close,
        last.day,
      ]);
    }
    for (const alert of TRADE_ALERTS) {
      expect([alert.ticker, alert.currentPrice]).toEqual([alert.ticker, of(alert.ticker).last.close]);
      expect(Math.abs(change(alert.ticker) - Number(alert.dailyChange)), alert.ticker).toBeLessThan(
        tolerance(alert.ticker),
      );
    }
  });

  it("has movers that match their companies' prices", () => {
    for (const { name, last, changePercent } of MOVERS) {
      const known = INSTRUMENTS.find((instrument) => instrument.name === name);
      if (!known) continue;
      expect([name, last]).toEqual([name, of(known.symbol).last.close]);
      expect(Math.abs(change(known.symbol) - Number(changePercent)), name).toBeLessThan(
        tolerance(known.symbol),
      );
    }
  });

  it("makes each call after the close of its entry price", () => {
    for (const alert of TRADE_ALERTS) {
      const made = dayOf(publishedAt(now, alert));
      const entry = of(alert.ticker).prices.findLast(({ day }) => day < made);
      expect(entry && entry.day < made, alert.ticker).toBe(true);
    }
  });

  it("keeps pegged coins at their value", () => {
    const tether = of("USDT").prices.map(({ close }) => Number(close));
    expect([Math.min(...tether) > 0.99, Math.max(...tether) < 1.01]).toEqual([true, true]);
    expect(Math.abs(Number(tether.at(-1)) / Number(tether.at(-365)) - 1)).toBeLessThan(0.005);
  });
});

it("each quote has a symbol of its own", () => {
  expect(new Set(QUOTES.map(({ symbol }) => symbol)).size).toBe(QUOTES.length);
});
