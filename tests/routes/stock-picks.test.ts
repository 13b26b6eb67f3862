import { startTestApp, type TestApp } from "tests/support/app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
let admin: string;
let premium: string;

type Figures = Partial<Record<(typeof FIGURES)[number], number>>;
const FIGURES = [
  "market_cap",
  "current_price",
  "share_portfolio",
  "current_year_target",
  "target_2028",
  "margin_52_week_high",
  "change_margin_52_week_low",
  "week_52_high",
  "week_52_low",
] as const;

async function insert(
  ticker: string,
  name: string,
  category: string,
  figures: Figures = {},
): Promise<string> {
  const columns = Object.keys(figures);
  const [row] = await app.sql<{ id: string }>(
    `insert into stock_picks (${["ticker", "name", "category", ...columns].join(", ")})
     values (${["ticker", "name", "category", ...columns].map(() => "?").join(", ")}) returning id`,
    [ticker, name, category, ...Object.values(figures)],
  );
  return row?.id ?? "";
}

/** Every masked value begins or ends with something that stands nowhere else. */
const CANARIES = ["CNRY", "Canary Holdings", "77.31", "88.42"];
let canary: string;

beforeAll(async () => {
  app = await startTestApp();
  [admin, premium] = [await app.cookiesOf("admin"), await app.cookiesOf("premium")];
  canary = await insert("CNRY", "Canary Holdings", "Global Stars", {
    market_cap: 287_400_000_000,
    current_price: 64.8,
    share_portfolio: 8,
    current_year_target: 88,
    target_2028: 120,
    margin_52_week_high: -77.31,
    change_margin_52_week_low: 88.42,
    week_52_high: 101.36,
    week_52_low: 58.11,
  });
  await insert("ZZTOP", "Last in the alphabet", "Tenet", {
    current_price: 100,
    current_year_target: 300,
    market_cap: 5_000_000,
    margin_52_week_high: -1,
  });
  await insert("AAFST", "First in the alphabet", "Tenet", {
    current_price: 966.2,
    current_year_target: 940,
    week_52_high: 1932.4,
  });
  await insert("BLANK", "Nothing known", "Moonshots");
});
afterAll(() => app.stop());

const page = async (search = "", cookies = "") =>
  (await app.request(`/stock-picks${search}`, { cookies })).text();

/** Where the rows' prices stand, from the top; "–" for the pick without any. */
const prices = (html: string) =>
  [...html.matchAll(/<td[^>]*data-label="Price"[^>]*>([^<]*)<\/td>/g)].map(([, price]) => price);

const UPSIDE_FIRST = ["100.00", "64.80", "966.20", "–"];

