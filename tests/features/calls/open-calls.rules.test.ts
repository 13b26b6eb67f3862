import { describe, expect, it } from "vitest";
import {
  distancesOf,
  drawable,
  gainsAndLosses,
  type OpenCall,
  openFinding,
  restOfOpen,
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
  it("is measured from its price now to either end, whichever way it was made", () => {
    expect(distancesOf(call({ now: 100 }))).toEqual({ toStop: 10, toTarget: 30 });
    const sell = call({ direction: "sell", now: 80, stop: 100, target: 60 });
    expect(distancesOf(sell)).toEqual({ toStop: 25, toTarget: 25 });
    expect(resultSoFar(sell)).toBeCloseTo(20);
    expect(resultSoFar(call({}))).toBeCloseTo(4);
  });

  it("that has passed an end is at it", () =>
    expect(distancesOf(call({ now: 80 }))).toEqual({ toStop: 0, toTarget: 62.5 }));
});

describe("the open calls", () => {
  it("keep their order, however near they are to an end; one whose stop is none is not drawn", () => {
    const near = call({ name: "Near", now: 91 });
    const odd = call({ name: "Odd", stop: 140 });
    expect(drawable([call({}), odd, near]).map(({ name }) => name)).toEqual(["Canary", "Near"]);
  });

  it("are told by number, and by how many gain and lose", () => {
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

describe("those that are not shown", () => {
  const MOVED = { gaining: 1, losing: 0 };

  it("are led to by their number", () => {
    const calls = [call({}), call({ name: "Near", now: 128.7 })];
    expect(restOfOpen({ open: 22, atLeast: false, ...MOVED, calls })).toEqual({
      shown: "The 2 newest",
      all: "All 22 open calls",
    });
    expect(restOfOpen({ open: 50, atLeast: true, ...MOVED, calls })?.all).toBe("All open calls");
  });

  it("are none where all are shown", () =>
    expect(restOfOpen({ open: 1, atLeast: false, ...MOVED, calls: [call({})] })).toBeUndefined());
});
