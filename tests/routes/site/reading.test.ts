import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
let premium: string;
beforeAll(async () => {
  app = await startTestApp();
  premium = await app.cookiesOf("premium");
  await app.sql(
    "insert into packages (name, tier, price, expires_in, benefits) values ('Premium', 'Premium', 29, 30, '{}')",
  );
});
afterAll(() => app.stop());

const textOf = async (path: string, cookies?: string) => (await app.request(path, { cookies })).text();
const articleOf = (page: string) => /<article.*?<\/article>/s.exec(page)?.[0] ?? "";
const words = (html: string) => html.replace(/<[^>]*>/g, "");
const numbered = (count: number) => Array.from({ length: count }, (_, nth) => `word${nth + 1}`).join(" ");

describe("before anything is published", () => {
  it(
    "each list shows its exact empty text",
    spec("2.3 news available this category", "2.3 daily briefs available", "8 ad available position 1"),
    async () => {
      expect(words(await textOf("/news"))).toContain("No news available in this category.");
      expect(words(await textOf("/news?category=Energy"))).toContain("No news available in this category.");
      expect(words(await textOf("/daily-brief"))).toContain("No daily briefs available.");
      expect(words(await textOf("/"))).toContain("No ad available for position 1.");
    },
  );
});

describe("news", () => {
  const PICTURE = "40000000-0000-4000-8000-000000000001";
  let id: string;
  beforeAll(async () => {
    await app.sql(
      "insert into images (id, width, height, byte_size, widths) values (?, 1200, 800, 1000, '{640,1280}')",
      [PICTURE],
    );
    const [row] = await app.sql<{ id: string }>(
      `insert into news (title, content, category, author, created_at, image_id)
       values (?, ?, 'Energy', 'Ada Writer', '2026-07-16T13:40:00Z', ?) returning id`,
      ["Power lines", `${numbered(40)} https://example.com/a javascript:alert(1)`, PICTURE],
    );
    id = row?.id ?? "";
  });

  it("has the seven tabs as links, and filters by them", spec("2.3 news tabs"), async () => {
    const page = await textOf("/news");
    for (const tab of ["All", "Trending", "Tech", "Stock", "Cryptocurrency", "Energy", "Politics"]) {
      expect(page).toMatch(new RegExp(`<a href="/news[^"]*"[^>]*>${tab}</a>`));
    }
    expect(await textOf("/news?category=Energy")).toContain("Power lines");
    expect(await textOf("/news?category=Tech")).not.toContain("Power lines");
  });

  it(
    "shows image, title, 30 words, date, author and '0 Comments', and links to the article",
    spec("2.3 news image title 30", "9 excerpts news 30 words"),
    async () => {
      const page = await textOf("/news");
      expect(page).toMatch(new RegExp(`<img[^>]* src="/uploads/${PICTURE}/1280.webp"`));
      expect(page).toContain(`href="/news/${id}"`);
      expect(page).toContain("word30…");
      expect(page).not.toContain("word31");
      for (const part of ["Power lines", "Ada Writer", "16 July 2026", "0 Comments"])
        expect(words(page)).toContain(part);
    },
  );

  it(
    "shows the whole article with its author, and web addresses as links to a new tab",
    spec("2.3 news id image title"),
    async () => {
      const page = await textOf(`/news/${id}`);
      expect(page).toMatch(/<h1[^>]*>Power lines<\/h1>/);
      // Its text is the headline's: a figure without a name would be announced for no purpose.
      expect(articleOf(page)).toMatch(
        new RegExp(`<img[^>]* src="/uploads/${PICTURE}/1280.webp"[^>]* alt=""`),
      );
      expect(articleOf(page)).not.toContain("<figure");
      expect(words(page)).toContain("By Ada Writer");
      expect(page.toLowerCase()).toContain('<time datetime="2026-07-16t13:40:00.000z"');
      expect(words(page)).toContain("13:40");
      expect(page).toContain("word40");
      expect(page).toMatch(
        /<a class="ext" href="https:\/\/example.com\/a" target="_blank" rel="noopener[^"]*"/,
      );
      expect(page).not.toContain('href="javascript:');
    },
  );

  it.each(["none", "00000000-0000-4000-8000-000000000000", "%00", "1' or '1'='1"])(
    "%s is not found",
    spec("2.3 news found"),
    async (other) => {
      const response = await app.request(`/news/${other}`);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("News not found.");
    },
  );

  it.each([
    "page=-1",
    "page=1000000000",
    "page=x",
    "category=nonsense",
    "category=__proto__",
  ])("%s is a valid page", async (query) => {
    expect((await app.request(`/news?${query}`)).status).toBe(200);
  });

  it("accepts a title of 300 characters and an article without image or author", async () => {
    const [row] = await app.sql<{ id: string }>(
      "insert into news (title, content, category) values (?, 'x', 'Tech') returning id",
      ["x".repeat(300)],
    );
    expect((await app.request(`/news/${row?.id}`)).status).toBe(200);
    const page = await textOf(`/news/${row?.id}`);
    expect(words(page)).toContain("By Admin");
    expect(articleOf(page)).not.toContain("<img");
  });
});

