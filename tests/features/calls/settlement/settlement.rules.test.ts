import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  findSettlement,
  type MeasuredCall,
  type Settlement,
  type Split,
  type TradedDay,
} from "~/features/calls/settlement/settlement.rules";

const TODAY = "2026-12-31";

const BUY: MeasuredCall = {
  direction: "buy",
  madeOn: "2026-11-02",
  entryPrice: "100",
  history: [{ day: "2026-11-02", terms: { target: "110", stop: "95", lastDay: "2026-11-06" } }],
};
const SELL: MeasuredCall = {
  ...BUY,
  direction: "sell",
  history: [{ day: "2026-11-02", terms: { target: "90", stop: "105", lastDay: "2026-11-06" } }],
};

/** "3: 101" is a close of 3 November; "3: 101 99-104" adds its low and high. */
const days = (...texts: string[]): TradedDay[] =>
  texts.map((text) => {
    const [, day = "", close = "", low, high] = /^(\d+): ([\d.]+)(?: ([\d.]+)-([\d.]+))?$/.exec(text) ?? [];
    return { day: `2026-11-${day.padStart(2, "0")}`, close, high: high ?? null, low: low ?? null };
  });

const settle = (call: MeasuredCall, texts: string[], splits: Split[] = [], today = TODAY) =>
  findSettlement(call, days(...texts), splits, today);
const settled = (on: number, price: string, reason: Settlement["reason"], ratio = "1"): Settlement => ({
  on: `2026-11-${String(on).padStart(2, "0")}`,
  price,
  ratio,
  reason,
});

describe("a buy", () => {
  it.each<[string, string[], Settlement | undefined]>([
    ["stays open between its levels", ["3: 101", "4: 96 95.5-109"], undefined],
    ["reaches its target by the high", ["3: 101 99-110"], settled(3, "110", "target")],
    ["reaches its target by the close alone, at its level", ["3: 114"], settled(3, "110", "target")],
    ["is stopped by the low, at its level", ["3: 101 94-102"], settled(3, "95", "stop")],
    ["is stopped by a close alone, at that close", ["3: 93"], settled(3, "93", "stop")],
    ["is stopped at the close if the day opened beyond the stop", ["3: 91 90-94"], settled(3, "91", "stop")],
    ["is stopped if a day touches both stop and target", ["3: 101 94-111"], settled(3, "95", "stop")],
    ["is not settled on the day it was made", ["2: 120 80-130", "3: 101"], undefined],
    ["ends at the close of its last day", ["5: 104", "6: 103"], settled(6, "103", "period")],
    ["reaches its target on its last day", ["6: 103 99-111"], settled(6, "110", "target")],
    ["waits for the price of its last day", ["5: 104"], undefined],
    [
      "ends at the last close before a last day without a price",
      ["5: 104", "9: 90"],
      settled(5, "104", "period"),
    ],
    ["ends at the first later close if trading was halted until then", ["9: 90"], settled(9, "90", "period")],
    ["stays open over days without a price", ["3: 101", "6: 112"], settled(6, "110", "target")],
  ])("%s", (_what, prices, expected) => expect(settle(BUY, prices)).toEqual(expected));

  it("is not settled by the price of the running day", () => {
    expect(settle(BUY, ["4: 120"], [], "2026-11-04")).toBeUndefined();
    expect(settle(BUY, ["4: 120"], [], "2026-11-05")).toEqual(settled(4, "110", "target"));
  });
});

describe("a price with more digits than a float", () => {
  const fine = (target: string, stop: string): MeasuredCall => ({
    ...BUY,
    entryPrice: "100",
    history: [{ day: "2026-11-02", terms: { target, stop, lastDay: "2026-11-06" } }],
  });

  it.each<[string, string, Settlement | undefined]>([
    ["just below its target", "3: 109.99999999999999999 100-109.99999999999999999", undefined],
    [
      "at its target",
      "3: 110.00000000000000001 100-110.00000000000000001",
      settled(3, "110.00000000000000001", "target"),
    ],
    ["just above its stop", "3: 100 95.00000000000000001-101", undefined],
    ["at its stop", "3: 100 95-101", settled(3, "95", "stop")],
  ])("is compared with the levels exactly: %s", (_, day, result) => {
    expect(settle(fine(day.includes("0001 100") ? "110.00000000000000001" : "110", "95"), [day])).toEqual(
      result,
    );
  });
});

