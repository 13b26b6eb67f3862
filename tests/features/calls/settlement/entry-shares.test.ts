import { em } from "db/orm.server";
import { insertRecord } from "tests/support/record-factories";
import { database, setUpApp } from "tests/support/running-app";
import { butOfDaysToCome, checkResults, settleCalls } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StaffViewer } from "~/auth/viewer.server";
import { callPicture } from "~/features/calls/call-picture.queries.server";
import { changesOfCall } from "~/features/calls/calls.queries.server";
import { openOlderCalls, recordCall } from "~/features/calls/record-calls.server";
import { closeCallByHand } from "~/features/calls/settlement/close-call.server";
import { correctCall } from "~/features/calls/settlement/correct-call.server";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

/*
 * A call of today with yesterday's close as entry, and a two-for-one split of today. If staff enter the
 * split before the call, the entry includes it. If they enter it later, the ledger adds an event with the
 * share basis.
 */

setUpApp();

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const dayAfter = (days: number) => inDays(days).toISOString().slice(0, 10);

let staff: StaffViewer;

beforeAll(async () => {
  const id = await insertRecord(database, "staff", {
    fullname: "Ida",
    email: "ida@demo.test",
    role: "admin",
  });
  staff = { kind: "staff", role: "admin", id, fullname: "Ida" } as StaffViewer;
});

beforeEach(async () => {
  await database.empty(
    "call_events",
    "calls",
    "trade_alerts",
    "quotes",
    "daily_prices",
    "splits",
    "price_jumps",
    "price_revisions",
    "result_checks",
  );
  await insertRecord(database, "quotes", {
    ...{ name: "Halved", symbol: "HLVD", last: "100", currency: null },
    updated_at: inDays(-1).toISOString(),
  });
});

const saveCall = (id: string) => em().transactional((manager) => recordCall("alert", id, manager));
async function alert(values: Record<string, unknown> = {}): Promise<string> {
  const id = await insertRecord(database, "trade_alerts", {
    ...{
      ticker: "HLVD",
      current_price: "100",
      target_price: "110",
      stop_loss: "90",
      holding_period: "2 weeks",
    },
    ...values,
  });
  await saveCall(id);
  return id;
}
const price = (days: number, close: number) =>
  database.rows(
    `insert into daily_prices (instrument_id, day, close, source)
     select id, ?, ?, 'test' from instruments where symbol = 'HLVD'`,
    [dayAfter(days), close],
  );
const split = (days: number, ratio: number) =>
  database.rows(
    `insert into splits (instrument_id, day, ratio) select id, ?, ? from instruments where symbol = 'HLVD'
     on conflict (instrument_id, day) do update set ratio = excluded.ratio`,
    [dayAfter(days), ratio],
  );
const callOf = async (record: string) => {
  const [call] = await database.rows<Record<string, unknown>>(
    `select id, state, entry_price, entry_shares, target, stop, close_price, close_ratio, close_reason, ended_on::text,
            round(result::numeric, 4) as result from calls where record_id = ? order by number desc limit 1`,
    [record],
  );
  return call ?? {};
};
const allEvents = async () =>
  (
    await database.rows<{ kind: string; body: string }>("select kind, body from call_events order by seq")
  ).map(({ kind, body }) => ({ kind, ...JSON.parse(body) }));
async function settleAll() {
  await settleCalls(inDays(30));
  expect(butOfDaysToCome((await verifyLedger()).problems)).toEqual([]);
}

