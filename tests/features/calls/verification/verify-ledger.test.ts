import { em } from "db/orm.server";
import { statement } from "db/statement.server";
import { database, setUpOrm } from "tests/support/own-database";
import { insertRecord } from "tests/support/record-factories";
import { beforeEach, describe, expect, it } from "vitest";
import { openLedger } from "~/features/calls/ledger/ledger.server";
import { openOlderCalls, recordCall } from "~/features/calls/record-calls.server";
import { STATE, toCallState } from "~/features/calls/to-call-state.server";
import type { SavedHead } from "~/features/calls/verification/verify-chain.server";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

setUpOrm();

/** Runs statements as a superuser, without the ledger's trigger. */
async function asSuperuser(...statements: string[]) {
  const [off, on] = ["disable", "enable"].map((word) => `alter table call_events ${word} trigger user`);
  await database.rows([off, ...statements, on].join("; "));
}

/** Three alerts; the second was changed. Their events are 1 to 4. */
let ids: string[];
let head: SavedHead;
beforeEach(async () => {
  await database.empty("call_events", "calls", "trade_alerts");
  ids = [];
  for (const target_price of ["10", "20", "30"]) {
    const id = await insertRecord(database, "trade_alerts", { target_price });
    ids.push(id);
    await em().transactional((manager) => recordCall("alert", id, manager));
  }
  await database.rows("update trade_alerts set target_price = 25 where id = ?", [ids[1]]);
  await em().transactional((manager) => recordCall("alert", ids[1] ?? "", manager));
  ({ head } = await verifyLedger());
});

const problems = async (saved?: SavedHead) => (await verifyLedger(saved)).problems;
const idOf = async (nth: number) => {
  const [row] = await database.rows<{ id: string }>("select id from calls where record_id = ?", [ids[nth]]);
  return row?.id;
};

describe("the ledger", () => {
  it("has no problems if unchanged", async () => {
    expect(await verifyLedger(head)).toMatchObject({ events: 4, calls: 3, head: { seq: 4 }, problems: [] });
  });

  it.each([
    "update call_events set body = '{}' where seq = 2",
    "delete from call_events where seq = 2",
    "truncate call_events",
  ])("refuses %s", async (statement) => {
    await expect(database.rows(statement)).rejects.toThrow("The ledger of calls is only added to");
    expect(await problems(head)).toEqual([]);
  });
});

describe("the stored part and result of a call", () => {
  it.each([
    "result = 99",
    "part = 'sell'",
    "part = null, result = null",
  ])("are verified against its prices after: %s", async (change) => {
    await database.rows(
      "update calls set state = 'closed', ended_on = '2026-01-05', waits_from = '2026-01-05', entry_price = 10, close_price = 12, close_ratio = 1, close_reason = 'target'",
    );
    const message = `call ${await idOf(0)}: its part and result do not match its prices`;
    expect(await problems()).not.toContain(message);
    await database.rows("alter table calls disable trigger user");
    await database.rows(`update calls set ${change} where record_id = ?`, [ids[0]]);
    await database.rows("alter table calls enable trigger user");
    expect(await problems()).toContain(message);
  });
});

describe("a corrected result", () => {
  const RESULT = {
    on: new Date().toISOString().slice(0, 10),
    price: "12",
    ratio: "1",
    reason: "by hand",
  } as const;
  const correct = (at: (now: Date) => string) =>
    em().transactional(async (manager) => {
      const ledger = await openLedger(manager);
      const [row] = await statement(
        "test.call",
        STATE,
      )`select ${STATE} from calls order by last_seq limit 1`.all({}, manager);
      const call = row && toCallState(row);
      const closed = ledger.add(call, { kind: "closed", body: { ...RESULT, note: null } });
      const body = { ...RESULT, price: "9", note: "Another price.", at: at(ledger.now) };
      ledger.add(closed, { kind: "corrected", body });
      await ledger.write();
    });

  it("equals its events and has the time of the correction", async () => {
    await correct((now) => now.toISOString());
    expect(await problems(head)).toEqual([]);
    expect(
      await database.rows("select close_price, close_note from calls where corrected_at is not null"),
    ).toEqual([{ close_price: "9", close_note: "Another price." }]);
  });

  it("must have the time of its event", async () => {
    await correct(() => "2026-01-05T12:00:00.000Z");
    expect(await problems(head)).toEqual([
      `call ${await idOf(0)}: event 6: corrected at a different time than stated`,
    ]);
  });
});

describe("the instrument of a call", () => {
  const pointTo = (instrument: string | null) =>
    asSuperuser(
      `update calls set instrument_id = ${instrument === null ? "null" : `'${instrument}'`} where record_id = '${ids[0]}'`,
    );

  it("must match the call's symbol", async () => {
    const symbol = `OTHER${ids[0]?.slice(0, 8)}`.toUpperCase();
    await pointTo(await insertRecord(database, "instruments", { symbol }));
    expect(await problems()).toEqual([`call ${await idOf(0)}: instrument is ${symbol}, its events say ALRT`]);
    await pointTo(null);
    expect(await problems()).toEqual([`call ${await idOf(0)}: instrument is none, its events say ALRT`]);
  });

  it("may be the one into which its own was merged", async () => {
    const last = await insertRecord(database, "instruments");
    const between = await insertRecord(database, "instruments", { merged_into: last });
    await database.rows(
      "update instruments set merged_into = ? where symbol = 'ALRT' and merged_into is null",
      [between],
    );
    await pointTo(last);
    expect(await problems()).toEqual([]);
    await database.rows("update instruments set merged_into = null where symbol = 'ALRT'");
  });
});

