import { randomUUID } from "node:crypto";
import { proxy, setUpProxiedApp } from "tests/support/proxied-app";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { beforeAll, describe, expect, it } from "vitest";
import { foldLocks } from "~/features/paywall-statistics/fold-locks.server";
import { addLocks, flushLocks } from "~/features/paywall-statistics/lock-tally.server";

setUpProxiedApp({ TRUST_PROXY: "1" });
beforeAll(() => insertRecord(database, "packages"));

const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36";
const PICTURE = { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "image" };

let networks = 0;

/** The headers of a reader's browser, each time in a network of its own. */
const reader = (headers: Record<string, string> = {}) => {
  networks += 1;
  return { "User-Agent": BROWSER, "X-Forwarded-For": `203.0.113.${networks}`, ...headers };
};

const tell = (what: "shown" | "followed", page: string, headers = reader(), cookies = "") =>
  app.request(`/locks/${what}?from=${page}`, { method: "POST", headers, cookies });

/** What is written of a page. */
async function countsOf(page: string): Promise<[number, number]> {
  await flushLocks();
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

describe("what a browser tells of a lock", () => {
  it("is counted by day of UTC and page", spec("beyond conversion lock payment page"), async () => {
    for (const page of await lockedPages()) {
      const [shown, followed] = await countsOf(page);
      for (const what of ["shown", "shown", "followed"] as const)
        expect((await tell(what, page)).status).toBe(204);
      expect([page, ...(await countsOf(page))]).toEqual([page, shown + 2, followed + 1]);
    }
    const days = await database.rows<{ day: string }>("select distinct day::text from lock_days");
    expect(days).toEqual([{ day: new Date().toISOString().slice(0, 10) }]);
  });

  it("is an empty answer without a cookie, kept by nobody, whoever tells it", async () => {
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
    "counts nothing of drafts, of what is free, and of invented pages, however many there are",
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
      await flushLocks();
      expect(await database.rows("select * from lock_days order by day, page")).toEqual(before);
    },
  );

  it.each([
    "/news",
    `/news/${randomUUID()}`,
    "//elsewhere.test",
    "/videos/1",
    "",
  ])("is nothing of %j", async (page) => {
    for (const what of ["shown", "followed"] as const) expect((await tell(what, page)).status).toBe(404);
    expect((await app.request(`/locks/shown.gif?from=${page}`, { headers: reader(PICTURE) })).status).toBe(
      404,
    );
  });

  it("is told in three ways, each by its method", async () => {
    expect((await app.request("/locks/other?from=/", { method: "POST", headers: reader() })).status).toBe(
      404,
    );
    expect((await app.request("/locks/other?from=/", { headers: reader() })).status).toBe(404);
    expect((await app.request("/locks/shown?from=/", { headers: reader() })).status).toBe(405);
  });

  it("counts nothing when a program or another site's page tells it, and one network so often a minute", async () => {
    const [page = ""] = await lockedPages();
    expect((await tell("shown", page, reader({ "Sec-Fetch-Site": "cross-site" }))).status).toBe(403);
    for (const name of ["Mozilla/5.0 (compatible; Googlebot/2.1)", "curl/8.14.1", ""])
      expect((await tell("shown", page, reader({ "User-Agent": name }))).status).toBe(204);
    expect(await countsOf(page)).toEqual([0, 0]);
    const household = { "User-Agent": BROWSER, "X-Forwarded-For": "2001:db8:7:1::1" };
    await Promise.all(Array.from({ length: 500 }, () => tell("followed", page, household)));
    // Up to twice as many when a minute ended while they were sent.
    expect((await countsOf(page))[1]).toBeLessThanOrEqual(480);
  });

  it("comes as a picture from a browser without script", async () => {
    const [page = ""] = await lockedPages();
    const pixel = await app.request(`/locks/shown.gif?from=${page}`, { headers: reader(PICTURE) });
    expect(pixel.headers.get("Content-Type")).toBe("image/gif");
    const elsewhere = { ...PICTURE, "Sec-Fetch-Site": "cross-site" };
    await app.request(`/locks/shown.gif?from=${page}`, { headers: reader(elsewhere) });
    expect(await countsOf(page)).toEqual([1, 0]);
  });

  it("adds up with what other instances wrote, and waits for a database that is away", async () => {
    const [page = ""] = await lockedPages();
    const tally = (shown: number) => ({ page, shown, followed: 1, ageSeconds: 0 });
    await Promise.all([addLocks([tally(2)]), addLocks([tally(3)])]);
    proxy.refuse();
    expect((await tell("shown", page)).status).toBe(204);
    await expect(flushLocks()).rejects.toThrow();
    proxy.thaw();
    await expect.poll(() => countsOf(page).catch(() => [])).toEqual([6, 2]);
  });
});

describe("a page with a lock", () => {
  const read = async (path: string, person?: "basic" | "premium") =>
    (await app.request(path, { cookies: person && (await app.cookiesOf(person)) })).text();

  it(
    "leads to the plans by ways that tell when they are taken, and marks its lock once",
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

  it("says nothing of a lock to who reads it whole", async () => {
    for (const page of await lockedPages()) expect(await read(page, "premium")).not.toContain("/locks/");
  });

  it("is found by its own address alone", async () => {
    const html = await read("/subscription?from=/stock-picks");
    expect(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]).toMatch(/\/subscription$/);
    expect(await read("/robots.txt")).toContain("Disallow: /locks/");
    expect(await read("/sitemap.xml")).not.toContain("from=");
  });
});

it("days of long ago are added to their month, and nothing is lost by it", async () => {
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
  expect(await foldLocks()).toBe(18);
  expect(await foldLocks()).toBe(0);
  expect(await sums()).toEqual(before);
  expect(await database.rows("select page, shown from lock_days order by day, page")).toEqual([
    { page: "/", shown: 55 },
    { page: "/videos", shown: 55 },
    { page: "/", shown: 7 },
  ]);
});
