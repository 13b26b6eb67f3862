import { parse } from "csv-parse/sync";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, expect, it } from "vitest";
import { SCREENS } from "~/features/registry.server";

setUpStaffApp();
beforeEach(() => database.empty("quotes", "movers", "stock_picks", "news", "paste_columns"));

const dataOf = async (path: string, search = "") =>
  (await get(`/admin/${path}/export.csv?as=data${search}`, "superadmin")).text();

/** The rows of a file, without its byte order mark. */
const linesOf = (csv: string): string[][] => parse(csv, { bom: true, relax_column_count: true });

it("the data CSV has every field as stored, and the number of rows", async () => {
  const id = await insertRecord(database, "quotes", {
    name: "=cmd|' /C calc'!A0",
    category: "Stocks",
    last: "1234567.890",
    high: null,
    low: null,
    change: "-0.5",
    change_percent: null,
    volume: "612400000",
    symbol: null,
    currency: "USD",
    created_at: "2026-03-02T10:00:00Z",
  });
  const [names = [], row = [], last] = linesOf(await dataOf("market"));
  const record = Object.fromEntries(names.map((name, nth) => [name, row[nth]]));
  expect(record).toMatchObject({
    id,
    name: "'=cmd|' /C calc'!A0",
    last: "1234567.890",
    high: "",
    change: "-0.5",
    changePercent: "",
    volume: "612400000",
    currency: "USD",
    createdAt: "2026-03-02T10:00:00.000Z",
    version: "1",
  });
  expect(last).toEqual(["#rows", "1"]);
});

it("the data CSV is filtered and sorted like the list, and streamed to its last row", async () => {
  await database.rows(
    `insert into news (title, content, category, status)
       select 'Article ' || n, E'Two\\nlines, and "quotes"', 'Tech', case when n % 2 = 0 then 'draft' else 'published' end
         from generate_series(1, 1300) as n`,
  );
  const lines = linesOf(await dataOf("news", "&status=draft&sort=title&direction=asc"));
  expect(lines).toHaveLength(652);
  expect(lines.at(-1)).toEqual(["#rows", "650"]);
  expect(lines[1]?.[lines[0]?.indexOf("content") ?? 0]).toBe('Two\nlines, and "quotes"');
  expect(await html("/admin/news?status=draft")).toContain(
    'href="/admin/news/export.csv?status=draft&as=data"',
  );
});

it("every list has a data CSV, for roles that may read it, without secrets", async () => {
  for (const { path } of SCREENS) {
    const lines = linesOf(await dataOf(path));
    expect([path, lines.at(-1)]).toEqual([path, ["#rows", String(lines.length - 2)]]);
    expect([path, lines[0]?.filter((name) => /password|secret|hash|key/i.test(name))]).toEqual([path, []]);
  }
  const refused = await get("/admin/market/export.csv?as=data", "editor");
  expect(refused.status).toBe(403);
});

const PASTED = SCREENS.filter(({ resource }) => "paste" in resource && resource.paste).map(
  ({ path }) => path,
);

it.each(PASTED)("a data CSV pasted into %s changes nothing", async (path) => {
  const table = { market: "quotes", "market-movers": "movers", "stock-picks": "stock_picks" }[path] ?? path;
  await insertRecord(database, table, { name: "=1+1" });
  await insertRecord(database, table, { name: "'=quoted, “twice”" });
  await insertRecord(database, table);
  if (table === "quotes")
    await insertRecord(database, table, {
      change_percent: null,
      high: null,
      low: null,
      last: "1.50000",
      volume: "0",
    });
  const body = new FormData();
  body.set("file", new File([await dataOf(path)], "data.csv"));
  body.set("intent", "compare");
  const cookies = await app.cookiesOf("admin");
  const page = await (await app.request(`/admin/${path}/paste`, { method: "POST", cookies, body })).text();
  const count = (await database.rows(`select 1 from ${table}`)).length;
  expect(page.replaceAll("<!-- -->", "")).toContain(`<b>${count}</b> unchanged`);
  expect(page).toContain("There is nothing to apply.");
  const text = (await dataOf(path)).replace("\uFEFF", "");
  expect(await (await post(`/admin/${path}/paste`, { text, intent: "compare" })).text()).toContain(
    "There is nothing to apply.",
  );
});
