import { insertRecord } from "tests/support/record-factories";
import { refreshTrackRecord } from "tests/support/refresh-track-record";
import { app, database, setUpApp } from "tests/support/running-app";
import { insertSettledCall } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";

setUpApp();

let people: Record<"visitor" | "basic" | "premium" | "private", string | undefined>;
const ids: Record<string, string> = {};
const QUOTE = { category: "Stocks", last: "10" };

beforeAll(async () => {
  people = {
    visitor: undefined,
    basic: await app.cookiesOf("basic"),
    premium: await app.cookiesOf("premium"),
    private: await app.cookiesOf("private"),
  };
  ids.quote = await insertRecord(database, "quotes", { ...QUOTE, name: "Zirconia Mills", symbol: "ZRCM" });
  ids.brief = await insertRecord(database, "daily_briefs", { company_name: "Yttrium Yards", ticker: "YTTR" });
  await insertRecord(database, "trade_alerts", { ticker: "XENO", name: "Xenolith Hidden" });
  await insertRecord(database, "quotes", { ...QUOTE, name: "Xenolith Hidden" });
});

const main = async (path: string, cookies?: string) => {
  const html = await (await app.request(path, { cookies })).text();
  return /<main.*<\/main>/s.exec(html)?.[0] ?? html;
};
const finds = async (typed: string, person: keyof typeof people) =>
  (await main(`/search?q=${encodeURIComponent(typed)}`, people[person])).match(/href="\/stock\/([^"]*)"/g) ??
  [];
const link = (symbol: string) => [`href="/stock/${symbol}"`];

describe("a company", () => {
  it.each([
    ["zrcm", "ZRCM"],
    ["Zirconia", "ZRCM"],
    ["mills", "ZRCM"],
    ["yttr", "YTTR"],
    ["Yttrium Yards", "YTTR"],
  ])("is found by its symbol and its name: %s", async (typed, symbol) => {
    expect(await finds(typed, "visitor")).toEqual(expect.arrayContaining(link(symbol)));
    expect(await main(`/search?q=${encodeURIComponent(typed)}&in=companies`)).toContain("Companies");
  });

  it(
    "that only a call names is found only by readers of the call",
    spec("beyond companies search sitemap"),
    async () => {
      for (const typed of ["xeno", "Xenolith Hidden"]) {
        for (const person of ["visitor", "basic", "premium"] as const)
          expect(await finds(typed, person), `${typed} ${person}`).not.toContain(link("XENO")[0]);
        expect(await finds(typed, "private")).toContain(link("XENO")[0]);
      }
    },
  );

  it("is not in the search suggestions, which list briefs, alerts and videos", async () => {
    const found = await (await app.request("/search/suggestions?q=zirconia")).text();
    expect(found).not.toContain("ZRCM");
  });

  it("has no time in the sitemap, which would reveal a locked alert", async () => {
    const alert = await insertRecord(database, "trade_alerts", { ticker: "JSPR", name: "Jasper Kilns" });
    await insertRecord(database, "quotes", { ...QUOTE, name: "Jasper Kilns", symbol: "JSPR" });
    const urls = await (await app.request("/sitemaps/stock-1.xml")).text();
    const symbols = [...urls.matchAll(/\/stock\/([^<]+)<\/loc>/g)].map(([, symbol]) => symbol);
    expect(symbols).toEqual(expect.arrayContaining(["YTTR", "JSPR", "ZRCM"]));
    expect(symbols).toEqual(symbols.toSorted());
    expect(urls).not.toContain("<lastmod>");
    expect(await (await app.request("/sitemaps/trade-alert-1.xml")).text()).toContain(
      `${alert}</loc><lastmod>`,
    );
  });

  it(
    "is in the sitemap only if everybody may open its page",
    spec("beyond companies search sitemap"),
    async () => {
      expect(await (await app.request("/sitemap.xml")).text()).toContain("/sitemaps/stock-1.xml");
      const urls = await (await app.request("/sitemaps/stock-1.xml")).text();
      for (const symbol of ["ZRCM", "YTTR", "SPX"]) expect(urls).toContain(`/stock/${symbol}</loc>`);
      expect(urls).not.toContain("XENO");
      for (const [, path = ""] of urls.matchAll(/<loc>http:\/\/localhost:3000([^<]*)/g))
        expect((await app.request(path)).status, path).toBe(200);
    },
  );
});

