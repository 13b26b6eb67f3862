import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { afterEach, beforeAll, describe, expect, it } from "vitest";

setUpApp();

const DAY_MS = 86_400_000;
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const TOMAS = "Tomás Writer";

let premium: string;
let privateMember: string;
const calls: Record<string, string> = {};

async function call(name: string, values: Record<string, unknown>): Promise<void> {
  calls[name] = await insertRecord(database, "calls", {
    ...{ author: TOMAS, name, symbol: "AUTH", direction: "buy", entry_price: "100", entry_at: new Date() },
    made_at: new Date(Date.now() - 90 * DAY_MS),
    ...values,
  });
}
const closed = (price: string, daysAgo: number) => ({
  ...{
    state: "closed",
    ended_on: day(daysAgo),
    close_price: price,
    close_ratio: "1",
    close_reason: "period",
  },
});

beforeAll(async () => {
  premium = await app.cookiesOf("premium");
  privateMember = await app.cookiesOf("private");
  const brief = { company_name: "Tellurian Works", ticker: "TLW", analysis: "The inner workings of it." };
  await insertRecord(database, "daily_briefs", { ...brief, author: "TOMAS WRITER" });
  await insertRecord(database, "daily_briefs", {
    ...{ company_name: "Unfinished", ticker: "UNF", status: "draft" },
    author: "Dora Draft",
  });
  await insertRecord(database, "news", {
    ...{ title: "A story with a name", author: TOMAS },
    created_at: new Date(Date.now() - DAY_MS),
  });
  await insertRecord(database, "news", { title: "A story of nobody's" });
  await call("Winner", closed("120", 40));
  await call("Loser", closed("90", 41));
  await call("Fresh", closed("130", 3));
  await call("Secret", { ...closed("95", 3), audience: "private" });
  await call("Taken back", { state: "withdrawn", ended_on: day(50) });
  await call("A slip", { state: "withdrawn", ended_on: day(50), mistake: true });
  await call("Still open", { last_day: day(-20) });
  await call("A view", { kind: "brief", zone_low: "1", zone_high: "2" });
  await call("Quiet", { author: "Quinn Quiet", symbol: "QQ" });
});

const get = async (path: string, cookies?: string) => {
  const response = await app.request(path, { cookies, redirect: "manual" });
  return { status: response.status, location: response.headers.get("location"), html: await response.text() };
};
const PAGE = "/author/tomas-writer";
const named = (html: string) => Object.keys(calls).filter((name) => html.includes(`Buy ${name}<`));

