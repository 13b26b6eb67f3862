import { comparePaste } from "tests/support/pasting";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { api, followRedirect, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";

setUpStaffApp();

const WARNING = "FCBK is a former symbol of Metaplatform (now MTAP) and leads there.";
const ANALYSIS = "Why.";

/** Each kind of record with a symbol: its form and API, and the fields of symbol and company name. */
const KINDS = [
  {
    path: "trade-alert",
    api: "trade-alert",
    table: "trade_alerts",
    symbol: "ticker",
    name: "name",
    rest: { tag: "buy", targetPrice: "150", analysis: ANALYSIS, currentPrice: "120", currency: "USD" },
  },
  {
    path: "stock-picks",
    api: "stock-picks",
    table: "stock_picks",
    symbol: "ticker",
    name: "name",
    rest: { category: "Tenet", currentPrice: "120" },
  },
  {
    path: "daily-brief",
    api: "daily-brief",
    table: "daily_briefs",
    symbol: "ticker",
    name: "companyName",
    rest: { analysis: ANALYSIS, status: "draft" },
  },
  {
    path: "market",
    api: "markets",
    table: "quotes",
    symbol: "symbol",
    name: "name",
    rest: { category: "Stocks", last: "120" },
  },
] as const;

let id: string;

beforeAll(async () => {
  id = await insertRecord(database, "instruments", { symbol: "FCBK", name: "Facelike", currency: "USD" });
  const renamed = { symbol: "MTAP", name: "Metaplatform", kind: "stock", currency: "USD" };
  expect((await post(`/admin/instruments/${id}/edit`, renamed)).status).toBe(303);
});
beforeEach(() => database.empty("trade_alerts", "stock_picks", "daily_briefs", "quotes"));

const symbolsIn = async (table: string) =>
  (
    await database.rows<{ symbol: string }>(
      `select i.symbol from ${table} r join instruments i on i.id = r.instrument_id`,
    )
  ).map(({ symbol }) => symbol);

describe.each(KINDS)("a record of $table with a former symbol", (kind) => {
  const recordNamed = (name: string, symbol = "fcbk"): Record<string, string> => ({
    ...kind.rest,
    [kind.symbol]: symbol,
    [kind.name]: name,
  });

  it("causes a warning under another company's name, and is saved for the renamed company once confirmed", async () => {
    const path = `/admin/${kind.path}/new`;
    const refused = await post(path, recordNamed("Falcon Backhaul"));
    expect([refused.status, await symbolsIn(kind.table)]).toEqual([422, []]);
    const page = (await refused.text()).replaceAll("<!-- -->", "");
    expect(page).toContain(WARNING);
    expect(page).toContain("If you mean that company, enter MTAP.");
    const saved = await post(path, { ...recordNamed("Falcon Backhaul"), confirmed: "on" });
    expect([saved.status, await symbolsIn(kind.table)]).toEqual([303, ["MTAP"]]);
  });

  it("causes no warning under a name of the company, or if its symbol is unchanged", async () => {
    for (const name of ["Facelike, Inc.", "METAPLATFORM"])
      expect((await post(`/admin/${kind.path}/new`, recordNamed(name))).status).toBe(303);
    const [row] = await database.rows<{ id: string }>(`select id from ${kind.table} limit 1`);
    const renamed = await api("PUT", `/api/${kind.api}/${row?.id}`, { [kind.name]: "Falcon Backhaul" });
    expect([renamed.status, JSON.stringify(renamed.body).includes(WARNING)]).toEqual([200, false]);
  });

  it("causes a warning each time, whatever was confirmed earlier", async () => {
    const path = `/admin/${kind.path}/new`;
    await post(path, { ...recordNamed("Falcon Backhaul"), confirmed: "on" });
    const next = await post(path, recordNamed("Falcon Backhaul, Inc."));
    expect([next.status, (await next.text()).replaceAll("<!-- -->", "").includes(WARNING)]).toEqual([
      422,
      true,
    ]);
    const answer = await api("POST", `/api/${kind.api}`, recordNamed("Falcon Backhaul"));
    expect(answer.body.warnings?.[kind.symbol]).toContain(WARNING);
  });

  it("causes no warning under names from the company's earlier and current records", async () => {
    const old = { created_at: new Date("2020-01-02"), updated_at: new Date("2020-01-02") };
    const named = (symbol: string, name: string, more = {}) =>
      insertRecord(database, kind.table, {
        ...{ [kind.symbol]: symbol, [kind.name === "companyName" ? "company_name" : "name"]: name, ...more },
      });
    await named("FCBK", "The Face Company", old);
    await named("MTAP", "Meta of Faces");
    for (const name of ["The Face Company", "Meta of Faces"])
      expect((await post(`/admin/${kind.path}/new`, recordNamed(name))).status).toBe(303);
  });

  it("is saved over the API with a warning, when added and when changed", async () => {
    const added = await api("POST", `/api/${kind.api}`, recordNamed("Falcon Backhaul"));
    expect([added.status, added.body.warnings?.[kind.symbol]]).toEqual([
      201,
      expect.stringContaining(WARNING),
    ]);
    await database.empty(kind.table);
    expect(
      (await api("POST", `/api/${kind.api}`, recordNamed("Falcon Backhaul", "OTHR"))).body.warnings,
    ).toBe(undefined);
    const [row] = await database.rows<{ id: string }>(`select id from ${kind.table}`);
    const changed = await api("PUT", `/api/${kind.api}/${row?.id}`, { [kind.symbol]: "FCBK" });
    expect([changed.status, changed.body.warnings?.[kind.symbol]]).toEqual([
      200,
      expect.stringContaining(WARNING),
    ]);
  });
});

describe("a pasted row with a former symbol", () => {
  it.each([
    ["/admin/stock-picks/paste", "Ticker\tName\tCategory\tCurrent price\nFCBK\tFalcon Backhaul\tTenet\t12"],
    ["/admin/market/paste", "Symbol\tName\tCategory\tLast\nFCBK\tFalcon Backhaul\tStocks\t12"],
  ])("causes a warning on %s", async (path, text) => {
    expect(await comparePaste(path, text)).toContain(WARNING);
  });
});

describe("an instrument that takes a former symbol", () => {
  it("causes a warning, then owns the symbol and its address", async () => {
    await insertRecord(database, "daily_briefs", { ticker: "MTAP", company_name: "Metaplatform" });
    const led = await app.request("/stock/FCBK");
    expect([led.status, led.headers.get("Location")]).toEqual([301, "/stock/MTAP"]);
    const form = { symbol: "FCBK", name: "Falcon Backhaul", kind: "stock", currency: "USD" };
    const refused = await post("/admin/instruments/new", form);
    expect(refused.status).toBe(422);
    expect((await refused.text()).replaceAll("<!-- -->", "")).toContain(WARNING);
    const saved = await post("/admin/instruments/new", { ...form, confirmed: "on" });
    expect(await followRedirect(saved)).toContain("Instrument added successfully");
    await insertRecord(database, "daily_briefs", { ticker: "FCBK", company_name: "Falcon Backhaul" });
    expect((await app.request("/stock/FCBK")).status).toBe(200);
    const [second] = await database.rows<{ id: string }>(
      "select id from instruments where symbol = 'FCBK' and merged_into is null",
    );
    const path = `/admin/instruments/${second?.id}/edit`;
    // Its own former symbol needs no confirmation.
    for (const symbol of ["FLCN", "FCBK", "FLCN"])
      expect((await post(path, { ...form, symbol })).status, symbol).toBe(303);
    const third = await post(`/admin/instruments/${id}/edit`, { ...form, name: "Facts Book" });
    expect([third.status, await third.text()]).toEqual([
      422,
      expect.stringContaining("FCBK is a former symbol of"),
    ]);
  });
});
