import { describe, expect, it } from "vitest";
import {
  priceDifference,
  type Result,
  resultText,
  ruleDifference,
} from "~/features/calls/settlement/result-checks.rules";
import type { TradedDay } from "~/features/calls/settlement/settlement.rules";

const STOPPED = { on: "2026-07-16", price: "89.00", ratio: "1", reason: "stop" } satisfies Result;
const by = (values: object = {}) => ({ ...STOPPED, price: "89", ...values });

describe("a result by rule", () => {
  it("matches prices with other trailing zeros", () => expect(ruleDifference(STOPPED, by())).toBeUndefined());

  it.each<[object, string]>([
    [{ on: "2026-07-17" }, "Stop reached at 89 on 2026-07-17"],
    [{ price: "89.5" }, "Stop reached at 89.5 on 2026-07-16"],
    [{ reason: "period" }, "Period over at 89 on 2026-07-16"],
    [{ ratio: "2" }, "Stop reached at 89 on 2026-07-16, one share being 2 then"],
  ])("differs from prices with %j", (values, result) =>
    expect(ruleDifference(STOPPED, by(values))).toBe(result));

  it("differs from prices that would not end the call", () =>
    expect(ruleDifference(STOPPED, undefined)).toBe(
      "It would be open, or wait for one that looks like a split",
    ));

  it("has a text with its exact price and day", () =>
    expect(resultText(STOPPED)).toBe("Stop reached at 89 on 2026-07-16"));
});

describe("a result by hand", () => {
  const result = { on: "2026-07-16", price: "104" };
  const day = (close: string, low: string | null = null, high: string | null = null): TradedDay => ({
    ...{ day: "2026-07-16", close, low, high },
  });

  it.each<[string, TradedDay | undefined]>([
    ["the day's prices are unknown", undefined],
    ["it equals the close", day("104.00")],
    ["it equals the low", day("105", "104", "106")],
    ["it equals the high", day("103", "102", "104")],
    ["it is between the low and the close of a day without a high", day("105", "103")],
  ])("is accepted if %s", (_why, known) => expect(priceDifference(result, known, false)).toBeUndefined());

  it.each<[string, TradedDay]>([
    ["It closed at 103 on 2026-07-16", day("103")],
    ["It was traded between 104.01 and 106 on 2026-07-16", day("105", "104.010", "106")],
    ["It was traded between 100 and 103.99 on 2026-07-16", day("102", "100", "103.99")],
    ["It was traded between 105 and 110 on 2026-07-16", day("105", null, "110")],
  ])("is contradicted: %s", (text, known) => expect(priceDifference(result, known, false)).toBe(text));

  it("entered during its day is contradicted by low and high only, not by a close", () => {
    expect(priceDifference(result, day("103"), true)).toBeUndefined();
    expect(priceDifference(result, day("105", "105"), true)).toBeUndefined();
    expect(priceDifference(result, day("105", "105", "106"), true)).toBe(
      "It was traded between 105 and 106 on 2026-07-16",
    );
  });
});
