import { insertPageContent, LOCKED_WORDS } from "tests/support/page-content";
import { spec } from "tests/support/spec";
import { type Person, startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PEOPLE = ["visitor", "basic", "lapsed", "pending", "premium"] as const;

let app: TestApp;
const signedIn = new Map<Person, string>();
beforeAll(async () => {
  app = await startTestApp();
  // Once each, since sign-ins are rate-limited.
  for (const person of PEOPLE) signedIn.set(person, await app.cookiesOf(person));
  await insertPageContent(app.sql, 12);
  await app.sql(
    `insert into daily_briefs (company_name, ticker, analysis, status, created_at) values
       ('Zinc and Iron', 'ABX', 'Quiet.', 'published', now()), ('Abxylon', 'ABXY', 'Quiet.', 'published', now()),
       ('The Abx Works', 'WRK', 'Quiet.', 'published', now()), ('Abx Draft', 'DRF', 'Quiet.', 'draft', now()),
       ('100% Pure_Water \\ Co', 'PURE', 'Quiet.', 'published', now()), ('Microsoft', 'MSFT', 'Quiet.', 'published', now())`,
  );
});
afterAll(() => app.stop());

type Suggestion = { id: string; title: string; type: string; link: string };

async function suggest(q: string, person: Person = "visitor"): Promise<Suggestion[]> {
  const cookies = signedIn.get(person);
  const response = await app.request(`/search/suggestions?q=${encodeURIComponent(q)}`, { cookies });
  expect(response.status).toBe(200);
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  return ((await response.json()) as { results: Suggestion[] }).results;
}

async function results(q: string, person: Person = "visitor", more = ""): Promise<string> {
  const cookies = signedIn.get(person);
  const response = await app.request(`/search?q=${encodeURIComponent(q)}${more}`, { cookies });
  expect(response.status).toBe(200);
  return response.text();
}

/** The text between the tags. */
const words = (html: string) => html.replace(/<[^>]*>/g, "");
/** The results for records. search-companies.test.ts covers their companies. */
const linksIn = (html: string) =>
  [...(html.split("<main")[1] ?? "").matchAll(/<h3><a href="([^"]+)"/g)].flatMap(([, href = ""]) =>
    href.startsWith("/stock/") ? [] : href,
  );

describe("the drop-down", () => {
  it("opens at two characters after trimming", spec("2.2 starts two characters after"), async () => {
    expect(await suggest("")).toEqual([]);
    expect(await suggest(" C ")).toEqual([]);
    expect((await suggest(" Co ")).length).toBeGreaterThan(0);
  });

  it(
    "returns briefs by name or ticker and videos by title, in any case, with their links",
    spec("2.2 briefs companyname ticker videos"),
    async () => {
      const [brief] = await suggest("coMPany 3");
      const [row] = await app.sql<{ id: string }>(
        "select id from daily_briefs where company_name = 'Company 3'",
      );
      expect(brief).toEqual({
        id: row?.id,
        title: "Company 3",
        type: "Daily Brief",
        link: `/daily-brief/${row?.id}`,
      });
      expect((await suggest("wrk")).map(({ title }) => title)).toEqual(["The Abx Works"]);
      const [video] = await suggest("lesson 4");
      expect(video?.type).toBe("Video");
      expect(video?.link).toMatch(/^\/videos\/[0-9a-f-]{36}$/);
    },
  );

  it("returns no news, picks, quotes or captions", async () => {
    expect(await suggest("copper")).toEqual([]);
    expect(await suggest("What the spread")).toEqual([]);
    expect(await suggest("Quote 3", "premium")).toEqual([]);
  });

  it("returns alerts by ticker, to readers with access", spec("2.2 alerts ticker link alert"), async () => {
    const [alert] = await suggest(LOCKED_WORDS.alertTicker.toLowerCase(), "premium");
    expect(alert).toMatchObject({ type: "Alert", title: expect.stringContaining(LOCKED_WORDS.alertTicker) });
    expect(alert?.link).toMatch(/^\/trade-alert\/[0-9a-f-]{36}$/);
    expect(await suggest(LOCKED_WORDS.alertName, "premium")).toEqual([]);
  });

  it("refuses other sites", async () => {
    const response = await app.request("/search/suggestions?q=co");
    expect(response.headers.get("Access-Control-Allow-Origin")).toBeNull();
  });
});

