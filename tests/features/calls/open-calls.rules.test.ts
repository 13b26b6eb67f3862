import { describe, expect, it } from "vitest";
import {
  byNearness,
  distancesOf,
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
  it("begin with the one that is nearest to an end; one whose stop is none is not drawn", () => {
    const near = call({ name: "Near", now: 91 });
    const odd = call({ name: "Odd", stop: 140 });
    expect(byNearness([call({}), odd, near]).map(({ name }) => name)).toEqual(["Near", "Canary"]);
  });

  it("are told by number, and by the nearest end", () => {
    const state = (...calls: OpenCall[]) => ({
      open: calls.length,
      atLeast: false,
      calls: byNearness(calls),
    });
    expect(openFinding(state(call({}), call({ name: "Near", now: 128.7 })))).toBe(
      "2 calls are open. Near is 1.0% from its target",
    );
    expect(openFinding(state(call({ now: 90 })))).toBe("One call is open. Canary is at its stop");
    expect(openFinding({ open: 50, atLeast: true, calls: [] })).toBe("50 calls or more are open");
  });
});

describe("those that are not shown", () => {
  it("are led to by their number", () => {
    const calls = [call({}), call({ name: "Near", now: 128.7 })];
    expect(restOfOpen({ open: 22, atLeast: false, calls })).toEqual({
      shown: "The 2 nearest to their end",
      all: "All 22 open calls",
    });
    expect(restOfOpen({ open: 50, atLeast: true, calls })?.all).toBe("All open calls");
  });

  it("are none where all are shown", () =>
    expect(restOfOpen({ open: 1, atLeast: false, calls: [call({})] })).toBeUndefined());
});
