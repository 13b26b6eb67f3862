import { describe, expect, it } from "vitest";
import { type ClosedCall, figuresOf, resultOf } from "~/features/calls/track-record/record.rules";

const call = (entryPrice: string, closePrice: string, more: Partial<ClosedCall> = {}): ClosedCall => ({
  direction: "buy",
  enteredOn: "2026-11-02",
  endedOn: "2026-11-12",
  entryPrice,
  closePrice,
  closeRatio: "1",
  indexFrom: null,
  indexTo: null,
  ...more,
});

describe("a result", () => {
  it("is the gain of a buy and the reverse for a sell", () => {
    expect(resultOf(call("100", "110"))).toBeCloseTo(10, 10);
    expect(resultOf(call("100", "110", { direction: "sell" }))).toBeCloseTo(-10, 10);
  });
  it("does not change with a split", () =>
    expect(resultOf(call("100", "55", { closeRatio: "2" }))).toBeCloseTo(10, 10));
});

describe("the figures", () => {
  it("are counts only without calls", () =>
    expect(figuresOf([])).toEqual({ settled: 0, right: 0, compared: 0 }));

  it("match a calculation by hand for four calls", () => {
    const calls = [
      call("100", "120", { indexFrom: "50", indexTo: "51" }),
      call("100", "90"),
      call("100", "70", { endedOn: "2026-11-22" }),
      call("100", "100"),
    ];
    const figures = figuresOf(calls);
    expect(figures).toMatchObject({ settled: 4, right: 1, winRate: 25, compared: 1 });
    expect(figures.mean).toBeCloseTo(-5, 10);
    expect(figures.median).toBeCloseTo(-5, 10);
    expect([figures.best, figures.worst]).toEqual([expect.closeTo(20, 10), expect.closeTo(-30, 10)]);
    expect(figures.aboveIndex).toBeCloseTo(18, 10);
    expect(figures.daysHeld).toBe(12.5);
    expect(figures.drawdown).toBeCloseTo(40, 10);
  });

  it("have the middle result as median for three calls, and a drawdown from the start", () => {
    const { median, drawdown } = figuresOf([call("100", "90"), call("100", "130"), call("100", "101")]);
    expect([median, drawdown]).toEqual([expect.closeTo(1, 10), expect.closeTo(10, 10)]);
  });
});
