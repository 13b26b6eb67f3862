import { em } from "db/orm.server";
import { database, setUpOrm } from "tests/support/own-database";
import { insertRecord } from "tests/support/record-factories";
import { refreshTrackRecord } from "tests/support/refresh-track-record";
import { spec } from "tests/support/spec";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { recordCall } from "~/features/calls/record-calls.server";
import { checkLedgerPart, requestLedgerCheck } from "~/features/calls/verification/check-ledger.server";
import { checkUnderWay, lastLedgerCheck } from "~/features/calls/verification/ledger-checks.queries.server";
import { startJobs, stopJobs } from "~/platform/jobs/queue.server";
import { HOURLY_QUEUE, MAIL_QUEUE } from "~/platform/jobs/queue-names";

setUpOrm();

// Emails are queued as jobs.
beforeAll(async () => {
  await startJobs([MAIL_QUEUE, HOURLY_QUEUE], () => {});
});
afterAll(() => stopJobs());

async function asSuperuser(...statements: string[]) {
  await database.rows("alter table call_events disable trigger user");
  for (const statement of statements) await database.rows(statement);
  await database.rows("alter table call_events enable trigger user");
}

async function addCall() {
  const id = await insertRecord(database, "trade_alerts");
  await em().transactional((manager) => recordCall("alert", id, manager));
}

beforeEach(async () => {
  await database.empty("call_events", "calls", "trade_alerts", "ledger_checks", "mails");
  await database.rows("delete from staff");
  await insertRecord(database, "staff", { email: "owner@demo.test", role: "superadmin" });
  await insertRecord(database, "staff", { email: "other@demo.test", role: "admin" });
  for (let nth = 0; nth < 3; nth += 1) await addCall();
  await refreshTrackRecord();
});

/** Runs the check to the end. @returns the number of parts */
async function check(): Promise<number> {
  let parts = 0;
  while ((await checkLedgerPart()) > 0) parts += 1;
  return parts;
}

const aDayLater = () =>
  database.rows("update ledger_checks set started_at = started_at - interval '25 hours'");
const mails = () => database.rows<{ to_address: string; text: string }>("select to_address, text from mails");

describe("the daily check of the ledger", () => {
  it("runs in parts once a day and reports the last entry", async () => {
    expect(await lastLedgerCheck()).toBeUndefined();
    expect(await check()).toBeGreaterThan(3);
    expect(await lastLedgerCheck()).toMatchObject({ seq: 3, problems: [] });
    expect(await check()).toBe(0);
    await addCall();
    await aDayLater();
    await check();
    expect(await lastLedgerCheck()).toMatchObject({ seq: 4, problems: [] });
    expect(await mails()).toEqual([]);
  });

  it(
    "runs once when staff request it several times, and shows its progress",
    spec("beyond our own check ledger"),
    async () => {
      await check();
      expect(await lastLedgerCheck()).toMatchObject({ seq: 3, askedFor: false });
      await addCall();
      expect(await check()).toBe(0);
      expect(await Promise.all([requestLedgerCheck(), requestLedgerCheck(), requestLedgerCheck()])).toEqual(
        expect.arrayContaining([true, false, false]),
      );
      expect(await checkUnderWay()).toBeInstanceOf(Date);
      await check();
      const [last] = await database.rows<{ hash: string }>("select hash from call_events where seq = 4");
      expect(await lastLedgerCheck()).toMatchObject({
        seq: 4,
        askedFor: true,
        problems: [],
        hash: last?.hash,
      });
      expect(await checkUnderWay()).toBeUndefined();
    },
  );

  it.each([
    [
      "the changed body",
      "update call_events set salt = repeat('a', 32) where seq = 2",
      "event 2: call, kind, body or salt has changed",
    ],
    [
      "the unstorable body",
      `update call_events set body = '{"name":"\\ud800\\u0000","entry":null}' where seq = 2`,
      "event 2: call, kind, body or salt has changed",
    ],
    [
      "the changed call",
      "update calls set target = 1 where last_seq = 3",
      "target is 1, its events say",
      "target does not match its events.",
    ],
    [
      "the call without events",
      "insert into calls (id, kind, record_id, number, symbol, name, direction, made_at, last_seq) values (gen_random_uuid(), 'alert', gen_random_uuid(), 1, 'X', 'X', 'buy', now(), 9)",
      "it has no events",
    ],
    [
      "the changed figure",
      "insert into track_record_figures (reader, scope, name, settled, gained, total, best, worst, drawdown, held, compared, above) values ('private', 'all', '', 1, 1, 1, 1, 1, 0, 1, 0, 0)",
      "record, all: settled is 1, its calls say 0",
    ],
  ])("emails only the owner about %s of a row", async (...[, change, problem, inMail = problem]) => {
    await asSuperuser(change);
    await check();
    expect((await lastLedgerCheck())?.problems.join("\n")).toContain(problem);
    const sent = await mails();
    expect(sent.map(({ to_address }) => to_address)).toEqual(["owner@demo.test"]);
    expect(sent[0]?.text).toContain(inMail);
    expect(await check()).toBe(0);
    await aDayLater();
    await check();
    expect(await mails()).toHaveLength(2);
  });

  it("reports events removed since the last check, even with their effects", async () => {
    await check();
    await asSuperuser("delete from calls where last_seq = 3", "delete from call_events where seq = 3");
    await aDayLater();
    await check();
    expect((await lastLedgerCheck())?.problems).toEqual([
      expect.stringMatching(/^event 3: the saved head [0-9a-f]{64} is missing$/),
    ]);
    // The next check compares with the last head without problems.
    await addCall();
    await aDayLater();
    await check();
    expect((await lastLedgerCheck())?.problems).toEqual([expect.stringMatching(/^event 3: the saved head/)]);
  });

  it("continues after an instance stopped halfway", async () => {
    await checkLedgerPart();
    const [begun] = await database.rows<{ stage: string; seq: number }>(
      "select stage, seq from ledger_checks",
    );
    expect(begun).toEqual({ stage: "calls", seq: 3 });
    await check();
    expect(await database.rows("select from ledger_checks where finished_at is null")).toEqual([]);
  });
});
