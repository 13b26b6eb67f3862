import { randomUUID } from "node:crypto";
import { em, startOrm, stopOrm } from "db/orm.server";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallState, ClosedBody, OpenedBody } from "~/features/calls/call-events.rules";
import { openLedger } from "~/features/calls/ledger/ledger.server";
import { queryOnce, type TestDatabase, testDatabase } from "../support/postgres";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await startOrm({ url: database.url });
});
afterAll(async () => {
  await stopOrm();
  await database.drop();
});

const moment = (day: number) => new Date(Date.UTC(2026, 0, day, 2));
const on = (day: number) => moment(day).toISOString().slice(0, 10);

const opened = (name: string, recordedLater: boolean): OpenedBody => ({
  ...{ record: "alert", recordId: randomUUID(), number: 1, symbol: "WAIT", name, recordedLater },
  ...{ direction: "buy", target: "120", stop: null, lastDay: null, zoneLow: null, zoneHigh: null },
  ...{ list: null, author: null, audience: "members", currency: null, entry: null },
  madeAt: moment(1).toISOString(),
});
const result = (day: number, note: string | null): ClosedBody => ({
  ...{ on: on(day), price: "121", ratio: "1", reason: note === null ? "target" : "by hand" },
  note,
});

/** Adds calls with every kind of end to the ledger. */
const writeCalls = () =>
  em().transactional(async (manager) => {
    const ledger = await openLedger(manager);
    const open = (name: string, later = false) =>
      ledger.add(undefined, { kind: "opened", body: opened(name, later) }, moment(1));
    const close = (call: CallState, note: string | null) =>
      ledger.add(call, { kind: "closed", body: result(5, note) }, moment(20));
    open("open");
    close(open("by prices"), null);
    close(open("by hand"), "Sold.");
    close(open("older, by prices", true), null);
    close(open("older, by hand", true), "Sold.");
    const body = { on: on(20), mistake: false };
    ledger.add(open("withdrawn"), { kind: "withdrawn", body }, moment(20));
    for (const name of ["corrected", "older, corrected"]) {
      const note = "Another price.";
      const corrected = { ...result(25, note), note, at: moment(26).toISOString() };
      const closed = close(open(name, name !== "corrected"), null);
      ledger.add(closed, { kind: "corrected", body: corrected }, moment(26));
    }
    await ledger.write();
  });

const waits = () =>
  queryOnce<{ name: string; from: string | null }>(
    database.url,
    'select name, waits_from::text as "from" from calls order by name',
  );

test("a call waits from the day its first end was recorded, or from the end itself if recorded later", async () => {
  await writeCalls();
  expect(Object.fromEntries((await waits()).map(({ name, from }) => [name, from]))).toEqual({
    ...{ open: null, withdrawn: on(20), "by prices": on(20), "by hand": on(20), corrected: on(20) },
    ...{ "older, by prices": on(5), "older, by hand": on(20), "older, corrected": on(5) },
  });
});