describe("the results page", () => {
  it("puts the exact ticker first, then names that begin with the text, then names that contain it", async () => {
    const found = linksIn(await results("abx"));
    const rows = await app.sql<{ id: string; ticker: string }>("select id, ticker from daily_briefs");
    expect(found.map((link) => rows.find(({ id }) => link.endsWith(id))?.ticker)).toEqual([
      "ABX",
      "ABXY",
      "WRK",
    ]);
  });

  it("has a group for each kind, with texts after titles", spec("2.2 without script full page"), async () => {
    const page = await results("copper");
    expect(page).toContain(">News</h2>");
    expect(linksIn(page)).toHaveLength(5);
    expect(linksIn(await results("copper", "visitor", "&in=news"))).toHaveLength(12);
    expect(page).toContain("in=news");
    expect(linksIn(await results("nobody had expected")).every((link) => link.startsWith("/news/"))).toBe(
      true,
    );
    expect(linksIn(await results("Quote 7"))).toEqual([
      expect.stringMatching(/^\/market\?category=[A-Z][a-z]+&amp;quote=[0-9a-f-]{36}#found$/),
    ]);
    expect(linksIn(await results("What the spread says", "visitor", "&in=videos"))).toHaveLength(12);
  });

  it("puts companies first, and titles a brief by its headline and an alert by its call", async () => {
    await app.sql(`insert into daily_briefs (company_name, ticker, analysis, status, headline)
      values ('Quayworks', 'QWX', 'Quiet.', 'published', 'The pier is paid for')`);
    await app.sql(`insert into trade_alerts (name, ticker, tag, target_price, analysis)
      values ('Quayworks', 'QWX', 'sell', 12, 'Quiet.')`);
    const titles = async (person: Person) =>
      [...(await results("quayworks", person)).matchAll(/<h3><a href="[^"]+">(.*?)<\/a>/g)].map(
        ([, title = ""]) => words(title),
      );
    expect(await titles("visitor")).toEqual(["Quayworks", "The pier is paid for"]);
    expect(await titles("premium")).toEqual(["Quayworks", "The pier is paid for", "Sell Quayworks"]);
    expect((await suggest("quayworks")).map(({ title }) => title)).toEqual(["Quayworks"]);
    expect((await suggest("qwx", "premium")).map(({ title }) => title)).toContain("QWX");
  });

  it("finds titles with all the words in another order", async () => {
    expect(linksIn(await results("copper rates"))).toHaveLength(5);
  });

  it("corrects a typo and reports it", async () => {
    const page = await results("microsfot");
    expect(words(page)).toContain("No results for “microsfot”.");
    expect(words(page)).toContain("Microsoft");
    expect(await suggest("microsfot")).toEqual([]);
  });

  it("highlights the matches", async () => {
    expect(await results("msft")).toContain("Microsoft");
    expect(await results("micros")).toContain("<mark>Micros</mark>oft");
  });

  it("leaves out drafts", async () => {
    expect(words(await results("Abx Draft"))).not.toContain("DRF");
    expect(await suggest("Abx Draft", "premium")).toEqual([]);
  });

  it("asks for more characters, and ignores an unknown group", async () => {
    expect(words(await results("a"))).toContain("Type at least two characters.");
    expect(words(await results(""))).toContain("Type at least two characters.");
    expect(linksIn(await results("copper", "visitor", "&in=nonsense"))).toHaveLength(5);
    expect(linksIn(await results(LOCKED_WORDS.alertTicker, "basic", "&in=alerts"))).toEqual([]);
  });

  it("is not cached, and not indexed", async () => {
    const response = await app.request("/search?q=copper");
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expect(await response.text()).toContain('name="robots" content="noindex"');
  });
});

describe("a search for locked content", () => {
  const LOCKED = [
    LOCKED_WORDS.analysis,
    LOCKED_WORDS.alertTicker,
    LOCKED_WORDS.alertName,
    LOCKED_WORDS.alertAnalysis,
    LOCKED_WORDS.pickTicker,
    LOCKED_WORDS.pickName,
  ];

  it.each(["visitor", "basic", "lapsed", "pending"] as const)(
    "finds nothing for %s, by whole words or by parts",
    spec("4 paid analysis readable lock"),
    async (person) => {
      for (const word of LOCKED) {
        for (const part of [word, word.slice(0, 4), word.slice(2), `${word.slice(0, -2)}xx`]) {
          expect(linksIn(await results(part, person))).toEqual([]);
          expect(await suggest(part, person)).toEqual([]);
        }
      }
    },
  );

  it("runs as people who really are signed in", () => {
    expect([...signedIn].filter(([, cookies]) => cookies).map(([person]) => person)).toEqual([
      "basic",
      "lapsed",
      "premium",
    ]);
  });

  it("finds all of it for premium", async () => {
    for (const word of LOCKED) expect(linksIn(await results(word, "premium")).length).toBeGreaterThan(0);
  });

  it("finds no video by its link", async () => {
    for (const person of ["visitor", "premium"] as const) {
      for (const part of [LOCKED_WORDS.videoId, "youtube", "youtu.be"]) {
        expect(linksIn(await results(part, person))).toEqual([]);
        expect(await suggest(part, person)).toEqual([]);
      }
    }
  });
});

describe("hostile search text", () => {
  it.each([
    ["5,000 characters", "x".repeat(5000)],
    ["wildcards alone", "%%%"],
    ["an escape", "\\\\"],
    ["emoji", "🚀🚀🚀"],
    ["NUL", "ab\0cd"],
    ["a quote", "'; drop table news; --"],
    ["a question mark for the query builder", "what? ?? \\?"],
    ["a script", "<script>alert(1)</script>"],
    ["a pattern", "((((a+)+)+)+$"],
  ])("%s is a valid page", spec("beyond hostile text search ways"), async (_name, text) => {
    const page = await results(text, "premium");
    expect(page).not.toContain("<script>alert(1)");
    await suggest(text, "premium");
  });

  it("has its wildcards escaped", async () => {
    expect(linksIn(await results("100% Pure"))).toHaveLength(1);
    expect(linksIn(await results("Pure_Water"))).toHaveLength(1);
    expect(words(await results("Pure%Water"))).toContain("No results for “Pure%Water”.");
    expect(await suggest("Pure%Water")).toEqual([]);
    expect(linksIn(await results("Water \\ Co"))).toHaveLength(1);
  });

  it("is refused or ignored if the address has half an escape, never a 500", async () => {
    for (const q of ["%", "%E0%A4%A", "%ff%fe", "%00%00"]) {
      expect((await app.request(`/search?q=${q}`)).status).toBeLessThan(500);
      expect((await app.request(`/search/suggestions?q=${q}`)).status).toBeLessThan(500);
    }
  });
});

describe("a search result", () => {
  beforeAll(() =>
    app.sql(`
      with priced as (
        insert into instruments (symbol, name, public_name, kind) values ('LZY', 'Lazulite', 'Lazulite', 'stock') returning id)
      insert into quotes (category, name, symbol, instrument_id, last, high, low, change, change_percent, currency)
      select 'Stocks', 'Lazulite', 'LZY', id, 412.5, 413, 400, 5, 1.23, 'USD' from priced`),
  );

  it("shows the price of companies and quotes", async () => {
    const page = words(await results("Lazulite"));
    expect(page.match(/412\.50/g)).toHaveLength(2);
    expect(page).toMatch(/412\.50[\s\S]*\+1\.23%/);
  });

  it("names the audience of locked records, and none for open ones", async () => {
    await app.sql(`
      insert into daily_briefs (company_name, ticker, analysis, status, audience) values
        ('Chalcopyrite for members', 'CHP', 'Quiet.', 'published', 'members'),
        ('Chalcopyrite for few', 'CHF', 'Quiet.', 'published', 'private')`);
    await app.sql(`
      insert into videos (title, youtube_link, status, is_free) values
        ('Chalcopyrite on film', 'https://youtu.be/dQw4w9WgXcQ', 'published', false),
        ('Chalcopyrite for all', 'https://youtu.be/dQw4w9WgXcQ', 'published', true)`);
    const locks = async (person: Person) =>
      words(await results("Chalcopyrite", person)).match(/Locked: for (Premium and )?Private members/g) ?? [];
    expect((await locks("visitor")).sort()).toEqual([
      "Locked: for Premium and Private members",
      "Locked: for Premium and Private members",
      "Locked: for Private members",
    ]);
    expect(await locks("premium")).toEqual(["Locked: for Private members"]);
  });
});
