import { describe, expect, it } from "vitest";
import {
  type CallState,
  type ClosedBody,
  canonicalPrice,
  diffTerms,
  foldEvent,
  isMistake,
  type OpenedBody,
} from "~/features/calls/call-events.rules";
import { describeChanges } from "~/features/calls/call-history.rules";
import { callTerms } from "~/features/calls/call-terms.rules";

const OPENED: OpenedBody = {
  record: "alert",
  recordId: "r",
  number: 1,
  symbol: "NVDA",
  name: "Nvidia",
  direction: "buy",
  target: "150",
  stop: null,
  lastDay: null,
  zoneLow: null,
  zoneHigh: null,
  list: null,
  author: null,
  audience: "members",
  currency: "USD",
  madeAt: "2026-11-01T10:00:00.000Z",
  entry: { price: "120", at: "2026-11-01T09:59:00.000Z", source: "quote" },
  recordedLater: false,
};
const AT = "2026-11-10T02:00:00.000Z";
const open = () => foldEvent(undefined, { seq: 1, callId: "c", at: AT, kind: "opened", body: OPENED });
const change = (before: CallState, target: string) =>
  foldEvent(before, {
    seq: 2,
    callId: "c",
    at: AT,
    kind: "changed",
    body: { changes: { target: { from: "150", to: target } } },
  });

describe("a call after its events", () => {
  it("has the entry price of its opened event", () =>
    expect(open()).toMatchObject({
      id: "c",
      kind: "alert",
      state: "open",
      entryPrice: "120",
      target: "150",
      lastSeq: 1,
    }));

  it("differs only in the changed terms", () =>
    expect(change(open(), "162")).toEqual({ ...open(), target: "162", lastSeq: 2 }));

  it("gets its entry from a later change if it opened without a price", () => {
    const entry = { price: "121", at: "2026-11-02T21:00:00.000Z", source: "history" as const };
    const before = foldEvent(undefined, {
      seq: 1,
      callId: "c",
      at: AT,
      kind: "opened",
      body: { ...OPENED, entry: null },
    });
    expect(before.entryPrice).toBeNull();
    const after = foldEvent(before, {
      seq: 2,
      callId: "c",
      at: AT,
      kind: "changed",
      body: { changes: {}, entry },
    });
    expect([after.entryPrice, after.entryAt]).toEqual([entry.price, entry.at]);
  });

  it("rejects events that its state does not allow", () => {
    const body = { on: "2026-11-09", price: "150", ratio: "1", reason: "target" as const, note: null };
    const closed = foldEvent(open(), { seq: 2, callId: "c", at: AT, kind: "closed", body });
    expect(closed).toMatchObject({
      state: "closed",
      endedOn: "2026-11-09",
      closePrice: "150",
      closeReason: "target",
    });
    expect(() => change(closed, "162")).toThrow('"changed" cannot follow on a call that is closed');
    const withdrawn = { on: "2026-11-09", mistake: false };
    expect(() =>
      foldEvent(closed, { seq: 3, callId: "c", at: AT, kind: "withdrawn", body: withdrawn }),
    ).toThrow("cannot follow");
    expect(() =>
      foldEvent(undefined, { seq: 1, callId: "c", at: AT, kind: "withdrawn", body: withdrawn }),
    ).toThrow("not there");
    expect(() => foldEvent(open(), { seq: 2, callId: "c", at: AT, kind: "opened", body: OPENED })).toThrow(
      "cannot follow",
    );
  });
});

describe("a reopened call", () => {
  const UNDONE = { on: "2026-11-09", price: "150", ratio: "1", reason: "by hand" } as const;
  const reopen = (call: CallState, mistake: boolean) => {
    const body = { at: AT, mistake, note: mistake ? null : "Wrong one.", undone: UNDONE };
    return foldEvent(call, { seq: 3, callId: "c", at: AT, kind: "reopened", body });
  };
  const closed = () =>
    foldEvent(open(), { seq: 2, callId: "c", at: AT, kind: "closed", body: { ...UNDONE, note: "Sold." } });

  it("equals the call before the closing, except the last event and a visible reopening time", () => {
    expect(reopen(closed(), true)).toEqual({ ...open(), lastSeq: 3 });
    expect(reopen(closed(), false)).toEqual({ ...open(), lastSeq: 3, reopenedAt: AT });
  });

  it("must have been closed, and can be closed again", () => {
    expect(() => reopen(open(), true)).toThrow('"reopened" cannot follow on a call that is open');
    const body = { ...UNDONE, note: "Now it is." };
    const ended = foldEvent(reopen(closed(), true), { seq: 4, callId: "c", at: AT, kind: "closed", body });
    expect(ended).toMatchObject({ state: "closed", closeNote: "Now it is." });
  });
});

