import { describe, expect, it } from "vitest";
import {
  drawable,
  gainsAndLosses,
  levelDistances,
  moreOpenCalls,
  type OpenCall,
  openFinding,
  resultSoFar,
} from "~/features/calls/open-calls.rules";

const call = (values: Partial<OpenCall>): OpenCall => ({
  id: "id",
  recordId: "record",
  name: "Canary",
  direction: "buy",
  enteredOn: "2026-11-01",
  made: 100,
  now: 104,
  stop: 90,
  target: 130,
  lastDay: null,
  ...values,
});

describe("an open call", () => {
  it("has distances from the current price to stop and target, for buy and sell", () => {
    expect(levelDistances(call({ now: 100 }))).toEqual({ toStop: 10, toTarget: 30 });
    const sell = call({ direction: "sell", now: 80, stop: 100, target: 60 });
    expect(levelDistances(sell)).toEqual({ toStop: 25, toTarget: 25 });
    expect(resultSoFar(sell)).toBeCloseTo(20);
    expect(resultSoFar(call({}))).toBeCloseTo(4);
  });

  it("has a distance of zero to a passed stop", () =>
    expect(levelDistances(call({ now: 80 }))).toEqual({ toStop: 0, toTarget: 62.5 }));
});

describe("the open calls", () => {
  it("keep their order, without those whose stop is invalid", () => {
    const near = call({ name: "Near", now: 91 });
    const odd = call({ name: "Odd", stop: 140 });
    expect(drawable([call({}), odd, near]).map(({ name }) => name)).toEqual(["Canary", "Near"]);
  });

  it("are summarised by their number, gains and losses", () => {
    const state = (...calls: OpenCall[]) => ({
      open: calls.length,
      atLeast: false,
      ...gainsAndLosses(calls),
      calls,
    });
    const [gain, loss, still] = [call({}), call({ now: 91 }), call({ now: 100.04 })];
    expect(openFinding(state(gain, gain, loss, still))).toBe("4 calls are open: 2 ahead, 1 behind");
    expect(openFinding(state(gain))).toBe("One call is open: 1 ahead");
    expect(openFinding(state(call({ direction: "sell", stop: 130, target: 90 })))).toBe(
      "One call is open: 1 behind",
    );
    expect(openFinding(state(still))).toBe("One call is open");
    expect(openFinding({ open: 50, atLeast: true, gaining: 0, losing: 0, calls: [] })).toBe(
      "50 calls or more are open",
    );
  });
});

describe("the open calls that are not shown", () => {
  const MOVED = { gaining: 1, losing: 0 };

  it("get a link with the number of all open calls", () => {
    const calls = [call({}), call({ name: "Near", now: 128.7 })];
    expect(moreOpenCalls({ open: 22, atLeast: false, ...MOVED, calls })).toEqual({
      shown: "The 2 newest",
      all: "All 22 open calls",
    });
    expect(moreOpenCalls({ open: 50, atLeast: true, ...MOVED, calls })?.all).toBe("All open calls");
  });

  it("get no link if all are shown", () =>
    expect(moreOpenCalls({ open: 1, atLeast: false, ...MOVED, calls: [call({})] })).toBeUndefined());
});