describe("a company's public name", () => {
  it("is the newest one in public content", spec("beyond companies search sitemap"), async () => {
    await database.rows("update quotes set name = 'Quarried Mills' where id = ?", [ids.quote]);
    expect(await finds("quarried", "visitor")).toEqual(link("ZRCM"));
    expect(await finds("zirconia", "visitor")).toEqual([]);
    await database.rows("update daily_briefs set status = 'draft' where id = ?", [ids.brief]);
    expect(await finds("yttrium", "visitor")).toEqual([]);
    await database.rows("update daily_briefs set status = 'published' where id = ?", [ids.brief]);
    expect(await finds("yttrium", "visitor")).toContain(link("YTTR")[0]);
    await database.rows("delete from quotes where id = ?", [ids.quote]);
    expect(await finds("quarried", "visitor")).toEqual([]);
  });

  it("follows a brief's new ticker, and a merge of instruments", async () => {
    const nameOf = async (symbol: string) =>
      (
        await database.rows<{ name: string | null }>(
          "select public_name as name from instruments where symbol = ?",
          [symbol],
        )
      )[0]?.name;
    await database.rows("update daily_briefs set ticker = 'YTTX' where id = ?", [ids.brief]);
    expect([await nameOf("YTTR"), await nameOf("YTTX")]).toEqual([null, "Yttrium Yards"]);
    await database.rows(
      "update instruments set merged_into = (select id from instruments where symbol = 'YTTR') where symbol = 'YTTX'",
    );
    expect([await nameOf("YTTR"), await nameOf("YTTX")]).toEqual(["Yttrium Yards", null]);
  });

  it("is not rewritten if only a price changes", async () => {
    const [before] = await database.rows<{ at: Date }>(
      "select updated_at as at from instruments where symbol = 'SPX'",
    );
    await insertRecord(database, "quotes", {
      category: "Indices",
      name: "S&P 500",
      symbol: "SPX",
      last: "7000",
    });
    await database.rows("update quotes set last = 7001 where symbol = 'SPX'");
    const [after] = await database.rows<{ at: Date }>(
      "select updated_at as at from instruments where symbol = 'SPX'",
    );
    expect(after).toEqual(before);
  });
});

describe("a company that only calls name", () => {
  beforeEach(() => database.empty("calls"));

  /** Runs the hourly task. */
  const refreshNames = async () => {
    await refreshTrackRecord();
  };
  const inSitemap = async (symbol: string) =>
    (await (await app.request("/sitemaps/stock-1.xml")).text()).includes(`/stock/${symbol}</loc>`);

  it(
    "is found and in the sitemap once a call is public, by the newest call's name",
    spec("beyond company public calls alone"),
    async () => {
      await insertSettledCall(29, { symbol: "WOLF", name: "Wolframite Ores" });
      await refreshNames();
      expect(await finds("wolframite", "visitor")).toEqual([]);
      expect(await inSitemap("WOLF")).toBe(false);
      await insertSettledCall(40, { symbol: "WOLF", name: "Wolframite Ores" });
      await insertSettledCall(60, { symbol: "WOLF", name: "Wolfram Before" });
      await refreshNames();
      for (const person of ["visitor", "basic", "premium", "private"] as const)
        expect(await finds("wolframite", person)).toEqual(link("WOLF"));
      expect(await finds("wolfram before", "visitor")).toEqual([]);
      expect(await inSitemap("WOLF")).toBe(true);
      expect((await app.request("/stock/WOLF")).status).toBe(200);
    },
  );

  it("is found by a withdrawn call, but not by a mistaken one or a brief's", async () => {
    const withdrawn = { state: "withdrawn", close_price: null, close_ratio: null, close_reason: null };
    await insertSettledCall(40, { ...withdrawn, symbol: "VANA", name: "Vanadium Works" });
    await insertSettledCall(40, { ...withdrawn, mistake: true, symbol: "UVAR", name: "Uvarovite Works" });
    await insertSettledCall(40, { kind: "brief", symbol: "UVAR", name: "Uvarovite Works" });
    await refreshNames();
    expect(await finds("works", "visitor")).toEqual(link("VANA"));
  });

  it("gets its name from quotes first, and keeps it in a merge", async () => {
    await insertSettledCall(40, { symbol: "TITA", name: "Titanite Calls" });
    await refreshNames();
    const quote = { category: "Stocks", last: "10", name: "Titanite Quotes", symbol: "TITA" };
    const id = await insertRecord(database, "quotes", quote);
    expect(await finds("titanite quotes", "visitor")).toEqual(link("TITA"));
    await database.rows("delete from quotes where id = ?", [id]);
    expect(await finds("titanite calls", "visitor")).toEqual(link("TITA"));
    await insertRecord(database, "instruments", { symbol: "TITB", name: "Nobody knows" });
    await database.rows(
      "update instruments set merged_into = (select id from instruments where symbol = 'TITB') where symbol = 'TITA'",
    );
    expect(await finds("titanite calls", "visitor")).toEqual(link("TITB"));
  });
});
