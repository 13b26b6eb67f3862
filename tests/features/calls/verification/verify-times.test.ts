import { randomUUID } from "node:crypto";
import { em } from "db/orm.server";
import { type Rewriting, rewriteEvents } from "tests/support/ledger-tampering";
import { database, setUpOrm } from "tests/support/own-database";
import { insertRecord } from "tests/support/record-factories";
import { spec } from "tests/support/spec";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CallState, ClosedBody, OpenedBody } from "~/features/calls/call-events.rules";
import { openLedger } from "~/features/calls/ledger/ledger.server";
import { recordCall } from "~/features/calls/record-calls.server";
import { checkLedgerPart } from "~/features/calls/verification/check-ledger.server";
import { lastLedgerCheck } from "~/features/calls/verification/ledger-checks.queries.server";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

setUpOrm();

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Noon of the n-th day of the twenty-day ledger. */
const FIRST_NOON = Date.parse(`${new Date(Date.now() - 20 * DAY_MS).toISOString().slice(0, 10)}T12:00:00Z`);
const at = (day: number, minutes = 0) => new Date(FIRST_NOON + day * DAY_MS + minutes * MINUTE_MS);
const iso = (day: number, minutes = 0) => at(day, minutes).toISOString();
const on = (day: number) => iso(day).slice(0, 10);

const opened = (madeAt: string, recordedLater = false): OpenedBody => ({
  ...{ record: "alert", recordId: randomUUID(), number: 1, symbol: "TIME", name: "Time Plc" },
  ...{ direction: "buy", target: "120", stop: null, lastDay: null, zoneLow: null, zoneHigh: null },
  ...{ list: null, author: null, audience: "members", currency: null, madeAt, recordedLater },
  entry: { price: "100", at: madeAt, source: "quote" },
});
const RESULT = { price: "121", ratio: "1", reason: "by hand", note: "Sold." } satisfies Partial<ClosedBody>;

/** A settled call, one recorded later, a withdrawn one, a mistake and an open one. */
let settled: CallState;
let older: CallState;
let withdrawn: CallState;
let mistake: CallState;
let open: CallState;

beforeEach(async () => {
  await database.empty("call_events", "calls", "ledger_checks", "trade_alerts");
  await em().transactional(async (manager) => {
    const ledger = await openLedger(manager);
    const first = ledger.add(undefined, { kind: "opened", body: opened(iso(0)) }, at(0));
    const changes = { target: { from: "120", to: "121" } };
    const changed = ledger.add(first, { kind: "changed", body: { changes } }, at(1));
    const closed = ledger.add(changed, { kind: "closed", body: { ...RESULT, on: on(3) } }, at(4));
    const corrected = { ...RESULT, price: "119", on: on(3), at: iso(6) };
    settled = ledger.add(closed, { kind: "corrected", body: corrected }, at(6));
    older = ledger.add(undefined, { kind: "opened", body: opened(iso(-40), true) }, at(7));
    const taken = ledger.add(undefined, { kind: "opened", body: opened(iso(8)) }, at(8));
    const body = { on: on(9), mistake: false };
    withdrawn = ledger.add(taken, { kind: "withdrawn", body }, at(9));
    const wrong = ledger.add(undefined, { kind: "opened", body: opened(iso(10)) }, at(10));
    mistake = ledger.add(wrong, { kind: "withdrawn", body: { on: on(10), mistake: true } }, at(10, 9));
    open = ledger.add(undefined, { kind: "opened", body: opened(iso(11)) }, at(11));
    await ledger.write();
  });
});

const problems = async () => (await verifyLedger()).problems;
const rewrite = (by: Record<number, Rewriting>) => rewriteEvents(database, by);

it("a ledger with correct times has no problem, even with rebuilt hashes", async () => {
  expect(await problems()).toEqual([]);
  await rewrite({});
  expect(await problems()).toEqual([]);
});

describe("the verification of an event's time, with rebuilt hashes", () => {
  it.each<[string, Record<number, Rewriting>, string]>([
    [
      "earlier than the previous event",
      { 2: { at: iso(0, -6) } },
      "event 2: its time is earlier than that of previous events",
    ],
    [
      "later than the next event",
      { 3: { at: iso(6, 6) } },
      "event 4: its time is earlier than that of previous events",
    ],
    [
      "in the future",
      { 10: { at: iso(30), body: { madeAt: iso(30) } } },
      "event 10: its time is in the future",
    ],
  ])("reports a time that is %s", spec("beyond times ledger verified nobody"), async (_what, by, problem) => {
    await rewrite(by);
    expect(await problems()).toEqual([problem]);
  });

  it("accepts a step back within the allowed clock difference", async () => {
    await rewrite({ 2: { at: iso(0, -4) } });
    expect(await problems()).toEqual([]);
  });
});

