import { describe, expect, it } from "vitest";
import { type Measured, playOutcome } from "./outcomes";
import {
  type Balance,
  balance,
  duplicates,
  firstAfter,
  type Kind,
  kindsAway,
  longestGap,
  longestGaps,
  visitsDuring,
  type Write,
} from "./record";

const write = (at: number, key = `k${at}`, kind: Kind = "publication"): Write => ({ kind, key, at });
const visit = (at: number, status = 200, ms = 10) => ({ path: "/", status, ms, at });
const nothing: Balance = { confirmed: 0, lost: [], doubled: [] };

describe("the balance of confirmed writes", () => {
  it("counts a confirmed write without a row as lost", () => {
    const writes = [write(1, "kept"), write(2, "gone"), write(3, "other", "ledger")];
    expect(balance(writes, "publication", ["kept"])).toEqual({ confirmed: 2, lost: ["gone"], doubled: [] });
  });

  it("counts a row that nobody was told of neither as lost nor as doubled", () => {
    expect(balance([write(1, "a")], "publication", ["a", "unconfirmed"])).toMatchObject({
      lost: [],
      doubled: [],
    });
  });

  it("names each doubled key once", () => {
    expect(duplicates(["a", "b", "a", "a"])).toEqual(["a"]);
  });
});

describe("the time without confirmed writes", () => {
  it("is the longest between two neighbours in time", () => {
    expect(longestGap([write(9_000), write(1_000), write(2_000)])).toEqual({ from: 2_000, to: 9_000 });
  });

  it("is not shortened by writes of another kind", () => {
    const writes = [write(0, "a", "ledger"), write(5_000), write(9_000, "b", "ledger"), write(9_500)];
    const gaps = longestGaps(writes);
    expect([gaps.ledger, gaps.publication]).toEqual([
      { from: 0, to: 9_000 },
      { from: 5_000, to: 9_500 },
    ]);
  });

  it("is empty without writes", () => {
    expect(longestGap([])).toEqual({ from: 0, to: 0 });
  });

  it("holds visits for its first 60 seconds", () => {
    const visits = [visit(500), visit(1_000), visit(60_999), visit(61_000)];
    expect(visitsDuring(visits, { from: 1_000, to: 90_000 }).map(({ at }) => at)).toEqual([1_000, 60_999]);
  });

  it("ends with the first publication after it", () => {
    const sightings = [9_500, 9_100, 2_000].map((at) => ({ at, ms: [1, 2] }));
    expect(firstAfter(sightings, { from: 2_000, to: 9_000 })?.at).toBe(9_100);
  });
});

describe("the kinds that are not back after a fault", () => {
  const back = [write(11), write(12, "r", "registration"), write(13, "l", "ledger")];

  it("are those without a write since then", () => {
    expect(kindsAway([...back, write(9, "p", "purchase")], 10, 2)).toEqual(["purchase"]);
    expect(kindsAway([write(14, "p", "purchase"), ...back], 10, 2)).toEqual([]);
    expect(kindsAway([], 10, 2)).toEqual(["publication", "registration", "purchase", "ledger"]);
  });

  it("exclude purchases if each buyer has made theirs", () => {
    expect(kindsAway([...back, write(9, "p", "purchase")], 10, 1)).toEqual([]);
  });
});

describe("the verdict of a play", () => {
  const good: Measured = {
    writes: [write(0), write(8_000), write(8_500)],
    balances: {
      publication: { ...nothing, confirmed: 3 },
      registration: nothing,
      purchase: nothing,
      ledger: nothing,
    },
    visits: [visit(4_000)],
    requests: [{ path: "/api/news", status: 503, ms: 4_900 }],
    sightings: [{ at: 8_500, ms: [100, 900] }],
    ledgerHolds: true,
    bothAlive: true,
    missing: [],
  };
  const limits = { writesBack: 10_000 };
  const verdict = (changed: Partial<Measured>, own: Parameters<typeof playOutcome>[2] = limits) =>
    playOutcome("a play", { ...good, ...changed }, own).verdict;

  it("a play without losses, refusals or delays is kept", () => {
    expect(verdict({})).toBe("kept");
    expect(playOutcome("a play", good, limits).figure).toContain(
      "nothing confirmed for 8.0 s (publication 8.0 s",
    );
  });

  it.each<[string, Partial<Measured>]>([
    ["a lost write", { balances: { ...good.balances, ledger: { ...nothing, lost: ["a"] } } }],
    ["a doubled purchase", { balances: { ...good.balances, purchase: { ...nothing, doubled: ["a"] } } }],
    ["writes that come back too late", { writes: [write(0), write(10_001), write(10_002)] }],
    [
      "one kind that comes back too late",
      { writes: [...good.writes, write(0, "a", "ledger"), write(10_001, "b", "ledger")] },
    ],
    ["a kind that does not come back", { missing: ["purchase"] }],
    ["a visitor without a page", { visits: [visit(4_000, 503)] }],
    ["a slow answer", { visits: [visit(4_000, 200, 5_001)] }],
    ["a failure of ours", { requests: [{ path: "/", status: 500, ms: 1 }] }],
    ["a request without an answer", { requests: [{ path: "/", status: 0, ms: 1 }] }],
    ["a change seen late on one instance", { sightings: [{ at: 8_500, ms: [100, 1_001] }] }],
    ["no change seen afterwards", { sightings: [] }],
    ["a changed ledger", { ledgerHolds: false }],
    ["an instance that ended", { bothAlive: false }],
    ["a write confirmed by the old primary", { strayWrites: 1 }],
  ])("is broken by %s", (_what, changed) => {
    expect(verdict(changed)).toBe("broken");
  });

  it("counts what asynchronous replication loses and judges the rest", () => {
    const balances = { ...good.balances, publication: { confirmed: 3, lost: ["a", "b"], doubled: [] } };
    expect(playOutcome("a play", { ...good, balances }, { mayLose: true })).toMatchObject({
      verdict: "kept",
      figure: expect.stringContaining("2 lost"),
    });
    expect(verdict({ balances, ledgerHolds: false }, { mayLose: true })).toBe("broken");
  });
});