describe("a split entered after a call whose entry is the previous day's close", () => {
  it("adds an event and applies to levels and result", spec("beyond split entered behind call"), async () => {
    const id = await alert();
    expect(await allEvents()).toMatchObject([{ entry: { price: "100", day: dayAfter(-1), shares: "1" } }]);
    await split(0, 2);
    await price(1, 51);
    await settleAll();
    expect(await callOf(id)).toMatchObject({ state: "open", entry_price: "100", entry_shares: "2" });
    expect(await callPicture({ kind: "alert", recordId: id, access: "full" }, undefined)).toMatchObject({
      made: { price: 100 },
      target: 110,
      stop: 90,
      shares: 2,
    });
    await price(2, 56);
    await settleAll();
    const call = await callOf(id);
    expect(call).toMatchObject({
      ...{ close_price: "55", close_ratio: "2", close_reason: "target", ended_on: dayAfter(2) },
      result: "10.0000",
    });
    expect((await allEvents()).map(({ kind, shares }) => [kind, shares])).toEqual([
      ["opened", undefined],
      ["changed", "2"],
      ["closed", undefined],
    ]);
    expect(await changesOfCall(String(call.id))).toMatchObject([
      {
        text: "A split was entered later: its price and levels are per share, and one such share equals 2 on the day the call was made",
      },
    ]);
  });

  it(
    "is part of the entry if entered before the call, and adds an event when its ratio is corrected",
    spec("beyond split entered behind call"),
    async () => {
      await split(0, 2);
      const id = await alert({ target_price: "55", stop_loss: "45" });
      expect(await allEvents()).toMatchObject([{ entry: { price: "50", day: dayAfter(-1), shares: "2" } }]);
      await settleAll();
      expect(await callOf(id)).toMatchObject({ entry_shares: "1" });
      await split(0, 4);
      await settleAll();
      expect(await callOf(id)).toMatchObject({ entry_price: "50", entry_shares: "2" });
      await split(0, 2);
      await settleAll();
      expect(await callOf(id)).toMatchObject({ entry_price: "50", entry_shares: "1" });
      await price(1, 56);
      await settleAll();
      expect(await callOf(id)).toMatchObject({ close_price: "55", close_ratio: "1", result: "10.0000" });
    },
  );

  it("does not apply to a level set after the split", spec("beyond split entered behind call"), async () => {
    const id = await alert();
    await database.rows("update trade_alerts set stop_loss = 80 where id = ?", [id]);
    await saveCall(id);
    await split(0, 2);
    await database.rows("update trade_alerts set target_price = 60 where id = ?", [id]);
    await saveCall(id);
    expect(
      (await allEvents()).map(({ shares, changes }) => [shares, changes && Object.keys(changes)]),
    ).toEqual([
      [undefined, undefined],
      [undefined, ["stop"]],
      ["2", []],
      [undefined, ["target"]],
    ]);
    expect(await callPicture({ kind: "alert", recordId: id, access: "full" }, undefined)).toMatchObject({
      target: 120,
      stop: 80,
    });
    await price(1, 56);
    await settleAll();
    expect(await callOf(id)).toMatchObject({ state: "open" });
    await price(2, 61);
    await settleAll();
    expect(await callOf(id)).toMatchObject({ close_price: "60", close_ratio: "2", result: "20.0000" });
  });

  it("applies when staff close the call", async () => {
    const id = await alert();
    await split(0, 2);
    await price(0, 51);
    const call = await callOf(id);
    await closeCallByHand(staff, String(call.id), {
      ...{ on: dayAfter(0), price: "51", reason: "by hand", note: "Sold" },
    });
    expect(await callOf(id)).toMatchObject({ close_ratio: "2", result: "2.0000", entry_shares: "2" });
  });

  it(
    "is reported to staff for an ended call, whose correction adds an event",
    spec("beyond split entered behind call"),
    async () => {
      const id = await alert();
      await price(0, 100);
      await price(1, 100);
      const call = await callOf(id);
      await closeCallByHand(staff, String(call.id), {
        ...{ on: dayAfter(0), price: "100", reason: "by hand", note: "Sold" },
      });
      await split(0, 2);
      await checkResults(inDays(30));
      expect(await database.rows("select says from result_checks")).toEqual([
        { says: `One share had become 2 by ${dayAfter(0)}, and its result counts 1` },
      ]);
      await correctCall(staff, String(call.id), {
        ...{ newDay: dayAfter(0), newPrice: "100", newReason: "by hand", why: "Two for one" },
      });
      expect(await callOf(id)).toMatchObject({ close_ratio: "2", entry_shares: "2", result: "100.0000" });
      expect((await allEvents()).at(-1)).toMatchObject({ kind: "corrected", shares: "2" });
      await checkResults(inDays(30));
      expect(await database.rows("select says from result_checks")).toEqual([]);
      expect((await verifyLedger()).problems).toEqual([]);
    },
  );

  it("applies to a call older than the ledger", async () => {
    await price(-20, 100);
    const id = await insertRecord(database, "trade_alerts", {
      ...{ ticker: "HLVD", target_price: "110", stop_loss: "90", holding_period: "3 months" },
      ...{ current_price: null, created_at: inDays(-18).toISOString() },
    });
    await openOlderCalls();
    await split(-19, 2);
    await price(-10, 56);
    await settleAll();
    expect(await callOf(id)).toMatchObject({
      ...{ entry_price: "100", entry_shares: "2", close_price: "55", close_ratio: "2", result: "10.0000" },
    });
  });
});
