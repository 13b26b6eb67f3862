import { randomUUID } from "node:crypto";
import { listen } from "db/orm.server";
import { proxy, setUpProxiedApp } from "tests/support/proxied-app";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { startInstance } from "tests/support/server-process";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import { pageViewsByDay } from "~/features/page-views/most-read.queries.server";
import { rankMostRead, sweepPageViews } from "~/features/page-views/most-read.server";
import { flushPageViews, savePageViews } from "~/features/page-views/page-view-counter.server";
import { clearSharedPanels } from "~/platform/shared-panel.server";

const ZONE = "Pacific/Kiritimati";
const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36";
const PICTURE = { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "image" };

setUpProxiedApp({ TRUST_PROXY: "1", SITE_TZ: ZONE });

let networks = 0;

/** The headers of a reader's browser, with a new network each time. */
const reader = (headers: Record<string, string> = {}) => {
  networks += 1;
  return { "User-Agent": BROWSER, "X-Forwarded-For": `203.0.113.${networks}`, ...headers };
};

const read = (page: string, headers = reader()) =>
  app.request(`/readings/${page}/views`, { method: "POST", headers });

/** The stored views of a page, in total. */
async function viewsOf(page: string): Promise<number> {
  await flushPageViews();
  const [section, id] = page.split("/");
  const [row] = await database.rows<{ views: number }>(
    "select coalesce(sum(views), 0)::int as views from page_readings where section = ? and record_id = ?",
    [section, id],
  );
  return row?.views ?? 0;
}

const allReadings = async () => {
  await flushPageViews();
  const [row] = await database.rows<{ views: number }>(
    "select coalesce(sum(views), 0)::int as views from reading_days",
  );
  return row?.views ?? 0;
};