describe("the table", () => {
  it("shows a paying reader everything, with two decimals", async () => {
    const html = await page("", premium);
    for (const text of ["CNRY", "Canary Holdings", "287.40B", "64.80", "8.00%", "88.00", "120.00"]) {
      expect(html).toContain(text);
    }
    for (const text of ["+35.80%", "+85.19%", "\u221277.31%", "+88.42%", "58.11", "101.36"]) {
      expect(html).toContain(text);
    }
    expect(html).toContain('aria-label="52-week range: 64.80 between 58.11 and 101.36"');
    expect(html).not.toContain("Members only");
  });

  it("works out a margin that nobody stored", async () =>
    expect(await page("", premium)).toContain("\u221250.00%"));

  it("has the documented columns, no right column and ad slot 1", async () => {
    const html = await page();
    for (const label of ["Ticker", "Current Year TP", "2028 TP", "52-week range"]) {
      expect(html).toContain(label);
    }
    expect(html).not.toContain('class="rail"');
    expect(html).toContain("No ad available for position 1.");
  });

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

  it("are those that hold picks, in the documented order", async () =>
    expect(tabs(await page())).toEqual(["All", "Tenet", "Global Stars", "Moonshots"]));

  it("narrow the table, in any casing", async () => {
    expect(prices(await page("?category=Tenet"))).toEqual(["100.00", "966.20"]);
    expect(prices(await page("?category=tenet"))).toEqual(["100.00", "966.20"]);
  });

  it("say so when they are empty", async () => {
    const response = await app.request("/stock-picks?category=Iron%20dome");
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("No stock picks found for Iron dome");
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

  it("turn round at the second click, and stay with the category", async () => {
    const html = await page("?category=Tenet&sort=currentPrice", premium);
    expect(html).toContain("/stock-picks?category=Tenet&amp;sort=currentPrice&amp;direction=asc");
    expect(html).toContain("/stock-picks?category=Moonshots&amp;sort=currentPrice");
  });
});

describe("a reader who has not paid", () => {
  const LOCKED = ["visitor", "basic", "lapsed", "pending"] as const;

  it.each(LOCKED)("gets no masked value as %s, by any way", async (person) => {
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
  });

  it("sees masks and what is public", async () => {
    const html = await page();
    expect(html).toContain("Members only");
    expect(html).toContain("Tickers, names and margins are for Premium and Private members.");
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
      // The theme's form goes back to the address that was asked for; no link and no canonical address names it.
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

describe("the home page", () => {
  it("shows ten picks, the newest first, and links to all", async () => {
    const made: string[] = [];
    for (let n = 0; n < 9; n++)
      made.push(await insert(`HOME${n}`, `Home ${n}`, "VBTC-500", { current_price: n + 1 }));
    const html = await (await app.request("/", { cookies: premium })).text();
    expect([...html.matchAll(/class="pick-ticker">([^<]+)</g)].map(([, ticker]) => ticker)).toHaveLength(10);
    expect(html).toContain("HOME8");
    expect(html).toMatch(/<h2[^>]*><a href="\/stock-picks">Stock Picks<\/a>/);
    for (const id of made) await app.sql("delete from stock_picks where id = ?", [id]);
  });
});

describe("addresses that make no sense", () => {
  it.each([
    "?page=-1",
    "?page=1000000000",
    "?page=abc",
    "?category=Nonsense",
    "?category=__proto__",
    "?sort=nonsense&direction=sideways",
    "?sort=toString",
    "?sort=id;drop",
    "?category=%00&sort=%FF",
    `?category=${"x".repeat(5000)}`,
  ])("are a whole page: %s", async (search) => {
    const response = await app.request(`/stock-picks${search}`);
    expect(response.status).toBe(200);
    expect(prices(await response.text())).toEqual(UPSIDE_FIRST);
  });

  it("past the end say that there is nothing", async () => {
    const response = await app.request("/stock-picks?page=99");
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("No stock picks found for All");
  });

  it.each([
    "/api/stock-picks/nonsense",
    "/api/stock-picks/00000000-0000-4000-8000-000000000000",
  ])("are a 404: %s", async (path) => {
    for (const method of ["GET", "PUT", "DELETE"]) {
      const response = await app.request(path, {
        method,
        cookies: admin,
        headers: { "Content-Type": "application/json" },
        body: method === "PUT" ? "{}" : undefined,
      });
      expect([method, response.status]).toEqual([method, 404]);
      expect(await response.json()).toEqual({ message: "Stock pick not found." });
    }
  });
});

describe("the API", () => {
  const send = (method: string, path: string, body: unknown, cookies = admin) =>
    app.request(path, {
      method,
      cookies,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });

  it("speaks the documented names, numbers as numbers", async () => {
    const body = {
      ticker: "NEW",
      name: "New Corporation",
      marketCap: 1_500_000_000,
      currentPrice: 12.5,
      sharePortfolio: 4,
      currentYTP: "1,015.25",
      tp2028: 20,
      margin52WksHigh: "\u22125.5",
      ChMargin52WksLow: 12.25,
      wks52High: 14,
      wks52Low: 9.75,
      category: "moonshots",
    };
    const response = await send("POST", "/api/stock-picks", body);
    expect(response.status).toBe(201);
    const made = (await response.json()) as { _id: string };
    const expected = {
      ...body,
      currentYTP: 1015.25,
      margin52WksHigh: -5.5,
      category: "Moonshots",
      locked: false,
    };
    expect(made).toMatchObject(expected);
    const changed = await send("PUT", `/api/stock-picks/${made._id}`, { tp2028: 21, name: "Newer" });
    expect(await changed.json()).toMatchObject({ ...expected, tp2028: 21, name: "Newer" });
    const listed = (await (
      await app.request("/api/stock-picks/admin", { cookies: admin })
    ).json()) as unknown[];
    expect(listed[0]).toMatchObject({ _id: made._id, id: made._id });
    expect((await send("DELETE", `/api/stock-picks/${made._id}`, undefined)).status).toBe(200);
    expect((await app.request(`/api/stock-picks/${made._id}`)).status).toBe(404);
  });

  it("keeps what a partial update leaves out, and judges the record as it would become", async () => {
    const refused = await send("PUT", `/api/stock-picks/${canary}`, { wks52Low: 500 });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      errors: { wks52Low: "52-week low must not be above the 52-week high" },
    });
  });

  it.each([
    [{ ticker: "" }, "ticker", "Ticker is required"],
    [{ ticker: "x".repeat(21) }, "ticker", "Ticker may have at most 20 characters"],
    [{ name: "x".repeat(301) }, "name", "Name may have at most 300 characters"],
    [{ name: null }, "name", "Name is required"],
    [{ category: "Bonds" }, "category", "Category must be one of the choices"],
    [{ currentPrice: "abc" }, "currentPrice", "Current price must be a number"],
    [{ currentPrice: -1 }, "currentPrice", "Current price must not be below 0"],
    [{ tp2028: { $ne: null } }, "tp2028", "2028 TP must be a number"],
    [{ marketCap: 1e15 }, "marketCap", "Market cap must be a number"],
    [{ marketCap: "9999T" }, "marketCap", "Market cap must be a number"],
  ])("refuses %j", async (wrong, field, message) => {
    const before = await app.sql("select * from stock_picks where id = ?", [canary]);
    const body = { ticker: "T", name: "N", category: "Tenet", ...wrong };
    for (const [method, path] of [
      ["POST", "/api/stock-picks"],
      ["PUT", `/api/stock-picks/${canary}`],
    ] as const) {
      const response = await send(method, path, body);
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ message, errors: { [field]: message } });
    }
    expect(await app.sql("select * from stock_picks where id = ?", [canary])).toEqual(before);
    expect(await app.sql("select 1 from stock_picks where ticker = 'T'")).toEqual([]);
  });

  it("needs staff who may", async () => {
    const body = { ticker: "T", name: "N", category: "Tenet" };
    for (const [person, status] of [
      ["visitor", 401],
      ["premium", 403],
      ["editor", 403],
    ] as const) {
      const cookies = await app.cookiesOf(person);
      expect((await send("POST", "/api/stock-picks", body, cookies)).status).toBe(status);
      expect((await send("PUT", `/api/stock-picks/${canary}`, body, cookies)).status).toBe(status);
      expect((await send("DELETE", `/api/stock-picks/${canary}`, undefined, cookies)).status).toBe(status);
      expect((await app.request("/api/stock-picks/admin", { cookies })).status).toBe(status);
    }
    expect(await app.sql("select name from stock_picks where id = ?", [canary])).toEqual([
      { name: "Canary Holdings" },
    ]);
  });

  it("answers a bare array, counted, and 304 to who has it", async () => {
    const response = await app.request("/api/stock-picks?limit=1");
    expect(await response.json()).toHaveLength(1);
    expect(response.headers.get("X-Total-Count")).toBe("4");
    expect(response.headers.get("Link")).toContain('rel="next"');
    const again = await app.request("/api/stock-picks?limit=1", {
      headers: { "If-None-Match": response.headers.get("ETag") ?? "" },
    });
    expect(again.status).toBe(304);
    expect((await app.request("/api/stock-picks?limit=-1")).status).toBe(400);
  });

  it("says which methods it knows", async () => {
    const response = await send("PUT", "/api/stock-picks", {});
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET, HEAD, POST"]);
  });
});

describe("the back-office", () => {
  const FORM = {
    ticker: "FORM",
    name: "By hand",
    category: "Tenet",
    currentPrice: "1,024.80",
    marketCap: "2.5b",
  };

  it("adds, edits and deletes, and readers see it at once", async () => {
    const added = await app.request("/admin/stock-picks/new", { method: "POST", cookies: admin, body: FORM });
    expect([added.status, added.headers.get("Location")]).toEqual([303, "/admin/stock-picks"]);
    const [row] = await app.sql<{ id: string }>("select * from stock_picks where ticker = 'FORM'");
    expect(row).toMatchObject({ current_price: "1024.80", market_cap: "2500000000", target_2028: null });
    expect(await page("?category=Tenet", premium)).toContain("By hand");

    const form = await (await app.request(`/admin/stock-picks/${row?.id}/edit`, { cookies: admin })).text();
    expect(form).toContain('value="1024.80"');
    const edited = await app.request(`/admin/stock-picks/${row?.id}/edit`, {
      method: "POST",
      cookies: admin,
      body: { ...FORM, name: "By another hand", version: "1" },
    });
    expect(edited.status).toBe(303);
    const late = await app.request(`/admin/stock-picks/${row?.id}/edit`, {
      method: "POST",
      cookies: admin,
      body: { ...FORM, version: "1" },
    });
    expect(late.status).toBe(409);

    const asked = await (
      await app.request(`/admin/stock-picks?delete=${row?.id}`, { cookies: admin })
    ).text();
    expect(asked).toContain("Are you sure you want to delete this stock pick?");
    const deleted = await app.request(`/admin/stock-picks?delete=${row?.id}`, {
      method: "POST",
      cookies: admin,
    });
    expect(deleted.status).toBe(303);
    expect(await page("?category=Tenet", premium)).not.toContain("By another hand");
  });

  it("keeps what was typed when something is wrong", async () => {
    const response = await app.request("/admin/stock-picks/new", {
      method: "POST",
      cookies: admin,
      body: { ...FORM, wks52High: "ten", wks52Low: "-1" },
    });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain("52-week high must be a number");
    expect(html).toContain("52-week low must not be below 0");
    expect(html).toContain('value="ten"');
    expect(await app.sql("select 1 from stock_picks where ticker = 'FORM'")).toEqual([]);
  });

  it("searches, narrows, sorts with the unknown last, and exports", async () => {
    const list = async (search: string) =>
      (await app.request(`/admin/stock-picks${search}`, { cookies: admin })).text();
    expect(await list("?q=canary")).toContain("Canary Holdings");
    expect(await list("?q=canary&category=Tenet")).toContain("No stock picks found.");
    const sorted = await list("?sort=currentPrice&direction=desc");
    expect(sorted.indexOf("AAFST")).toBeLessThan(sorted.indexOf("CNRY"));
    expect(sorted.indexOf("CNRY")).toBeLessThan(sorted.indexOf("BLANK"));
    const csv = await app.request("/admin/stock-picks/export.csv", { cookies: admin });
    expect(await csv.text()).toContain("CNRY");
  });

  it.each([
    "/admin/stock-picks",
    "/admin/stock-picks/new",
    "/admin/stock-picks/export.csv",
  ])("is closed to editors: %s", async (path) => {
    const response = await app.request(path, { cookies: await app.cookiesOf("editor") });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("Only superadmin and admin can access this page.");
  });

  it("says when the list cannot be read", async () => {
    await app.sql("alter table stock_picks rename to away");
    try {
      const html = await (await app.request("/admin/stock-picks", { cookies: admin })).text();
      expect(html).toContain("Failed to fetch stock picks");
      const save = await app.request("/admin/stock-picks/new", {
        method: "POST",
        cookies: admin,
        body: FORM,
      });
      expect(save.status).toBe(500);
      expect(await save.text()).toContain("Failed to save stock pick");
    } finally {
      await app.sql("alter table away rename to stock_picks");
    }
  });
});

it("leads other spellings to the table", async () => {
  const response = await app.request("/stockpicks?category=Tenet");
  expect([response.status, response.headers.get("Location")]).toEqual([308, "/stock-picks?category=Tenet"]);
});
