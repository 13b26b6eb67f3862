import { randomUUID } from "node:crypto";
import { insertPrices, publishInThePast } from "tests/support/past-calls";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { daysAgo, insertSettledCall } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import { api, get, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { openOlderCalls } from "~/features/calls/record-calls.server";
import { settlementRound } from "~/features/calls/settlement/settle-calls.server";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

setUpStaffApp();

/** A new company for each test. */
let symbol: string;
let companies = 0;
const NAME = () => `Life of ${symbol}`;

beforeEach(async () => {
  companies += 1;
  symbol = `WAIT${companies}`;
  await database.empty("call_events", "calls", "trade_alerts", "daily_prices", "splits");
});

const moment = (days: number) => new Date(Date.now() - days * 86_400_000);

/**
 * A buy alert of ninety days ago at 100 with a stop at 90. The stop was touched this many days ago, if
 * given.
 */
async function alertInThePast(stoppedDaysAgo?: number): Promise<string> {
  await insertPrices(symbol, [
    [91, "100"],
    [80, "104"],
    ...(stoppedDaysAgo === undefined ? [] : [[stoppedDaysAgo, "88"] as [number, string]]),
  ]);
  await publishInThePast([{ symbol, madeAt: moment(90), target: "130" }]);
  return (await calls())[0]?.id ?? "";
}

type Row = { id: string; record_id: string; state: string; ended_on: string; waits_from: string };
const calls = () =>
  database.rows<Row>(
    "select id, record_id, state, ended_on::text, waits_from::text from calls order by number",
  );
const price = (days: number, close: number) =>
  database.rows(
    `insert into daily_prices (instrument_id, day, close, source)
     select id, ?, ?, 'test' from instruments where symbol = ?`,
    [daysAgo(days), close, symbol],
  );
/** Moves all calls back by this many days. */
const later = (days: number) =>
  database.rows(
    `update calls set waits_from = waits_from - days, ended_on = ended_on - days, made_at = made_at - make_interval(days => days)
       from (select ?::int as days) as gone`,
    [days],
  );

/** Every page that names a public call. Shared panels have their own tests. */
const PLACES = ["/track-record", "/track-record.csv", "/track-record.json", "/trade-alert", "/stock/"];
const textOf = async (path: string) =>
  await (await get(path === "/stock/" ? `/stock/${symbol}` : path, "visitor")).text();
async function placesOf(id: string): Promise<string[]> {
  const found: string[] = [];
  for (const path of PLACES) if ((await textOf(path)).includes(NAME())) found.push(path);
  if ((await get(`/track-record/${id}`, "visitor")).status === 200) found.push("its page");
  if ((await textOf("/track-record/log.json")).includes(id)) found.push("the log");
  return found;
}
const EVERYWHERE = [...PLACES, "its page", "the log"];
const record = async () => JSON.parse(await textOf("/track-record.json"));
const expectSound = async () => expect((await verifyLedger()).problems).toEqual([]);

describe("the delay until a call is public", () => {
  it(
    "begins when staff close the call, even on an earlier day",
    spec("beyond times ledger verified nobody"),
    async () => {
      const id = await alertInThePast();
      const body = {
        on: daysAgo(80),
        price: "104",
        reason: "by hand",
        note: "Sold long ago.",
        confirmed: "on",
      };
      expect((await post(`/admin/calls/${id}`, body)).status).toBe(303);
      expect(await calls()).toMatchObject([{ ended_on: daysAgo(80), waits_from: daysAgo(0) }]);
      expect(await placesOf(id)).toEqual([]);
      expect(await record()).toMatchObject({ waiting: 1, figures: { settled: 0 } });
      await expectSound();
      await later(29);
      expect(await placesOf(id)).toEqual([]);
      await later(1);
      expect(await placesOf(id)).toEqual(EVERYWHERE);
      expect(await record()).toMatchObject({ waiting: 0, figures: { settled: 1 } });
    },
  );

  it("begins when late prices settle the call", async () => {
    const id = await alertInThePast();
    await price(60, 85);
    while ((await settlementRound()()) > 0);
    expect(await calls()).toMatchObject([{ state: "closed", ended_on: daysAgo(60), waits_from: daysAgo(0) }]);
    expect(await placesOf(id)).toEqual([]);
    expect(await record()).toMatchObject({ waiting: 1 });
    await expectSound();
  });

  it("counts from the end of a call older than the ledger that prices settle", async () => {
    await insertPrices(symbol, [
      [91, "100"],
      [60, "88"],
    ]);
    await insertRecord(database, "trade_alerts", {
      ...{ ticker: symbol, name: NAME(), target_price: "130", stop_loss: "90" },
      created_at: moment(90),
    });
    await openOlderCalls();
    while ((await settlementRound()()) > 0);
    const [call] = await calls();
    expect(call).toMatchObject({ ended_on: daysAgo(60), waits_from: daysAgo(60) });
    expect(await placesOf(call?.id ?? "")).toEqual(EVERYWHERE);
    await expectSound();
  });

  it(
    "does not restart with a correction, and a public call stays public",
    spec("beyond times ledger verified nobody"),
    async () => {
      const id = await alertInThePast(60);
      expect(await placesOf(id)).toEqual(EVERYWHERE);
      await price(3, 131);
      const correction = { newDay: daysAgo(3), newPrice: "131", newReason: "target", why: "A wrong price." };
      expect((await post(`/admin/calls/${id}`, correction)).status).toBe(303);
      expect(await calls()).toMatchObject([{ ended_on: daysAgo(3) }]);
      // Another waiting call, which ended later, precedes it in the order of ends.
      await insertSettledCall(5, { name: "Waiting Plc", symbol: "NONE" });
      expect(await placesOf(id)).toEqual(EVERYWHERE);
      expect(await record()).toMatchObject({ waiting: 1, calls: [{ name: NAME() }] });
      expect(await textOf("/track-record")).not.toContain("Waiting Plc");
    },
  );
});

/** A price that no public page may show while its alert is open. */
const NEXT_TARGET = "212.34";

describe("a call whose record makes a newer call", () => {
  const callAgain = async (recordId: string, targetPrice: string) =>
    expect((await api("PUT", `/api/trade-alert/${recordId}`, { targetPrice })).status).toBe(200);
  const publicTexts = async () =>
    (await Promise.all([...PLACES, "/track-record/log.json"].map(textOf))).join("\n");

  it(
    "stays public and reveals nothing about the newer call",
    spec("beyond times ledger verified nobody"),
    async () => {
      const id = await alertInThePast(60);
      const [{ record_id } = { record_id: "" }] = await calls();
      await callAgain(record_id, NEXT_TARGET);
      const [, next] = await calls();
      expect(next).toMatchObject({ state: "open" });
      expect(await placesOf(id)).toEqual(EVERYWHERE);
      expect(await record()).toMatchObject({ waiting: 0 });
      expect(await publicTexts()).not.toMatch(new RegExp(`${NEXT_TARGET}|${next?.id}`));
      expect(await textOf(`/track-record/${id}`)).not.toContain(NEXT_TARGET);
      await expectSound();
    },
  );

  it("waits until the newer call ends if it was not public yet", async () => {
    const id = await alertInThePast(20);
    const [{ record_id } = { record_id: "" }] = await calls();
    await callAgain(record_id, NEXT_TARGET);
    // Let more than ten days pass.
    await later(11);
    expect(await placesOf(id)).toEqual([]);
    expect(await record()).toMatchObject({ waiting: 1 });
    await database.rows(
      `update calls set state = 'withdrawn', ended_on = current_date, waits_from = current_date where number = 2`,
    );
    expect(await placesOf(id)).toEqual(EVERYWHERE);
    expect(await record()).toMatchObject({ waiting: 0 });
  });

  it("does not wait for a newer call made after its delay", async () => {
    const record_id = randomUUID();
    const unsettled = { close_price: null, close_ratio: null, close_reason: null };
    const id = await insertSettledCall(90, { record_id, name: NAME(), symbol });
    await insertSettledCall(20, { ...unsettled, record_id, number: 2, state: "withdrawn" });
    const open = { ...unsettled, state: "open", ended_on: null };
    await insertSettledCall(0, { ...open, record_id, number: 3 });
    expect((await get(`/track-record/${id}`, "visitor")).status).toBe(200);
    expect(await record()).toMatchObject({ waiting: 0, calls: [{ id }] });
  });
});