describe("a sell", () => {
  it.each<[string, string[], Settlement | undefined]>([
    ["reaches its target by the low", ["3: 95 90-101"], settled(3, "90", "target")],
    ["is stopped by the high", ["3: 101 99-106"], settled(3, "105", "stop")],
    ["is stopped at the close of a day beyond it", ["3: 108 106-109"], settled(3, "108", "stop")],
    ["ends at the close of its last day", ["6: 99"], settled(6, "99", "period")],
  ])("%s", (_what, prices, expected) => expect(settle(SELL, prices)).toEqual(expected));
});

describe("the settlement", () => {
  const withTerms = (terms: Partial<MeasuredCall["history"][0]["terms"]>): MeasuredCall => ({
    ...BUY,
    history: [{ day: BUY.madeOn, terms: { target: null, stop: null, lastDay: null, ...terms } }],
  });
  it("ignores a stop on the target's side", () =>
    expect(settle(withTerms({ target: "110", stop: "112" }), ["3: 101"])).toBeUndefined());
  it("ignores a target without a gain", () =>
    expect(settle(withTerms({ target: "99" }), ["3: 101"])).toBeUndefined());
  it("uses a stop above the entry", () =>
    expect(settle(withTerms({ target: "110", stop: "103" }), ["3: 104 102-105"])).toEqual(
      settled(3, "103", "stop"),
    ));
  it("leaves a call without levels and last day open", () =>
    expect(settle(withTerms({}), ["3: 1", "30: 900"])).toBeUndefined());
});

describe("changed terms", () => {
  const changed = (day: string, terms: Partial<MeasuredCall["history"][0]["terms"]>): MeasuredCall => ({
    ...BUY,
    history: [...BUY.history, { day, terms: { target: "110", stop: "95", lastDay: "2026-11-06", ...terms } }],
  });
  it("apply from the next day, so nothing is settled in hindsight", () => {
    expect(settle(changed("2026-11-03", { stop: "80" }), ["3: 101 94-102"])).toEqual(
      settled(3, "95", "stop"),
    );
    expect(settle(changed("2026-11-03", { target: "103" }), ["3: 104", "4: 104"])).toEqual(
      settled(4, "103", "target"),
    );
  });
  it("do not end a period on a past day", () => {
    const call = changed("2026-11-05", { lastDay: "2026-11-03" });
    expect(settle(call, ["3: 109", "4: 107", "5: 101", "6: 100"])).toEqual(settled(5, "101", "period"));
  });
});

describe("a split", () => {
  const split = [{ day: "2026-11-04", ratio: "2" }];
  it("adjusts levels and keeps the outcome", () => {
    expect(settle(BUY, ["3: 104", "4: 52.5"], split)).toBeUndefined();
    expect(settle(BUY, ["3: 104", "4: 54 52-55"], split)).toEqual(settled(4, "55", "target", "2"));
    expect(settle(BUY, ["3: 104", "6: 51"], split)).toEqual(settled(6, "51", "period", "2"));
  });
  it("before the call does not apply", () =>
    expect(settle(BUY, ["3: 111"], [{ day: "2026-11-02", ratio: "2" }])).toEqual(
      settled(3, "110", "target"),
    ));
  it("after a last day without a price does not apply", () =>
    expect(settle(BUY, ["5: 104", "9: 52"], [{ day: "2026-11-09", ratio: "2" }])).toEqual(
      settled(5, "104", "period"),
    ));
});

describe("levels set after a split", () => {
  const splits = [{ day: "2026-11-04", ratio: "4" }];
  const changedOn = (day: string, terms: Partial<MeasuredCall["history"][0]["terms"]>): MeasuredCall => ({
    ...BUY,
    history: [...BUY.history, { day, terms: { target: "110", stop: "95", lastDay: null, ...terms } }],
  });
  it("are in the new shares", () => {
    const call = changedOn("2026-11-04", { target: "30" });
    expect(settle(call, ["4: 25", "5: 26"], splits)).toBeUndefined();
    expect(settle(call, ["4: 25", "5: 31"], splits)).toEqual(settled(5, "30", "target", "4"));
  });
  it("do not affect the other level", () =>
    expect(settle(changedOn("2026-11-04", { target: "30" }), ["4: 25", "5: 24 23-25"], splits)).toEqual(
      settled(5, "23.75", "stop", "4"),
    ));
  it("are ignored without a gain on the entry in the same shares", () =>
    expect(
      settle(changedOn("2026-11-05", { target: "24" }), ["4: 25", "6: 25.5 24.5-27"], splits),
    ).toBeUndefined());
});

