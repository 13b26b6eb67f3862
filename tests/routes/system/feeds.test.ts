import { insertPageContent, LOCKED_WORDS } from "tests/support/page-content";
import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const FEEDS = ["news", "daily-brief", "stock-picks", "trade-alert", "videos"];

let app: TestApp;
let premium: string;
beforeAll(async () => {
  app = await startTestApp();
  premium = await app.cookiesOf("premium");
  await insertPageContent(app.sql, 40);
  await app.sql(
    `insert into news (title, content, category, status) values
       ('Tom & "Jerry" <b>' || chr(11) || ' ]]>', 'A & B < C', 'Tech', 'published'), ('Secret draft', 'Not yet.', 'Tech', 'draft')`,
  );
});
afterAll(() => app.stop());

const textOf = async (path: string, cookies?: string) => (await app.request(path, { cookies })).text();

function expectNothingLocked(text: string): void {
  for (const word of Object.values(LOCKED_WORDS))
    expect(text.toLowerCase()).not.toContain(word.toLowerCase());
}

/** Checks that tags are balanced and text is escaped, which is enough for the site's own XML. */
function expectWellFormed(xml: string): void {
  const open: string[] = [];
  for (const [, close, name, empty] of xml.matchAll(/<(\/?)([a-zA-Z][\w:]*)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (close) expect(open.pop()).toBe(name);
    else if (!empty) open.push(name ?? "");
  }
  expect(open).toEqual([]);
  expect(xml.replace(/<\?xml[^>]*\?>|<\/?[a-zA-Z][^<>]*>/g, "")).not.toMatch(
    /[<>]|&(?!(amp|lt|gt|quot|apos);)/,
  );
}

describe.each(FEEDS)("the feed of /%s", (section) => {
  it("is RSS with the newest thirty records", spec("beyond feeds sitemaps robots txt"), async () => {
    const response = await app.request(`/${section}/feed.xml`);
    const xml = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("application/rss+xml; charset=utf-8");
    expectWellFormed(xml);
    expect(xml.match(/<item>/g)).toHaveLength(30);
    expect(xml).toContain(`<link>http://localhost:3000/${section}</link>`);
    expect(xml).toContain(`href="http://localhost:3000/${section}/feed.xml" rel="self"`);
  });

  it("has no locked content, even for a member", spec("4 paid analysis readable lock"), async () => {
    expectNothingLocked(await textOf(`/${section}/feed.xml`));
    expect(await textOf(`/${section}/feed.xml`, premium)).toBe(await textOf(`/${section}/feed.xml`));
  });

  it("gets 304 while unchanged", async () => {
    const etag = (await app.request(`/${section}/feed.xml`)).headers.get("ETag") ?? "";
    const again = await app.request(`/${section}/feed.xml`, { headers: { "If-None-Match": etag } });
    expect(again.status).toBe(304);
  });
});

describe("the news feed", () => {
  it("escapes any title", async () => {
    expect(await textOf("/news/feed.xml")).toContain(
      "<title>Tom &amp; &quot;Jerry&quot; &lt;b&gt; ]]&gt;</title>",
    );
  });

  it("has no drafts, and cuts articles to 30 words", async () => {
    const xml = await textOf("/news/feed.xml");
    expect(xml).not.toContain("Secret draft");
    const excerpts = [...xml.matchAll(/<description>([^<]*)<\/description>/g)].map(([, text]) => text ?? "");
    for (const text of excerpts) expect(text.split(" ").length).toBeLessThanOrEqual(30);
  });
});

describe("a free article in a feed", () => {
  const ID = "40000000-0000-4000-8000-0000000000aa";
  const PICTURE = "40000000-0000-4000-8000-0000000000bb";
  beforeAll(async () => {
    await app.sql(
      "insert into images (id, width, height, byte_size, widths, alt) values (?, 1200, 800, 1000, '{640,1280}', 'A pit')",
      [PICTURE],
    );
    const content = `## Why\n\n${"word ".repeat(60)}**strong** [here](/stock/NVDA) & [there](#why)\n\n- one\n- two\n\nchart NVDA 1y\n\nThe end <b>.`;
    await app.sql(
      "insert into news (id, title, content, category, author, image_id) values (?, 'Whole', ?, 'Tech', 'Ada', ?)",
      [ID, content, PICTURE],
    );
  });

  it.each([
    "/news/feed.xml",
    "/feed.xml",
  ])("is complete in %s, with its picture and absolute addresses", async (path) => {
    const xml = await textOf(path);
    expectWellFormed(xml);
    const [item = ""] = xml.split("<item>").filter((each) => each.includes(`/news/${ID}<`));
    const html = /<content:encoded>(.*)<\/content:encoded>/s
      .exec(item)?.[1]
      ?.replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
    expect(html).toContain(`<img src="http://localhost:3000/uploads/${PICTURE}/1280.webp" alt="A pit"/>`);
    expect(html).toContain("<h3>Why</h3>");
    expect(html).toContain(
      '<strong>strong</strong> <a href="http://localhost:3000/stock/NVDA">here</a> &amp; ',
    );
    expect(html).toContain(`<a href="http://localhost:3000/news/${ID}#why">there</a>`);
    expect(html).toContain("<ul><li>one</li><li>two</li></ul>");
    expect(html).not.toContain("NVDA, 1y");
    expect(html).toContain("The end &lt;b&gt;.");
    expect(item).toContain(`<media:content url="http://localhost:3000/uploads/${PICTURE}/1280.webp"`);
  });
});

describe("the feed of the whole site", () => {
  it("has the newest of all sections, newest first, without locked content", async () => {
    const xml = await textOf("/feed.xml");
    expectWellFormed(xml);
    expectNothingLocked(xml);
    expect(await textOf("/feed.xml", premium)).toBe(xml);
    expect(xml.match(/<item>/g)).toHaveLength(30);
    const days = [...xml.matchAll(/<pubDate>([^<]*)/g)].map(([, day]) => Date.parse(day ?? ""));
    expect(days).toEqual(days.toSorted((one, other) => other - one));
    const sections = new Set(
      [...xml.matchAll(/<link>http:\/\/localhost:3000\/([a-z-]+)/g)].map(([, name]) => name),
    );
    expect(sections.size).toBeGreaterThan(1);
    expect(xml).not.toContain("Secret draft");
    // A locked record is never complete.
    for (const item of xml.split("<item>").slice(1))
      if (!item.includes("3000/news/")) expect(item).not.toContain("content:encoded");
  });
});

describe("a page links its feed", () => {
  const TITLES: Record<string, string> = {
    "/news": "News",
    "/daily-brief": "Daily Brief",
    "/stock-picks": "Stock Picks",
    "/trade-alert": "Trade Alerts",
    "/videos": "Videos",
  };
  const expectFeed = async (page: string, section: string) => {
    const title = TITLES[`/${section}`];
    const tag = `<link rel="alternate" type="application/rss+xml" title="Openbell: ${title}" href="/${section}/feed.xml"/>`;
    expect(await textOf(page)).toContain(tag);
    expect(await textOf(`/${section}/feed.xml`)).toContain(`<title>Openbell: ${title}</title>`);
  };

  it("on the home page", async () => {
    expect(await textOf("/")).toContain(
      '<link rel="alternate" type="application/rss+xml" title="Openbell: Everything" href="/feed.xml"/>',
    );
    expect(await textOf("/feed.xml")).toContain("<title>Openbell: Everything</title>");
  });
  it.each(FEEDS)("on the list of /%s", (section) => expectFeed(`/${section}?page=2`, section));

  it.each([
    ["news", "news"],
    ["daily-brief", "daily_briefs"],
    ["trade-alert", "trade_alerts"],
    ["videos", "videos"],
  ])("on a page of /%s", async (section, table) => {
    const [row] = await app.sql<{ id: string }>(`select id from ${table} limit 1`);
    await expectFeed(`/${section}/${row?.id}`, section);
  });
});

describe("the sitemaps", () => {
  it(
    "are listed, well-formed, and hold every published page",
    spec("beyond feeds sitemaps robots txt"),
    async () => {
      const index = await textOf("/sitemap.xml");
      expectWellFormed(index);
      const files = [...index.matchAll(/<loc>http:\/\/localhost:3000([^<]*)<\/loc>/g)].map(
        ([, path]) => path ?? "",
      );
      expect(files).toContain("/sitemaps/news-1.xml");
      const pages: string[] = [];
      for (const file of files) {
        const response = await app.request(file);
        expect(response.status).toBe(200);
        const xml = await response.text();
        expectWellFormed(xml);
        expectNothingLocked(xml);
        pages.push(
          ...[...xml.matchAll(/<loc>http:\/\/localhost:3000([^<]*)<\/loc>/g)].map(([, path]) => path ?? ""),
        );
      }
      const rows = await app.sql<{ path: string }>(
        `select '/news/' || id as path from news where status = 'published'
       union all select '/daily-brief/' || id from daily_briefs union all select '/videos/' || id from videos`,
      );
      expect(pages).toEqual(expect.arrayContaining(rows.map(({ path }) => path)));
      const [draft] = await app.sql<{ id: string }>("select id from news where status = 'draft'");
      expect(pages.join()).not.toContain(draft?.id);
    },
  );

  it("name the articles of the last two days for news search engines", async () => {
    const xml = await textOf("/sitemaps/latest-news.xml");
    expect(xml).toContain("<news:name>Openbell</news:name>");
    expect(xml).toContain("<news:title>Report number 1 on rates and copper</news:title>");
  });

  it.each([
    "news-2",
    "news-0",
    "nonsense-1",
    "members-1",
    "news-999999",
    "__proto__-1",
    "news-1%00",
  ])("do not include %s", async (name) => {
    expect((await app.request(`/sitemaps/${name}.xml`)).status).toBe(404);
  });
});

it(
  "robots.txt excludes private pages and names the sitemap",
  spec("beyond feeds sitemaps robots txt"),
  async () => {
    const text = await textOf("/robots.txt");
    for (const path of ["/admin", "/ads/", "/api/", "/dashboard", "/search?"])
      expect(text).toContain(`Disallow: ${path}\n`);
    expect(text).toContain("Sitemap: http://localhost:3000/sitemap.xml");
  },
);

describe("an installed site", () => {
  it(
    "has a manifest with the site's name and existing icons",
    spec("beyond feeds sitemaps robots txt"),
    async () => {
      const response = await app.request("/manifest.webmanifest");
      expect(response.headers.get("Content-Type")).toContain("application/manifest+json");
      const { name, icons } = (await response.json()) as { name: string; icons: { src: string }[] };
      expect(name).toBe("Openbell");
      for (const { src } of icons) expect((await app.request(src)).status).toBe(200);
    },
  );

  it.each([
    ["/favicon.svg", "image/svg+xml"],
    ["/favicon.ico", "image/"],
    ["/apple-touch-icon.png", "image/png"],
  ])("has its icon at %s", async (path, type) => {
    const response = await app.request(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toContain(type);
  });
});
