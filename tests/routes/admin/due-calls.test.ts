import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { daysAgo, settleCalls } from "tests/support/settled-calls";
import { api, post, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openOlderCalls } from "~/features/calls/record-calls.server";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

/* An alert from twenty days ago: buy at 100, stop 90, target 130. No run has settled it since its prices came. */

setUpStaffApp();

let alert: string;

beforeEach(async () => {
  await database.empty("call_events", "calls", "trade_alerts", "daily_prices");
  alert = await insertRecord(database, "trade_alerts", {
    ...{ ticker: "DUE", name: "Due Plc", target_price: "130", stop_loss: "90", holding_period: "3 months" },
    created_at: `${daysAgo(20)}T12:00:00Z`,
  });
  await savePrice(21, "100");
  await savePrice(10, "104");
  await openOlderCalls();
});
afterEach(async () => expect((await verifyLedger()).problems).toEqual([]));

const savePrice = (days: number, close: string) =>
  database.rows(
    `insert into daily_prices (instrument_id, day, close, source)
     select id, ?, ?, 'test' from instruments where symbol = 'DUE'`,
    [daysAgo(days), close],
  );
const calls = () =>
  database.rows<Record<string, unknown>>(
    `select id, state, direction, audience, ended_on::text, close_price, close_reason from calls
      where record_id = ? order by number`,
    [alert],
  );
const kinds = async () =>
  (await database.rows<{ kind: string }>("select kind from call_events order by seq")).map(
    ({ kind }) => kind,
  );
const STOPPED = () => ({ state: "closed", ended_on: daysAgo(5), close_price: "89", close_reason: "stop" });

describe("a stop that prices reached, before the settling run", () => {
  beforeEach(() => savePrice(5, "89"));

  it("stays in the track record when its alert is deleted", async () => {
    expect((await api("DELETE", `/api/trade-alert/${alert}`)).status).toBe(200);
    expect(await calls()).toMatchObject([STOPPED()]);
    expect(await kinds()).toEqual(["opened", "closed"]);
  });

  it("stays in the track record when its alert changes direction, which opens another call", async () => {
    const reversed = { tag: "sell", targetPrice: 70, stopLoss: 120 };
    expect((await api("PUT", `/api/trade-alert/${alert}`, reversed)).status).toBe(200);
    expect(await calls()).toMatchObject([STOPPED(), { state: "open", direction: "sell" }]);
    expect(await kinds()).toEqual(["opened", "closed", "opened"]);
  });

  it("ends the call before its terms change", async () => {
    expect((await api("PUT", `/api/trade-alert/${alert}`, { stopLoss: 80 })).status).toBe(200);
    expect(await calls()).toMatchObject([STOPPED(), { state: "open", direction: "buy" }]);
  });

  it("ends the call for later readers", async () => {
    const both = { audience: "private", stopLoss: 80 };
    expect((await api("PUT", `/api/trade-alert/${alert}`, both)).status).toBe(200);
    expect(await calls()).toMatchObject([{ ...STOPPED(), audience: "private" }, { audience: "private" }]);
  });

  it("prevents a manual close at another price", async () => {
    const [open] = await calls();
    const body = { on: daysAgo(10), price: "104", reason: "by hand", note: "Sold in time.", confirmed: "on" };
    const answer = await post(`/admin/calls/${open?.id}`, body);
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain(
      `Nothing was closed: this call has been closed since ${daysAgo(5)}.`,
    );
    expect(await calls()).toMatchObject([STOPPED()]);
  });

  it("ends the call once if two closes, two runs and a delete happen at the same time", async () => {
    const [open] = await calls();
    const body = { on: daysAgo(10), price: "104", reason: "by hand", note: "Sold in time.", confirmed: "on" };
    const close = () => post(`/admin/calls/${open?.id}`, body);
    const remove = () => api("DELETE", `/api/trade-alert/${alert}`);
    const [one, other] = await Promise.all([close(), close(), settleCalls(), settleCalls(), remove()]);
    expect([one.status, other.status]).toEqual([409, 409]);
    expect(await calls()).toMatchObject([STOPPED()]);
    expect(await kinds()).toEqual(["opened", "closed"]);
  });

  it("is not settled by changes that do not affect the call", async () => {
    expect((await api("PUT", `/api/trade-alert/${alert}`, { analysis: "More words." })).status).toBe(200);
    expect(await kinds()).toEqual(["opened"]);
    await settleCalls();
    expect(await calls()).toMatchObject([STOPPED()]);
  });
});

it("does not affect a call without a closing price, which is withdrawn", async () => {
  expect((await api("DELETE", `/api/trade-alert/${alert}`)).status).toBe(200);
  expect(await calls()).toMatchObject([{ state: "withdrawn" }]);
});
