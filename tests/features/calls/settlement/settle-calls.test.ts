import { em } from "db/orm.server";
import { serverPageCache } from "tests/support/cached-pages";
import { insertRecord } from "tests/support/record-factories";
import { recordStatements } from "tests/support/record-statements";
import { database, setUpApp } from "tests/support/running-app";
import { butOfDaysToCome, settleCalls } from "tests/support/settled-calls";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { callPicture } from "~/features/calls/call-picture.queries.server";
import { openOlderCalls, recordCall } from "~/features/calls/record-calls.server";
import { settlementRound } from "~/features/calls/settlement/settle-calls.server";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

setUpApp();

const DAY_MS = 86_400_000;
/** yyyy-mm-dd, this many days from today in UTC. */
const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

beforeEach(async () => {
  await database.empty(
    "call_events",
    "calls",
    "trade_alerts",
    "stock_picks",
    "daily_briefs",
    "daily_prices",
    "splits",
  );
});

/** A buy alert of today at 100. */
async function alert(values: Record<string, unknown> = {}): Promise<string> {
  const id = await insertRecord(database, "trade_alerts", {
    ticker: "SETL",
    current_price: "100",
    target_price: "110",
    stop_loss: "95",
    holding_period: "2 weeks",
    ...values,
  });
  await saveCall(id);
  return id;
}
const saveCall = (id: string) => em().transactional((manager) => recordCall("alert", id, manager));

const price = (
  days: number,
  close: number,
  { high = null, low = null }: { high?: number | null; low?: number | null } = {},
) =>
  database.rows(
    `insert into daily_prices (instrument_id, day, close, high, low, source)
     select id, ?, ?, ?, ?, 'test' from instruments where symbol = 'SETL'`,
    [dayAfter(days), close, high, low],
  );
const callOf = async (recordId: string) => {
  const [call] = await database.rows<Record<string, unknown>>(
    "select *, ended_on::text as ended_on, instrument_id is not null as linked from calls where record_id = ?",
    [recordId],
  );
  return call ?? {};
};

/** Runs a whole round at a moment this many days from now. */
async function settleAll(days = 30) {
  await settleCalls(inDays(days));
  const { problems } = await verifyLedger();
  expect(butOfDaysToCome(problems)).toEqual([]);
}