describe("a page view", () => {
  it(
    "is counted per page and in total by day of the site's time zone",
    spec("beyond readings articles briefs films"),
    async () => {
      const article = `news/${await insertRecord(database, "news")}`;
      const brief = `daily-brief/${await insertRecord(database, "daily_briefs")}`;
      const video = `videos/${await insertRecord(database, "videos")}`;
      const before = await allReadings();
      for (const page of [article, article, brief, video, video, video])
        expect((await read(page)).status).toBe(204);
      expect([await viewsOf(article), await viewsOf(brief), await viewsOf(video)]).toEqual([2, 1, 3]);
      expect(await allReadings()).toBe(before + 6);
      const days = await pageViewsByDay(2, ZONE);
      expect(days.at(-1)?.day).toBe(new Date().toLocaleDateString("sv-SE", { timeZone: ZONE }));
      expect(days.at(-1)?.value).toBe(before + 6);
    },
  );

  it("returns an empty, uncached response without a cookie", async () => {
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
    "ignores drafts and invented addresses, however many are sent",
    spec("beyond readings articles briefs films"),
    async () => {
      const before = await allReadings();
      const draft = `news/${await insertRecord(database, "news", { status: "draft" })}`;
      await read(draft);
      for (let nth = 0; nth < 50; nth += 1) await read(`news/${randomUUID()}`);
      // An article is no video.
      await read(`videos/${await insertRecord(database, "news")}`);
      expect(await viewsOf(draft)).toBe(0);
      expect(await allReadings()).toBe(before);
    },
  );

  it.each([
    "news/nonsense",
    "nothing/00000000-0000-4000-8000-000000000000",
    "trade-alert/00000000-0000-4000-8000-000000000000",
  ])("at /readings/%s is a 404", async (page) => {
    expect((await read(page)).status).toBe(404);
    const pixel = await app.request(`/readings/${page}/views.gif`, { headers: reader(PICTURE) });
    expect(pixel.status).toBe(404);
  });

  it("ignores bots and other sites, and is limited per network and minute", async () => {
    const article = `news/${await insertRecord(database, "news")}`;
    expect((await read(article, reader({ "Sec-Fetch-Site": "cross-site" }))).status).toBe(403);
    const program = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    for (const name of [program, "curl/8.14.1", ""])
      expect((await read(article, reader({ "User-Agent": name }))).status).toBe(204);
    expect(await viewsOf(article)).toBe(0);
    const household = { "User-Agent": BROWSER, "X-Forwarded-For": "2001:db8:7:1::1" };
    await Promise.all(Array.from({ length: 500 }, () => read(article, household)));
    // Up to twice as many if a minute ended in between.
    expect(await viewsOf(article)).toBeLessThanOrEqual(480);
  });

  it("is sent by a picture without script", async () => {
    const article = `news/${await insertRecord(database, "news")}`;
    const pixel = await app.request(`/readings/${article}/views.gif`, { headers: reader(PICTURE) });
    expect(pixel.headers.get("Content-Type")).toBe("image/gif");
    const elsewhere = { ...PICTURE, "Sec-Fetch-Site": "cross-site" };
    await app.request(`/readings/${article}/views.gif`, { headers: reader(elsewhere) });
    expect(await viewsOf(article)).toBe(1);
  });

  it("is added to other instances' counts, and survives a database outage", async () => {
    const id = await insertRecord(database, "news");
    const pageViews = (views: number) => ({ section: "news" as const, id, views, ageSeconds: 0 });
    await Promise.all([savePageViews([pageViews(2)], ZONE), savePageViews([pageViews(3)], ZONE)]);
    proxy.refuse();
    expect((await read(`news/${id}`)).status).toBe(204);
    await expect(flushPageViews()).rejects.toThrow();
    proxy.thaw();
    await expect.poll(() => viewsOf(`news/${id}`).catch(() => 0)).toBe(6);
  });
});

describe("a page with a view counter", () => {
  it("has the address that counts views, also without script, and stays cached", async () => {
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

  it("saves its last views when the server stops", async () => {
    const id = await insertRecord(database, "news");
    const instance = await startInstance(app.databaseUrl);
    const response = await fetch(`${instance.url}/readings/news/${id}/views`, {
      method: "POST",
      headers: reader(),
    });
    expect(response.status).toBe(204);
    expect(await viewsOf(`news/${id}`)).toBe(0);
    await instance.stop();
    expect(await viewsOf(`news/${id}`)).toBe(1);
  });
});

describe("the most read list", () => {
  const column = async (path = "/about") => {
    const html = await (await app.request(path)).text();
    const list = /<ol class="side-list">.*?<\/ol>/s.exec(html)?.[0] ?? "";
    return [...list.matchAll(/<a href="([^"]+)">([^<]+)</g)].map(([, to, title]) => `${to} ${title}`);
  };

  it(
    "is on every page with public titles, without unpublished records",
    spec("beyond readings articles briefs films"),
    async () => {
      await database.empty("page_readings", "most_read");
      const made = {
        news: await insertRecord(database, "news", { title: "Rates stay" }),
        brief: await insertRecord(database, "daily_briefs", {
          headline: "A dry dock pays",
          analysis: "Secret.",
        }),
        unnamed: await insertRecord(database, "daily_briefs", { company_name: "Harbour Lines" }),
        video: await insertRecord(database, "videos", { title: "How bonds work" }),
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
      await counted("videos", made.video, 40);
      await counted("news", made.old, 1000, 7);
      await rankMostRead(ZONE);
      clearSharedPanels();
      await expect
        .poll(() => column())
        .toEqual([
          `/news/${made.news} Rates stay`,
          `/daily-brief/${made.brief} A dry dock pays`,
          `/videos/${made.video} How bonds work`,
          `/daily-brief/${made.unnamed} Harbour Lines`,
        ]);
      await database.rows("update news set status = 'draft' where id = ?", [made.news]);
      await expect.poll(async () => (await column())[0]).toBe(`/daily-brief/${made.brief} A dry dock pays`);
    },
  );

  it("is written only if the ranking changed", async () => {
    const heard: string[] = [];
    const end = await listen("content", (table) => heard.push(table));
    await rankMostRead(ZONE);
    await insertRecord(database, "movers");
    await expect.poll(() => heard).toContain("movers");
    expect(heard).not.toContain("most_read");
    await database.rows("update page_readings set views = 900 where section = 'videos'");
    await rankMostRead(ZONE);
    await expect.poll(() => heard).toContain("most_read");
    await database.rows("delete from page_readings");
    await rankMostRead(ZONE);
    expect(await database.rows("select from most_read")).toEqual([]);
    await end();
  });

  it("drops views by page after five weeks and keeps daily totals", async () => {
    const id = await insertRecord(database, "news");
    await database.rows(
      `insert into page_readings (day, section, record_id, views)
       select current_date - back, 'news', ?, 1 from unnest(array[34, 36, 60]) as back`,
      [id],
    );
    const sums = await database.rows("select * from reading_days");
    expect(await sweepPageViews()).toBe(2);
    expect(await viewsOf(`news/${id}`)).toBe(1);
    expect(await database.rows("select * from reading_days")).toEqual(sums);
  });
});
