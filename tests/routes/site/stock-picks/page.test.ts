import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import { app, CANARIES, canary, openPicks, page, premium } from "./picks";

openPicks();

/** Where the rows' prices stand, from the top; "–" for the pick without any. */
const prices = (html: string) =>
  [...html.matchAll(/<td[^>]*data-label="Price"[^>]*>([^<]*)(?:<span class="sub">.*?<\/span>)?<\/td>/g)].map(
    ([, price]) => price,
  );

const UPSIDE_FIRST = ["100.00", "64.80", "966.20", "–"];

describe("the table", () => {
  it("shows a paying reader everything, with two decimals", spec("9 stock picks 2 decimals"), async () => {
    const html = await page("", premium);
    for (const text of ["CNRY", "Canary Holdings", "287.40B", "64.80", "8.00%", "88.00", "120.00"]) {
      expect(html).toContain(text);
    }
    for (const text of ["+35.80%", "+85.19%", "\u221277.31%", "+88.42%", "58.11", "101.36"]) {
      expect(html).toContain(text);
    }
    expect(html).toContain('aria-label="52-week range: 64.80 between 58.11 and 101.36"');
    expect(html).not.toMatch(/Members only|Upgrade to Premium/);
  });

  it("works out a margin that nobody stored", async () =>
    expect(await page("", premium)).toContain("\u221250.00%"));

  it(
    "has the documented columns, no right column and ad slot 1",
    spec("2.3 stock picks table category", "8 ad available position 1"),
    async () => {
      const html = await page();
      for (const label of ["Ticker", "Current Year TP", "2028 TP", "52-week range"]) {
        expect(html).toContain(label);
      }
      expect(html).not.toContain('class="rail"');
      expect(html).toContain("No ad available for position 1.");
    },
  );

  it("shows a pick of which nothing is known", async () => {
    const html = await page("?category=Moonshots", premium);
    expect(html).toContain("Nothing known");
    expect(html).not.toMatch(/NaN|undefined|Infinity|null/);
  });

  it("takes a name of 300 characters", async () => {
    const name = "Long ".repeat(60).trim().padEnd(300, "x");
    await app.sql("update stock_picks set name = ? where ticker = 'BLANK'", [name]);
    const response = await app.request("/stock-picks?category=Moonshots&page=1", { cookies: premium });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(name);
    await app.sql("update stock_picks set name = 'Nothing known' where ticker = 'BLANK'");
  });
});

