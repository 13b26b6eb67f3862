import { randomUUID } from "node:crypto";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { butOfDaysToCome, settleCalls } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import { api, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openOlderCalls } from "~/features/calls/record-calls.server";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

/*
 * Faults around a call: invalid prices, reused symbols, splits and wrong clocks. The ledger must verify
 * after each.
 */

// Without jobs: an import or a split would settle calls while the next test empties the tables.
setUpStaffApp();

beforeEach(async () => {
  await forgetLedger();
  await database.empty("trade_alerts", "daily_prices", "splits", "quotes");
});
afterEach(async () => expect(butOfDaysToCome((await verifyLedger()).problems)).toEqual([]));

/** Empties the ledger as a superuser. */
async function forgetLedger() {
  await database.empty("call_events", "calls");
}

const DAY_MS = 86_400_000;
const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

type Call = Record<string, string | null> & { id: string };
const callsOf = (recordId: string) =>
  database.rows<Call>("select *, ended_on::text from calls where record_id = ? order by number", [recordId]);
const kindsOf = async (recordId: string) => {
  const found = await database.rows<{ kind: string }>(
    "select e.kind from call_events e join calls c on c.id = e.call_id where record_id = ? order by seq",
    [recordId],
  );
  return found.map(({ kind }) => kind);
};

