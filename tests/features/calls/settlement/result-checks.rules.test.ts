import { describe, expect, it } from "vitest";
import {
  type Result,
  resultText,
  saidAgainst,
  saidInstead,
} from "~/features/calls/settlement/result-checks.rules";
import type { TradedDay } from "~/features/calls/settlement/settlement.rules";

const STOPPED = { on: "2026-07-16", price: "89.00", ratio: "1", reason: "stop" } satisfies Result;
const by = (values: object = {}) => ({ ...STOPPED, price: "89", ...values });

describe("what a rule found", () => {
  it("is the same in other decimals", () => expect(saidInstead(STOPPED, by())).toBeUndefined());

  it.each<[object, string]>([
    [{ on: "2026-07-17" }, "Stop reached at 89 on 2026-07-17"],
    [{ price: "89.5" }, "Stop reached at 89.5 on 2026-07-16"],
    [{ reason: "period" }, "Period over at 89 on 2026-07-16"],
    [{ ratio: "2" }, "Stop reached at 89 on 2026-07-16, one share being 2 then"],
  ])("is another one with %j", (values, said) => expect(saidInstead(STOPPED, by(values))).toBe(said));

  it("may be none", () =>
    expect(saidInstead(STOPPED, undefined)).toBe(
      "It would be open, or wait for one that looks like a split",
    ));

  it("is told exactly", () => expect(resultText(STOPPED)).toBe("Stop reached at 89 on 2026-07-16"));
});

describe("what a hand said", () => {
  const said = { on: "2026-07-16", price: "104" };
  const day = (close: string, low: string | null = null, high: string | null = null): TradedDay => ({
    ...{ day: "2026-07-16", close, low, high },
  });

  it.each<[string, TradedDay | undefined]>([
    ["nobody knows the day's prices", undefined],
    ["it is the close", day("104.00")],
    ["it is the low", day("105", "104", "106")],
    ["it is the high", day("103", "102", "104")],
    ["it lies between the low and the close that is the highest known", day("105", "103")],
  ])("stands where %s", (_why, known) => expect(saidAgainst(said, known, false)).toBeUndefined());

  it.each<[string, TradedDay]>([
    ["It closed at 103 on 2026-07-16", day("103")],
    ["It was traded between 104.01 and 106 on 2026-07-16", day("105", "104.010", "106")],
    ["It was traded between 100 and 103.99 on 2026-07-16", day("102", "100", "103.99")],
    ["It was traded between 105 and 110 on 2026-07-16", day("105", null, "110")],
  ])("does not where %s", (text, known) => expect(saidAgainst(said, known, false)).toBe(text));

  it("while its day ran stands against a close, and not against what the whole day was traded at", () => {
    expect(saidAgainst(said, day("103"), true)).toBeUndefined();
    expect(saidAgainst(said, day("105", "105"), true)).toBeUndefined();
    expect(saidAgainst(said, day("105", "105", "106"), true)).toBe(
      "It was traded between 105 and 106 on 2026-07-16",
    );
  });
});
