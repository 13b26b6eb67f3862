import { openDatabase } from "tests/support/database";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, expect, it } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const locations = async (path: string): Promise<string[]> => {
  const text = await (await app.request(path)).text();
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = ""]) => new URL(loc).pathname);
};

const alertFiles = async () =>
  (await locations("/sitemap.xml")).filter((file) => file.startsWith("/sitemaps/trade-alert"));

const idsIn = async (file: string) =>
  (await locations(file)).map((path) => path.replace("/trade-alert/", ""));

/** Adds many at the same timestamp. */
const addAlerts = (count: number, since: string) =>
  app.sql(
    `insert into trade_alerts (ticker, name, tag, target_price, analysis, created_at)
     select 'T', 'An alert', 'buy', 1, 'Why.', timestamptz '${since}' + n / 7 * interval '1 second'
       from generate_series(1, ?) as n`,
    [count],
  );

const idsByAge = async () =>
  (await app.sql<{ id: string }>("select id from trade_alerts order by created_at, id")).map(({ id }) => id);

it("a section without records has no file", async () => {
  expect(await alertFiles()).toEqual([]);
  expect((await app.request("/sitemaps/trade-alert-1.xml")).status).toBe(404);
});

it("files of two thousand hold each record once, oldest first; a full file opens the next", async () => {
  await addAlerts(4000, "2026-01-01");
  expect(await alertFiles()).toEqual(["/sitemaps/trade-alert-1.xml", "/sitemaps/trade-alert-2.xml"]);
  await addAlerts(1, "2026-03-01");
  const files = await alertFiles();
  expect(files).toHaveLength(3);
  const parts = await Promise.all(files.map(idsIn));
  expect(parts.map((part) => part.length)).toEqual([2000, 2000, 1]);
  expect(parts.flat()).toEqual(await idsByAge());
  expect((await app.request("/sitemaps/trade-alert-4.xml")).status).toBe(404);
});

it("a deleted record leaves the other files unchanged, even as a file's first record", async () => {
  const [before, second, last] = await Promise.all((await alertFiles()).map(idsIn));
  const database = openDatabase(app.databaseUrl);
  await database.rows("delete from trade_alerts where id = any(?::uuid[])", [[second?.[0], last?.[0]]]);
  await database.close();
  const files = await alertFiles();
  expect(files).toHaveLength(2);
  expect(await Promise.all(files.map(idsIn))).toEqual([before, second?.slice(1)]);
});

it("a record with an older date goes into the file of its age", async () => {
  await addAlerts(7, "2025-12-31");
  const [first] = await Promise.all((await alertFiles()).map(idsIn));
  expect(first).toEqual((await idsByAge()).slice(0, 2007));
});
