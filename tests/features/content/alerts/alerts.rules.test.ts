import { describe, expect, it } from "vitest";
import { contradictions, tradePlan } from "~/features/content/alerts/alerts.rules";

const buy = { tag: "buy", targetPrice: "312", currentPrice: "284.6", stopLoss: "271.5" } as const;
const sell = { tag: "sell", targetPrice: "1840", currentPrice: "1992", stopLoss: "2085" } as const;

describe("tradePlan", () => {
  it("weighs a buy", () => {
    const plan = tradePlan(buy);
    expect(plan.toTarget).toBeCloseTo(9.63, 2);
    expect(plan.toStop).toBeCloseTo(-4.6, 2);
    expect(plan.risk).toBeCloseTo(13.1);
    expect(plan.reward).toBeCloseTo(27.4);
    expect(plan.ratio).toBeCloseTo(2.09, 2);
  });

  it("weighs a sell, where the reward lies below", () => {
    const plan = tradePlan(sell);
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
  ] as const)("has no ratio for %j", (alert, reached) => {
    expect(tradePlan(alert)).toMatchObject({ reached });
    expect(tradePlan(alert).ratio).toBeUndefined();
  });

  it("has the distance to the target without a stop", () => {
    const plan = tradePlan({ ...buy, stopLoss: null });
    expect(plan.toTarget).toBeCloseTo(9.63, 2);
    expect(plan).toMatchObject({ toStop: undefined, risk: undefined, ratio: undefined });
  });

  it.each([null, undefined, "0"])("is empty with a current price of %j", (currentPrice) =>
    expect(tradePlan({ ...buy, currentPrice })).toEqual({}));
});

describe("a stop on the wrong side", () => {
  it.each([
    { ...buy, stopLoss: "312" },
    { ...buy, stopLoss: "320", currentPrice: "330" },
    { ...sell, stopLoss: "1000" },
  ])("changes nothing: %j", (alert) =>
    expect(tradePlan(alert)).toEqual({ toTarget: expect.any(Number), toStop: expect.any(Number) }));
});

describe("contradictions", () => {
  it.each([
    buy,
    sell,
    {},
    { ...buy, stopLoss: null },
    { ...buy, stopLoss: undefined },
    { ...buy, currentPrice: null },
    { ...buy, currentPrice: null, stopLoss: null },
  ])("finds none in %j", (alert) => expect(contradictions(alert)).toEqual({}));

  it.each([
    [
      { ...buy, stopLoss: "312" },
      "stopLoss",
      "The stop loss of a buy alert should be below its target price",
    ],
    [
      { ...sell, stopLoss: "1000" },
      "stopLoss",
      "The stop loss of a sell alert should be above its target price",
    ],
    [
      { ...buy, currentPrice: "312" },
      "targetPrice",
      "The target price of a buy alert should be above its current price",
    ],
    [
      { ...sell, currentPrice: "1700", stopLoss: null },
      "targetPrice",
      "The target price of a sell alert should be below its current price",
    ],
    [
      { ...buy, currentPrice: "271.5" },
      "stopLoss",
      "The stop loss of a buy alert should be below its current price",
    ],
    [
      { ...sell, currentPrice: "2100" },
      "stopLoss",
      "The stop loss of a sell alert should be above its current price",
    ],
  ])("finds one in %j", (alert, field, words) => expect(contradictions(alert)).toEqual({ [field]: words }));

  it("finds none if only the price has moved since", () => {
    const before = { ...buy, targetPrice: "312.00" };
    expect(contradictions({ ...buy, currentPrice: "400" }, before)).toEqual({});
    expect(contradictions({ ...buy, currentPrice: "400", targetPrice: "350" }, before)).not.toEqual({});
    expect(contradictions({ ...buy, tag: "sell" }, before)).not.toEqual({});
  });
});
