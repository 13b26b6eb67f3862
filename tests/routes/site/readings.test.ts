import { randomUUID } from "node:crypto";
import { listen } from "db/orm.server";
import { proxy, setUpProxiedApp } from "tests/support/proxied-app";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { startInstance } from "tests/support/server-process";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import { readingsByDay } from "~/features/page-views/most-read.queries.server";
import { rankReadings, sweepReadings } from "~/features/page-views/most-read.server";
import { addReadings, flushReadings } from "~/features/page-views/reading-tally.server";
import { forgetSideParts } from "~/platform/side-part.server";

const ZONE = "Pacific/Kiritimati";
const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36";
const PICTURE = { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "image" };

setUpProxiedApp({ TRUST_PROXY: "1", SITE_TZ: ZONE });

let networks = 0;

/** The headers of a reader's browser, each time in a network of its own. */
const reader = (headers: Record<string, string> = {}) => {
  networks += 1;
  return { "User-Agent": BROWSER, "X-Forwarded-For": `203.0.113.${networks}`, ...headers };
};

const read = (page: string, headers = reader()) =>
  app.request(`/readings/${page}/views`, { method: "POST", headers });

/** What is written of a page, in all. */
async function viewsOf(page: string): Promise<number> {
  await flushReadings();
  const [section, id] = page.split("/");
  const [row] = await database.rows<{ views: number }>(
    "select coalesce(sum(views), 0)::int as views from page_readings where section = ? and record_id = ?",
    [section, id],
  );
  return row?.views ?? 0;
}

const allReadings = async () => {
  await flushReadings();
  const [row] = await database.rows<{ views: number }>(
    "select coalesce(sum(views), 0)::int as views from reading_days",
  );
  return row?.views ?? 0;
};

describe("what a browser tells of a page", () => {
  it(
    "is counted by day of the site's time zone, page by page and in all",
    spec("beyond readings articles briefs films"),
    async () => {
      const article = `news/${await insertRecord(database, "news")}`;
      const brief = `daily-brief/${await insertRecord(database, "daily_briefs")}`;
      const film = `videos/${await insertRecord(database, "videos")}`;
      const before = await allReadings();
      for (const page of [article, article, brief, film, film, film])
        expect((await read(page)).status).toBe(204);
      expect([await viewsOf(article), await viewsOf(brief), await viewsOf(film)]).toEqual([2, 1, 3]);
      expect(await allReadings()).toBe(before + 6);
      const days = await readingsByDay(2, ZONE);
      expect(days.at(-1)?.day).toBe(new Date().toLocaleDateString("sv-SE", { timeZone: ZONE }));
      expect(days.at(-1)?.value).toBe(before + 6);
    },
  );

  it("is the same for everybody: an empty answer without a cookie, kept by nobody", async () => {
    const article = `news/${await insertRecord(database, "news")}`;
    for (const cookies of ["", await app.cookiesOf("premium"), await app.cookiesOf("admin")]) {
      const headers = reader();
      const answer = await app.request(`/readings/${article}/views`, { method: "POST", headers, cookies });
      expect([answer.status, await answer.text()]).toEqual([204, ""]);
      expect(answer.headers.get("Set-Cookie")).toBeNull();
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
    }
    expect(await viewsOf(article)).toBe(3);
  });

  it(
    "counts nothing of drafts, and nothing of invented addresses, however many there are",
    spec("beyond readings articles briefs films"),
    async () => {
      const before = await allReadings();
      const draft = `news/${await insertRecord(database, "news", { status: "draft" })}`;
      await read(draft);
      for (let nth = 0; nth < 50; nth += 1) await read(`news/${randomUUID()}`);
      // What is an article is no film.
      await read(`videos/${await insertRecord(database, "news")}`);
      expect(await viewsOf(draft)).toBe(0);
      expect(await allReadings()).toBe(before);
    },
  );

  it.each([
    "news/nonsense",
    "nothing/00000000-0000-4000-8000-000000000000",
    "trade-alert/00000000-0000-4000-8000-000000000000",
  ])("is nothing at /readings/%s", async (page) => {
    expect((await read(page)).status).toBe(404);
    const pixel = await app.request(`/readings/${page}/views.gif`, { headers: reader(PICTURE) });
    expect(pixel.status).toBe(404);
  });

  it("counts nothing when a program or another site's page tells it, and one network so often a minute", async () => {
    const article = `news/${await insertRecord(database, "news")}`;
    expect((await read(article, reader({ "Sec-Fetch-Site": "cross-site" }))).status).toBe(403);
    const program = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    for (const name of [program, "curl/8.14.1", ""])
      expect((await read(article, reader({ "User-Agent": name }))).status).toBe(204);
    expect(await viewsOf(article)).toBe(0);
    const household = { "User-Agent": BROWSER, "X-Forwarded-For": "2001:db8:7:1::1" };
    await Promise.all(Array.from({ length: 500 }, () => read(article, household)));
    // Up to twice as many when a minute ended while they were sent.
    expect(await viewsOf(article)).toBeLessThanOrEqual(480);
  });

  it("comes as a picture from a browser without script", async () => {
    const article = `news/${await insertRecord(database, "news")}`;
    const pixel = await app.request(`/readings/${article}/views.gif`, { headers: reader(PICTURE) });
    expect(pixel.headers.get("Content-Type")).toBe("image/gif");
    const elsewhere = { ...PICTURE, "Sec-Fetch-Site": "cross-site" };
    await app.request(`/readings/${article}/views.gif`, { headers: reader(elsewhere) });
    expect(await viewsOf(article)).toBe(1);
  });

  it("adds up with what other instances wrote, and waits for a database that is away", async () => {
    const id = await insertRecord(database, "news");
    const tally = (views: number) => ({ section: "news" as const, id, views, ageSeconds: 0 });
    await Promise.all([addReadings([tally(2)], ZONE), addReadings([tally(3)], ZONE)]);
    proxy.refuse();
    expect((await read(`news/${id}`)).status).toBe(204);
    await expect(flushReadings()).rejects.toThrow();
    proxy.thaw();
    await expect.poll(() => viewsOf(`news/${id}`).catch(() => 0)).toBe(6);
  });
});

