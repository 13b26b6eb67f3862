import { DAILY_BRIEFS } from "db/demo/editorial";
import { demoInstruments } from "db/demo/instruments";
import { pickHoursAgo, STOCK_PICKS } from "db/demo/markets";
import { callOf, historyOf } from "db/demo/price-history";
import { describe, expect, it } from "vitest";

const NOW = new Date("2026-07-19T14:32:00.000Z");
const WEEK = [0, 1, 2, 3, 4, 5, 6].map((days) => new Date(NOW.getTime() + days * 86_400_000));
const INSTRUMENTS = demoInstruments();

const HISTORIES = INSTRUMENTS.map((instrument) => ({ ...instrument, prices: historyOf(instrument, NOW) }));

describe("a demo price history", () => {
  it("covers two years and ends at the instrument's last two prices", () => {
    for (const { symbol, kind, last, before, prices } of HISTORIES) {
      expect(prices.length, symbol).toBeGreaterThanOrEqual(kind === "crypto" ? 730 : 520);
      expect(prices.at(-1)?.close, symbol).toBe(last);
      expect(Number(prices.at(-2)?.close), symbol).toBeCloseTo(before, (last.split(".")[1] ?? "").length - 1);
    }
  });

  it("has days in order, each price within its range", () => {
    for (const { symbol, prices } of HISTORIES) {
      const wrong = prices.filter(
        ({ close, high, low }) =>
          !(0 < Number(low) && Number(low) <= Number(close) && Number(close) <= Number(high)),
      );
      expect(wrong, symbol).toEqual([]);
      const days = prices.map(({ day }) => day);
      expect([...new Set(days)].sort(), symbol).toEqual(days);
    }
  });

  it("stays within its 52-week range and reaches both ends", () => {
    for (const { symbol, year, prices } of HISTORIES) {
      if (!year) continue;
      const days = prices.filter(({ day }) => day > "2025-07-19");
      expect(Math.max(...days.map(({ high }) => Number(high))), symbol).toBe(Number(year.high));
      expect(Math.min(...days.map(({ low }) => Number(low))), symbol).toBe(Number(year.low));
    }
  });

  it("touches neither target nor stop of an open call", () => {
    for (const { prices, ...instrument } of HISTORIES) {
      const call = callOf(instrument, NOW);
      if (!call?.open) continue;
      const touched = prices.filter(
        ({ day, high, low }) =>
          day > call.madeOn && (Number(high) >= Number(call.high) || Number(low) <= Number(call.low)),
      );
      expect(touched, instrument.symbol).toEqual([]);
    }
  });

  it("puts each call's entry between its stop and its target", () => {
    for (const now of WEEK)
      for (const instrument of INSTRUMENTS) {
        const call = callOf(instrument, now);
        if (!call) continue;
        const entry = Number(historyOf(instrument, now).findLast(({ day }) => day < call.madeOn)?.close);
        expect([entry > Number(call.low), entry < Number(call.high)], instrument.symbol).toEqual([
          true,
          true,
        ]);
      }
  });

  it("matches the prices that briefs mention, on each day of the week", () => {
    for (const now of WEEK)
      for (const { symbol, quoted = [], ...instrument } of INSTRUMENTS)
        for (const { hoursAgo, price } of quoted) {
          const written = new Date(now.getTime() - hoursAgo * 3_600_000).toISOString().slice(0, 10);
          const prices = historyOf({ symbol, quoted, ...instrument }, now);
          const index = prices.findLastIndex(({ day }) => day < written);
          // The last two prices are the instrument's own.
          if (index < prices.length - 2)
            expect([symbol, Number(prices[index]?.close)]).toEqual([symbol, Number(price)]);
        }
    for (const { ticker, analysis, closes } of DAILY_BRIEFS) {
      const price = Number(closes[0]?.[1]);
      const decimals = Number.isInteger(price) ? 0 : 2;
      const written = price.toLocaleString("en-US", { minimumFractionDigits: decimals });
      expect(analysis, ticker).toContain(written);
    }
  });

  it("is the same on each run and moves like a market", () => {
    for (const { prices, ...instrument } of HISTORIES) {
      expect(historyOf(instrument, NOW), instrument.symbol).toEqual(prices);
      const closes = prices.map(({ close }) => Number(close));
      const moves = closes.slice(1).map((close, index) => Math.abs(close / (closes[index] ?? close) - 1));
      expect(Math.max(...moves), instrument.symbol).toBeLessThan(0.35);
      expect(moves.filter((move) => move > 0).length, instrument.symbol).toBeGreaterThan(prices.length / 2);
    }
  });
});

describe("the demo's instruments", () => {
  it("have unique symbols, and only those that are no stocks move at the weekend", () => {
    expect(new Set(INSTRUMENTS.map(({ symbol }) => symbol)).size).toBe(INSTRUMENTS.length);
    expect(INSTRUMENTS.length).toBe(189);
    const weekend = (symbol: string) => {
      const instrument = INSTRUMENTS.find((one) => one.symbol === symbol);
      return instrument && historyOf(instrument, NOW).at(-1)?.day;
    };
    expect([weekend("BTC"), weekend("NVDA")]).toEqual(["2026-07-19", "2026-07-17"]);
  });
});

it("a pick's target is reached from below", () => {
  const adp = INSTRUMENTS.find(({ symbol }) => symbol === "ADP");
  for (const now of WEEK) {
    const at =
      now.getTime() - pickHoursAgo(STOCK_PICKS.findIndex(({ ticker }) => ticker === "ADP")) * 3_600_000;
    const made = new Date(at).toISOString().slice(0, 10);
    const prices = adp ? historyOf(adp, now) : [];
    const entry = Number(prices.findLast(({ day }) => day < made)?.close);
    const highest = Math.max(...prices.filter(({ day }) => day > made).map(({ high }) => Number(high)));
    expect(entry).toBeLessThan(325 * 0.95);
    expect(highest).toBeGreaterThan(325);
  }
});
