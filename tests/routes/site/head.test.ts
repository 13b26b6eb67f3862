import { createHash } from "node:crypto";
import sharp from "sharp";
import { insertPageContent, LOCKED_WORDS } from "tests/support/page-content";
import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
let premium: string;
let article: string;
let brief: string;
beforeAll(async () => {
  app = await startTestApp({ SITE_NAME: "Tidewater" });
  premium = await app.cookiesOf("premium");
  await insertPageContent(app.sql, 3);
  article = await idOf("news where title like '%number 1 %'");
  brief = await idOf("daily_briefs where company_name = 'Company 1'");
});
afterAll(() => app.stop());

async function idOf(from: string): Promise<string> {
  const [row] = await app.sql<{ id: string }>(`select id from ${from} limit 1`);
  return row?.id ?? "";
}

async function headOf(path: string, cookies?: string): Promise<string> {
  const html = await (await app.request(path, { cookies })).text();
  return html.slice(0, html.indexOf("</head>"));
}

const tag = (head: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1];
const canonical = (head: string) => /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1];
const structured = (head: string) => {
  const [, text = "null"] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(head) ?? [];
  return JSON.parse(text) as Record<string, unknown> | null;
};

const PAGES = ["/", "/news", "/daily-brief", "/subscription", "/search", "/about", "/contact", "/privacy"];

describe("every page", () => {
  it.each([
    ...PAGES,
    "/terms",
    "/disclaimer",
    "/login",
    "/admin/login",
    "/nowhere",
    "/news/none",
  ])("%s has one title that ends in the site's name", async (path) => {
    const titles = (await headOf(path)).match(/<title>[^<]*<\/title>/g) ?? [];
    expect(titles).toHaveLength(1);
    expect(titles[0]).toMatch(/^<title>[^|]+ \| Tidewater<\/title>$/);
  });

  it.each([
    "/search",
    "/login",
    "/register",
    "/forget-password",
  ])("%s has a description, too", async (path) => {
    expect(tag(await headOf(path), "description")?.length).toBeGreaterThan(20);
  });

  it(
    "has a description, a canonical address and a picture",
    spec("beyond titles canonical addresses shared"),
    async () => {
      for (const path of [...PAGES, "/login", "/register", "/forget-password"]) {
        const head = await headOf(path);
        expect(tag(head, "description")?.length).toBeGreaterThan(20);
        expect(canonical(head)).toBe(`http://localhost:3000${path}`);
        expect(tag(head, "robots")).toBeUndefined();
        expect(tag(head, "og:url")).toBe(`http://localhost:3000${path}`);
        expect(tag(head, "twitter:card")).toBe("summary_large_image");
        const picture = new URL(tag(head, "og:image") ?? "");
        expect((await app.request(picture.pathname)).status).toBe(200);
      }
    },
  );

  it("has only its own parameters in its canonical address", async () => {
    expect(canonical(await headOf("/news?category=tech&utm_source=x&page=2"))).toBe(
      "http://localhost:3000/news?category=Tech&amp;page=2",
    );
    expect(canonical(await headOf(`/news/${article}?ref=abc`))).toBe(`http://localhost:3000/news/${article}`);
  });

  it.each([
    ["/daily-brief?page=2", "/daily-brief?page=2"],
    ["/videos?page=2&utm_source=x", "/videos?page=2"],
    ["/trade-alert?page=2&x=y", "/trade-alert?page=2"],
    ["/market?category=bonds&page=2", "/market?category=Bonds&amp;page=2"],
    ["/market?sort=last&direction=asc&page=3", "/market?page=3"],
    ["/stock-picks?category=iron+dome&sort=upside&direction=asc", "/stock-picks?category=Iron+dome"],
    ["/stock-picks?page=2", "/stock-picks?page=2"],
    ["/videos?page=x", "/videos"],
  ])("has a canonical address with page and category, without order: %s", async (path, known) => {
    const head = await headOf(path);
    expect(canonical(head)).toBe(`http://localhost:3000${known}`);
    expect(tag(head, "og:url")).toBe(`http://localhost:3000${known}`);
  });

  it("has noindex if it is missing", async () => {
    for (const path of ["/nowhere", "/news/none", "/daily-brief/none"]) {
      expect(tag(await headOf(path), "robots")).toBe("noindex");
    }
  });
});

