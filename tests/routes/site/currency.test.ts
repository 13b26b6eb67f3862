import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, describe, expect, it } from "vitest";

let admin: string;
let premium: string;
setUpApp();

beforeAll(async () => {
  [admin, premium] = [await app.cookiesOf("admin"), await app.cookiesOf("premium")];
});

const BODIES = {
  "/api/markets": { category: "Stocks", name: "Quoted Plc", last: 1062.5 },
  "/api/stock-picks": { ticker: "PCK", name: "Picked Plc", category: "Tenet", currentPrice: 431.25 },
  "/api/trade-alert": {
    ticker: "ALT",
    name: "Alerted Plc",
    tag: "buy",
    targetPrice: 210.75,
    analysis: "Why.",
    currentPrice: 190.5,
  },
} as const;
const PATHS = Object.keys(BODIES) as (keyof typeof BODIES)[];

const send = (method: string, path: string, json: unknown) =>
  app.request(path, { method, cookies: admin, json });
const textOf = async (path: string, cookies = "") => (await app.request(path, { cookies })).text();
const wordsOf = (html: string) => html.replace(/<[^>]+>|<!-- -->/g, " ").replace(/\s+/g, " ");

describe.each(PATHS)("%s", (path) => {
  it.each([
    [undefined, null],
    [null, null],
    ["", null],
    ["usd", "USD"],
    [" EUR ", "EUR"],
    ["GBX", "GBX"],
    ["GBp", "GBX"],
    ["GBP", "GBP"],
  ])("stores %j as %j", async (currency, expected) => {
    const made = await send("POST", path, { ...BODIES[path], currency });
    expect(made.status).toBe(201);
    const { id, ...record } = (await made.json()) as { id: string; currency: unknown };
    expect(record.currency).toBe(expected);
    const read = await app.request(`${path}/${id}`, { cookies: premium });
    expect(await read.json()).toMatchObject({ currency: expected });
    const emptied = await send("PUT", `${path}/${id}`, { currency: null });
    expect(await emptied.json()).toMatchObject({ currency: null });
    await send("DELETE", `${path}/${id}`, undefined);
  });

  it.each(["pounds", "$", "GB", "€€€", "US1", 840, { $ne: null }])("refuses %j", async (currency) => {
    const refused = await send("POST", path, { ...BODIES[path], currency });
    expect(refused.status).toBe(422);
    expect(Object.keys(((await refused.json()) as { errors: object }).errors)).toEqual(["currency"]);
  });
});

describe("a price", () => {
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    for (const path of PATHS) {
      const made = await send("POST", path, { ...BODIES[path], currency: "GBX" });
      ids[path] = ((await made.json()) as { id: string }).id;
    }
  });

  it("shows its currency on every page", async () => {
    expect(wordsOf(await textOf("/market"))).toMatch(/1,062\.50 GBX/);
    for (const path of ["/", "/stock-picks"])
      for (const cookies of ["", premium])
        expect(wordsOf(await textOf(path, cookies))).toMatch(/431\.25 GBX/);
    const alert = `/trade-alert/${ids["/api/trade-alert"]}`;
    for (const path of ["/", "/trade-alert", alert])
      expect(wordsOf(await textOf(path, premium))).toMatch(/190\.50\s+GBX/);
    expect(wordsOf(await textOf(alert, premium))).toMatch(/Target 210\.75\s+GBX/);
    await send("PUT", `/api${alert}`, { currentPrice: null });
    expect(wordsOf(await textOf("/trade-alert", premium))).toMatch(/Target 210\.75\s+GBX/);
    const brief = await insertRecord(database, "daily_briefs", { company_name: "Quoted Plc" });
    expect(wordsOf(await textOf(`/daily-brief/${brief}`))).toMatch(/1,062\.50\s+GBX/);
  });

  it("shows a currency shared by all picks once in the column's header on the front page", async () => {
    const unit = '<span class="sub">GBX</span>';
    const pick = (currency: string) =>
      insertRecord(database, "stock_picks", { current_price: "12", currency });
    await database.rows("delete from stock_picks where id <> ?", [ids["/api/stock-picks"]]);
    const priced = await pick("GBX");
    await expect.poll(() => textOf("/")).toContain(unit);
    expect(wordsOf(await textOf("/"))).not.toMatch(/431\.25 GBX/);
    const other = await pick("EUR");
    await expect.poll(() => textOf("/")).not.toContain(unit);
    expect(wordsOf(await textOf("/"))).toMatch(/431\.25 GBX/);
    await database.rows("delete from stock_picks where id = any(?::uuid[])", [[priced, other]]);
  });

  it("is hidden with its currency in a locked alert", async () => {
    await send("PUT", `/api/trade-alert/${ids["/api/trade-alert"]}`, { currency: "ZAC" });
    for (const path of ["/", "/trade-alert", "/trade-alert.data", "/api/trade-alert"])
      expect(await textOf(path)).not.toContain("ZAC");
    const locked = await app.request(`/api/trade-alert/${ids["/api/trade-alert"]}`);
    expect(await locked.json()).toMatchObject({ locked: true, currency: null });
    expect(await textOf(`/api/stock-picks/${ids["/api/stock-picks"]}`)).toContain('"currency":"GBX"');
  });

  it.each([
    ["market", "/api/markets"],
    ["stock-picks", "/api/stock-picks"],
    ["trade-alert", "/api/trade-alert"],
  ] as const)("shows its currency in the form, the list and the spreadsheet of %s", async (screen, path) => {
    const form = await textOf(`/admin/${screen}/${ids[path]}/edit`, admin);
    expect(form).toMatch(/<input[^>]*name="currency"[^>]*value="(GBX|ZAC)"/);
    expect(await textOf(`/admin/${screen}`, admin)).toMatch(/<span class="sub">(GBX|ZAC)<\/span>/);
    expect(await textOf(`/admin/${screen}/export.csv`, admin)).toMatch(/,Currency,.*,(GBX|ZAC),/s);
  });
});
