import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { changeCall, daysAgo as dayBefore, insertSettledCall } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
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
  it("explains its range, and the flags that this reader sees", async () => {
    const words = async (cookies?: string) =>
      mainOf((await get("/stock/CPL?period=3m", cookies)).html).replace(/<[^>]*>/g, "");
    expect(await words()).toContain("52-week low and high, by closing price");
    expect(await words(premium)).toContain("a pointed flag an alert");
    expect(await words()).not.toContain("a pointed flag an alert");
  });

  it("shows paying members its price, a year's chart, and all our content as flags and a list", async () => {
    const { status, html } = await get("/stock/CPL", premium);
    expect(status).toBe(200);
    expect(listed(html)).toEqual(["alert", "brief", "news", "pick"]);
    expect(html).toContain("<title>copper+line (uk) (CPL) | ");
    expect(html).toMatch(/<p class="company-price"><span class="num">88\.50/);
    expect(html).toContain("chart--year");
    for (const kind of ["brief", "alert", "pick"]) expect(html).toContain(`flag--${kind}`);
    expect(html).not.toContain("flag--locked");
    expect(html).toContain(`<a href="/trade-alert/${ids.alert}">Sell, target 71.25</a>`);
    expect(html).not.toContain("does not show whether");
  });

  it.each(["visitor", "basic"])("shows a %s only briefs and news, with briefs locked", async (who) => {
    const { status, html } = await get("/stock/CPL", who === "basic" ? basic : undefined);
    expect(status).toBe(200);
    expect(listed(html)).toEqual(["brief", "news"]);
    expect(html).toContain("flag--locked");
    expect(mainOf(html)).not.toMatch(/flag--(brief|alert|pick)|71\.25|picked/);
    expect(html).toContain("This page does not show whether there are any.");
    expect(html).toMatch(/<p class="company-price"><span class="num">88\.50/);
  });

  it("is missing for readers who may not read the call that created its instrument", async () => {
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

  it("redirects a symbol in any case to one address", async () => {
    const { status, headers } = await get("/stock/cpl?period=3m");
    expect(status).toBe(301);
    expect(headers.get("location")).toBe("/stock/CPL?period=3m");
    expect((await get("/stock/NOSUCH")).status).toBe(404);
  });

  it("has a link for each period", async () => {
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

  it("calculates its title from the prices in its chart", async () => {
    const { html } = await get("/stock/CPL?period=3m");
    expect(mainOf(html)).toMatch(
      /<h2 id="[^"]*">copper\+line \(uk\) stands [\d.]+% higher than three months ago<\/h2>/,
    );
  });

  it("keeps its charts within 12 kB and links their stylesheet", async () => {
    const { html } = await get("/stock/CPL?period=2y", premium);
    const chart = /<div class="chart.*?<\/svg><\/div>/s.exec(html)?.[0] ?? "";
    expect(Buffer.byteLength(chart)).toBeGreaterThan(2000);
    expect(Buffer.byteLength(chart)).toBeLessThan(12_288);
    expect(html.match(/<link rel="stylesheet"/g)?.length).toBeGreaterThan(1);
  });

  it("adjusts its prices for splits", async () => {
    await database.rows(
      `insert into splits (instrument_id, day, ratio) select id, current_date - 30, 2 from instruments where symbol = 'CPL'`,
    );
    const { html } = await get("/stock/CPL?period=2y");
    expect(html).toMatch(/aria-label="copper\+line \(uk\), daily close, [^"]*: from 2\d\.\d\d to 88\.50/);
  });

  it("shows a message if there is no price", async () => {
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

describe("a public call", () => {
  const known = { symbol: "KNWN", name: "Knownco" };
  const settled = (days: number, values: Record<string, unknown>) =>
    insertSettledCall(days, { ...known, ...values });
  const WITHDRAWN = { state: "withdrawn", close_price: null, close_ratio: null, close_reason: null };

  it(
    "gives its company a public page and feed, which show the call and its result",
    spec("beyond company page public calls"),
    async () => {
      const id = await settled(40, {});
      await changeCall(id, 45, { target: { from: "120", to: "112.34" } });
      for (const cookies of [undefined, basic, premium]) {
        const { status, html } = await get("/stock/KNWN", cookies);
        expect(status).toBe(200);
        expect(html).toContain("<title>Knownco (KNWN) | ");
        expect(mainOf(html)).toContain(
          `<span class="kind">Call</span> <a href="/track-record/${id}">Buy</a>`,
        );
        expect(mainOf(html)).toMatch(/Target changed from 120 to 112\.34 on .*\+12\.3%/s);
      }
      const { html } = await get("/stock/KNWN");
      expect(html).toContain("Other trade alerts and stock picks are for members. This page does not show");
      expect(html).toContain('href="/stock/KNWN/feed.xml"');
      expect((await get("/stock/KNWN/feed.xml")).html).toContain(`/track-record/${id}</link>`);
    },
  );

  it("appears with the day of its withdrawal", async () => {
    const id = await settled(40, { ...WITHDRAWN, symbol: "BACK", name: "Backco", direction: "sell" });
    await database.rows(
      `insert into call_events (seq, call_id, kind, body, salt, at, digest, prev_hash, hash)
       select coalesce(max(seq), 0) + 1, ?, 'withdrawn', '{}', repeat('0', 32), ?, repeat('0', 64), repeat('0', 64), repeat('0', 64)
         from call_events`,
      [id, `${dayBefore(40)}T12:00:00Z`],
    );
    const { html } = await get("/stock/BACK");
    expect(mainOf(html)).toContain(`<a href="/track-record/${id}">Sell</a>`);
    expect(mainOf(html)).toMatch(/The call to sell BACK was withdrawn on .*ended /s);
  });

  it("is not listed twice for readers of its alert", async () => {
    const record_id = await insertRecord(database, "trade_alerts", { ticker: "TWICE", name: "Twiceco" });
    const id = await settled(40, { symbol: "TWICE", name: "Twiceco", record_id });
    const forPremium = mainOf((await get("/stock/TWICE", premium)).html);
    expect(forPremium).toContain(`/trade-alert/${record_id}`);
    expect(forPremium).not.toContain('<span class="kind">Call</span>');
    const forBasic = mainOf((await get("/stock/TWICE", basic)).html);
    expect(forBasic).toContain(`/track-record/${id}`);
    expect(forBasic).not.toContain(record_id);
  });

  it("reveals no other call", spec("beyond company page public calls"), async () => {
    await settled(29, { symbol: "SOON", name: "Soonco" });
    await settled(40, { symbol: "VIEW", name: "Viewco", kind: "brief" });
    await settled(40, { ...WITHDRAWN, symbol: "SLIP", name: "Slipco", mistake: true });
    for (const symbol of ["SOON", "VIEW", "SLIP"]) expect((await get(`/stock/${symbol}`)).status).toBe(404);
    const other = await settled(29, { close_price: "177.77" });
    const { html } = await get("/stock/KNWN", basic);
    expect(html).toContain("Knownco");
    expect(html).not.toContain(other);
    expect(html).not.toContain("77.7");
  });

  it(
    "links to its company from every page of the track record",
    spec("beyond company page public calls"),
    async () => {
      const author = "Ines Calloway";
      const id = await settled(40, { symbol: "LEADS", name: "Leadsco", author });
      const taken = await settled(40, { ...WITHDRAWN, symbol: "LEADS", name: "Leadsco", author });
      for (const path of [
        ...[`/track-record/${id}`, `/track-record/${taken}`, "/track-record", "/track-record/withdrawn"],
        "/author/ines-calloway",
      ])
        expect(mainOf((await get(path)).html), path).toContain('href="/stock/LEADS">LEADS</a>');
      expect((await get("/stock/LEADS")).status).toBe(200);
    },
  );
});