describe("an article's head", () => {
  it(
    "describes it for search engines and shared links",
    spec("beyond titles canonical addresses shared"),
    async () => {
      const head = await headOf(`/news/${article}`);
      expect(tag(head, "og:type")).toBe("article");
      expect(tag(head, "og:title")).toBe("Report number 1 on rates and copper");
      expect(structured(head)).toMatchObject({
        "@type": "NewsArticle",
        headline: "Report number 1 on rates and copper",
        isAccessibleForFree: true,
        author: { name: "Ada Writer" },
        publisher: { name: "Tidewater" },
      });
    },
  );

  it("escapes its structured data", async () => {
    const title = `</script><script>alert("&")</script><!--`;
    const [row] = await app.sql<{ id: string }>(
      "insert into news (title, content, category) values (?, '</script><script>alert(2)</script>', 'Tech') returning id",
      [title],
    );
    const html = await (await app.request(`/news/${row?.id}`)).text();
    expect(html).not.toContain("<script>alert");
    expect(structured(html)?.headline).toBe(title);
  });
});

describe("a paid page's head", () => {
  const pathOf = async (section: string, table: string) => `/${section}/${await idOf(table)}`;

  it.each([
    ["daily-brief", "daily_briefs", "NewsArticle"],
    ["trade-alert", "trade_alerts", "NewsArticle"],
    // Google's page on paywalled content does not list videos, so the page around it carries the mark.
    ["videos", "videos", "WebPage"],
  ])("at /%s marks the paywall and points at the locked part", async (section, table, type) => {
    const path = await pathOf(section, table);
    const description = tag(await headOf(path), "description");
    for (const cookies of [undefined, premium]) {
      const html = await (await app.request(path, { cookies })).text();
      expect(structured(html)).toMatchObject({
        "@type": type,
        isAccessibleForFree: false,
        hasPart: { "@type": "WebPageElement", isAccessibleForFree: false, cssSelector: ".paywalled" },
      });
      // Marked parts must not be nested.
      expect(html.match(/class="[^"]*\bpaywalled\b/g)).toHaveLength(1);
      expect(tag(html, "description")).toBe(description);
    }
  });

  it("describes a video by its own words, and a free one as free", async () => {
    const [video] = await app.sql<{ id: string }>(
      `insert into videos (title, caption, youtube_link, is_free)
       values ('Open to all', 'What a spread is, ' || repeat('word ', 40), 'https://youtu.be/aaaaaaaaaaa', true) returning id`,
    );
    const head = await headOf(`/videos/${video?.id}`);
    expect(tag(head, "description")).toMatch(/^What a spread is, (word ?){26}…$/);
    expect(structured(head)).toMatchObject({ "@type": "VideoObject", isAccessibleForFree: true });
    const locked = structured(await headOf(await pathOf("videos", "videos where not is_free")));
    expect(locked?.mainEntity).toMatchObject({
      "@type": "VideoObject",
      description: "What the spread says.",
      isAccessibleForFree: false,
    });
  });

  it("describes an alert by its time only, each differently", async () => {
    const found = await app.sql<{ id: string }>("select id from trade_alerts order by created_at limit 2");
    const heads = await Promise.all(found.map(({ id }) => headOf(`/trade-alert/${id}`)));
    for (const head of heads) {
      const at = structured(head)?.datePublished;
      const [, day = ""] = /<title>Trade alert of ([^|]+) \| Tidewater</.exec(head) ?? [];
      expect(new Date(day.replace(" UTC", " GMT").replace(",", "")).toISOString().slice(0, 16)).toBe(
        String(at).slice(0, 16),
      );
      expect(structured(head)).toMatchObject({
        headline: `Trade alert of ${day}`,
        author: { "@type": "Organization", name: "Tidewater" },
      });
    }
    expect(tag(heads[0] ?? "", "description")).not.toBe(tag(heads[1] ?? "", "description"));
  });

  it("contains an alert's call for nobody, paying or not", async () => {
    const path = await pathOf("trade-alert", "trade_alerts");
    expect(structured(await headOf(path, premium))).toEqual(structured(await headOf(path)));
  });

  it(
    "contains no locked text, for paying readers or others",
    spec("4 paid analysis readable lock"),
    async () => {
      for (const path of [...PAGES, `/daily-brief/${brief}`]) {
        for (const cookies of [undefined, premium]) {
          const head = (await headOf(path, cookies)).toLowerCase();
          for (const word of Object.values(LOCKED_WORDS)) expect(head).not.toContain(word.toLowerCase());
        }
      }
    },
  );
});