describe("the verification of superuser changes", () => {
  it.each([
    [
      "body",
      `body = replace(body, '"target":"20"', '"target":"19"')`,
      "call, kind, body or salt has changed",
    ],
    ...[
      `'null'`,
      `'no JSON'`,
      `'{"name":"\\ud800"}'`,
      `'{"name":{"toString":1}}'`,
      `repeat('[', 100000) || repeat(']', 100000)`,
      `'{"name":' || repeat('[', 100000) || repeat(']', 100000) || '}'`,
    ].map((body) => [`body to ${body}`, `body = ${body}`, "call, kind, body or salt has changed"]),
    ["salt", `salt = repeat('a', 32)`, "call, kind, body or salt has changed"],
    ["call", `call_id = gen_random_uuid()`, "call, kind, body or salt has changed"],
    ["time", `at = at - interval '1 hour'`, "number, time, digest or hash has changed"],
    ["digest", `digest = repeat('b', 64)`, "number, time, digest or hash has changed"],
  ])("detects a changed row: %s", async (_what, change, message) => {
    await asSuperuser(`update call_events set ${change} where seq = 2`);
    expect(await problems()).toContain(`event 2: ${message}`);
  });

  it("reports a changed row without quoting its text", async () => {
    await asSuperuser("update call_events set body = 'Locked words' where seq = 2");
    const found = await problems();
    expect(found).toContainEqual(expect.stringMatching(/: event 2: its body is not valid JSON$/));
    expect(found.join()).not.toContain("Locked");
  });

  it("detects a changed hash", async () => {
    await asSuperuser(`update call_events set hash = repeat('c', 64) where seq = 2`);
    expect(await problems()).toEqual(
      expect.arrayContaining([
        "event 2: number, time, digest or hash has changed",
        "event 3: does not follow on event 2",
      ]),
    );
  });

  it("detects a deleted row", async () => {
    await asSuperuser("delete from call_events where seq = 3");
    expect(await problems()).toEqual(
      expect.arrayContaining([
        "event 3: missing, the next one is 4",
        "event 4: does not follow on event 2",
        `call ${await idOf(2)}: it has no events`,
      ]),
    );
  });

  it("detects a deleted first row", async () => {
    await asSuperuser("delete from call_events where seq = 1");
    expect(await problems()).toContain("event 1: missing, the next one is 2");
  });

  it("detects two swapped rows", async () => {
    await asSuperuser(
      "update call_events set seq = 99 where seq = 2",
      "update call_events set seq = 2 where seq = 3",
      "update call_events set seq = 3 where seq = 99",
    );
    expect(await problems()).toEqual(
      expect.arrayContaining(["event 2: does not follow on event 1", "event 3: does not follow on event 2"]),
    );
  });

  it("detects removed newest events by the calls or by a saved head", async () => {
    await asSuperuser("delete from call_events where seq = 4");
    const id = await idOf(1);
    expect(await problems()).toEqual([
      `call ${id}: target is 25, its events say 20`,
      `call ${id}: lastSeq is 4, its events say 2`,
    ]);
    await asSuperuser("update calls set target = 20, last_seq = 2 where last_seq = 4");
    expect(await problems()).toEqual([]);
    expect(await problems(head)).toEqual([`event 4: the saved head ${head.hash} is missing`]);
  });

  it("detects a rebuilt chain by a saved head", async () => {
    await asSuperuser("delete from call_events", "delete from calls");
    for (let nth = 0; nth < 2; nth += 1) await openOlderCalls();
    await em().transactional((manager) => recordCall("alert", ids[0] ?? "", manager));
    expect(await problems()).toEqual([]);
    expect(await problems(head)).toEqual([`event 4: the saved head ${head.hash} is missing`]);
  });

  it("detects a changed, added or deleted call", async () => {
    const id = await idOf(0);
    await database.rows("update calls set target = 12.5 where id = ?", [id]);
    expect(await problems()).toEqual([`call ${id}: target is 12.5, its events say 10`]);
    await database.rows("delete from calls where id = ?", [id]);
    expect(await problems()).toEqual([`call ${id}: missing from calls`]);
    await database.rows(
      `insert into calls (id, kind, record_id, number, symbol, name, direction, made_at, last_seq)
       values (gen_random_uuid(), 'pick', gen_random_uuid(), 1, 'NEW', 'New', 'buy', now(), 1)`,
    );
    expect(await problems()).toContainEqual(expect.stringMatching(/^call [0-9a-f-]{36}: it has no events$/));
  });
});

it("the verification compares more calls and events than fit one part", async () => {
  await database.rows(
    `insert into trade_alerts (ticker, name, tag, target_price, analysis)
     select 'T' || n, 'Name', 'buy', n, 'Why.' from generate_series(1, 2300) as n`,
  );
  while ((await openOlderCalls()) > 0);
  expect(await verifyLedger()).toMatchObject({ events: 2304, calls: 2303, problems: [] });
});
