import { walk } from "tests/ui/charts/prices";
import { describe, expect, it } from "vitest";
import { chartDays, type PricedCall, paywallDays, toCallPicture } from "~/features/calls/call-picture.rules";

const TODAY = "2026-07-16";
const OPEN: PricedCall = {
  name: "Broadcom",
  direction: "buy",
  currency: "USD",
  kind: "stock",
  madeAt: new Date("2026-07-02T15:41:00Z"),
  madeOn: "2026-07-02",
  entryPrice: "272.1",
  target: "305",
  stop: "262.5",
  lastDay: "2026-07-30",
  state: "open",
  endedOn: null,
  closePrice: null,
  closeRatio: null,
  shares: "1",
};
const DAYS = walk("2026-05-18", TODAY, 262, 3).map(({ day, close }) => ({ day, close: String(close) }));
const NOW = { close: 284.6, day: TODAY };
const chartData = (call: Partial<PricedCall> = {}, days = DAYS, current: typeof NOW | undefined = NOW) =>
  toCallPicture({ ...OPEN, ...call }, days, { today: TODAY, running: TODAY, current });

describe("the days of a call's chart", () => {
  it.each([
    ["end today for an open call", {}, "2026-07-16"],
    ["end on the last day of a call that is over", { lastDay: "2026-07-10" }, "2026-07-10"],
    ["end on the closing day of a closed call", { endedOn: "2026-07-08" }, "2026-07-08"],
  ])("%s", (_, call, to) => {
    expect(chartDays({ ...OPEN, ...call }, TODAY)).toEqual({ from: "2026-05-18", to });
  });

  it("behind the paywall depend only on the call's day and today", () => {
    const made = new Date("2026-07-02T15:41:00Z");
    expect(paywallDays(made, new Date("2026-07-16T14:32:00Z"), "UTC")).toEqual({
      from: "2026-06-04",
      to: TODAY,
    });
    expect(paywallDays(made, new Date("2028-01-01T00:00:00Z"), "UTC").to).toBe("2026-09-24");
  });

  it("are in the site's zone", () => {
    const [evening, later] = [new Date("2026-07-02T15:41:00Z"), new Date("2026-07-16T14:32:00Z")];
    expect(paywallDays(evening, later, "Pacific/Kiritimati")).toEqual({
      from: "2026-06-05",
      to: "2026-07-17",
    });
  });
});

describe("the data of a call's chart", () => {
  it("has twenty sessions before the call and all since, up to the current price", () => {
    const { points, made } = chartData();
    expect(points.filter(({ day }) => day < made.day)).toHaveLength(20);
    expect(points.at(-1)).toEqual({ day: TODAY, close: 284.6 });
    expect(made).toEqual({ day: "2026-07-02", price: 272.1 });
  });

  it("has target and stop, without a stop on the target's side", () => {
    expect(chartData()).toMatchObject({ target: 305, stop: 262.5, ends: "2026-07-30" });
    expect(chartData({ stop: "310" }).stop).toBeUndefined();
    expect(chartData({ direction: "sell", target: "250", stop: "280" }).stop).toBe(280);
    expect(chartData({ direction: "sell", target: "250" }).stop).toBe(262.5);
    expect(chartData({ direction: "sell", target: "250", stop: "240" }).stop).toBeUndefined();
    expect(chartData({ target: null }).stop).toBe(262.5);
  });

  it("is in shares of the entry day after a split", () => {
    const days = [
      { day: "2026-07-02", close: "136.05" },
      { day: "2026-07-08", close: "140" },
    ];
    const split = chartData({ shares: "2" }, days, { ...NOW, close: 142.3 });
    expect(split.points.map(({ close }) => close)).toEqual([272.1, 280, 284.6]);
    const closed = chartData({
      shares: "2",
      state: "closed",
      endedOn: "2026-07-08",
      closePrice: "140",
      closeRatio: "2",
    });
    expect(closed.closed).toEqual({ day: "2026-07-08", price: 280 });
  });

  it("ends at the closing price, without today's price", () => {
    const closed = chartData({
      state: "closed",
      endedOn: "2026-07-14",
      closePrice: "305",
      closeRatio: "1",
    });
    expect(closed).toMatchObject({ settled: true, closed: { day: "2026-07-14", price: 305 } });
    expect(closed.points.every(({ close }) => close !== NOW.close)).toBe(true);
  });

  it("ends at the last close if the call is over but not settled", () => {
    const days = DAYS.filter(({ day }) => day <= "2026-07-10");
    const over = chartData({ lastDay: "2026-07-10" }, days);
    const last = days.at(-1);
    expect(over.closed).toEqual({ day: "2026-07-10", price: Number(last?.close), word: "Ended" });
    expect(over.settled).toBe(false);
    const withdrawn = chartData({ state: "withdrawn", endedOn: "2026-07-10" }, days);
    expect(withdrawn.closed?.word).toBe("Withdrawn");
  });

  it("has no end without a price after the call", () => {
    expect(chartData({ lastDay: "2026-07-10" }, [], undefined).closed).toBeUndefined();
  });
});