describe("daily briefs", () => {
  let id: string;
  beforeAll(async () => {
    const [row] = await app.sql<{ id: string }>(
      "insert into daily_briefs (company_name, ticker, analysis, created_at) values ('Copperline', 'CPL', ?, now() - interval '1 day') returning id",
      [numbered(40)],
    );
    id = row?.id ?? "";
    await app.sql("insert into daily_briefs (company_name, ticker, analysis) values ('Newer', 'NEW', 'x')");
    await app.sql(
      "insert into daily_briefs (company_name, ticker, analysis, status) values ('Drafted', 'DRF', 'x', 'draft')",
    );
  });

  it("come newest first, without drafts", spec("2.3 brief list newest first"), async () => {
    const page = await textOf("/daily-brief");
    expect(page.indexOf("Newer")).toBeLessThan(page.indexOf("Copperline"));
    expect(page).not.toContain("Drafted");
  });

  it(
    "show paying readers 25 words and a link to the rest",
    spec("2.3 brief list newest first", "4 paid button reads read", "9 excerpts news 30 words"),
    async () => {
      const page = await textOf("/daily-brief", premium);
      expect(page).toContain("word25…");
      expect(page).not.toContain("word26");
      expect(page).toMatch(new RegExp(`href="/daily-brief/${id}"[^>]*>Read More →`));
      expect(await textOf(`/daily-brief/${id}`, premium)).toContain("word40");
    },
  );

  it(
    "show others a paywall and a disabled button",
    spec("2.3 daily brief id premium", "4 paid analysis readable lock"),
    async () => {
      const page = await textOf("/daily-brief");
      expect(page).not.toContain("word1");
      expect(page).toMatch(/<button[^>]*disabled=""[^>]*>(?:<svg.*?<\/svg>)?Locked<\/button>/);
      const item = await app.request(`/daily-brief/${id}`);
      const text = await item.text();
      expect(item.status).toBe(200);
      expect(text).toContain(
        "Premium Content - This daily brief is available to Premium or Private subscribers only.",
      );
      expect(text).toMatch(/href="\/subscription"[^>]*>Upgrade to Premium/);
      expect(text).not.toContain("word1");
    },
  );

  it("show the offer after the first three, for readers without access", async () => {
    await app.sql(
      `insert into daily_briefs (company_name, ticker, analysis, created_at)
       select 'Older ' || n, 'OLD', 'x', now() - interval '9 days' from generate_series(1, 3) as n`,
    );
    const page = await textOf("/daily-brief?offer");
    expect(page.match(/<article|Read the whole brief before the bell/g)).toEqual([
      "<article",
      "<article",
      "<article",
      "Read the whole brief before the bell",
      "<article",
      "<article",
    ]);
    expect(await textOf("/daily-brief?offer", premium)).not.toContain("before the bell</h2>");
    await app.sql("delete from daily_briefs where ticker = 'OLD'");
  });

  it("are a 404 if they are missing", spec("2.3 daily brief found"), async () => {
    const response = await app.request("/daily-brief/none");
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("Daily brief not found.");
  });
});

describe("a list in two parts", () => {
  const hiddenHeads = async (path: string, cookies?: string) =>
    [...(await textOf(path, cookies)).matchAll(/<main.*?<\/main>/gs)].flatMap(([main]) =>
      [...main.matchAll(/<h2 class="sr">(.*?)<\/h2>/g)].map(([, head]) => words(head ?? "")),
    );

  it("has one heading for both, and a second one only if the offer between them has its own", async () => {
    const eight = "generate_series(1, 8) as n";
    await app.sql(`insert into news (title, content, category) select 'N' || n, 'x', 'Tech' from ${eight}`);
    await app.sql(
      `insert into daily_briefs (company_name, ticker, analysis) select 'B' || n, 'B', 'x' from ${eight}`,
    );
    expect(await hiddenHeads("/news")).toEqual(["All news, newest first"]);
    expect(await hiddenHeads("/news?category=Tech")).toEqual(["Tech news, newest first"]);
    expect(await hiddenHeads("/daily-brief")).toEqual(["Briefs, newest first", "More briefs"]);
    expect(await hiddenHeads("/daily-brief", premium)).toEqual(["Briefs, newest first"]);
  });
});