/** A buy alert of now with target 110 and stop 95. */
async function alert(ticker: string, values: object = {}): Promise<string> {
  const body = {
    ticker,
    name: `${ticker} Inc.`,
    tag: "buy",
    targetPrice: 110,
    stopLoss: 95,
    analysis: "Why.",
  };
  const answer = await api("POST", "/api/trade-alert", { ...body, currentPrice: 100, ...values });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const price = (symbol: string, days: number, close: number) =>
  database.rows(
    "insert into daily_prices (instrument_id, day, close, source) select id, ?, ?, 'test' from instruments where symbol = ?",
    [dayAfter(days), close, symbol],
  );
const split = (symbol: string, days: number, ratio: number) =>
  database.rows(
    "insert into splits (instrument_id, day, ratio) select id, ?, ? from instruments where symbol = ?",
    [dayAfter(days), ratio, symbol],
  );

async function settleAll(days = 30) {
  await settleCalls(new Date(Date.now() + days * DAY_MS));
}

const FORM = { kind: "stock", exchange: "", currency: "USD" };
const rename = async (from: string, to: string) => {
  const [found] = await database.rows<{ id: string }>(
    "select id from instruments where symbol = ? and merged_into is null",
    [from],
  );
  const name = `${to} Inc.`;
  expect((await post(`/admin/instruments/${found?.id}/edit`, { ...FORM, symbol: to, name })).status).toBe(
    303,
  );
  return found?.id;
};

describe("a call whose record gets another audience", () => {
  it("has the same audience as its record and shows the change", async () => {
    const id = await alert("MOVE");
    const edit = (audience: string) => api("PUT", `/api/trade-alert/${id}`, { audience });
    expect((await edit("private")).status).toBe(200);
    expect(await callsOf(id)).toMatchObject([{ audience: "private", state: "open" }]);
    expect(await kindsOf(id)).toEqual(["opened", "changed"]);
    expect(await html("/", "premium")).not.toContain("MOVE Inc.");
    expect(await html("/", "private")).toContain("MOVE Inc.");
    expect(await html(`/trade-alert/${id}`, "private")).toContain(
      "Readers changed from members to Private members",
    );
    expect((await edit("members")).status).toBe(200);
    expect(await html("/", "premium")).toContain("MOVE Inc.");
  });
});

describe("imported prices", () => {
  it.each([
    ["negative", "2026-03-03,-1,"],
    ["zero", "2026-03-03,0,"],
    ["doubled", "2026-03-02,11,\n2026-03-02,12,"],
    ["of a future day", `${dayAfter(3)},11,`],
    ["not a number", "2026-03-03,NaN,"],
    ["infinite", "2026-03-03,Infinity,"],
    ["larger than any price", `2026-03-03,${"9".repeat(16)},`],
    ["of another currency", "2026-03-03,11,EUR"],
  ])("are rejected as a whole if one is %s", spec("beyond goes wrong around call"), async (_what, line) => {
    await alert("PRCE");
    const [found] = await database.rows<{ id: string }>("select id from instruments where symbol = 'PRCE'");
    await database.rows("update instruments set currency = 'USD' where symbol = 'PRCE'");
    await price("PRCE", -10, 99);
    const text = `day,close,currency\n2026-03-01,10,\n${line}\n`;
    const answer = await post(`/admin/instruments/${found?.id}/prices`, { text });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toMatch(/Nothing (was|has been) imported/);
    expect(await database.rows("select close from daily_prices")).toEqual([{ close: "99" }]);
  });

  it("may be in any order", async () => {
    await alert("ANYO");
    const [found] = await database.rows<{ id: string }>("select id from instruments where symbol = 'ANYO'");
    const text = "day,close\n2026-03-03,12\n2026-03-01,10\n2026-03-02,11\n";
    expect((await post(`/admin/instruments/${found?.id}/prices`, { text })).status).toBe(303);
    expect(await database.rows("select close from daily_prices order by day")).toEqual([
      { close: "10" },
      { close: "11" },
      { close: "12" },
    ]);
  });
});

describe("a call whose instrument has no usable price", () => {
  it.each(["0", "-3.5"])("uses its record's price if the quote is %s", async (last) => {
    await insertRecord(database, "quotes", { name: "NONE Inc.", symbol: "NONE", last });
    const id = await alert("NONE");
    expect(await callsOf(id)).toMatchObject([{ entry_price: "100" }]);
    await price("NONE", 2, 111);
    await settleAll();
    expect(await callsOf(id)).toMatchObject([{ part: "buy", close_price: "110", close_reason: "target" }]);
  });

  it("uses its record's price if the quote is older than a week", async () => {
    await insertRecord(database, "quotes", {
      ...{ name: "NONE Inc.", symbol: "NONE", last: "55" },
      updated_at: new Date(Date.now() - 8 * DAY_MS),
    });
    const id = await alert("NONE");
    expect(await callsOf(id)).toMatchObject([{ entry_price: "100" }]);
  });

  it("waits for its first close if its record has no price, and then enters the track record", async () => {
    await insertRecord(database, "quotes", { name: "NONE Inc.", symbol: "NONE", last: "0" });
    const id = await alert("NONE", { currentPrice: null });
    expect(await callsOf(id)).toMatchObject([{ entry_price: null }]);
    await price("NONE", 1, 101);
    await price("NONE", 2, 111);
    await settleAll();
    expect(await callsOf(id)).toMatchObject([{ entry_price: "101", part: "buy", close_reason: "target" }]);
  });

  it("uses its private record's price, which no other call gets", async () => {
    const id = await alert("FEWP", { audience: "private" });
    expect(await callsOf(id)).toMatchObject([{ entry_price: "100", audience: "private" }]);
    const other = await alert("FEWP", { currentPrice: null });
    expect(await callsOf(other)).toMatchObject([{ entry_price: null }]);
  });

  it("uses its record's price if the quote is in another currency, and such prices never settle it", async () => {
    await insertRecord(database, "quotes", {
      name: "PNCE Plc",
      symbol: "PNCE",
      last: "11000",
      currency: "GBX",
    });
    const id = await alert("PNCE", { currency: "GBP" });
    const later = await insertRecord(database, "trade_alerts", {
      ...{ ticker: "PNCE", name: "PNCE Plc", currency: "GBP", target_price: "110", created_at: dayAfter(-2) },
    });
    await price("PNCE", -3, 10_000);
    await openOlderCalls();
    expect([await callsOf(id), await callsOf(later)]).toMatchObject([
      [{ entry_price: "100", currency: "GBP" }],
      [{ entry_price: null, currency: "GBP" }],
    ]);
    await price("PNCE", 1, 11_500);
    await settleAll(400);
    expect([await callsOf(id), await callsOf(later)]).toMatchObject([
      [{ entry_price: "100", state: "open" }],
      [{ entry_price: null, state: "open" }],
    ]);
    const [open] = await callsOf(id);
    const close = { on: dayAfter(0), price: "115", reason: "by hand", note: "Sold.", confirmed: "on" };
    expect((await post(`/admin/calls/${open?.id}`, close)).status).toBe(303);
    const page = await html(`/track-record/${open?.id}`, "premium");
    expect(page).toContain("+15.0%");
    expect(page).not.toMatch(/11,500|10,000|11500/);
  });

  it("from an old ledger is in no figure and shows no percentage", async () => {
    for (const entry_price of ["0", "-5"]) {
      const id = await insertRecord(database, "calls", {
        ...{ id: randomUUID(), name: "Measureless Plc", entry_price, state: "closed", close_price: "110" },
        ...{ close_ratio: "1", close_reason: "target", ended_on: dayAfter(-60), target: "110" },
        made_at: `${dayAfter(-90)}T12:00:00Z`,
      });
      const page = await html(`/track-record/${id}`, "visitor");
      expect(page).toContain("Measureless Plc");
      expect(page).not.toMatch(/Infinity|NaN|∞/);
      for (const path of ["/track-record.json", "/track-record.csv", "/track-record"])
        expect(await html(path, "visitor")).not.toMatch(/Measureless|Infinity|NaN/);
      const company = await html("/stock/CALL", "visitor");
      expect(company).toContain("Measureless Plc");
      expect(company).not.toMatch(/Infinity|NaN|∞/);
      await database.rows("delete from calls where id = ?", [id]);
    }
  });
});

describe("the symbol of a call", () => {
  it("changes with its company and opens no new call", spec("beyond goes wrong around call"), async () => {
    const id = await alert("FBOLD");
    const instrument = await rename("FBOLD", "METAN");
    expect((await api("PUT", `/api/trade-alert/${id}`, { ticker: "METAN" })).status).toBe(200);
    expect(await kindsOf(id)).toEqual(["opened", "changed"]);
    expect(await callsOf(id)).toMatchObject([
      { state: "open", symbol: "METAN", instrument_id: instrument, entry_price: "100" },
    ]);
    expect(await html(`/trade-alert/${id}`, "premium")).toMatch(/Ticker changed from FBOLD to METAN/);
    await price("METAN", 1, 111);
    await settleAll();
    await api("PUT", `/api/trade-alert/${id}`, { ticker: "FBOLD" });
    expect(await callsOf(id)).toMatchObject([{ state: "closed", close_reason: "target" }]);
  });

  it("keeps its call with the first company when another takes it over", async () => {
    const id = await alert("HAND1", { currentPrice: null, currency: "USD" });
    const before = await rename("HAND1", "HAND2");
    const other = await insertRecord(database, "instruments", { symbol: "HAND1", name: "Another company" });
    await price("HAND2", 1, 100);
    await price("HAND2", 2, 104);
    await database.rows(
      "insert into daily_prices (instrument_id, day, close, source) values (?, ?, 500, 'test')",
      [other, dayAfter(3)],
    );
    await settleAll();
    expect(await callsOf(id)).toMatchObject([
      { state: "open", symbol: "HAND1", entry_price: "100", instrument_id: before },
    ]);
    expect(await database.rows("select currency from instruments where id = ?", [other])).toEqual([
      { currency: null },
    ]);
    expect(await callsOf(await alert("HAND1"))).toMatchObject([{ instrument_id: other }]);
  });

  it("leaves its call open when trading stops, until staff close it as delisted", async () => {
    const id = await alert("GONE1", { holdingPeriod: "1 day" });
    await settleAll(400);
    const [open] = await callsOf(id);
    expect(open).toMatchObject({ state: "open" });
    const close = {
      on: dayAfter(0),
      price: "0.01",
      reason: "delisted",
      note: "Struck off the list.",
      confirmed: "on",
    };
    expect((await post(`/admin/calls/${open?.id}`, close)).status).toBe(303);
    expect(await callsOf(id)).toMatchObject([{ state: "closed", close_reason: "delisted" }]);
    const page = await html(`/track-record/${open?.id}`, "premium");
    expect(page).toContain("Delisted");
    expect(page).toContain("Struck off the list.");
    expect((await get(`/track-record/${open?.id}`, "visitor")).status).toBe(404);
  });
});

describe("a split", () => {
  it(
    "on the day of a touched level settles the call at that level in new shares",
    spec("beyond goes wrong around call"),
    async () => {
      const id = await alert("SPLT");
      await split("SPLT", 2, 2);
      await price("SPLT", 1, 104);
      await price("SPLT", 2, 56);
      await settleAll();
      const [call] = await callsOf(id);
      expect(call).toMatchObject({ close_price: "55", close_ratio: "2", close_reason: "target" });
      expect(Number(call?.result)).toBeCloseTo(10, 6);
    },
  );

  it("before a call's entry does not affect its result, even when staff close it", async () => {
    const id = await alert("LATE", { currentPrice: null, targetPrice: 900, stopLoss: null });
    // Move the call back a week, so its first close came after a split.
    await database.rows(
      "update calls set made_at = made_at - interval '7 days', entry_price = 50, entry_at = now() - interval '1 day' where record_id = ?",
      [id],
    );
    await split("LATE", -3, 2);
    const [open] = await callsOf(id);
    const close = { price: "55", reason: "by hand", note: "Enough.", confirmed: "on" };
    const early = await post(`/admin/calls/${open?.id}`, { ...close, on: dayAfter(-4) });
    expect(await early.text()).toContain(`Day must be between ${dayAfter(-1)} and today`);
    expect((await post(`/admin/calls/${open?.id}`, { ...close, on: dayAfter(0) })).status).toBe(303);
    const [call] = await callsOf(id);
    expect([call?.close_ratio, Number(call?.result).toFixed(4)]).toEqual(["1", "10.0000"]);
    await forgetLedger();
  });
});

describe("a server with a wrong clock", () => {
  afterEach(() => vi.useRealTimers());

  // Around midnight even a small clock error is a whole day, so the test uses one.
  it.each([
    ["ahead", DAY_MS],
    ["behind", -DAY_MS],
  ])("%s settles calls by the database's days", spec("beyond goes wrong around call"), async (_way, away) => {
    const id = await alert("CLCK");
    await database.rows(
      "update calls set made_at = now() - interval '3 days', entry_at = now() - interval '3 days' where record_id = ?",
      [id],
    );
    await price("CLCK", 0, 111);
    const settleThere = async () => {
      vi.useFakeTimers({ now: Date.now() + away, toFake: ["Date"] });
      await settleCalls();
      vi.useRealTimers();
    };
    await settleThere();
    expect(await callsOf(id)).toMatchObject([{ state: "open" }]);
    await database.rows("update daily_prices set day = day - 1");
    await settleThere();
    expect(await callsOf(id)).toMatchObject([{ state: "closed", ended_on: dayAfter(-1) }]);
    await forgetLedger();
  });
});

describe("an import that fails halfway", () => {
  it("saves nothing and shows an error", async () => {
    await alert("DIES");
    const [found] = await database.rows<{ id: string }>("select id from instruments where symbol = 'DIES'");
    await database.rows(
      "alter table daily_prices add constraint broken check (day <> '2026-03-02' or source <> 'import') not valid",
    );
    const text = "day,close\n2026-03-01,10\n2026-03-02,11\n2026-03-03,12\n";
    const answer = await post(`/admin/instruments/${found?.id}/prices`, { text });
    await database.rows("alter table daily_prices drop constraint broken");
    expect(answer.status).toBe(500);
    expect(await answer.text()).toContain("2026-03-02,11");
    expect(await database.rows("select 1 from daily_prices")).toEqual([]);
    expect((await app.request("/track-record")).status).toBe(200);
  });
});
