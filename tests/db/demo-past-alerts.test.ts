import { PAST_ALERTS, TRADE_ALERTS } from "db/demo/editorial";
import { demoInstruments } from "db/demo/instruments";
import { pastAlertRows } from "db/demo/past-alert-rows";
import { historyOf } from "db/demo/price-history";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import { findSettlement } from "~/features/calls/settlement/settlement.rules";

const DAY_MS = 86_400_000;
const WEEK = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 6, 13 + day, 14, 32)));
const INSTRUMENTS = new Map(demoInstruments().map((instrument) => [instrument.symbol, instrument]));

/** The maximum days of a holding period. */
const daysOf = (period: string) => {
  const [amount, unit = ""] = period.split(" ");
  return Number(amount) * (unit.startsWith("month") ? 31 : 7);
};

/** The settlement of each alert in a demo filled at this moment. */
function settled(now: Date) {
  return pastAlertRows(now).alerts.map((row) => {
    const instrument = INSTRUMENTS.get(row.ticker);
    const terms = {
      symbol: row.ticker,
      direction: row.tag,
      target: row.targetPrice,
      stop: row.stopLoss,
      lastDay: new Date(row.createdAt.getTime() + daysOf(row.holdingPeriod) * DAY_MS)
        .toISOString()
        .slice(0, 10),
      zoneLow: null,
      zoneHigh: null,
    };
    const madeOn = row.createdAt.toISOString().slice(0, 10);
    const call = {
      direction: row.tag,
      entryPrice: row.currentPrice,
      madeOn,
      history: [{ day: madeOn, terms }],
    };
    const days = instrument ? historyOf(instrument, now) : [];
    const end = findSettlement(call, days, [], now.toISOString().slice(0, 10));
    const gain = (Number(end?.price) / Number(row.currentPrice) - 1) * (row.tag === "buy" ? 1 : -1);
    return { ticker: row.ticker, tag: row.tag, reason: end?.reason, gain };
  });
}

describe("the demo's past alerts", () => {
  it("ended more than a month ago and span two years", () => {
    for (const { ticker, daysAgo, holdingPeriod } of PAST_ALERTS)
      expect(daysAgo - daysOf(holdingPeriod), ticker).toBeGreaterThan(35);
    const ages = PAST_ALERTS.map(({ daysAgo }) => daysAgo);
    expect([Math.min(...ages) > 60, Math.max(...ages) < 720, PAST_ALERTS.length]).toEqual([true, true, 51]);
  });

  it.each(WEEK)(
    "have winners and losers when the demo is filled at %s",
    spec("beyond demo s record"),
    (now) => {
      const ends = settled(now);
      expect(ends.filter(({ reason }) => reason === undefined)).toEqual([]);
      const reasons = ["target", "stop", "period"].map(
        (wanted) => ends.filter(({ reason }) => reason === wanted).length,
      );
      expect(Math.min(...reasons)).toBeGreaterThanOrEqual(8);
      const right = ends.filter(({ gain }) => gain > 0).length / ends.length;
      expect(right).toBeGreaterThan(0.42);
      expect(right).toBeLessThan(0.68);
      for (const tag of ["buy", "sell"])
        expect(ends.some((end) => end.tag === tag && end.gain < 0 && end.reason === "stop")).toBe(true);
    },
  );

  it("were made on working days at the previous close, with target and stop on the right sides", () => {
    for (const now of WEEK)
      for (const row of pastAlertRows(now).alerts) {
        expect([0, 6]).not.toContain(row.createdAt.getUTCDay());
        const [price, target] = [row.currentPrice, row.targetPrice].map(Number) as [number, number];
        const side = row.tag === "buy" ? 1 : -1;
        expect((target - price) * side, row.ticker).toBeGreaterThan(0);
        if (row.stopLoss !== null)
          expect((price - Number(row.stopLoss)) * side, row.ticker).toBeGreaterThan(0);
      }
  });

  it("repeat no sentence, not even one of the newer alerts", () => {
    const texts = [...PAST_ALERTS, ...TRADE_ALERTS].map(({ analysis }) => analysis);
    const sentences = texts.flatMap((text) => text.split(/(?<=[.?!])\s+/)).filter((text) => text.length > 20);
    expect(sentences.filter((text, place) => sentences.indexOf(text) !== place)).toEqual([]);
  });
});
