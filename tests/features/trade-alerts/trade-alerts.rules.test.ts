import { describe, expect, it } from "vitest";
import { holdUntil, planOf, stopProblem } from "~/features/trade-alerts/trade-alerts.rules";

const buy = { tag: "buy", targetPrice: "312", currentPrice: "284.6", stopLoss: "271.5" } as const;
const sell = { tag: "sell", targetPrice: "1840", currentPrice: "1992", stopLoss: "2085" } as const;

describe("planOf", () => {
  it("weighs a buy", () => {
    const plan = planOf(buy);
    expect(plan.toTarget).toBeCloseTo(9.63, 2);
    expect(plan.toStop).toBeCloseTo(-4.6, 2);
    expect(plan.risk).toBeCloseTo(13.1);
    expect(plan.reward).toBeCloseTo(27.4);
    expect(plan.ratio).toBeCloseTo(2.09, 2);
  });

  it("weighs a sell, where the reward lies below", () => {
    const plan = planOf(sell);
    expect(plan.toTarget).toBeCloseTo(-7.63, 2);
    expect(plan.toStop).toBeCloseTo(4.67, 2);
    expect([plan.risk, plan.reward]).toEqual([93, 152]);
    expect(plan.ratio).toBeCloseTo(1.63, 2);
  });

  it.each([
    [{ ...buy, currentPrice: "312" }, "target"],
    [{ ...buy, currentPrice: "400" }, "target"],
    [{ ...buy, currentPrice: "271.5" }, "stop"],
    [{ ...sell, currentPrice: "1700" }, "target"],
    [{ ...sell, currentPrice: "2085" }, "stop"],
    [{ ...buy, currentPrice: "312", stopLoss: null }, "target"],
  ] as const)("has nothing left to weigh in %j", (alert, reached) => {
    expect(planOf(alert)).toMatchObject({ reached });
    expect(planOf(alert).ratio).toBeUndefined();
  });

  it("knows the way to the target without a stop", () => {
    const plan = planOf({ ...buy, stopLoss: null });
    expect(plan.toTarget).toBeCloseTo(9.63, 2);
    expect(plan).toMatchObject({ toStop: undefined, risk: undefined, ratio: undefined });
  });

  it.each([null, undefined, "0"])("knows nothing with a current price of %j", (currentPrice) =>
    expect(planOf({ ...buy, currentPrice })).toEqual({}));
});

describe("stopProblem", () => {
  it.each([
    buy,
    sell,
    {},
    { ...buy, stopLoss: null },
    { ...buy, stopLoss: undefined },
  ])("lets %j be", (alert) => expect(stopProblem(alert)).toBeUndefined());
  it("refuses a stop on the target's side", () => {
    expect(stopProblem({ ...buy, stopLoss: "312" })).toBe(
      "Stop loss must be below the target price of a buy alert",
    );
    expect(stopProblem({ ...sell, stopLoss: "1000" })).toBe(
      "Stop loss must be above the target price of a sell alert",
    );
  });
});

describe("holdUntil", () => {
  const from = new Date("2026-01-31T13:05:00Z");
  it.each([
    ["1 week", "2026-02-07"],
    ["3 weeks", "2026-02-21"],
    ["10 days", "2026-02-10"],
    ["a month", "2026-02-28"],
    ["two months", "2026-03-31"],
    ["1 Year", "2027-01-31"],
    [" 6 WEEKS ", "2026-03-14"],
  ])("counts %j", (period, day) =>
    expect(holdUntil(period, from)?.toISOString()).toBe(`${day}T13:05:00.000Z`));
  it.each(["2-3 weeks", "until earnings", "", "1000 days", "week", "-1 week"])("cannot count %j", (period) =>
    expect(holdUntil(period, from)).toBeUndefined());
});
