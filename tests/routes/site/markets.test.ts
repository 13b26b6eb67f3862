import { memoizePerPerson } from "tests/support/memoize-per-person";
import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rangeLabel } from "~/features/markets/quotes.rules";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.sql(`
    insert into quotes (category, name, last, high, low, change, change_percent, volume, created_at, updated_at)
    select 'Stocks', 'Sample ' || lpad(n::text, 2, '0'), 100 + n, 110 + n, 90 + n, n * 0.1, n - 10, n * 1000,
           now() - n * interval '1 minute', now()
      from generate_series(1, 23) as n`);
  await app.sql(`
    insert into quotes (category, name, last, high, low, change_percent, volume, created_at, updated_at) values
      ('Cryptocurrencies', 'Speck', 0.00006142, null, null, null, 0, now() - interval '3 days', now() - interval '3 days'),
      ('Bonds', 'Slow bond', 4.218, 4.251, 4.206, -0.47, 0, now() - interval '2 days', now() - interval '130 minutes')`);
  await app.sql(`
    insert into movers (name, last, change_percent, volume, mover_type) values
      ('Fell less', 10, -1.2, 1, 'losers'), ('Fell as plus', 28.64, 6.05, 141000000, 'losers'), ('Rose', 96.18, 7.92, 21400000, 'gainers'),
      ('Stood', 12.06, 0, 71800000, 'mostactive')`);
});
afterAll(() => app.stop());

const cookiesOf = memoizePerPerson((person) => app.cookiesOf(person));

const page = async (path: string) => {
  const response = await app.request(path);
  return { status: response.status, html: await response.text() };
};
const json = async <Body>(response: Response) => (await response.json()) as Body;
const namesIn = (html: string) =>
  [...html.matchAll(/<th scope="row"[^>]*><strong>([^<]+)</g)].map(([, name]) => name);

