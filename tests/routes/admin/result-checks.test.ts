import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { checkResults, daysAgo, insertSettledCall, settleCalls } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import { followRedirect, html, post, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";
import { openOlderCalls } from "~/features/calls/record-calls.server";
import { resultChecks } from "~/features/calls/settlement/check-results.server";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

/*
 * An alert from twenty days ago: buy at 100, stop 90, target 130. A close of 89 ten days ago stopped it.
 * Five days ago it reached its target.
 */

// Without jobs: those of an import or a split would read calls while the next test empties their
// tables.
setUpStaffApp();

let call: string;
let instrument: string;

beforeEach(async () => {
  await database.empty(
    "call_events",
    "calls",
    "trade_alerts",
    "daily_prices",
    "splits",
    "price_jumps",
    "price_revisions",
    "result_checks",
    "changes",
  );
  call = await stopped("CORR");
  instrument = await instrumentOf("CORR");
});

/** Something that needs a database superuser. */
async function changeLedger(statement: string) {
  await database.rows("alter table call_events disable trigger user");
  await database.rows(statement);
  await database.rows("alter table call_events enable trigger user");
}

/** @param hour the hourly run finds older results in their order. @returns the id of its call */
async function stopped(ticker: string, hour = 12): Promise<string> {
  const alert = await insertRecord(database, "trade_alerts", {
    ...{ ticker, name: `${ticker} Plc`, target_price: "130", stop_loss: "90" },
    ...{ holding_period: "3 months", created_at: `${daysAgo(20)}T${hour}:00:00Z` },
  });
  for (const [days, close] of [
    [21, "100"],
    [11, "102"],
    [10, "89"],
    [5, "131"],
  ] as const)
    await price(days, close, ticker);
  await openOlderCalls();
  await settleCalls();
  const [row] = await database.rows<{ id: string }>("select id from calls where record_id = ?", [alert]);
  return row?.id ?? "";
}
const instrumentOf = async (symbol: string) => {
  const [row] = await database.rows<{ id: string }>("select id from instruments where symbol = ?", [symbol]);
  return row?.id ?? "";
};

const price = (days: number, close: string, symbol = "CORR", [low, high]: [string?, string?] = []) =>
  database.rows(
    `insert into daily_prices (instrument_id, day, close, low, high, source)
     select id, ?, ?, ?, ?, 'test' from instruments where symbol = ?
     on conflict (instrument_id, day) do update set close = excluded.close, low = excluded.low, high = excluded.high`,
    [daysAgo(days), close, low ?? null, high ?? null, symbol],
  );
const revised = () =>
  database.rows<{ day: string; call_id: string }>("select day::text, call_id from price_revisions");
const listedChecks = () =>
  database.rows<{ says: string }>("select says from result_checks where confirmed_at is null");

/** The dashboard item: how many, its text and its link. */
const revisedFor = async (person: Person = "admin") =>
  [
    ...(await html("/admin", person)).matchAll(
      /<li><span class="figure[^"]*">(\d+)<\/span><span[^>]*>Revised<\/span><span>([^<]*)<\/span><a href="([^"]*)"/g,
    ),
  ].map(([, ...item]) => item);

const TARGET = () => `Target reached at 130 on ${daysAgo(5)}`;
const OPEN = "It would be open, or wait for one that looks like a split";
const TOLD = (says: string, id = call) => [
  "1",
  `Buy CORR Plc: the record says Stop reached at 89 on ${daysAgo(10)}, current prices give: ${says}`,
  `/admin/calls/${id}`,
];
const confirm = (body: Record<string, string> = {}, person: Person = "admin") =>
  post(`/admin/calls/${call}`, { confirm: TARGET(), ...body }, person);
const RIGHT = () => ({
  newDay: daysAgo(5),
  newPrice: "130",
  newReason: "target",
  why: "The price was wrong.",
});

describe("a result that differs from current prices", () => {
  it(
    "is shown to roles that may correct it, and changes nothing",
    spec("beyond results later prices would"),
    async () => {
      await price(10, "98");
      expect(await revisedFor()).toEqual([]);
      const before = await database.rows("select * from calls");
      await checkResults();
      expect(await revisedFor()).toEqual([TOLD(TARGET())]);
      expect(await revisedFor("superadmin")).toEqual([TOLD(TARGET())]);
      expect(await revisedFor("editor")).toEqual([]);
      expect(await database.rows("select * from calls")).toEqual(before);
      expect((await verifyLedger()).problems).toEqual([]);
      const page = await html(`/admin/calls/${call}`);
      expect(page).toContain(`Current prices give a different result: ${TARGET()}`);
      expect(page).toContain("Confirm the result");
      const narrow = (permissions: string) =>
        database.rows("update staff set narrowed_to = ?::text[] where email = 'admin@demo.test'", [
          permissions,
        ]);
      await narrow("{trade-alerts.read}");
      const read = await html(`/admin/calls/${call}`);
      await narrow("{}");
      expect(read).toContain(`Current prices give a different result: ${TARGET()}`);
      expect(read).not.toContain("Confirm the result");
      expect(await revised()).toEqual([]);
    },
  );

  it("is no longer listed after it is corrected", async () => {
    await price(10, "98");
    await checkResults();
    expect((await post(`/admin/calls/${call}`, RIGHT())).status).toBe(303);
    expect(await revisedFor()).toEqual([]);
    expect(await listedChecks()).toEqual([]);
    expect(await html(`/admin/calls/${call}`)).not.toContain("give a different result");
  });

  it(
    "is compared with its correction once corrected",
    spec("beyond results later prices would"),
    async () => {
      await price(10, "98");
      await post(`/admin/calls/${call}`, RIGHT());
      await checkResults();
      expect(await listedChecks()).toEqual([]);
      await price(7, "88");
      await checkResults();
      expect(await listedChecks()).toEqual([{ says: `Stop reached at 88 on ${daysAgo(7)}` }]);
      expect((await revisedFor())[0]?.[1]).toContain(`the record says ${TARGET()}, current prices give`);
    },
  );

  it(
    "stays once staff confirm it, while prices give the same result",
    spec("beyond results later prices would"),
    async () => {
      await price(10, "98");
      await checkResults();
      const page = await followRedirect(await confirm());
      expect(page).toContain("Result confirmed successfully");
      expect(page).toContain("admin tester confirmed the recorded result on");
      expect(page).not.toContain("Confirm the result");
      expect(await revisedFor()).toEqual([]);
      expect(await database.rows("select action, record_title from changes")).toEqual([
        { action: "confirmed the result of", record_title: "buy CORR Plc" },
      ]);
      await price(10, "97");
      await checkResults();
      expect(await revisedFor()).toEqual([]);
      await price(10, "88");
      await checkResults();
      const other = `Stop reached at 88 on ${daysAgo(10)}`;
      expect(await revisedFor()).toEqual([TOLD(other)]);
      expect(await html(`/admin/calls/${call}`)).toContain("Confirm the result");
    },
  );

  it("is no longer listed once prices agree again", async () => {
    await price(10, "98");
    await checkResults();
    await price(10, "89");
    await checkResults();
    expect(await revisedFor()).toEqual([]);
    expect(await listedChecks()).toEqual([]);
  });

  it("is only counted after the first five", async () => {
    for (let nth = 0; nth < 7; nth += 1) await insertSettledCall(3, { name: `Call ${nth}` });
    await database.rows(
      `insert into daily_prices (instrument_id, day, close, source) select id, ?, 100, 'test' from instruments where symbol = 'CNRY'`,
      [daysAgo(4)],
    );
    await checkResults();
    const items = await revisedFor();
    expect(items).toHaveLength(6);
    expect(items.at(-1)?.slice(0, 2)).toEqual(["2", "more results that current prices would change"]);
    const named = items.map(([, , to]) => to);
    expect(new Set(named).size).toBe(6);
  });
});

describe("a past price that has changed", () => {
  const importing = (text: string) => post(`/admin/instruments/${instrument}/prices`, { text });
  const ways: Record<string, [change: () => Promise<unknown>, says: () => string]> = {
    "a file": [() => importing(`day,close\n${daysAgo(10)},98`), TARGET],
    "a file that fills a gap": [
      () => importing(`day,close,low\n${daysAgo(12)},95,85`),
      () => `Stop reached at 90 on ${daysAgo(12)}`,
    ],
    "a low that nobody knew": [
      () => importing(`day,close,low\n${daysAgo(11)},102,90`),
      () => `Stop reached at 90 on ${daysAgo(11)}`,
    ],
    "a split": [
      () =>
        post(`/admin/instruments/${instrument}/splits`, { day: daysAgo(15), ratio: "1.25", confirmed: "on" }),
      () => `Target reached at 104 on ${daysAgo(5)}, one share being 1.25 then`,
    ],
    "a day that is taken out": [
      () => database.rows("delete from daily_prices where day = ?", [daysAgo(10)]),
      TARGET,
    ],
    "a merge": [merged, TARGET],
  };
  async function merged() {
    const into = await insertRecord(database, "instruments", { name: "The other" });
    await database.rows(
      "insert into daily_prices (instrument_id, day, close, source) values (?, ?, 98, 'test')",
      [into, daysAgo(10)],
    );
    const [row] = await database.rows<{ symbol: string }>("select symbol from instruments where id = ?", [
      into,
    ]);
    const answer = await post(`/admin/instruments/${instrument}/merge`, {
      into: row?.symbol ?? "",
      confirmed: "yes",
    });
    expect(answer.status).toBe(303);
    // From now on the symbol refers to this instrument: another test has its own.
    await database.rows("update instruments set symbol = 'WAS' || upper(left(id::text, 8)) where id = ?", [
      instrument,
    ]);
  }

  it.each(Object.keys(ways))(
    "is found by the hourly run, after %s",
    spec("beyond results later prices would"),
    async (way) => {
      const [change, says] = ways[way] ?? [];
      await change?.();
      await checkResults();
      expect(await listedChecks()).toEqual([{ says: says?.() }]);
      expect(await revised()).toEqual([]);
    },
  );

  it("is not listed if it is equal, from another source, or later than any result", async () => {
    await importing(`day,close,volume\n${daysAgo(10)},89.00,100\n${daysAgo(4)},133\n${daysAgo(0)},134`);
    expect(await revised()).toEqual([]);
    await database.rows("update daily_prices set source = 'other'");
    expect(await revised()).toEqual([]);
  });

  it("is not listed if its import is undone", async () => {
    await database.rows("alter table daily_prices add constraint broken check (close <> 98) not valid");
    expect((await importing(`day,close\n${daysAgo(12)},95\n${daysAgo(10)},98`)).status).toBe(500);
    await database.rows("alter table daily_prices drop constraint broken");
    expect(await revised()).toEqual([]);
  });

  it("after the end of a period may be the period's closing price", async () => {
    await database.empty("call_events", "calls", "daily_prices", "price_revisions");
    await database.rows("update trade_alerts set ends_at = ?", [`${daysAgo(8)}T00:00:00Z`]);
    for (const [days, close] of [
      [21, "100"],
      [12, "103"],
      [5, "104"],
    ] as const)
      await price(days, close);
    await openOlderCalls();
    await settleCalls();
    await price(9, "105");
    await checkResults();
    expect(await listedChecks()).toEqual([{ says: `Period over at 105 on ${daysAgo(9)}` }]);
    await price(5, "90");
    expect(await revised()).toEqual([]);
  });

  it("puts its call on hold if it looks like a split; the new result follows its confirmation", async () => {
    await price(11, "10.2");
    await checkResults();
    expect(await listedChecks()).toEqual([{ says: OPEN }]);
    const confirmation = { confirm: daysAgo(11), before: "100", close: "10.2" };
    expect((await post(`/admin/instruments/${instrument}/splits`, confirmation)).status).toBe(303);
    await checkResults();
    expect(await listedChecks()).toEqual([{ says: `Stop reached at 10.2 on ${daysAgo(11)}` }]);
  });

  it("in another currency than the call's is ignored", async () => {
    await changeLedger("update calls set currency = 'GBX'");
    await database.rows("update instruments set currency = 'GBP' where id = ?", [instrument]);
    await price(10, "98");
    await checkResults();
    expect(await listedChecks()).toEqual([]);
    await database.rows("update instruments set currency = null where id = ?", [instrument]);
  });
});

describe("a call closed by hand", () => {
  const closed = async (days: number, at: string) => {
    await database.empty("call_events", "calls", "price_revisions");
    await price(10, "104");
    await price(5, "105");
    await openOlderCalls();
    const [open] = await database.rows<{ id: string }>("select id from calls");
    call = open?.id ?? "";
    const body = { on: daysAgo(days), price: at, reason: "by hand", note: "Sold.", confirmed: "on" };
    expect((await post(`/admin/calls/${call}`, body)).status).toBe(303);
  };

  it.each<[string, [string?, string?], string[]]>([
    ["99", [], ["It closed at 99 on"]],
    ["104", [], []],
    ["99", ["98", "104"], []],
    ["99", ["98", "103.5"], ["It was traded between 98 and 103.5 on"]],
  ])(
    "is compared with its day's prices only: %s, %j",
    spec("beyond results later prices would"),
    async (close, range, says) => {
      await closed(10, "104");
      await price(11, "131");
      await checkResults();
      expect(await listedChecks()).toEqual([]);
      await price(10, close, "CORR", range);
      await checkResults();
      expect(await listedChecks()).toEqual(says.map((text) => ({ says: `${text} ${daysAgo(10)}` })));
    },
  );

  it.each<[string, [string?, string?], string[]]>([
    ["107", [], []],
    ["107", ["103", "108"], []],
    ["107", ["106", "108"], ["It was traded between 106 and 108 on"]],
  ])("on the day that was running is checked after that day, against its range: %s, %j", async (close, range, says) => {
    await price(0, "104");
    await closed(0, "104");
    await price(0, close, "CORR", range);
    await price(10, "103");
    await checkResults();
    expect(await listedChecks()).toEqual([]);
    expect(await revised()).toMatchObject([{ day: daysAgo(0) }]);
    await checkResults(new Date(Date.now() + 86_400_000));
    expect(await listedChecks()).toEqual(says.map((text) => ({ says: `${text} ${daysAgo(0)}` })));
    expect(await revised()).toEqual([]);
  });
});

describe("checking results", () => {
  const many = async (count: number) => {
    for (let nth = 0; nth < count; nth += 1) await insertSettledCall(3 + (nth % 5));
  };
  const changePrice = () =>
    database.rows(
      `insert into daily_prices (instrument_id, day, close, source) select id, ?, 100, 'test' from instruments where symbol = 'CNRY'
       on conflict (instrument_id, day) do update set close = daily_prices.close + 1`,
      [daysAgo(9)],
    );

  it(
    "runs in batches of a hundred for one instrument, and resumes where it stopped",
    spec("beyond results later prices would"),
    async () => {
      await many(230);
      await changePrice();
      expect(await resultChecks()()).toBe(100);
      const [place] = await revised();
      expect(place?.day).not.toBe(daysAgo(9));
      expect(await listedChecks()).toHaveLength(100);
      // Another server, or this one after a crash.
      const checkPart = resultChecks();
      expect([await checkPart(), await checkPart()]).toEqual([100, 30]);
      expect(await listedChecks()).toHaveLength(230);
      expect(await revised()).toEqual([]);
    },
  );

  it("restarts if prices change in the meantime", async () => {
    await many(130);
    await changePrice();
    await resultChecks()();
    await changePrice();
    expect(await revised()).toMatchObject([
      { day: daysAgo(9), call_id: "00000000-0000-0000-0000-000000000000" },
    ]);
  });

  it("checks listed results again in each round, and no others", async () => {
    await many(3);
    await changePrice();
    const checkPart = resultChecks();
    expect([await checkPart(), await checkPart()]).toEqual([3, 0]);
    const again = resultChecks();
    expect([await again(), await again()]).toEqual([3, 0]);
  });

  it("skips a call with changed events, and lists the others", async () => {
    const other = await stopped("OTHR", 13);
    await changeLedger(`update call_events set body = 'no JSON' where call_id = '${call}'`);
    await price(10, "98");
    await price(10, "98", "OTHR");
    await checkResults();
    expect(await database.rows("select call_id from result_checks")).toEqual([{ call_id: other }]);
  });

  it("resumes at its position after a failure", async () => {
    await price(10, "98");
    await database.rows("alter table result_checks add constraint failing check (says = '') not valid");
    await expect(resultChecks()()).rejects.toThrow("failing");
    await database.rows("alter table result_checks drop constraint failing");
    expect(await revised()).toMatchObject([{ day: daysAgo(10) }]);
    await checkResults();
    expect(await listedChecks()).toEqual([{ says: TARGET() }]);
  });
});

describe("confirming a result", () => {
  it.each([
    [
      { confirm: "Target reached at 131" },
      "Nothing was confirmed: the prices have changed since you opened this page.",
    ],
    [{ confirm: "" }, "Nothing was confirmed: the prices have changed since you opened this page."],
    [{ version: "1" }, "Somebody else changed this record."],
  ])("is refused with %j", async (wrong, said) => {
    await price(10, "98");
    await checkResults();
    const answer = await confirm(wrong);
    expect(answer.status).toBe(409);
    const page = await answer.text();
    expect(page).toContain(said);
    expect(page.match(/id="error-summary"/g)).toHaveLength(1);
    expect(await revisedFor()).toEqual([TOLD(TARGET())]);
  });

  it("is refused if prices agree, if the call is open, and without write access", async () => {
    expect((await confirm()).status).toBe(409);
    await price(10, "98");
    await checkResults();
    expect((await confirm({}, "editor")).status).toBe(403);
    const open = await insertRecord(database, "calls");
    const answer = await post(`/admin/calls/${open}`, { confirm: TARGET() });
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain("Nothing was confirmed: this call is open and has no result.");
    expect(await revisedFor()).toEqual([TOLD(TARGET())]);
  });
});
