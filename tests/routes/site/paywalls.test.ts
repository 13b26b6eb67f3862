import { randomUUID } from "node:crypto";
import { proxy, setUpProxiedApp } from "tests/support/proxied-app";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { beforeAll, describe, expect, it } from "vitest";
import { flushPaywallCounts, savePaywallCounts } from "~/features/paywall-statistics/paywall-counter.server";
import { rollUpMonthly } from "~/features/paywall-statistics/roll-up-months.server";

setUpProxiedApp({ TRUST_PROXY: "1" });
beforeAll(() => insertRecord(database, "packages"));

const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36";
const PICTURE = { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "image" };

let networks = 0;

/** The headers of a reader's browser, with a new network each time. */
const reader = (headers: Record<string, string> = {}) => {
  networks += 1;
  return { "User-Agent": BROWSER, "X-Forwarded-For": `203.0.113.${networks}`, ...headers };
};

const tell = (what: "shown" | "followed", page: string, headers = reader(), cookies = "") =>
  app.request(`/locks/${what}?from=${page}`, { method: "POST", headers, cookies });

/** The stored counts of a page. */
async function countsOf(page: string): Promise<[number, number]> {
  await flushPaywallCounts();
  const [row] = await database.rows<{ shown: number; followed: number }>(
    `select coalesce(sum(shown), 0)::int as shown, coalesce(sum(followed), 0)::int as followed
       from lock_days where page = ?`,
    [page],
  );
  return [row?.shown ?? 0, row?.followed ?? 0];
}

const lockedPages = async () => [
  `/daily-brief/${await insertRecord(database, "daily_briefs")}`,
  `/trade-alert/${await insertRecord(database, "trade_alerts")}`,
  `/videos/${await insertRecord(database, "videos", { is_free: false })}`,
  "/stock-picks",
];

describe("a paywall count", () => {
  it("is stored by UTC day and page", spec("beyond conversion lock payment page"), async () => {
    for (const page of await lockedPages()) {
      const [shown, followed] = await countsOf(page);
      for (const what of ["shown", "shown", "followed"] as const)
        expect((await tell(what, page)).status).toBe(204);
      expect([page, ...(await countsOf(page))]).toEqual([page, shown + 2, followed + 1]);
    }
    const days = await database.rows<{ day: string }>("select distinct day::text from lock_days");
    expect(days).toEqual([{ day: new Date().toISOString().slice(0, 10) }]);
  });

  it("returns an empty, uncached response without a cookie", async () => {
    const [page = ""] = await lockedPages();
    for (const cookies of ["", await app.cookiesOf("basic")]) {
      const answer = await tell("shown", page, reader(), cookies);
      expect([answer.status, await answer.text()]).toEqual([204, ""]);
      expect(answer.headers.get("Set-Cookie")).toBeNull();
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
    }
    expect(await countsOf(page)).toEqual([2, 0]);
  });

  it(
    "ignores drafts, free videos and invented pages, however many are sent",
    spec("beyond conversion lock payment page"),
    async () => {
      const before = await database.rows("select * from lock_days order by day, page");
      await tell(
        "shown",
        `/daily-brief/${await insertRecord(database, "daily_briefs", { status: "draft" })}`,
      );
      await tell("shown", `/videos/${await insertRecord(database, "videos", { is_free: true })}`);
      await tell("shown", `/videos/${await insertRecord(database, "daily_briefs")}`);
      for (let nth = 0; nth < 50; nth += 1) await tell("followed", `/trade-alert/${randomUUID()}`);
      await flushPaywallCounts();
      expect(await database.rows("select * from lock_days order by day, page")).toEqual(before);
    },
  );

  it.each([
    "/news",
    `/news/${randomUUID()}`,
    "//elsewhere.test",
    "/videos/1",
    "",
  ])("of page %j is a 404", async (page) => {
    for (const what of ["shown", "followed"] as const) expect((await tell(what, page)).status).toBe(404);
    expect((await app.request(`/locks/shown.gif?from=${page}`, { headers: reader(PICTURE) })).status).toBe(
      404,
    );
  });

  it("has three addresses, each with its method", async () => {
    expect((await app.request("/locks/other?from=/", { method: "POST", headers: reader() })).status).toBe(
      404,
    );
    expect((await app.request("/locks/other?from=/", { headers: reader() })).status).toBe(404);
    expect((await app.request("/locks/shown?from=/", { headers: reader() })).status).toBe(405);
  });

  it("ignores bots and other sites, and is limited per network and minute", async () => {
    const [page = ""] = await lockedPages();
    expect((await tell("shown", page, reader({ "Sec-Fetch-Site": "cross-site" }))).status).toBe(403);
    for (const name of ["Mozilla/5.0 (compatible; Googlebot/2.1)", "curl/8.14.1", ""])
      expect((await tell("shown", page, reader({ "User-Agent": name }))).status).toBe(204);
    expect(await countsOf(page)).toEqual([0, 0]);
    const household = { "User-Agent": BROWSER, "X-Forwarded-For": "2001:db8:7:1::1" };
    await Promise.all(Array.from({ length: 500 }, () => tell("followed", page, household)));
    // Up to twice as many if a minute ended in between.
    expect((await countsOf(page))[1]).toBeLessThanOrEqual(480);
  });

  it("is sent by a picture without script", async () => {
    const [page = ""] = await lockedPages();
    const pixel = await app.request(`/locks/shown.gif?from=${page}`, { headers: reader(PICTURE) });
    expect(pixel.headers.get("Content-Type")).toBe("image/gif");
    const elsewhere = { ...PICTURE, "Sec-Fetch-Site": "cross-site" };
    await app.request(`/locks/shown.gif?from=${page}`, { headers: reader(elsewhere) });
    expect(await countsOf(page)).toEqual([1, 0]);
  });

  it("is added to other instances' counts, and survives a database outage", async () => {
    const [page = ""] = await lockedPages();
    const paywallCounts = (shown: number) => ({ page, shown, followed: 1, ageSeconds: 0 });
    await Promise.all([savePaywallCounts([paywallCounts(2)]), savePaywallCounts([paywallCounts(3)])]);
    proxy.refuse();
    expect((await tell("shown", page)).status).toBe(204);
    await expect(flushPaywallCounts()).rejects.toThrow();
    proxy.thaw();
    await expect.poll(() => countsOf(page).catch(() => [])).toEqual([6, 2]);
  });
});