describe("the markets page", () => {
  it(
    "has nine tabs and ten rows per page, newest first",
    spec("2.3 market nine tabs paginated", "9 markets 10 rows nine"),
    async () => {
      const { status, html } = await page("/market");
      expect(status).toBe(200);
      const tabs = /<nav class="tabs"[^>]*>(.*?)<\/nav>/s.exec(html)?.[1] ?? "";
      expect([...tabs.matchAll(/<a [^>]*>([^<]+)</g)].map(([, label]) => label)).toEqual(
        "All Indices Stocks Commodities Currencies ETFs Bonds Funds Cryptocurrencies".split(" "),
      );
      expect(namesIn(html)).toEqual(
        Array.from({ length: 10 }, (_, i) => `Sample ${String(i + 1).padStart(2, "0")}`),
      );
      expect(html).toContain("1 to 10 of 25");
      expect(namesIn((await page("/market?page=3")).html)).toHaveLength(5);
    },
  );

  it("sorts by its columns in the URL, with unknown changes last in both directions", async () => {
    const falling = (await page("/market?sort=changePercent")).html;
    expect(namesIn(falling)[0]).toBe("Sample 23");
    expect(falling).toMatch(
      /aria-sort="descending"[^>]*><a href="\/market\?sort=changePercent&amp;direction=asc"/,
    );
    expect(namesIn((await page("/market?sort=changePercent&page=3")).html).at(-1)).toBe("Speck");
    const rising = "/market?sort=changePercent&direction=asc";
    expect(namesIn((await page(rising)).html)[0]).toBe("Sample 01");
    expect(namesIn((await page(`${rising}&page=3`)).html).at(-1)).toBe("Speck");
    expect(namesIn((await page("/market?sort=name")).html)[0]).toBe("Sample 01");
    expect(namesIn((await page("/market?sort=last&direction=asc")).html)[0]).toBe("Speck");
    expect(namesIn((await page("/market?sort=volume&category=Stocks")).html)[0]).toBe("Sample 23");
    expect(namesIn((await page("/market?sort=asOf&direction=asc")).html)[0]).toBe("Speck");
  });

  it("shows small prices in significant digits, unknown figures as not known, and a stale quote's age", async () => {
    const { html } = await page("/market?category=Cryptocurrencies");
    expect(html).toContain("0.00006142");
    expect(html).toContain("not known");
    expect(html).toContain("3 days old");
    const bonds = (await page("/market?category=bonds")).html;
    expect(bonds).toContain("2 h old");
    // Today's range, unless these 130 minutes began yesterday.
    const range = rangeLabel(new Date(Date.now() - 130 * 60_000), new Date(), "UTC");
    expect(bonds).toContain(`${range}: 4.218% between 4.206% and 4.251%`);
    expect((await page("/market?category=Stocks")).html).not.toContain("Stale: ");
  });

  it.each(["Indices", "Funds"])("shows a message if there is nothing in %s", async (category) => {
    expect((await page(`/market?category=${category}`)).html).toContain("No markets found.");
  });

  it.each([
    "page=-1",
    "page=0",
    "page=1.5",
    "page=abc",
    "category=Nonsense",
    "category=%00",
    "sort=password",
    "sort=__proto__&direction=sideways",
    "category=Stocks&category=Bonds",
    `category=${"x".repeat(5000)}`,
  ])("is the unsorted first page for %s", async (search) => {
    const { status, html } = await page(`/market?${search}`);
    expect(status).toBe(200);
    expect(namesIn(html)[0]).toBe("Sample 01");
  });

  it.each(["page=1000", "page=99999", "page=1000000000"])(
    "shows rows or a message for %s",
    spec("8 markets found"),
    async (search) => {
      const { status, html } = await page(`/market?${search}`);
      expect(status).toBe(200);
      expect(html).toMatch(/There is no page [\d,]+\.|Sample 01/);
    },
  );

  it("links to the last page from beyond it", async () => {
    const { html } = await page("/market?sort=name&page=900");
    expect(html).toContain("There is no page 900.");
    expect(html).not.toContain("No markets found.");
    const [, last = ""] = /The last page is (\d+)\./.exec(html.replaceAll("<!-- -->", "")) ?? [];
    expect(html).toContain(`href="/market?sort=name&amp;page=${last}"`);
    expect(namesIn((await page(`/market?sort=name&page=${last}`)).html)).not.toEqual([]);
    expect(namesIn((await page(`/market?sort=name&page=${Number(last) + 1}`)).html)).toEqual([]);
  });

  it(
    "shows movers by the display rule, and a message in slot 1 without an ad",
    spec("2.3 market nine tabs paginated", "4 movers losers negative red", "8 ad available position 1"),
    async () => {
      const { html } = await page("/market");
      const movers = html.slice(html.indexOf('id="movers"'));
      expect(movers).toMatch(/Fell as plus.*?chg--down">−6\.05%/s);
      expect(movers).toMatch(/Rose.*?chg--up">\+7\.92%/s);
      expect(movers).toMatch(/Stood.*?chg--level">0\.00%/s);
      expect(movers.indexOf("Fell as plus")).toBeLessThan(movers.indexOf("Fell less"));
      expect(movers).toContain("vol 71.8M");
      expect(html).toContain("No ad available for position 1.");
    },
  );

  it(
    "has alternative addresses that redirect to it",
    spec("2.1 stockpicks trade alerts markets"),
    async () => {
      const response = await app.request("/markets?category=Bonds");
      expect([response.status, response.headers.get("Location")]).toEqual([308, "/market?category=Bonds"]);
    },
  );
});

const quoteForm = {
  category: "Commodities",
  name: "Gold",
  last: "3,384.20",
  high: "",
  low: "",
  change: "\u22123.72",
  changePercent: "-0.11%",
  volume: "142.7K",
};

describe("the market form", () => {
  it("parses figures by the rules, shows raw numbers again, and publishes them", async () => {
    const cookies = await cookiesOf("admin");
    const saved = await app.request("/admin/market/new", { method: "POST", cookies, body: quoteForm });
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/admin/market"]);
    const [row] = await app.sql<Record<string, string | null>>("select * from quotes where name = 'Gold'");
    expect(row).toMatchObject({
      last: "3384.20",
      high: null,
      low: null,
      change: "-3.72",
      change_percent: "-0.11",
      volume: "142700",
    });
    const form = await (await app.request(`/admin/market/${row?.id}/edit`, { cookies })).text();
    expect(form).toMatch(/name="last"[^>]*value="3384.20"|value="3384.20"[^>]*name="last"/);
    expect(form).toMatch(/name="volume"[^>]*value="142700"|value="142700"[^>]*name="volume"/);
    expect((await page("/market?category=Commodities")).html).toContain("142.7K");
  });

  it("names the unreadable field and keeps the typed values", async () => {
    const cookies = await cookiesOf("admin");
    const body = { ...quoteForm, name: "Unreadable", last: "about 12", volume: "lots", changePercent: "?" };
    const refused = await app.request("/admin/market/new", { method: "POST", cookies, body });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain("Last must be a number");
    expect(html).toContain("Volume must be a number");
    expect(html).not.toContain("Change % must");
    expect(html).toContain("about 12");
    expect(await app.sql("select 1 from quotes where name = 'Unreadable'")).toEqual([]);
  });

  it("refuses a high below its low", async () => {
    const cookies = await cookiesOf("admin");
    const body = { ...quoteForm, high: "1", low: "2" };
    const refused = await app.request("/admin/market/new", { method: "POST", cookies, body });
    expect([refused.status, (await refused.text()).includes("High must not be below Low")]).toEqual([
      422,
      true,
    ]);
  });

  it("links to the movers, which link back", async () => {
    const cookies = await cookiesOf("admin");
    const list = async (path: string) => (await app.request(path, { cookies })).text();
    expect(await list("/admin/market")).toContain('href="/admin/market-movers"');
    expect(await list("/admin/market-movers")).toContain('href="/admin/market"');
    expect(await list("/admin/market?q=nothing-like-it")).toContain("No markets found.");
    expect(await list("/admin/market-movers?q=nothing-like-it")).toContain("No data found.");
  });

  it.each(["/admin/market", "/admin/market-movers"])("%s is for admins only", async (path) => {
    const refused = await app.request(path, { cookies: await cookiesOf("editor") });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain("Only superadmin and admin can access this page.");
    const visitor = await app.request(path);
    expect([visitor.status, visitor.headers.get("Location")?.startsWith("/admin/login")]).toEqual([
      302,
      true,
    ]);
  });
});

describe("the markets API", () => {
  it("returns numbers, and null for unknown fields", async () => {
    const list = await json<Record<string, unknown>[]>(await app.request("/api/markets"));
    const speck = list.find(({ name }) => name === "Speck");
    expect(speck).toMatchObject({ last: 0.00006142, high: null, low: null, change: null, volume: 0 });
    expect(speck?._id).toBe(speck?.id);
    const one = await app.request(`/api/markets/${speck?.id}`);
    expect(await one.json()).toEqual(speck);
  });

  it("adds, changes and deletes for admins only", async () => {
    const admin = { cookies: await cookiesOf("admin") };
    const body = { category: "indices", name: "DAX", last: 24310.55, volume: "68.2M" };
    for (const person of ["visitor", "premium", "editor"] as const) {
      const cookies = await cookiesOf(person);
      const refused = await app.request("/api/markets", { method: "POST", cookies, json: body });
      expect(refused.status).toBe(person === "visitor" ? 401 : 403);
    }
    const made = await app.request("/api/markets", { method: "POST", ...admin, json: body });
    expect(made.status).toBe(201);
    const dax = await json<{ id: string }>(made);
    expect(dax).toMatchObject({ category: "Indices", last: 24310.55, volume: 68200000, changePercent: null });
    const put = (values: unknown) =>
      app.request(`/api/markets/${dax.id}`, { method: "PUT", ...admin, json: values });
    const changed = await put({ changePercent: "1.5%" });
    expect(await changed.json()).toMatchObject({ last: 24310.55, changePercent: 1.5, volume: 68200000 });
    expect((await put({ last: { $ne: null } })).status).toBe(422);
    expect((await put({ last: null })).status).toBe(422);
    expect((await put({ low: 10 })).status).toBe(200);
    expect(await (await put({ high: 9 })).json()).toMatchObject({
      errors: { high: "High must not be below Low" },
    });
    expect((await put([])).status).toBe(400);
    const gone = await app.request(`/api/markets/${dax.id}`, { method: "DELETE", ...admin });
    expect(gone.status).toBe(200);
    expect((await app.request(`/api/markets/${dax.id}`)).status).toBe(404);
  });

  it.each([
    "nonsense",
    "00000000-0000-0000-0000-000000000000",
    "%00",
    "1 or 1=1",
  ])("answers 404 for the id %s", async (id) => {
    const response = await app.request(`/api/markets/${encodeURIComponent(id)}`);
    expect([response.status, await response.json()]).toEqual([404, { message: "Market not found." }]);
  });

  it("refuses invalid paging", async () => {
    for (const search of ["page=-1", "limit=0", "limit=1001", "since=never"]) {
      expect((await app.request(`/api/markets?${search}`)).status).toBe(400);
    }
  });
});

describe("the form over the list", () => {
  it("has unique ids, so every label names its own field", async () => {
    const cookies = await cookiesOf("admin");
    const html = await (await app.request("/admin/market/new", { cookies })).text();
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toContain("category");
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});
