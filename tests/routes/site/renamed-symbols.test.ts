import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { insertSettledCall } from "tests/support/settled-calls";
import { api, get, post, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeAll, describe, expect, it } from "vitest";

setUpStaffApp();

const OLD = "FCBK";
const RENAMED = "MTAP";
const YEAR_AGO = new Date(Date.now() - 365 * 86_400_000).toISOString();

const ids: Record<string, string> = {};

const instrumentForm = (symbol: string, name: string) => ({
  symbol,
  name,
  kind: "stock",
  currency: "USD",
  confirmed: "on",
});

async function instrumentIdOf(symbol: string): Promise<string> {
  const [row] = await database.rows<{ id: string }>(
    "select id from instruments where symbol = ? and merged_into is null",
    [symbol],
  );
  return row?.id ?? "none";
}

const addPrices = async (symbol: string, close: number) =>
  database.rows(
    `insert into daily_prices (instrument_id, day, close, source)
       select ?, current_date - n, ${close}, 'test' from generate_series(1, 400) as n`,
    [await instrumentIdOf(symbol)],
  );

/** A record of each kind that names its company by symbol, and calls on it in each state. */
async function insertRecords(symbol: string, name: string, key: string): Promise<void> {
  const call = { symbol, name, author: "Ann Author" };
  ids[`${key} brief`] = await insertRecord(database, "daily_briefs", { ticker: symbol, company_name: name });
  ids[`${key} alert`] = await insertRecord(database, "trade_alerts", { ticker: symbol, name });
  await insertRecord(database, "stock_picks", { ticker: symbol, name, category: "Moonshots" });
  const quote = { category: "Stocks", name, symbol, last: "120" };
  ids[`${key} quote`] = await insertRecord(database, "quotes", quote);
  await insertRecord(database, "movers", { name, mover_type: "gainers" });
  ids[`${key} settled`] = await insertSettledCall(40, call);
  await insertSettledCall(40, { ...call, kind: "pick", list: "Tenet" });
  const none = { close_price: null, close_ratio: null, close_reason: null };
  await insertSettledCall(40, { ...call, ...none, state: "withdrawn" });
  await insertSettledCall(3, { ...call, ...none, state: "open", ended_on: null });
}

beforeAll(async () => {
  await insertRecords(OLD, "Facelike", "old");
  await insertRecord(database, "daily_briefs", { ticker: OLD, company_name: "Facelike", is_sample: true });
  ids["old article"] = await insertRecord(database, "news", {
    content: `Before.\n\nchart ${OLD} 6m\n\nAfter.`,
    created_at: YEAR_AGO,
  });
  ids.planned = await insertRecord(database, "daily_briefs", {
    ...{ ticker: OLD, company_name: "Facelike", status: "draft" },
    publish_at: new Date(Date.now() + 86_400_000),
  });
  await database.rows("update instruments set symbol_since = ? where symbol = ?", [YEAR_AGO, OLD]);
  await addPrices(OLD, 100);
  const renamed = await post(
    `/admin/instruments/${await instrumentIdOf(OLD)}/edit`,
    instrumentForm(RENAMED, "Metaplatform"),
  );
  expect(renamed.status).toBe(303);
  const added = await post("/admin/instruments/new", instrumentForm(OLD, "Falcon Backhaul"));
  expect(added.status).toBe(303);
  await addPrices(OLD, 7);
});

/** Which of the two companies the main part of a page links to. */
async function companiesOn(path: string, person?: Person): Promise<string[]> {
  const answer = person ? await get(path, person) : await app.request(path);
  expect(answer.status, path).toBe(200);
  const main = /<main.*<\/main>/s.exec(await answer.text())?.[0] ?? "";
  const found = [...main.matchAll(/\/stock\/([A-Z]+)(?![A-Za-z])/g)].map(([, symbol = ""]) => symbol);
  return [...new Set(found)].filter((symbol) => symbol === OLD || symbol === RENAMED).toSorted();
}

const PATHS: readonly (readonly [path: () => string, forMembers?: true])[] = [
  [() => "/"],
  [() => "/daily-brief"],
  [() => `/daily-brief/${ids["old brief"]}`],
  [() => "/subscription"],
  [() => "/trade-alert", true],
  [() => `/trade-alert/${ids["old alert"]}`, true],
  [() => "/stock-picks", true],
  [() => "/market"],
  [() => "/author/ann-author"],
  [() => "/track-record"],
  [() => "/track-record/withdrawn"],
  [() => `/track-record/${ids["old settled"]}`],
  [() => `/news/${ids["old article"]}`],
  [() => "/search?q=Facelike"],
];

