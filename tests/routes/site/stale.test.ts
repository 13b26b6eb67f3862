import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, expect, it } from "vitest";
import { formatTime } from "~/ui/dates";

let admin: string;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

setUpApp();

beforeAll(async () => {
  admin = await app.cookiesOf("admin");
  const quote = (name: string, minutes: number) =>
    insertRecord(database, "quotes", { name, low: "90", high: "110", updated_at: minutesAgo(minutes) });
  await quote("Dow Jones", 70);
  await quote("Nasdaq", 50);
  await quote("S&P 500", 5);
  await quote("FTSE 100", 3 * 24 * 60);
});

const textOf = async (path: string, cookies = "") =>
  (await (await app.request(path, { cookies })).text()).replaceAll("<!-- -->", "");

/** The text from a name to the end of its row or strip item. */
const after = (html: string, name: string, end: string) =>
  html.split(`>${name}<`)[1]?.split(end)[0] ?? "none";

it("stale means the same in the strip, the market list, the back-office and the dashboard", async () => {
  const ages = { "Dow Jones": "1 h old", "FTSE 100": "3 days old", Nasdaq: undefined };
  const home = await textOf("/");
  const strip = home.slice(home.indexOf("Market strip"), home.indexOf("<main"));
  const market = await textOf("/market");
  const table = market.slice(market.indexOf("<table"));
  const list = await textOf("/admin/market?size=10", admin);
  for (const [name, age] of Object.entries(ages)) {
    for (const place of [after(strip, name, "</li>"), after(table, name, "</tr>")]) {
      expect([name, place.includes("Stale: ")]).toEqual([name, age !== undefined]);
      if (age) expect(place).toContain(age);
    }
    expect([name, after(list, name, "</tr>").includes(">Stale<")]).toEqual([name, age !== undefined]);
  }
  const dashboard = await textOf("/admin", admin);
  expect(dashboard).toMatch(/>2<.*quotes are an hour old or older/s);
});

it("the strip shows a time that is true for all its fresh quotes", async () => {
  const home = await textOf("/");
  const strip = home.slice(home.indexOf("Market strip"), home.indexOf("<main"));
  const [row] = await database.rows<{ at: Date }>(
    "select updated_at as at from quotes where name = 'Nasdaq'",
  );
  expect(row?.at && strip).toMatch(new RegExp(`As of <time [^>]*dateTime="${row?.at.toISOString()}"`));
});

it("a range from another day is not labelled today", async () => {
  const market = await textOf("/market");
  const row = after(market.slice(market.indexOf("<table")), "FTSE 100", "</tr>");
  expect(row).toContain("Range of ");
  // A full month name would widen a table of old quotes too much.
  const at = minutesAgo(3 * 24 * 60);
  expect(row).toContain(`>${formatTime(at, "short-day")}</time>`);
  expect(row).not.toContain("today");
});

it("the bell shows the day of an older move", async () => {
  const bell = async () => (await textOf("/about")).match(/Market update: [^<]*/)?.[0];
  const index = (name: string, at: Date) =>
    insertRecord(database, "quotes", { name, change_percent: "1.5", updated_at: at });
  const before = minutesAgo(2 * 24 * 60);
  await index("An old one", before);
  expect(await bell()).toBe(`Market update: An old one moved +1.50% on ${formatTime(before, "short-day")}`);
  await index("A new one", new Date());
  expect(await bell()).toBe("Market update: A new one moved +1.50%");
});
