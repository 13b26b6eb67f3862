import { em } from "db/orm.server";
import { statement } from "db/statement.server";
import { database, setUpOrm } from "tests/support/own-database";
import { insertRecord } from "tests/support/record-factories";
import { beforeEach, describe, expect, it } from "vitest";
import { STATE, stateOf } from "~/features/calls/call-states.server";
import { openLedger } from "~/features/calls/ledger/ledger.server";
import { openOlderCalls, recordCall } from "~/features/calls/record-calls.server";
import type { KeptHead } from "~/features/calls/verification/verify-chain.server";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

setUpOrm();

/** What a superuser of the database may do and the ledger's trigger refuses everybody else. */
async function asSuperuser(...statements: string[]) {
  await database.rows("alter table call_events disable trigger user");
  for (const statement of statements) await database.rows(statement);
  await database.rows("alter table call_events enable trigger user");
}

/** Three alerts, of which the second was changed: events 1 to 4. */
let ids: string[];
let head: KeptHead;
beforeEach(async () => {
  await asSuperuser("truncate call_events, calls, trade_alerts");
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

const problems = async (kept?: KeptHead) => (await verifyLedger(kept)).problems;
const idOf = async (nth: number) => {
  const [row] = await database.rows<{ id: string }>("select id from calls where record_id = ?", [ids[nth]]);
  return row?.id;
};

describe("the ledger", () => {
  it("is as it was written", async () => {
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

describe("what is kept of a result", () => {
  it.each([
    "result = 99",
    "part = 'sell'",
    "part = null, result = null",
  ])("is not taken for granted: %s", async (change) => {
    await database.rows(
      "update calls set state = 'closed', ended_on = '2026-01-05', waits_from = '2026-01-05', entry_price = 10, close_price = 12, close_ratio = 1, close_reason = 'target'",
    );
    const said = `call ${await idOf(0)}: its part and result are not what its prices come to`;
    expect(await problems()).not.toContain(said);
    await database.rows("alter table calls disable trigger user");
    await database.rows(`update calls set ${change} where record_id = ?`, [ids[0]]);
    await database.rows("alter table calls enable trigger user");
    expect(await problems()).toContain(said);
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
      const call = row && stateOf(row);
      const closed = ledger.add(call, { kind: "closed", body: { ...RESULT, note: null } });
      const body = { ...RESULT, price: "9", note: "Another price.", at: at(ledger.now) };
      ledger.add(closed, { kind: "corrected", body });
      await ledger.write();
    });

  it("is what its events tell, and says when that was", async () => {
    await correct((now) => now.toISOString());
    expect(await problems(head)).toEqual([]);
    expect(
      await database.rows("select close_price, close_note from calls where corrected_at is not null"),
    ).toEqual([{ close_price: "9", close_note: "Another price." }]);
  });

  it("says no other time than its event has", async () => {
    await correct(() => "2026-01-05T12:00:00.000Z");
    expect(await problems(head)).toEqual([
      `call ${await idOf(0)}: event 6: corrected at another time than it says`,
    ]);
  });
});

describe("the instrument that a call points to", () => {
  const pointTo = (instrument: string | null) =>
    asSuperuser(
      `update calls set instrument_id = ${instrument === null ? "null" : `'${instrument}'`} where record_id = '${ids[0]}'`,
    );

  it("is one that its symbol leads to: another, or none, is named", async () => {
    const symbol = `OTHER${ids[0]?.slice(0, 8)}`.toUpperCase();
    await pointTo(await insertRecord(database, "instruments", { symbol }));
    expect(await problems()).toEqual([`call ${await idOf(0)}: instrument is ${symbol}, its events say ALRT`]);
    await pointTo(null);
    expect(await problems()).toEqual([`call ${await idOf(0)}: instrument is none, its events say ALRT`]);
  });

  it("may be one that its own was merged into, and whose symbol is another", async () => {
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

describe("a superuser's hand is seen", () => {
  it.each([
    [
      "body",
      `body = replace(body, '"target":"20"', '"target":"19"')`,
      "call, kind, body or salt were changed",
    ],
    ...[
      `'null'`,
      `'no JSON'`,
      `'{"name":"\\ud800"}'`,
      `'{"name":{"toString":1}}'`,
      `repeat('[', 100000) || repeat(']', 100000)`,
      `'{"name":' || repeat('[', 100000) || repeat(']', 100000) || '}'`,
    ].map((body) => [`body to ${body}`, `body = ${body}`, "call, kind, body or salt were changed"]),
    ["salt", `salt = repeat('a', 32)`, "call, kind, body or salt were changed"],
    ["call", `call_id = gen_random_uuid()`, "call, kind, body or salt were changed"],
    ["time", `at = at - interval '1 hour'`, "number, time, digest or hash were changed"],
    ["digest", `digest = repeat('b', 64)`, "number, time, digest or hash were changed"],
  ])("that changed the %s of a row", async (_what, change, said) => {
    await asSuperuser(`update call_events set ${change} where seq = 2`);
    expect(await problems()).toContain(`event 2: ${said}`);
  });

  it("and told without a word of what stands in the row", async () => {
    await asSuperuser("update call_events set body = 'Locked words' where seq = 2");
    const told = await problems();
    expect(told).toContainEqual(expect.stringMatching(/: event 2: its body is no JSON$/));
    expect(told.join()).not.toContain("Locked");
  });

  it("that changed a row and its digest and hash", async () => {
    await asSuperuser(`update call_events set hash = repeat('c', 64) where seq = 2`);
    expect(await problems()).toEqual(
      expect.arrayContaining([
        "event 2: number, time, digest or hash were changed",
        "event 3: does not follow on event 2",
      ]),
    );
  });

  it("that deleted a row", async () => {
    await asSuperuser("delete from call_events where seq = 3");
    expect(await problems()).toEqual(
      expect.arrayContaining([
        "event 3: missing, the next one is 4",
        "event 4: does not follow on event 2",
        `call ${await idOf(2)}: no event tells of it`,
      ]),
    );
  });

  it("that deleted the first row", async () => {
    await asSuperuser("delete from call_events where seq = 1");
    expect(await problems()).toContain("event 1: missing, the next one is 2");
  });

  it("that put two rows into each other's place", async () => {
    await asSuperuser(
      "update call_events set seq = 99 where seq = 2",
      "update call_events set seq = 2 where seq = 3",
      "update call_events set seq = 3 where seq = 99",
    );
    expect(await problems()).toEqual(
      expect.arrayContaining(["event 2: does not follow on event 1", "event 3: does not follow on event 2"]),
    );
  });

  it("that cut off the tail, by calls, and together with them by a head that was kept", async () => {
    await asSuperuser("delete from call_events where seq = 4");
    const id = await idOf(1);
    expect(await problems()).toEqual([
      `call ${id}: target is 25, its events say 20`,
      `call ${id}: lastSeq is 4, its events say 2`,
    ]);
    await asSuperuser("update calls set target = 20, last_seq = 2 where last_seq = 4");
    expect(await problems()).toEqual([]);
    expect(await problems(head)).toEqual([`event 4: the kept head ${head.hash} is not there`]);
  });

  it("that made a whole new chain, by a head that was kept", async () => {
    await asSuperuser("truncate call_events, calls");
    for (let nth = 0; nth < 2; nth += 1) await openOlderCalls();
    await em().transactional((manager) => recordCall("alert", ids[0] ?? "", manager));
    expect(await problems()).toEqual([]);
    expect(await problems(head)).toEqual([`event 4: the kept head ${head.hash} is not there`]);
  });

  it("that changed, added or took away a call", async () => {
    const id = await idOf(0);
    await database.rows("update calls set target = 12.5 where id = ?", [id]);
    expect(await problems()).toEqual([`call ${id}: target is 12.5, its events say 10`]);
    await database.rows("delete from calls where id = ?", [id]);
    expect(await problems()).toEqual([`call ${id}: missing from calls`]);
    await database.rows(
      `insert into calls (id, kind, record_id, number, symbol, name, direction, made_at, last_seq)
       values (gen_random_uuid(), 'pick', gen_random_uuid(), 1, 'NEW', 'New', 'buy', now(), 1)`,
    );
    expect(await problems()).toContainEqual(
      expect.stringMatching(/^call [0-9a-f-]{36}: no event tells of it$/),
    );
  });
});

it("more calls and events than are read at once are compared with their own", async () => {
  await database.rows(
    `insert into trade_alerts (ticker, name, tag, target_price, analysis)
     select 'T' || n, 'Name', 'buy', n, 'Why.' from generate_series(1, 2300) as n`,
  );
  while ((await openOlderCalls()) > 0);
  expect(await verifyLedger()).toMatchObject({ events: 2304, calls: 2303, problems: [] });
});
