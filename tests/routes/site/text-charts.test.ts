import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { beforeAll, describe, expect, it } from "vitest";

setUpApp();

let premium: string;
let staff: string;

/** Adds two years of prices. */
const addPrices = (symbol: string, close: string) =>
  database.rows(
    `insert into daily_prices (instrument_id, day, close, source)
       select id, current_date - n, ${close}, 'test' from instruments, generate_series(1, 720) as n where symbol = ?`,
    [symbol],
  );

beforeAll(async () => {
  premium = await app.cookiesOf("premium");
  staff = await app.cookiesOf("admin");
  await insertRecord(database, "quotes", {
    category: "Stocks",
    name: "Opaline",
    symbol: "OPAL",
    last: "77.70",
  });
  await addPrices("OPAL", "50 + n % 7");
  await insertRecord(database, "trade_alerts", {
    ticker: "HUSHED",
    name: "Hushed Plc",
    current_price: "31.7",
  });
  await addPrices("HUSHED", "31 + n % 3");
});

/** The main part of a page, or the whole response without one. */
async function get(path: string, cookies?: string): Promise<string> {
  const text = await (await app.request(path, { cookies })).text();
  return /<main.*<\/main>/s.exec(text)?.[0] ?? text;
}
const createArticle = (content: string) => insertRecord(database, "news", { content });
const charts = (html: string) => html.match(/chart--year/g)?.length ?? 0;

describe("a chart in a text", () => {
  it("is drawn in an article over its period, with a sentence, a table and the usual price", async () => {
    const id = await createArticle("Before.\n\nchart OPAL 6m\n\nAfter.");
    const html = await get(`/news/${id}`);
    expect(charts(html)).toBe(1);
    expect(html).toMatch(/Opaline, daily close, [^"]*: from [^"]* to 77\.70/);
    expect(html).toContain(`<a href="/stock/OPAL">Opaline`);
    expect(html.indexOf("Before.")).toBeLessThan(html.indexOf("chart--year"));
    expect(html.indexOf("chart--year")).toBeLessThan(html.indexOf("After."));
    expect(html).not.toContain("Chart: OPAL");
  });

  it(
    "is drawn in a brief and an alert for their readers, and hidden from others",
    spec("beyond charts texts"),
    async () => {
      const analysis = "Inside.\n\nchart OPAL 2y";
      const brief = await insertRecord(database, "daily_briefs", { ticker: "XYZB", analysis });
      const alert = await insertRecord(database, "trade_alerts", { ticker: "XYZA", analysis });
      for (const path of [`/daily-brief/${brief}`, `/trade-alert/${alert}`]) {
        const [open, locked] = [await get(path, premium), await get(path)];
        expect([charts(open), charts(locked)], path).toEqual([1, 0]);
        expect(open).toContain("Opaline, daily close");
        expect(locked).not.toContain("Opaline");
        expect(await get(`${path}.data`)).not.toContain("OPAL ");
      }
    },
  );

  it(
    "is missing without a trace for readers who may not know of the company",
    spec("beyond charts texts"),
    async () => {
      const id = await createArticle(
        "Words.\n\nchart HUSHED 1y\n\nchart NOWHERE 1y\n\nchart OPAL 5d\n\nMore words.",
      );
      const html = await get(`/news/${id}`);
      expect(charts(html)).toBe(0);
      expect(html).not.toMatch(/HUSHED|NOWHERE|Hushed|OPAL/);
      expect(charts(await get(`/news/${id}`, premium))).toBe(1);
      expect(await get("/news/feed.xml")).not.toContain("HUSHED");
    },
  );

  it("is drawn at most three times, also in lists and quotations", async () => {
    const each = ["3m", "6m", "1y", "2y"].map((period) => `> chart OPAL ${period}`).join("\n\n");
    expect(charts(await get(`/news/${await createArticle(`Many.\n\n${each}`)}`))).toBe(3);
    expect(charts(await get(`/news/${await createArticle("One.\n\n- chart OPAL 3m\n\n  and words")}`))).toBe(
      1,
    );
  });

  it("leaves its article intact if it cannot be loaded", async () => {
    const id = await createArticle("Still here.\n\nchart OPAL 1y");
    await database.rows("alter table daily_prices rename to daily_prices_away");
    try {
      const html = await get(`/news/${id}?fresh`);
      expect(html).toContain("Still here.");
      expect(charts(html)).toBe(0);
    } finally {
      await database.rows("alter table daily_prices_away rename to daily_prices");
    }
  });
});

describe("the chart question of a text's form", () => {
  const send = async (path: string, body: Record<string, string>) => {
    const response = await app.request(path, { method: "POST", cookies: staff, body });
    return { status: response.status, html: await response.text() };
  };
  const article = { title: "With charts", category: "Tech", status: "draft" };

  it.each([
    ["chart NOWHERE 1y", "No chart is shown for NOWHERE: there are no prices for it."],
    ["chart OPAL 5d", "“chart OPAL 5d” is not shown: the period must be one of 3m, 6m, 1y, 2y."],
    [
      ["3m", "6m", "1y", "2y"].map((period) => `chart OPAL ${period}`).join("\n\n"),
      "Only the first 3 of 4 charts are shown.",
    ],
  ])("warns about %s, and saves it once confirmed", async (content, warning) => {
    const first = await send("/admin/news/new", { ...article, content });
    expect(first.status).toBe(422);
    expect(first.html).toContain(warning);
    expect((await send("/admin/news/new", { ...article, content, confirmed: "on" })).status).toBe(303);
  });

  it("saves a drawable chart without a warning", async () => {
    expect((await send("/admin/news/new", { ...article, content: "chart OPAL 1y" })).status).toBe(303);
  });

  it("adds no warning to API responses, which save the text", async () => {
    const token = await app.tokenOf("admin");
    const body = { companyName: "Opaline", ticker: "OPAL", analysis: "chart NOWHERE 1y" };
    const response = await app.request("/api/daily-brief", {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ analysis: "chart NOWHERE 1y" });
  });
});