describe("pictures of shared links", () => {
  const pictureOf = async (path: string) => {
    const response = await app.request(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("image/png");
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=86400, s-maxage=0");
    return Buffer.from(await response.arrayBuffer());
  };

  it(
    "are 1200 by 630, for each section and record, also without the article's file",
    spec("beyond titles canonical addresses shared"),
    async () => {
      const video = await idOf("videos");
      const paths = ["site", "trade-alert", "stock-picks", "market"].map((name) => `/og/${name}.png`);
      for (const path of [
        ...paths,
        `/og/news/${article}.png`,
        `/og/daily-brief/${brief}.png`,
        `/og/videos/${video}.png`,
      ]) {
        const { width, height, format } = await sharp(await pictureOf(path)).metadata();
        expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: "png" });
      }
    },
  );

  it("show the current title in any script", async () => {
    const before = await pictureOf(`/og/news/${article}.png`);
    expect((await pictureOf(`/og/news/${article}.png`)).equals(before)).toBe(true);
    for (const title of ["Ünïted €uropé? “Yes”", "日経平均株価", "x".repeat(300), "🚀"]) {
      await app.sql("update news set title = ? where id = ?", [title, article]);
      expect((await pictureOf(`/og/news/${article}.png`)).equals(before)).toBe(false);
    }
  });

  it("exist for nothing else", async () => {
    const alert = await idOf("trade_alerts");
    await app.sql(
      "insert into news (title, content, category, status) values ('Draft', 'x', 'Tech', 'draft')",
    );
    const draft = await idOf("news where status = 'draft'");
    const paths = [
      `news/${draft}.png`,
      `trade-alert/${alert}.png`,
      "news/none.png",
      "nowhere.png",
      "__proto__.png",
      "constructor.png",
      `__proto__/${article}.png`,
      "site.jpg",
      "../site.png",
      "",
    ];
    for (const path of paths) expect((await app.request(`/og/${path}`)).status).toBe(404);
  });
});

describe("the serif font", () => {
  const preloaded = async (path: string) => {
    const html = await (await app.request(path)).text();
    return [...html.matchAll(/<link rel="preload" href="[^"]*openbell-serif-(\d00)-[^"]*\.woff2"/g)].map(
      ([, weight]) => weight,
    );
  };

  it.each(["/", "/about", "/stock-picks", "/track-record"])("%s preloads both weights", async (path) => {
    expect(await preloaded(path)).toEqual(["600", "400"]);
  });

  it.each([
    "/news",
    "/daily-brief",
    "/market",
    "/login",
    "/nowhere",
  ])("%s preloads the headline weight only", async (path) => {
    expect(await preloaded(path)).toEqual(["600"]);
  });
});

describe("prefetching", () => {
  it("rules are on pages, and name reading pages only", async () => {
    for (let round = 0; round < 6; round += 1) {
      const answer = await app.request("/news");
      const html = await answer.text();
      const [, rules = ""] = /<script type="speculationrules">(.*?)<\/script>/s.exec(html) ?? [];
      expect(JSON.parse(rules)).toEqual({ prefetch: [expect.objectContaining({ eagerness: "moderate" })] });
      expect(rules).not.toMatch(/logout|admin|api|prerender|"\/\*"/);
      const hash = createHash("sha256").update(rules).digest("base64");
      expect(answer.headers.get("Content-Security-Policy")).toContain(` 'sha256-${hash}'`);
    }
  });

  it("rules are inline: a file would load before the stylesheet", async () => {
    const response = await app.request("/news");
    expect(response.headers.has("Speculation-Rules")).toBe(false);
  });
});

describe("without ANALYTICS_SRC", () => {
  it("pages load no third-party script", spec("2.1 third party analytics script"), async () => {
    const response = await app.request("/news");
    expect(response.headers.get("Content-Security-Policy")).toMatch(
      /script-src 'self' 'nonce-[^']+' 'sha256-[\w+/]{43}=';/,
    );
    expect(await response.text()).not.toMatch(/<script[^>]*src="http/);
  });
});
