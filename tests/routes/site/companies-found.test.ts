import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, describe, expect, it } from "vitest";

setUpApp();

let people: Record<"visitor" | "basic" | "premium" | "private", string | undefined>;
const ids: Record<string, string> = {};

beforeAll(async () => {
  people = {
    visitor: undefined,
    basic: await app.cookiesOf("basic"),
    premium: await app.cookiesOf("premium"),
    private: await app.cookiesOf("private"),
  };
  const quote = { category: "Stocks", last: "10" };
  ids.quote = await insertRecord(database, "quotes", { ...quote, name: "Zirconia Mills", symbol: "ZRCM" });
  ids.brief = await insertRecord(database, "daily_briefs", { company_name: "Yttrium Yards", ticker: "YTTR" });
  await insertRecord(database, "trade_alerts", { ticker: "XENO", name: "Xenolith Hidden" });
  await insertRecord(database, "quotes", { ...quote, name: "Xenolith Hidden" });
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
  ])("is found by its symbol and by its name: %s", async (typed, symbol) => {
    expect(await finds(typed, "visitor")).toEqual(expect.arrayContaining(link(symbol)));
    expect(await main(`/search?q=${encodeURIComponent(typed)}&in=companies`)).toContain("Companies");
  });

  it("is found by nobody who may not know of it: a call alone names none", async () => {
    for (const typed of ["xeno", "Xenolith Hidden"]) {
      for (const person of ["visitor", "basic", "premium"] as const)
        expect(await finds(typed, person), `${typed} ${person}`).not.toContain(link("XENO")[0]);
      expect(await finds(typed, "private")).toContain(link("XENO")[0]);
    }
  });

  it("is in the drop-down by none of its names: that has briefs, alerts and videos", async () => {
    const found = await (await app.request("/search/suggestions?q=zirconia")).text();
    expect(found).not.toContain("ZRCM");
  });

  it("is in the sitemap where everybody may open its page, and nowhere else", async () => {
    expect(await (await app.request("/sitemap.xml")).text()).toContain("/sitemaps/stock-1.xml");
    const urls = await (await app.request("/sitemaps/stock-1.xml")).text();
    for (const symbol of ["ZRCM", "YTTR", "SPX"]) expect(urls).toContain(`/stock/${symbol}</loc>`);
    expect(urls).not.toContain("XENO");
    for (const [, path = ""] of urls.matchAll(/<loc>http:\/\/localhost:3000([^<]*)/g))
      expect((await app.request(path)).status, path).toBe(200);
  });
});

describe("the name by which everybody finds a company", () => {
  it("is the newest that something public says, as long as it says so", async () => {
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

  it("goes along when a brief gets another ticker, and when instruments are merged", async () => {
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

  it("is not written, and nobody told of a change, when a price alone moves", async () => {
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