describe("a page with a paywall", () => {
  const read = async (path: string, person?: "basic" | "premium") =>
    (await app.request(path, { cookies: person && (await app.cookiesOf(person)) })).text();

  it(
    "has links to the plans that count clicks, and one paywall marker",
    spec("beyond conversion lock payment page"),
    async () => {
      await insertRecord(database, "stock_picks");
      for (const page of [...(await lockedPages()), "/", "/daily-brief", "/trade-alert", "/videos"])
        for (const person of [undefined, "basic"] as const) {
          const html = await read(page, person);
          expect(html.split(`data-views="/locks/shown?from=${page}"`), page).toHaveLength(2);
          expect(html.split(`<img src="/locks/shown.gif?from=${page}"`), page).toHaveLength(2);
          const ways = html.match(/<a[^>]*ping="[^"]*"[^>]*>/g) ?? [];
          expect(ways.length).toBeGreaterThan(0);
          for (const way of ways) {
            expect(way).toMatch(/href="\/subscription(#sample)?"/);
            expect(way).toContain(`ping="/locks/followed?from=${page}"`);
          }
        }
    },
  );

  it("has no paywall marker for members who read the whole text", async () => {
    for (const page of await lockedPages()) expect(await read(page, "premium")).not.toContain("/locks/");
  });

  it("is indexed under its canonical address only", async () => {
    const html = await read("/subscription?from=/stock-picks");
    expect(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]).toMatch(/\/subscription$/);
    expect(await read("/robots.txt")).toContain("Disallow: /locks/");
    expect(await read("/sitemap.xml")).not.toContain("from=");
  });
});

it("old days are merged into their month without changing totals", async () => {
  await database.rows("delete from lock_days");
  await database.rows(
    `insert into lock_days (day, page, shown, followed)
     select (date_trunc('month', now() - interval '500 days'))::date + n, page, n + 1, 1
       from generate_series(0, 9) as n, unnest(array['/', '/videos']) as page`,
  );
  await database.rows(
    "insert into lock_days (day, page, shown, followed) values (current_date - 399, '/', 7, 7)",
  );
  const sums = () =>
    database.rows("select page, sum(shown), sum(followed) from lock_days group by page order by page");
  const before = await sums();
  expect(await rollUpMonthly()).toBe(18);
  expect(await rollUpMonthly()).toBe(0);
  expect(await sums()).toEqual(before);
  expect(await database.rows("select page, shown from lock_days order by day, page")).toEqual([
    { page: "/", shown: 55 },
    { page: "/videos", shown: 55 },
    { page: "/", shown: 7 },
  ]);
});
