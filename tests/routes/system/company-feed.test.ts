import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, describe, expect, it } from "vitest";

setUpApp();

const DAY_MS = 86_400_000;
const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS);
const day = (daysAgo: number) => at(daysAgo).toISOString().slice(0, 10);
const FEED = "/stock/FEED/feed.xml";

const ended = (name: string, daysAgo: number, values: Record<string, unknown> = {}) =>
  insertRecord(database, "calls", {
    ...{ symbol: "FEED", name, made_at: at(daysAgo + 20), entry_price: "100", entry_at: at(daysAgo + 20) },
    ...{
      state: "closed",
      ended_on: day(daysAgo),
      close_price: "112.3",
      close_ratio: "1",
      close_reason: "target",
    },
    ...values,
  });

let settled: string;

beforeAll(async () => {
  const brief = { company_name: "Feedwell", ticker: "FEED", analysis: "Its canarian analysis." };
  const words = { headline: "Cheaper than it looks", teaser: "It <sells> & buys." };
  await insertRecord(database, "daily_briefs", {
    ...brief,
    ...words,
    buy_zone_min: "77.31",
    created_at: at(2),
  });
  await insertRecord(database, "daily_briefs", {
    ...brief,
    headline: "An unfinished draft",
    status: "draft",
  });
  await insertRecord(database, "news", {
    title: "What Feedwell said",
    content: "Its **news**.",
    created_at: at(1),
  });
  await insertRecord(database, "news", { title: "What Feedwell will say", status: "draft" });
  await insertRecord(database, "news", { title: "Of other companies" });
  const call = { ticker: "FEED", name: "Canary alert", analysis: "Canarian reasons.", target_price: "88.42" };
  await insertRecord(database, "trade_alerts", call);
  await insertRecord(database, "stock_picks", { ticker: "FEED", name: "Canary pick", category: "Moonshots" });
  settled = await ended("Feedwell", 40);
  await ended("Canary of last week", 7);
  await ended("Canary mistake", 40, {
    state: "withdrawn",
    close_price: null,
    mistake: true,
    close_ratio: null,
    close_reason: null,
  });
  await ended("Canary view", 40, { kind: "brief" });
  await ended("Canary of others", 40, { symbol: "OTHR" });
  await insertRecord(database, "trade_alerts", { ticker: "HUSH", name: "Hushcorp", current_price: "31.7" });
});

const textOf = async (path: string, cookies?: string) => (await app.request(path, { cookies })).text();
const titlesOf = (xml: string) => [...xml.matchAll(/<item><title>(.*?)<\/title>/g)].map(([, title]) => title);

describe("a company's feed", () => {
  it("has its public articles, brief summaries and calls, newest first", async () => {
    const response = await app.request(FEED);
    const xml = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("application/rss+xml; charset=utf-8");
    expect(xml).toContain("<title>Openbell: Feedwell</title>");
    expect(xml).toContain("<link>http://localhost:3000/stock/FEED</link>");
    expect(titlesOf(xml)).toEqual(["What Feedwell said", "Cheaper than it looks", "Buy Feedwell: +12.3%"]);
    expect(xml).toContain("It &lt;sells&gt; &amp; buys. The analysis is for Premium and Private members.");
    expect(xml).toContain(`<link>http://localhost:3000/track-record/${settled}</link>`);
    expect(xml).toContain("Target reached.");
    expect(xml).toContain("<description>Its news.</description>");
  });

  it("is the same for every reader, without locked content", async () => {
    const xml = await textOf(FEED);
    for (const person of ["basic", "premium", "private", "admin"] as const)
      expect(await textOf(FEED, await app.cookiesOf(person)), person).toBe(xml);
    expect(xml).not.toMatch(/canar|77\.31|88\.42|draft|will say|other companies/i);
  });

  it("gets 304 while unchanged, and a new body after a change", async () => {
    const etag = (await app.request(FEED)).headers.get("ETag") ?? "";
    const again = () => app.request(FEED, { headers: { "If-None-Match": etag } });
    expect((await again()).status).toBe(304);
    const late = await insertRecord(database, "news", { title: "Feedwell again" });
    expect((await again()).status).toBe(200);
    await database.rows("delete from news where id = ?", [late]);
  });

  it("has one address, linked from the company's page", async () => {
    const typed = await app.request("/stock/feed/feed.xml", { redirect: "manual" });
    expect([typed.status, typed.headers.get("Location")]).toEqual([301, FEED]);
    expect(await textOf("/stock/FEED")).toContain(
      `<link rel="alternate" type="application/rss+xml" title="Openbell: Feedwell" href="${FEED}"/>`,
    );
  });

  it("does not exist for a company without public content, and no page links to it", async () => {
    const premium = await app.cookiesOf("premium");
    for (const symbol of ["HUSH", "NOSUCH"])
      expect((await app.request(`/stock/${symbol}/feed.xml`, { cookies: premium })).status).toBe(404);
    const page = await textOf("/stock/HUSH", premium);
    expect(page).toContain("Hushcorp");
    expect(page).not.toContain("application/rss+xml");
  });
});