describe("the verification of an event's body against its time, with rebuilt hashes, reports", () => {
  it.each<[string, () => CallState, Record<number, Rewriting>, string]>([
    [
      "a call later than its event",
      () => settled,
      { 1: { body: { madeAt: iso(1) } } },
      "event 1: made after it was recorded",
    ],
    [
      "a call long before its event",
      () => open,
      { 10: { body: { madeAt: iso(-300) } } },
      "event 10: made before it was recorded, but not marked as recorded later",
    ],
    [
      'a removed "recorded later" mark',
      () => older,
      { 5: { body: { recordedLater: false } } },
      "event 5: made before it was recorded, but not marked as recorded later",
    ],
    [
      'a false "recorded later" mark',
      () => open,
      { 10: { body: { recordedLater: true } } },
      "event 10: marked as recorded later, but made when it was recorded",
    ],
    [
      "an entry from a future day",
      () => open,
      { 10: { body: { entry: { price: "100", at: `${on(14)}T23:59:59.999Z`, source: "history" } } } },
      "event 10: measured from the price of a future day",
    ],
    [
      "a first price from a future day",
      () => settled,
      { 2: { body: { entry: { price: "100", at: `${on(3)}T23:59:59.999Z`, source: "history" } } } },
      "event 2: measured from the price of a future day",
    ],
    [
      "a result on a future day",
      () => settled,
      { 3: { body: { on: on(6) } } },
      "event 3: ended on a future day",
    ],
    [
      "a result before the call",
      () => settled,
      { 3: { body: { on: on(-2) } } },
      "event 3: ended before its first day",
    ],
    [
      "a correction to a future day",
      () => settled,
      { 4: { body: { on: on(8) } } },
      "event 4: ended on a future day",
    ],
    [
      "a correction to a day before the call",
      () => settled,
      { 4: { body: { on: on(-2) } } },
      "event 4: ended before its first day",
    ],
    [
      "a correction at another time than its event",
      () => settled,
      { 4: { body: { at: iso(5) } } },
      "event 4: corrected at a different time than stated",
    ],
    [
      "a withdrawal on a later day than its event",
      () => withdrawn,
      { 7: { body: { on: on(11) } } },
      "event 7: withdrawn on a different day than stated",
    ],
    [
      "a withdrawal on an earlier day than its event",
      () => withdrawn,
      { 7: { body: { on: on(7) } } },
      "event 7: withdrawn on a different day than stated",
    ],
    [
      "a mistake after ten minutes",
      () => withdrawn,
      { 7: { body: { mistake: true } } },
      "event 7: too late for a mistake",
    ],
    [
      "an unmarked mistake within ten minutes",
      () => mistake,
      { 9: { body: { mistake: false } } },
      "event 9: withdrawn within ten minutes, but not marked as a mistake",
    ],
  ])("%s", async (_what, call, by, problem) => {
    await rewrite(by);
    expect(await problems()).toEqual([`call ${call().id}: ${problem}`]);
  });
});

