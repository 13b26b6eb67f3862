import { TRADE_ALERTS } from "db/demo/editorial";
import { demoInstruments } from "db/demo/instruments";
import { endOfPeriod, onWorkday, publishedAt } from "db/demo/workdays";
import { describe, expect, it } from "vitest";

const WEEK = [0, 1, 2, 3, 4, 5, 6].map((day) => new Date(Date.UTC(2026, 10, 23 + day, 0, 33)));
const isWorkday = (at: Date) => at.getUTCDay() % 6 !== 0;
const coins = demoInstruments()
  .filter(({ kind }) => kind === "crypto")
  .map(({ symbol }) => symbol);

describe("the demo's working days", () => {
  it("move a weekend day to the Friday before", () => {
    expect(WEEK.map((at) => onWorkday(at).toISOString().slice(8, 13))).toEqual([
      "23T00",
      "24T00",
      "25T00",
      "26T00",
      "27T00",
      "27T00",
      "27T00",
    ]);
  });

  it("hold the beginning and end of every share call, but coins keep weekends", () => {
    const lag = (now: Date, alert: (typeof TRADE_ALERTS)[number]) =>
      (now.getTime() - publishedAt(now, alert).getTime()) / 3_600_000 - alert.hoursAgo;
    for (const now of WEEK)
      for (const alert of TRADE_ALERTS) {
        const at = publishedAt(now, alert);
        const isCoin = coins.includes(alert.ticker);
        const works = [at, endOfPeriod(at, alert.holdingPeriod)].map(isWorkday);
        expect(isCoin || works, alert.ticker).toEqual(isCoin || [true, true]);
        expect(Math.round(lag(now, alert)) % 24, alert.ticker).toBe(0);
        expect(lag(now, alert), alert.ticker).toBeLessThan(isCoin ? 1 : 5 * 24);
      }
  });

  it("end a holding period on the same day as the database", () => {
    const end = (begin: string, period: string) =>
      endOfPeriod(new Date(begin), period).toISOString().slice(0, 10);
    expect(end("2026-11-26T22:00:00Z", "1 month")).toBe("2026-12-26");
    expect(end("2026-11-26T22:00:00Z", "3 weeks")).toBe("2026-12-17");
    expect(end("2026-11-26T22:00:00Z", "10 days")).toBe("2026-12-06");
  });
});