describe("categories", () => {
  const tabs = (html: string) => {
    const nav = html.match(/<nav class="tabs"[^>]*>(.*?)<\/nav>/s)?.[1] ?? "";
    return [...nav.matchAll(/>([^<]+)<\/a>/g)].map(([, label]) => label);
  };

  it("are those that hold picks, in the documented order", spec("2.3 stock picks table category"), async () =>
    expect(tabs(await page())).toEqual(["All", "Tenet", "Global Stars", "Moonshots"]),
  );

  it("narrow the table, in any casing", async () => {
    expect(prices(await page("?category=Tenet"))).toEqual(["100.00", "966.20"]);
    expect(prices(await page("?category=tenet"))).toEqual(["100.00", "966.20"]);
  });

  it("say so when they are empty", spec("8 stock picks found iron"), async () => {
    const response = await app.request("/stock-picks?category=Iron%20dome");
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("No stock picks found for Iron dome");
  });

  it.each([
    ["Nope", "Nope"],
    ["__proto__", "__proto__"],
    ["x".repeat(5000), `${"x".repeat(60)}…`],
    ["<b>Nope</b>", "&lt;b&gt;Nope&lt;/b&gt;"],
  ])("say so where there is no such list: %s", spec("8 stock picks found iron"), async (asked, said) => {
    const response = await app.request(`/stock-picks?category=${encodeURIComponent(asked)}`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain(`No stock picks found for ${said}`);
    expect(html).toContain('<a href="/stock-picks">Show all stock picks</a>');
    expect(html).not.toMatch(/<nav class="tabs"[^>]*>(?:(?!<\/nav>).)*aria-current/s);
    // What is not there is no page of its own for search engines.
    expect(html).toContain('<link rel="canonical" href="http://localhost:3000/stock-picks"');
  });

  it.each(["", "all", "ALL"])("show all of them for %j", async (asked) => {
    expect(await (await app.request(`/stock-picks?category=${asked}`)).text()).not.toContain(
      "No stock picks found",
    );
  });
});

describe("orders", () => {
  const sorted = (html: string) =>
    [...html.matchAll(/<th[^>]*aria-sort="(\w+)"[^>]*><a[^>]*>([^<]+)</g)].map(([, how, label]) => [
      label,
      how,
    ]);

  it("begin with the highest upside", async () => {
    const html = await page("", premium);
    expect(prices(html)).toEqual(UPSIDE_FIRST);
    expect(sorted(html)).toEqual([["Upside", "descending"]]);
  });

  it.each([
    ["?sort=currentPrice", ["966.20", "100.00", "64.80", "–"], ["Price", "descending"]],
    ["?sort=currentPrice&direction=asc", ["64.80", "100.00", "966.20", "–"], ["Price", "ascending"]],
    ["?sort=upside&direction=asc", ["966.20", "64.80", "100.00", "–"], ["Upside", "ascending"]],
    ["?sort=ticker", ["966.20", "–", "64.80", "100.00"], ["Ticker", "ascending"]],
    ["?sort=ticker&direction=desc", ["100.00", "64.80", "–", "966.20"], ["Ticker", "descending"]],
    // Stored, worked out, stored, unknown: the order is that of the shown figures.
    ["?sort=margin52WksHigh", ["100.00", "966.20", "64.80", "–"], ["Off high", "descending"]],
    ["?sort=tp2028", ["64.80"], ["2028 TP", "descending"]],
  ])("of %s", async (search, expected, head) => {
    const html = await page(search, premium);
    expect(prices(html).slice(0, expected.length)).toEqual(expected);
    expect(sorted(html)).toEqual([head]);
  });

  it("are by the picks' own prices, which is said where a newer one is shown", async () => {
    const note = "Picks are sorted by the prices that we entered";
    expect(await page("", premium)).not.toContain(note);
    await app.sql(
      "insert into quotes (category, name, symbol, last) values ('Stocks', 'Z Top', 'ZZTOP', 250)",
    );
    await expect.poll(() => page("", premium)).toContain(note);
    const html = await page("", premium);
    expect(prices(html)).toEqual(["250.00", ...UPSIDE_FIRST.slice(1)]);
    expect(html).toContain("+20.00%");
    expect(await page("?sort=marketCap", premium)).not.toContain(note);
    expect(await page()).not.toContain(note);
    await app.sql("delete from quotes where symbol = 'ZZTOP'");
    await expect.poll(() => page("", premium)).not.toContain(note);
  });

  it("turn round at the second click, and stay with the category", async () => {
    const html = await page("?category=Tenet&sort=currentPrice", premium);
    expect(html).toContain("/stock-picks?category=Tenet&amp;sort=currentPrice&amp;direction=asc");
    expect(html).toContain("/stock-picks?category=Moonshots&amp;sort=currentPrice");
  });
});

describe("a reader who has not paid", () => {
  const LOCKED = ["visitor", "basic", "lapsed", "pending"] as const;

  it.each(LOCKED)(
    "gets no masked value as %s, by any way",
    spec("4 locked picks mask ticker"),
    async (person) => {
      const cookies = await app.cookiesOf(person);
      const answers = await Promise.all(
        [
          "/",
          "/_root.data",
          "/stock-picks",
          "/stock-picks.data",
          "/stock-picks?category=Global%20Stars",
          "/stock-picks?sort=ticker",
          "/stock-picks?sort=margin52WksHigh&direction=asc",
          "/api/stock-picks",
          `/api/stock-picks/${canary}`,
          "/api/stock-picks?since=2000-01-01",
        ].map(async (path) => (await app.request(path, { cookies })).text()),
      );
      for (const answer of answers) {
        expect(answer).toContain("64.8");
        for (const value of CANARIES) expect(answer).not.toContain(value);
      }
    },
  );

  it("sees masks and what is public", async () => {
    const html = await page();
    expect(html).toContain("Members only");
    const [above = ""] = html.split("<table");
    expect(above).toContain("Tickers, names and margins are for Premium and Private members.");
    expect(above).toMatch(/href="\/subscription"[^>]*>Upgrade to Premium/);
    for (const text of ["287.40B", "64.80", "88.00", "+35.80%", "58.11"]) expect(html).toContain(text);
  });

  it.each([
    "ticker",
    "margin52WksHigh",
    "ChMargin52WksLow",
  ])("learns nothing from an order by %s", async (key) => {
    for (const direction of ["asc", "desc"]) {
      const html = await page(`?sort=${key}&direction=${direction}`);
      expect(prices(html)).toEqual(UPSIDE_FIRST);
      expect(html).toContain("highest upside first");
      // The theme's form goes back to the requested address; no link and no canonical address names it.
      expect(html).not.toMatch(new RegExp(`(href|content)="[^"]*sort=${key}`));
    }
  });

  it("gets null and `locked` from the API", async () => {
    const pick = await (await app.request(`/api/stock-picks/${canary}`)).json();
    expect(pick).toMatchObject({
      _id: canary,
      locked: true,
      ticker: null,
      name: null,
      margin52WksHigh: null,
      ChMargin52WksLow: null,
      currentPrice: 64.8,
      currentYTP: 88,
      wks52High: 101.36,
    });
  });
});

describe("addresses that make no sense", () => {
  it.each([
    "?page=-1",
    "?page=1000000000",
    "?page=abc",
    "?sort=nonsense&direction=sideways",
    "?sort=toString",
    "?sort=id;drop",
    "?category=%00&sort=%FF",
  ])("are a whole page: %s", async (search) => {
    const response = await app.request(`/stock-picks${search}`);
    expect(response.status).toBe(200);
    expect(prices(await response.text())).toEqual(UPSIDE_FIRST);
  });

  it("past the end say that there is no such page", async () => {
    const response = await app.request("/stock-picks?page=99");
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain("There is no page 99.");
    expect(html).not.toContain("No stock picks found");
  });
});

it("other spellings redirect to the table", spec("2.1 stockpicks trade alerts markets"), async () => {
  const response = await app.request("/stockpicks?category=Tenet");
  expect([response.status, response.headers.get("Location")]).toEqual([308, "/stock-picks?category=Tenet"]);
});

describe("the lists", () => {
  it("have their idea and their weights for everybody; names and results for who may read them", async () => {
    const lists = async (cookies?: string) =>
      /<section class="hub-section".*?<\/section>/s.exec(await page("", cookies))?.[0] ?? "none";
    const [visitor, reader] = [await lists(), await lists(premium)];
    for (const html of [visitor, reader]) {
      expect(html).toContain('href="/stock-picks?category=Tenet">Tenet</a>');
      expect(html).toContain("2 picks");
      expect(html).toContain("Dull businesses with long rows of rising dividends");
    }
    expect(visitor).not.toContain("CNRY");
    expect(visitor).not.toContain("versus");
    expect(reader).toMatch(/aria-label="[^"]*CNRY \d+%/);
  });

  it("stand alone over their own table", async () => {
    const html = await page("?category=Tenet");
    expect(html.match(/class="hub-list"/g)).toHaveLength(1);
  });
});
