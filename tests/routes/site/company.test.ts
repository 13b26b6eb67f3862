import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, describe, expect, it } from "vitest";

let premium: string;
let basic: string;
const ids: Record<string, string> = {};

const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000);

setUpApp();

beforeAll(async () => {
  premium = await app.cookiesOf("premium");
  basic = await app.cookiesOf("basic");
  const write = async (name: string, table: string, values: Record<string, unknown>) => {
    ids[name] = await insertRecord(database, table, values);
  };
  const company = { company_name: "Copper+Line (UK)", ticker: "CPL" };
  await write("brief", "daily_briefs", { ...company, created_at: daysAgo(20) });
  await write("draft", "daily_briefs", { ...company, status: "draft" });
  await write("alert", "trade_alerts", {
    ticker: "cpl",
    name: "Copper+Line (UK)",
    tag: "sell",
    target_price: "71.25",
    created_at: daysAgo(10),
  });
  await write("pick", "stock_picks", { ticker: "CPL", name: "Copper+Line picked", category: "Moonshots" });
  await write("news", "news", { title: "What Copper+Line (UK) said", created_at: daysAgo(400) });
  await write("other news", "news", { title: "Copperplate, not that company" });
  await insertRecord(database, "quotes", {
    category: "Stocks",
    name: "copper+line (uk)",
    symbol: "CPL",
    last: "88.5",
    change_percent: "1.5",
    currency: "GBP",
  });
  await database.rows(
    `insert into daily_prices (instrument_id, day, close, source)
       select id, current_date - n, 50 + n % 7, 'test' from instruments, generate_series(1, 700) as n where symbol = 'CPL'`,
  );
  await write("lone alert", "trade_alerts", { ticker: "HUSH", name: "Hushcorp", current_price: "31.7" });
});

const get = async (path: string, cookies?: string) => {
  const response = await app.request(path, { cookies });
  return { status: response.status, headers: response.headers, html: await response.text() };
};

const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? "no main";

const listed = (html: string) =>
  Object.keys(ids)
    .filter((name) => mainOf(html).includes(ids[name] ?? "none"))
    .toSorted();

describe("a company's page", () => {
  it("has for members who pay its price, a year of it, and everything of ours as flags and as a list", async () => {
    const { status, html } = await get("/stock/CPL", premium);
    expect(status).toBe(200);
    expect(listed(html)).toEqual(["alert", "brief", "news", "pick"]);
    expect(html).toContain("<title>copper+line (uk) (CPL) | ");
    expect(html).toMatch(/<p class="company-price"><span class="num">88\.50/);
    expect(html).toContain("chart--year");
    for (const kind of ["brief", "alert", "pick"]) expect(html).toContain(`flag--${kind}`);
    expect(html).not.toContain("flag--locked");
    expect(html).toContain(`<a href="/trade-alert/${ids.alert}">Sell, target 71.25</a>`);
    expect(html).not.toContain("does not say whether");
  });

  it.each(["visitor", "basic"])("tells a %s of briefs and news alone, briefs locked", async (who) => {
    const { status, html } = await get("/stock/CPL", who === "basic" ? basic : undefined);
    expect(status).toBe(200);
    expect(listed(html)).toEqual(["brief", "news"]);
    expect(html).toContain("flag--locked");
    expect(mainOf(html)).not.toMatch(/flag--(brief|alert|pick)|71\.25|picked/);
    expect(html).toContain("this page does not say whether there is one.");
    expect(html).toMatch(/<p class="company-price"><span class="num">88\.50/);
  });

  it("is not there for who may not read of the one call that made its instrument", async () => {
    for (const cookies of [undefined, basic]) {
      const { status, html } = await get("/stock/HUSH", cookies);
      expect(status).toBe(404);
      expect(html).not.toMatch(/Hushcorp|31\.7/);
    }
    const { status, html } = await get("/stock/HUSH", premium);
    expect(status).toBe(200);
    expect(html).toContain("Hushcorp");
    expect(html).toContain("31.70");
  });

  it("is found by a symbol in any case, at one address", async () => {
    const { status, headers } = await get("/stock/cpl?period=3m");
    expect(status).toBe(301);
    expect(headers.get("location")).toBe("/stock/CPL?period=3m");
    expect((await get("/stock/NOSUCH")).status).toBe(404);
  });

  it("has its period in its address, as plain links", async () => {
    const { html } = await get("/stock/CPL");
    for (const [label, to] of [
      ["3M", "?period=3m"],
      ["6M", "?period=6m"],
      ["2Y", "?period=2y"],
    ])
      expect(html).toContain(`<a href="/stock/CPL${to}">${label}</a>`);
    expect(html).toContain('<a href="/stock/CPL" aria-current="true">1Y</a>');
    const long = await get("/stock/CPL?period=2y");
    expect(long.html).toContain('href="/stock/CPL?period=2y" aria-current="true"');
    expect(long.html).toContain("flag--news");
    expect(html).not.toContain("flag--news");
  });

  it("computes its title from the prices that it draws", async () => {
    const { html } = await get("/stock/CPL?period=3m");
    expect(mainOf(html)).toMatch(
      /<h2 id="[^"]*">copper\+line \(uk\) stands [\d.]+% higher than three months ago<\/h2>/,
    );
  });

  it("keeps its drawings within 12 kB and links their stylesheet", async () => {
    const { html } = await get("/stock/CPL?period=2y", premium);
    const chart = /<div class="chart.*?<\/svg><\/div>/s.exec(html)?.[0] ?? "";
    expect(Buffer.byteLength(chart)).toBeGreaterThan(2000);
    expect(Buffer.byteLength(chart)).toBeLessThan(12_288);
    expect(html.match(/<link rel="stylesheet"/g)?.length).toBeGreaterThan(1);
  });

  it("splits its prices back", async () => {
    await database.rows(
      `insert into splits (instrument_id, day, ratio) select id, current_date - 30, 2 from instruments where symbol = 'CPL'`,
    );
    const { html } = await get("/stock/CPL?period=2y");
    expect(html).toMatch(/aria-label="copper\+line \(uk\), daily close, [^"]*: from 2\d\.\d\d to 88\.50/);
  });

  it("says so where there is no price", async () => {
    await insertRecord(database, "daily_briefs", {
      company_name: "Unpriced",
      ticker: "UNPR",
      headline: "Nobody knows what it costs",
    });
    const { status, html } = await get("/stock/UNPR");
    expect(status).toBe(200);
    expect(html).toContain("No prices for Unpriced yet.");
    expect(html).toContain(">Nobody knows what it costs</a>");
    expect(html).not.toContain("chart--year");
  });
});