describe("the settlement of calls", () => {
  it("closes a call on the day that touched its target, without changing its alert's fields", async () => {
    const id = await alert();
    await price(1, 104);
    await price(2, 108, { high: 111, low: 103 });
    const [before = {}] = await database.rows<Record<string, unknown>>("select * from trade_alerts");
    await settleAll();
    expect(await callOf(id)).toMatchObject({
      linked: true,
      state: "closed",
      ended_on: dayAfter(2),
      close_price: "110",
      close_ratio: "1",
      close_reason: "target",
    });
    // Lists use the settlement time. No field for staff or the API changes.
    expect(await database.rows("select * from trade_alerts")).toEqual([
      { ...before, settled_at: expect.any(Date) },
    ]);
  });

  it("changes nothing when it runs again or twice at once", async () => {
    await alert();
    await price(1, 90);
    await Promise.all([settleAll(), settleAll()]);
    await settleAll();
    expect(await database.rows("select kind from call_events order by seq")).toEqual([
      { kind: "opened" },
      { kind: "closed" },
    ]);
  });

  it("ignores a price until its day is over", async () => {
    const id = await alert();
    await price(1, 111);
    await settleAll(1);
    expect(await callOf(id)).toMatchObject({ state: "open" });
    await settleAll(2);
    expect(await callOf(id)).toMatchObject({ state: "closed" });
  });

  it("ends a period at its last close, and waits if there is none", async () => {
    const id = await alert();
    await settleAll();
    expect(await callOf(id)).toMatchObject({ state: "open" });
    await price(13, 103);
    await price(15, 200);
    await settleAll();
    expect(await callOf(id)).toMatchObject({
      state: "closed",
      ended_on: dayAfter(13),
      close_price: "103",
      close_reason: "period",
    });
  });

  it("applies the terms from the start of each day", async () => {
    const id = await alert();
    await price(1, 94);
    await database.rows("update trade_alerts set stop_loss = 80 where id = ?", [id]);
    await saveCall(id);
    await settleAll();
    expect(await callOf(id)).toMatchObject({ state: "open", stop: "80" });
  });

  it("adjusts the levels for splits", async () => {
    const id = await alert();
    await database.rows(
      "insert into splits (instrument_id, day, ratio) select id, ?, 2 from instruments where symbol = 'SETL'",
      [dayAfter(1)],
    );
    await price(1, 52);
    await price(2, 56);
    await settleAll();
    expect(await callOf(id)).toMatchObject({ close_price: "55", close_ratio: "2", close_reason: "target" });
  });

  it("reads a target set after a split in new shares, as the chart does", async () => {
    const id = await insertRecord(database, "trade_alerts", {
      ticker: "SETL",
      target_price: "110",
      stop_loss: "80",
      holding_period: "3 months",
      created_at: inDays(-10),
    });
    await price(-11, 100);
    await openOlderCalls();
    await database.rows(
      "insert into splits (instrument_id, day, ratio) select id, ?, 4 from instruments where symbol = 'SETL'",
      [dayAfter(-5)],
    );
    await database.rows("update trade_alerts set target_price = 30 where id = ?", [id]);
    await saveCall(id);
    expect(await callPicture({ kind: "alert", recordId: id, access: "full" }, undefined)).toMatchObject({
      target: 120,
      stop: 80,
    });
    await price(1, 26);
    await price(2, 31);
    await settleAll();
    expect(await callOf(id)).toMatchObject({
      close_price: "30",
      close_ratio: "4",
      close_reason: "target",
      ended_on: dayAfter(2),
    });
  });

  it("gives a call without a price its first close and adds an event", async () => {
    const id = await alert({ current_price: null });
    expect(await callOf(id)).toMatchObject({ entry_price: null });
    await price(1, 101);
    await price(2, 111);
    await settleAll();
    expect(await callOf(id)).toMatchObject({
      entry_price: "101",
      state: "closed",
      close_reason: "target",
      ended_on: dayAfter(2),
    });
    const events = await database.rows<{ body: string }>(
      "select body from call_events where kind = 'changed'",
    );
    expect(events.map(({ body }) => JSON.parse(body).entry)).toMatchObject([
      { price: "101", source: "history" },
    ]);
  });

  it("adjusts levels for a split before the first price, as the chart does", async () => {
    const id = await alert({ current_price: null });
    await database.rows(
      "insert into splits (instrument_id, day, ratio) select id, ?, 2 from instruments where symbol = 'SETL'",
      [dayAfter(1)],
    );
    await price(2, 51);
    await price(3, 54);
    await settleCalls(inDays(4));
    expect(await callOf(id)).toMatchObject({ state: "open", entry_price: "51" });
    expect(await callPicture({ kind: "alert", recordId: id, access: "full" }, undefined)).toMatchObject({
      target: 55,
      stop: 47.5,
    });
    await price(4, 56);
    await settleAll();
    expect(await callOf(id)).toMatchObject({ close_price: "55", close_ratio: "1", close_reason: "target" });
  });

  it("skips a call with changed events and settles the others", async () => {
    const [changed, other] = [await alert(), await alert()];
    await price(1, 111);
    await database.rows("alter table call_events disable trigger user");
    await database.rows("update call_events set body = 'no JSON' where seq = 1");
    await database.rows("alter table call_events enable trigger user");
    await settleCalls(inDays(30));
    expect([await callOf(changed), await callOf(other)]).toMatchObject([
      { state: "open" },
      { state: "closed", close_reason: "target" },
    ]);
  });

  it("never settles a brief's call", async () => {
    const id = await insertRecord(database, "daily_briefs", { ticker: "SETL", buy_zone_max: "90" });
    await em().transactional((manager) => recordCall("brief", id, manager));
    await price(1, 50);
    await settleAll();
    expect(await callOf(id)).toMatchObject({ state: "open" });
  });

  it("settles more calls than fit one part", async () => {
    for (let nth = 0; nth < 130; nth += 1) await alert({ name: `Alert ${nth}` });
    await price(1, 111);
    await settleAll();
    expect(await database.rows("select distinct state from calls")).toEqual([{ state: "closed" }]);
  });

  it("settles all calls after an aborted round", async () => {
    const id = await alert();
    await price(1, 111);
    expect(await settlementRound(inDays(1))()).toBe(1);
    expect(await callOf(id)).toMatchObject({ state: "open" });
    await settleAll();
    expect(await callOf(id)).toMatchObject({ state: "closed" });
  });

  it("checks five hundred calls at a time, affected by prices or not", async () => {
    const touched = await alert();
    await price(1, 111);
    await database.rows(
      `insert into calls (id, kind, record_id, number, symbol, name, direction, made_at, entry_price, target, last_seq)
       select gen_random_uuid(), 'alert', gen_random_uuid(), 1, 'SETL', 'Far', 'buy', now(), 100, 1000, 1
         from generate_series(1, 1100)`,
    );
    const settlePart = settlementRound(inDays(30));
    const looked: number[] = [];
    for (let some = await settlePart(); some > 0; some = await settlePart()) looked.push(some);
    expect(Math.max(...looked)).toBe(500);
    // The touched call adds a part of its own.
    expect(looked.reduce((sum, some) => sum + some)).toBe(1102);
    expect(await callOf(touched)).toMatchObject({ state: "closed" });
  });

  it("takes no lock and invalidates no page if no call is due", async () => {
    const id = await alert();
    await database.rows("update trade_alerts set stop_loss = 80 where id = ?", [id]);
    await saveCall(id);
    await price(1, 105);
    const invalidated = vi.spyOn(serverPageCache(), "forget");
    const sent = await recordStatements(() => settleCalls(inDays(30)));
    expect(sent.filter((text) => text.includes("advisory") || text.includes("for no key update"))).toEqual(
      [],
    );
    // The notification of an earlier price write may arrive only now.
    expect(invalidated.mock.calls.flat(2)).not.toContain("calls");
    await price(2, 111);
    await settleAll();
    expect(invalidated).toHaveBeenCalledWith(["calls", "trade_alerts"]);
    expect(await callOf(id)).toMatchObject({ state: "closed" });
    invalidated.mockRestore();
  });

  it("retries failed calls in the next round", async () => {
    const id = await alert();
    await price(1, 111);
    await database.rows("alter table calls add constraint failing check (state = 'open') not valid");
    await expect(settlementRound(inDays(30))()).rejects.toThrow("failing");
    await database.rows("alter table calls drop constraint failing");
    await settleAll();
    expect(await callOf(id)).toMatchObject({ state: "closed" });
  });
});

it("a call's entry is its instrument's current price, not its record's", async () => {
  await insertRecord(database, "quotes", { name: "Quoted", symbol: "QTED", last: "77.5" });
  const id = await alert({ ticker: "QTED", current_price: "70" });
  expect(await callOf(id)).toMatchObject({ entry_price: "77.5" });
});

it("a call moves to the instrument into which its own is merged", async () => {
  const id = await alert();
  await insertRecord(database, "quotes", { name: "Other", symbol: "OTHR", last: "77.5" });
  await database.rows(
    `update instruments set merged_into = (select id from instruments where symbol = 'OTHR') where symbol = 'SETL'`,
  );
  const [found] = await database.rows<{ symbol: string }>(
    "select i.symbol from calls c join instruments i on i.id = c.instrument_id where record_id = ?",
    [id],
  );
  expect(found?.symbol).toBe("OTHR");
  expect((await verifyLedger()).problems).toEqual([]);
});