/** Histories in whole numbers, so nothing is rounded: 40 to 160 around an entry of 100. */
const HISTORY = fc.record({
  closes: fc.array(fc.record({ close: fc.integer({ min: 40, max: 160 }), reach: fc.option(fc.nat(15)) }), {
    minLength: 1,
    maxLength: 27,
  }),
  target: fc.option(fc.integer({ min: 80, max: 150 })),
  stop: fc.option(fc.integer({ min: 50, max: 120 })),
  last: fc.option(fc.integer({ min: 2, max: 28 })),
});
type History = typeof HISTORY extends fc.Arbitrary<infer Value> ? Value : never;

const tradedDays = ({ closes }: History): TradedDay[] =>
  closes.map(({ close, reach }, index) => ({
    day: `2026-11-${String(index + 2).padStart(2, "0")}`,
    close: String(close),
    high: reach === null ? null : String(close + reach),
    low: reach === null ? null : String(close - reach),
  }));
const buyOf = ({ target, stop, last }: History): MeasuredCall => {
  const text = (value: number | null) => (value === null ? null : String(value));
  const lastDay = last === null ? null : `2026-11-${String(last).padStart(2, "0")}`;
  return {
    ...BUY,
    history: [{ day: BUY.madeOn, terms: { target: text(target), stop: text(stop), lastDay } }],
  };
};

describe("in thousands of random histories", () => {
  const holds = (property: (history: History) => void) =>
    fc.assert(fc.property(HISTORY, property), { numRuns: 3000, seed: 20261122 });

  it("a settlement does not change with later prices", () =>
    holds((history) => {
      const all = tradedDays(history);
      const whole = findSettlement(buyOf(history), all, [], TODAY);
      const first = all.findIndex((_day, index) =>
        findSettlement(buyOf(history), all.slice(0, index + 1), [], TODAY),
      );
      const early =
        first < 0 ? undefined : findSettlement(buyOf(history), all.slice(0, first + 1), [], TODAY);
      expect(early).toEqual(whole);
    }));

  it("a sell settles as the mirrored buy", () =>
    holds((history) => {
      const mirror = (price: string) => String(200 - Number(price));
      const mirrored = tradedDays(history).map(({ day, close, high, low }) => ({
        day,
        close: mirror(close),
        high: low && mirror(low),
        low: high && mirror(high),
      }));
      const [original] = buyOf(history).history;
      const { target = null, stop = null, lastDay = null } = original?.terms ?? {};
      const terms = { target: target && mirror(target), stop: stop && mirror(stop), lastDay };
      const sell: MeasuredCall = { ...BUY, direction: "sell", history: [{ day: BUY.madeOn, terms }] };
      const bought = findSettlement(buyOf(history), tradedDays(history), [], TODAY);
      expect(findSettlement(sell, mirrored, [], TODAY)).toEqual(
        bought && { ...bought, price: mirror(bought.price) },
      );
    }));

  it("a two-for-one split changes neither day, reason nor result", () =>
    fc.assert(
      fc.property(HISTORY, fc.integer({ min: 3, max: 28 }), (history, on) => {
        const day = `2026-11-${String(on).padStart(2, "0")}`;
        const half = (price: string) => String(Number(price) / 2);
        const after = tradedDays(history).map((traded) =>
          traded.day < day
            ? traded
            : {
                ...traded,
                close: half(traded.close),
                high: traded.high && half(traded.high),
                low: traded.low && half(traded.low),
              },
        );
        const plain = findSettlement(buyOf(history), tradedDays(history), [], TODAY);
        const split = findSettlement(buyOf(history), after, [{ day, ratio: "2" }], TODAY);
        expect([split?.on, split?.reason]).toEqual([plain?.on, plain?.reason]);
        if (split && plain)
          expect(Number(split.price) * Number(split.ratio)).toBeCloseTo(Number(plain.price), 6);
      }),
      { numRuns: 3000, seed: 20261122 },
    ));
});