describe("a record of a renamed company whose symbol another company has now", () => {
  it.each([
    "visitor",
    "premium",
    "private",
  ] as const)("links %s to its own company on every page", async (who) => {
    const person = who === "visitor" ? undefined : who;
    for (const [path, forMembers] of PATHS) {
      const expected = forMembers && !person ? [] : [RENAMED];
      expect(await companiesOn(path(), person), path()).toEqual(expected);
    }
  });

  it("is in its company's feed, and no feed or sitemap links to the former symbol", async () => {
    const feed = await app.request(`/stock/${RENAMED}/feed.xml`);
    expect(await feed.text()).toContain(`/daily-brief/${ids["old brief"]}`);
    for (const path of ["/news/feed.xml", "/daily-brief/feed.xml", "/sitemaps/stock-1.xml"]) {
      const answer = await app.request(path);
      expect([answer.status, path, (await answer.text()).includes(`/stock/${OLD}`)]).toEqual([
        200,
        path,
        false,
      ]);
    }
    expect((await app.request(`/stock/${OLD}/feed.xml`)).status).toBe(404);
  });

  it("stays with its company when it is saved, published later or restored", async () => {
    const path = `/api/daily-brief/${ids["old brief"]}`;
    expect((await api("PUT", path, { ticker: OLD.toLowerCase(), analysis: "Rewritten." })).status).toBe(200);
    expect((await api("PUT", `/api/markets/${ids["old quote"]}`, { last: 121 })).status).toBe(200);
    await database.rows("update daily_briefs set publish_at = null where id = ?", [ids.planned ?? ""]);
    expect((await api("DELETE", path)).status).toBe(200);
    const [binned] = await database.rows<{ id: string }>(
      "select id from binned_records where record_id = ?",
      [ids["old brief"] ?? ""],
    );
    expect((await post(`/admin/bin/${binned?.id}`, { do: "restore" })).status).toBe(303);
    const links = await database.rows(
      `select distinct i.symbol from instruments i join (
         select instrument_id, ticker from daily_briefs union all select instrument_id, symbol from quotes) as r
           on r.instrument_id = i.id where upper(r.ticker) in (?, ?)`,
      [OLD, RENAMED],
    );
    expect(links).toEqual([{ symbol: RENAMED }]);
  });
});

it.each([
  ["alert", "old alert"],
  ["brief", "old brief"],
])("a new call of an old %s belongs to the company of its record", async (kind, record) => {
  const call = await insertRecord(database, "calls", {
    ...{ kind, record_id: ids[record], symbol: OLD, name: "Facelike", number: 7 },
  });
  const [row] = await database.rows(
    "select i.symbol from calls c join instruments i on i.id = c.instrument_id where c.id = ?",
    [call],
  );
  expect(row).toEqual({ symbol: RENAMED });
});

describe("the company with the symbol now", () => {
  it("has the records that name it since, with their own pages, charts and related records", async () => {
    await insertRecords(OLD, "Falcon Backhaul", "new");
    expect(await companiesOn(`/daily-brief/${ids["new brief"]}`)).toEqual([OLD]);
    const page = await (await app.request(`/stock/${OLD}`)).text();
    expect(page).toContain("Falcon Backhaul");
    expect(page).not.toContain(ids["old brief"]);
    // The bell of the frame names all new records.
    const whole = await (await get(`/daily-brief/${ids["new brief"]}`, "private")).text();
    const related = whole.slice(whole.indexOf("<main"));
    expect(related).toContain(ids["new alert"]);
    expect(related).not.toContain(ids["old alert"]);
    const article = await insertRecord(database, "news", { content: `Now.\n\nchart ${OLD} 6m` });
    expect(await companiesOn(`/news/${article}`)).toEqual([OLD]);
  });

  it.each([
    [
      "trade-alert",
      "trade-alert",
      "name",
      { tag: "buy", targetPrice: "150", currentPrice: "7", analysis: "Why." },
    ],
    ["stock-picks", "stock-picks", "name", { category: "Tenet", currentPrice: "7" }],
    ["daily-brief", "daily-brief", "companyName", { status: "draft", analysis: "Why." }],
  ])("causes a warning if a new %s has the former owner's name", async (path, at, name, rest) => {
    const warning = `${OLD} is now Falcon Backhaul’s symbol; it used to belong to Metaplatform (now ${RENAMED}).`;
    const record = (called: string) => ({ ...rest, ticker: OLD, [name]: called });
    for (const called of ["Facelike, Inc.", "metaplatform"]) {
      const refused = await post(`/admin/${path}/new`, record(called));
      expect([refused.status, (await refused.text()).replaceAll("<!-- -->", "")]).toEqual([
        422,
        expect.stringContaining(warning),
      ]);
      const saved = await api("POST", `/api/${at}`, record(called));
      expect([saved.status, saved.body.warnings?.ticker]).toEqual([201, expect.stringContaining(warning)]);
      // A confirmed record causes no new warning.
      const once = await api("PUT", `/api/${at}/${saved.body.id}`, { ticker: OLD, [name]: called });
      expect(once.body.warnings?.ticker).toBeUndefined();
    }
    for (const called of ["Falcon Backhaul", "Falcon Backhaul Holdings", "Another"])
      expect((await api("POST", `/api/${at}`, record(called))).body.warnings?.ticker).toBeUndefined();
  });

  it("is named to staff who save an old text with the other company's chart", async () => {
    const content = `Before.\n\nchart ${OLD} 6m\n\nAfter.`;
    const form = { title: "An article", category: "Tech", content, status: "published" };
    const refused = await post(`/admin/news/${ids["old article"]}/edit`, form);
    expect([refused.status, (await refused.text()).replaceAll("<!-- -->", "")]).toEqual([
      422,
      expect.stringContaining(`${OLD} is now Falcon Backhaul’s symbol; in this text it means Facelike`),
    ]);
    expect((await post("/admin/news/new", form)).status).toBe(303);
  });
});