describe("the start of a call's public delay", () => {
  const CLOSED = { on: "2026-11-05", price: "150", ratio: "1", reason: "by hand", note: "Sold." } as const;
  const closed = (call: CallState, more: Partial<ClosedBody> = {}) =>
    foldEvent(call, { seq: 2, callId: "c", at: AT, kind: "closed", body: { ...CLOSED, ...more } });
  const older = () => ({ ...open(), recordedLater: true });

  it("is the day when the ledger learned of the result, not an earlier closing day", () => {
    expect(closed(open()).waitsFrom).toBe("2026-11-10");
    expect(closed(open(), { reason: "target", note: null }).waitsFrom).toBe("2026-11-10");
    // East of Greenwich the day starts before the UTC day.
    expect(closed(open(), { on: "2026-11-11" }).waitsFrom).toBe("2026-11-11");
  });

  it("is the last day of a call older than the ledger if prices settled it, but not if staff did", () => {
    expect(closed(older(), { reason: "period", note: null }).waitsFrom).toBe("2026-11-05");
    expect(closed(older()).waitsFrom).toBe("2026-11-10");
  });

  it("does not move when the result is corrected to another day", () => {
    const body = { ...CLOSED, on: "2026-11-28", at: "2026-11-29T02:00:00.000Z" };
    const corrected = foldEvent(closed(open()), {
      seq: 3,
      callId: "c",
      at: body.at,
      kind: "corrected",
      body,
    });
    expect([corrected.endedOn, corrected.waitsFrom]).toEqual(["2026-11-28", "2026-11-10"]);
  });

  it("is the day of a withdrawal", () => {
    const body = { on: "2026-11-09", mistake: false };
    const withdrawn = foldEvent(open(), { seq: 2, callId: "c", at: AT, kind: "withdrawn", body });
    expect(withdrawn.waitsFrom).toBe("2026-11-09");
  });
});

describe("terms", () => {
  it("compare prices regardless of trailing zeros", () => {
    expect(["150.00", "150.50", "1500", "0.00010", "0.0"].map(canonicalPrice)).toEqual([
      "150",
      "150.5",
      "1500",
      "0.0001",
      "0",
    ]);
    const recordTerms = { ...OPENED, target: "150.000" };
    expect(
      diffTerms(OPENED, callTerms("alert", recordTerms, { on: OPENED.madeAt.slice(0, 10), price: "120" })),
    ).toBeUndefined();
  });

  it("end with the year and keep only a target above the price for a pick", () => {
    const made = { on: "2026-03-01", price: "120" };
    expect(callTerms("pick", OPENED, made)).toMatchObject({ target: "150", lastDay: "2026-12-31" });
    expect(callTerms("pick", { ...OPENED, target: "120" }, made)).toMatchObject({ target: null });
  });

  it("list each differing field with both values", () =>
    expect(diffTerms(OPENED, { ...OPENED, stop: "110", direction: "sell" })).toEqual({
      direction: { from: "buy", to: "sell" },
      stop: { from: null, to: "110" },
    }));

  it("describe each change in one sentence", () =>
    expect(
      describeChanges({
        target: { from: "150", to: "162.5" },
        stop: { from: null, to: "110" },
        lastDay: { from: "2026-11-09", to: null },
        direction: { from: "buy", to: "sell" },
      }),
    ).toEqual([
      "Target changed from 150 to 162.50",
      "Stop loss set to 110",
      "Last day of 2026-11-09 removed",
      "Direction changed from BUY to SELL",
    ]));
});

it("a call counts as a mistake for ten minutes, and never if its record is older than the ledger", () => {
  const at = (time: string) => new Date(`2026-11-01T${time}Z`);
  expect(isMistake(open(), at("10:10:00.000"))).toBe(true);
  expect(isMistake(open(), at("10:10:00.001"))).toBe(false);
  expect(isMistake({ ...open(), recordedLater: true }, at("10:01:00.000"))).toBe(false);
});