describe("the verification of reopenings, with rebuilt hashes, reports", () => {
  let reopened: CallState;
  beforeEach(() =>
    em().transactional(async (manager) => {
      const ledger = await openLedger(manager);
      const undone = { on: on(12), price: "121", ratio: "1", reason: "by hand" } as const;
      const mistakenClosing = { at: iso(12, 10), mistake: true, note: null, undone };
      const later = { at: iso(12, 40), mistake: false, note: "Wrong one.", undone };
      reopened = ledger.add(undefined, { kind: "opened", body: opened(iso(12)) }, at(12));
      for (const [reopening, minutes] of [
        [mistakenClosing, 1],
        [later, 20],
      ] as const) {
        reopened = ledger.add(reopened, { kind: "closed", body: { ...RESULT, on: on(12) } }, at(12, minutes));
        reopened = ledger.add(reopened, { kind: "reopened", body: reopening }, new Date(reopening.at));
      }
      await ledger.write();
    }),
  );

  it("nothing for a reopening within ten minutes or with a reason", async () => {
    await rewrite({});
    expect(await problems()).toEqual([]);
  });

  it.each<[string, Record<number, Rewriting>, string]>([
    [
      "a reopening marked as a mistake after ten minutes",
      { 15: { body: { mistake: true } } },
      "event 15: reopened too late for a mistake",
    ],
    [
      "an unmarked reopening within ten minutes",
      { 13: { body: { mistake: false, note: "Later." } } },
      "event 13: reopened within ten minutes, but not marked as a mistake",
    ],
    [
      "a late reopening without a reason",
      { 15: { body: { note: null } } },
      "event 15: reopened without a reason",
    ],
    [
      "a reopening at another time than its event",
      { 15: { body: { at: iso(12, 39) } } },
      "event 15: reopened at a different time than stated",
    ],
    [
      "a reopening from a result that the call never had",
      { 15: { body: { undone: { on: on(12), price: "99", ratio: "1", reason: "by hand" } } } },
      "event 15: reopened from a different result",
    ],
  ])("%s", async (_what, by, problem) => {
    await rewrite(by);
    expect(await problems()).toEqual([`call ${reopened.id}: ${problem}`]);
  });
});

describe("the head of a daily check", () => {
  const saveHead = () =>
    database.rows(
      `insert into ledger_checks (started_at, finished_at, stage, seq, hash, call_id)
       select ?, ?, 'record', seq, hash, gen_random_uuid() from call_events where seq = 3
       on conflict do nothing`,
      [iso(5), iso(5, 2)],
    );
  const updateHash = () =>
    database.rows(
      "update ledger_checks set hash = e.hash from call_events e where e.seq = ledger_checks.seq",
    );
  beforeEach(saveHead);

  it("exists between earlier and later events of an unchanged ledger", async () => {
    expect(await problems()).toEqual([]);
  });

  it(
    "is reported missing if the chain was rebuilt",
    spec("beyond times ledger verified nobody"),
    async () => {
      const [head] = await database.rows<{ hash: string }>("select hash from ledger_checks");
      await rewrite({ 2: { at: iso(1, 1) } });
      expect(await problems()).toEqual([`event 3: the saved head ${head?.hash} is missing`]);
    },
  );

  it("is reported as later than its check if its event was moved after it", async () => {
    await rewrite({ 3: { at: iso(5, 60) } });
    await updateHash();
    expect(await problems()).toEqual([
      "event 3: its time is later than that of a daily check that included it",
    ]);
  });

  it("is reported if a later event was moved before the check", async () => {
    await rewrite({ 4: { at: iso(4, 60), body: { at: iso(4, 60) } } });
    await updateHash();
    expect(await problems()).toEqual([
      "event 4: its time is earlier than that of a daily check that did not include it",
    ]);
  });
});

it("the daily check reports wrong times", async () => {
  await rewrite({ 2: { at: iso(0, -6) } });
  while ((await checkLedgerPart()) > 0);
  expect((await lastLedgerCheck())?.problems).toEqual([
    "event 2: its time is earlier than that of previous events",
  ]);
});

describe("the time of a new event", () => {
  const recordNext = async () => {
    const id = await insertRecord(database, "trade_alerts");
    await em().transactional((manager) => recordCall("alert", id, manager));
    const [last] = await database.rows<{ at: Date; before: Date }>(
      `select at, lag(at) over (order by seq) as before from call_events order by seq desc limit 1`,
    );
    return last;
  };
  const moveAhead = (minutes: number) => rewrite({ 10: aheadOf(minutes) });
  const aheadOf = (minutes: number): Rewriting => {
    const ahead = new Date(Date.now() + minutes * MINUTE_MS).toISOString();
    return { at: ahead, body: { madeAt: ahead } };
  };
  afterEach(() => database.rows("delete from trade_alerts"));

  it(
    "is not before the last event's if another machine was slightly ahead",
    spec("beyond times ledger verified nobody"),
    async () => {
      await moveAhead(4);
      const last = await recordNext();
      expect(last?.at).toEqual(last?.before);
      expect(await problems()).toEqual([]);
    },
  );

  it("is the database's clock if the last event was far ahead, which is reported", async () => {
    await moveAhead(60);
    const last = await recordNext();
    expect(last?.at.getTime()).toBeLessThan(last?.before.getTime() ?? 0);
    expect(await problems()).toEqual([
      "event 10: its time is in the future",
      "event 11: its time is earlier than that of previous events",
    ]);
  });
});