describe("a page that is counted", () => {
  it("names where its reading is told, without script as a picture, and is kept meanwhile", async () => {
    const id = await insertRecord(database, "news");
    const html = await (await app.request(`/news/${id}`)).text();
    expect(html).toContain(`<div data-views="/readings/news/${id}/views"><noscript><img src=`);
    expect(html.replaceAll(/<noscript>.*?<\/noscript>/gs, "")).not.toContain(
      `/readings/news/${id}/views.gif`,
    );
    const heard: string[] = [];
    const end = await listen("content", (table) => heard.push(table));
    await read(`news/${id}`);
    expect(await viewsOf(`news/${id}`)).toBe(1);
    await insertRecord(database, "movers");
    await expect.poll(() => heard).toContain("movers");
    expect(heard.filter((table) => table !== "news")).toEqual(["movers"]);
    await end();
  });

  it("is counted to the last when the server stops", async () => {
    const id = await insertRecord(database, "news");
    const instance = await startInstance(app.databaseUrl);
    const told = await fetch(`${instance.url}/readings/news/${id}/views`, {
      method: "POST",
      headers: reader(),
    });
    expect(told.status).toBe(204);
    expect(await viewsOf(`news/${id}`)).toBe(0);
    await instance.stop();
    expect(await viewsOf(`news/${id}`)).toBe(1);
  });
});

describe("what is read most", () => {
  const column = async (path = "/about") => {
    const html = await (await app.request(path)).text();
    const list = /<ol class="side-list">.*?<\/ol>/s.exec(html)?.[0] ?? "";
    return [...list.matchAll(/<a href="([^"]+)">([^<]+)</g)].map(([, to, title]) => `${to} ${title}`);
  };

  it(
    "stands beside every page by its public titles, with nothing of what was taken back",
    spec("beyond readings articles briefs films"),
    async () => {
      await database.rows("truncate page_readings, most_read");
      const made = {
        news: await insertRecord(database, "news", { title: "Rates stay" }),
        brief: await insertRecord(database, "daily_briefs", {
          headline: "A dry dock pays",
          analysis: "Secret.",
        }),
        unnamed: await insertRecord(database, "daily_briefs", { company_name: "Harbour Lines" }),
        film: await insertRecord(database, "videos", { title: "How bonds work" }),
        old: await insertRecord(database, "news", { title: "Of last month" }),
      };
      const counted = (section: string, id: string, views: number, ago = 0) =>
        database.rows(
          "insert into page_readings (day, section, record_id, views) values ((now() at time zone ?)::date - ?::int, ?, ?, ?)",
          [ZONE, ago, section, id, views],
        );
      await counted("news", made.news, 30);
      await counted("news", made.news, 30, 6);
      await counted("daily-brief", made.brief, 50);
      await counted("daily-brief", made.unnamed, 20);
      await counted("videos", made.film, 40);
      await counted("news", made.old, 1000, 7);
      await rankReadings(ZONE);
      forgetSideParts();
      await expect
        .poll(() => column())
        .toEqual([
          `/news/${made.news} Rates stay`,
          `/daily-brief/${made.brief} A dry dock pays`,
          `/videos/${made.film} How bonds work`,
          `/daily-brief/${made.unnamed} Harbour Lines`,
        ]);
      await database.rows("update news set status = 'draft' where id = ?", [made.news]);
      await expect.poll(async () => (await column())[0]).toBe(`/daily-brief/${made.brief} A dry dock pays`);
    },
  );

  it("is written again only where something took another place", async () => {
    const heard: string[] = [];
    const end = await listen("content", (table) => heard.push(table));
    await rankReadings(ZONE);
    await insertRecord(database, "movers");
    await expect.poll(() => heard).toContain("movers");
    expect(heard).not.toContain("most_read");
    await database.rows("update page_readings set views = 900 where section = 'videos'");
    await rankReadings(ZONE);
    await expect.poll(() => heard).toContain("most_read");
    await database.rows("delete from page_readings");
    await rankReadings(ZONE);
    expect(await database.rows("select from most_read")).toEqual([]);
    await end();
  });

  it("forgets single pages after five weeks, and keeps the sums of days", async () => {
    const id = await insertRecord(database, "news");
    await database.rows(
      `insert into page_readings (day, section, record_id, views)
       select current_date - back, 'news', ?, 1 from unnest(array[34, 36, 60]) as back`,
      [id],
    );
    const sums = await database.rows("select * from reading_days");
    expect(await sweepReadings()).toBe(2);
    expect(await viewsOf(`news/${id}`)).toBe(1);
    expect(await database.rows("select * from reading_days")).toEqual(sums);
  });
});