describe("an author's page", () => {
  it(
    "shows public names and figures to everybody, and nothing else",
    spec("beyond authors page their calls"),
    async () => {
      const { status, html } = await get(PAGE);
      expect(status).toBe(200);
      expect(named(html)).toEqual(["Winner", "Loser", "Taken back"]);
      expect(html).toContain(`<a href="/track-record/${calls.Winner}">Buy Winner</a>`);
      for (const figure of ["2 calls settled.", "<dd>50%", "1 above zero"]) expect(html).toContain(figure);
      expect(html).toContain("Open calls are for members.");
      expect(html).not.toMatch(/1 open|>Open</);
      expect(html).toContain("A story with a name");
      expect(html).toContain("Tellurian Works");
      expect(html).not.toContain("The inner workings of it.");
    },
  );

  it("shows members what they may read, and Private members the rest", async () => {
    const { html } = await get(PAGE, premium);
    expect(named(html)).toEqual(["Winner", "Loser", "Fresh", "Taken back", "Still open"]);
    expect(html).toContain("The inner workings of it.");
    for (const figure of ["3 calls settled, 1 open.", "2 above zero"]) expect(html).toContain(figure);
    expect(html).not.toContain("are for members.");
    expect(named((await get(PAGE, privateMember)).html)).toContain("Secret");
  });

  it("counts only calls with a result in the track record", async () => {
    await call("Given away", { ...closed("120", 40), author: "Zoe Zero", entry_price: "0" });
    await call("Bought", { ...closed("120", 40), author: "Zoe Zero" });
    const { html } = await get("/author/zoe-zero");
    expect(html).toContain("1 call settled.");
    expect(html).toContain("<dd>100%");
    expect(html).toMatch(/Buy Given away<.*?<td class="num">–<\/td>/s);
    for (const name of ["Given away", "Bought"]) {
      await database.rows("delete from calls where id = ?", [calls[name]]);
      delete calls[name];
    }
  });

  describe("an author with more calls than the figures cover", () => {
    const write = (many: number, daysAgo: number, audience: string) =>
      database.rows(
        `insert into calls (id, kind, record_id, number, symbol, name, direction, author, audience, made_at, entry_price, entry_at,
                            state, ended_on, waits_from, close_price, close_ratio, close_reason, last_seq)
         select gen_random_uuid(), 'alert', gen_random_uuid(), 1, 'MANY', 'Many ' || n, 'buy', 'Polly Prolific', ?, now(), 100, now(),
                'closed', day, day, 120, 1, 'target', 1 from generate_series(1, ?::int) as n, (select current_date - ?::int) as ended (day)`,
        [audience, many, daysAgo],
      );
    afterEach(() => database.rows("delete from calls where author = 'Polly Prolific'"));
    const figures = async (cookies?: string) =>
      (await get("/author/polly-prolific", cookies)).html
        .replace(/<[^>]+>|<!-- -->/g, " ")
        .replace(/\s+/g, " ");

    it("has figures of the calls that the viewer may see, whatever came later for others", async () => {
      await write(1_000, 3, "private");
      await write(2, 4, "members");
      expect(await figures(premium)).toMatch(/2 calls settled\..* 0 at zero or below/);
      expect(await figures(privateMember)).toMatch(/1,?000 calls settled\..* the last 1,000/);
    });

    it("reports figures as partial if some newest calls were made again, and skips withdrawn calls", async () => {
      await write(1_000, 40, "members");
      await database.rows(
        `insert into calls (id, kind, record_id, number, symbol, name, direction, author, made_at, last_seq)
         select gen_random_uuid(), kind, record_id, 2, symbol, name, direction, author, waits_from, 1 from calls where name = 'Many 7'`,
      );
      expect(await figures()).toMatch(/999 calls settled\..* of the last 1,000/);
      await database.rows(
        `insert into calls (id, kind, record_id, number, symbol, name, direction, author, made_at, state, ended_on, waits_from, last_seq)
         select gen_random_uuid(), kind, gen_random_uuid(), 1, symbol, name, direction, author, now(), 'withdrawn', ended_on + 1, ended_on + 1, 1 from calls
          where author = 'Polly Prolific' and number = 1`,
      );
      expect(await figures()).toMatch(/999 calls settled\..* of the last 1,000/);
    });
  });

  it("has no locked calls in other formats either", async () => {
    for (const cookies of [undefined, await app.cookiesOf("basic"), premium]) {
      const data = await (await app.request(`${PAGE}.data`, { cookies })).text();
      expect(data).not.toContain("Secret");
      expect(data.includes("Still open")).toBe(cookies === premium);
      expect(data.includes("inner workings")).toBe(cookies === premium);
    }
  });

  it("has a description for search engines, and appears in the sitemap once", async () => {
    const { html } = await get(PAGE);
    const json = /<script[^>]*application\/ld\+json[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? "{}";
    expect(JSON.parse(json)).toMatchObject({
      "@type": "ProfilePage",
      mainEntity: { "@type": "Person", name: TOMAS },
    });
    expect(html).toMatch(/<link[^>]*rel="canonical"[^>]*href="[^"]*\/author\/tomas-writer"/);
    const sitemap = await (await app.request("/sitemaps/authors.xml")).text();
    expect(sitemap.match(/<loc>[^<]*\/author\/[^<]*/g)?.map((url) => url.split("/author/")[1])).toEqual([
      "tomas-writer",
    ]);
    expect(await (await app.request("/sitemap.xml")).text()).toContain("/sitemaps/authors.xml");
  });

  it("has one address, however the name is typed", async () => {
    for (const typed of ["Tomas-Writer", encodeURIComponent("Tomás Writer"), "tomas_writer"])
      expect(await get(`/author/${typed}`)).toMatchObject({ status: 301, location: PAGE });
  });

  it.each([
    "dora-draft",
    "admin",
    "nobody-at-all",
    "---",
    "a%00b",
  ])("is a 404 for %s: nothing is published under that name", async (slug) => {
    expect((await get(`/author/${slug}`)).status).toBe(404);
  });

  it(
    "with only locked calls is a 404 except for their readers",
    spec("beyond authors page their calls"),
    async () => {
      expect((await get("/author/quinn-quiet")).status).toBe(404);
      expect((await get("/author/quinn-quiet", premium)).html).toContain("Buy Quiet");
    },
  );

  it(
    "remains after the account is deleted, since by-lines are names",
    spec("beyond authors page their calls"),
    async () => {
      const staff = await insertRecord(database, "staff", { fullname: TOMAS, status: "inactive" });
      expect((await get(PAGE)).status).toBe(200);
      await database.rows("delete from staff where id = ?", [staff]);
      expect((await get(PAGE)).status).toBe(200);
    },
  );
});

describe("a by-line", () => {
  it("links to the author's page from articles, briefs and lists, except without an author", async () => {
    const link = `<a href="${PAGE}">`;
    const idOf = async (table: string, where: string) =>
      (await database.rows<{ id: string }>(`select id from ${table} where ${where}`))[0]?.id;
    const brief = await idOf("daily_briefs", "ticker = 'TLW'");
    const story = await idOf("news", "author is not null");
    const nobody = await idOf("news", "author is null");
    for (const path of ["/news", "/daily-brief", `/news/${story}`, `/daily-brief/${brief}`])
      expect((await get(path)).html, path).toContain(link);
    const { html } = await get(`/news/${nobody}`);
    expect(html).toMatch(/By <strong><bdi>Admin<\/bdi><\/strong>/);
    expect(html).not.toContain("/author/admin");
  });
});
