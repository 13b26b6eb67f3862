import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { afterEach, describe, expect, it } from "vitest";
import { admin, article, openBackOffice, page, unescaped } from "./back-office";

openBackOffice();
afterEach(() => database.empty("quotes", "movers", "trade_alerts", "ads", "orders"));

const plainText = async (path: string, cookies = admin) =>
  unescaped(await page(path, cookies)).replaceAll("<!-- -->", "");

/** The row of a list whose name begins with this text. */
const rowOf = (html: string, name: string) =>
  html.split('<tr id="row-').find((row) => row.includes(`>${name}`)) ?? "";

describe("a list's cells", () => {
  it("show a change with arrow and word, and mark an unknown one", async () => {
    await insertRecord(database, "quotes", { name: "Riser", change_percent: "0.52" });
    await insertRecord(database, "quotes", { name: "Faller", change_percent: "-0.24" });
    await insertRecord(database, "quotes", { name: "Unknown", change_percent: null });
    await insertRecord(database, "movers", { name: "Loser", change_percent: "6.05", mover_type: "losers" });
    const list = await plainText("/admin/market?size=10");
    expect(rowOf(list, "Riser")).toContain('class="chg chg--up">+0.52%<span class="sr"> up</span>');
    expect(rowOf(list, "Faller")).toContain('class="chg chg--down">−0.24%<span class="sr"> down</span>');
    expect(rowOf(list, "Unknown")).toContain("not known");
    expect(list).toMatch(/<th scope="col" class="num"><a href="[^"]*sort=changePercent/);
    expect(await plainText("/admin/market-movers")).toContain('class="chg chg--down">−6.05%');
    const csv = await page("/admin/market/export.csv?sort=name&direction=asc");
    expect(csv).toContain(",−0.24%,");
  });

  it("mark only stale quotes", async () => {
    await insertRecord(database, "quotes", { name: "Fresh" });
    await insertRecord(database, "quotes", { name: "Old", updated_at: "2026-01-05T10:00Z" });
    const list = await plainText("/admin/market?size=10");
    expect(rowOf(list, "Old")).toContain('<span class="badge badge--warn">Stale</span>');
    expect(rowOf(list, "Fresh")).not.toContain("Stale");
  });

  it("show BUY and SELL as flags, and a video's audience as its badge", async () => {
    await insertRecord(database, "trade_alerts", { ticker: "UP", tag: "buy" });
    await insertRecord(database, "trade_alerts", { ticker: "DOWN", tag: "sell" });
    await insertRecord(database, "videos", { title: "Open film", is_free: true });
    await insertRecord(database, "videos", { title: "Closed film", is_free: false });
    const alerts = await plainText("/admin/trade-alert");
    expect(rowOf(alerts, "UP")).toContain('<span class="tag">BUY</span>');
    expect(rowOf(alerts, "DOWN")).toContain('<span class="tag tag--sell">SELL</span>');
    expect(await page("/admin/trade-alert/export.csv")).toContain(",SELL,");
    const videos = await plainText("/admin/videos");
    expect(rowOf(videos, "Open film")).toContain("badge--free");
    expect(rowOf(videos, "Closed film")).toContain("badge--members");
  });

  it("show a whole ad, and its address without the common part", async () => {
    await insertRecord(database, "ads", { name: "https://advertiser.test/spring" });
    const list = await plainText("/admin/ads");
    expect(list).toContain(">advertiser.test/<wbr/>spring</a>");
    expect(list).toContain('class="pic pic--framed"');
    expect(await page("/admin/ads/export.csv")).toContain("https://advertiser.test/spring");
  });
});

const menuOf = (html: string) => /<nav class="adminmenu".*?<\/nav>/s.exec(html)?.[0] ?? "";

it.each([
  ["/admin", "Dashboard"],
  ["/admin/calendar", "Calendar"],
  ["/admin/changes", "Change log"],
  ["/admin/numbers", "Numbers"],
  ["/admin/instruments", "Instruments"],
  ["/admin/instruments/new", "Instruments"],
  ["/admin/price-sources", "Price sources"],
  ["/admin/pictures/new", "Picture library"],
  ["/admin/news", "News"],
  ["/admin/news/new", "News"],
])("the side menu marks only the screen at %s", async (path, label) => {
  const html = await plainText(path, await app.cookiesOf("superadmin"));
  const marked = [...menuOf(html).matchAll(/aria-current="page">([^<]*)</g)].map(([, words]) => words);
  expect(marked).toEqual([label]);
});

describe("a list", () => {
  it("has no actions column without actions", async () => {
    const superadmin = await app.cookiesOf("superadmin");
    await insertRecord(database, "payments");
    expect(await plainText("/admin/payments", superadmin)).not.toContain(">Actions<");
    await article();
    expect(await plainText("/admin/news")).toContain(">Actions<");
  });

  it("offers to add a record if empty, and to clear filters without matches", async () => {
    expect(await plainText("/admin/news")).toMatch(
      /<strong>No news found.<\/strong><a href="\/admin\/news\/new">/,
    );
    await article();
    const filtered = await plainText("/admin/news?q=nothing-has-this");
    expect(filtered).toContain('<a href="/admin/news?size=5">Clear the filters</a>');
  });

  it.each([
    ["/admin/market", "Dashboard", "Markets"],
    ["/admin/market-movers", "Dashboard", "Market Movers"],
    ["/admin/mails", "Manage Users", "Email log"],
    ["/admin/pictures", "News", "Picture library"],
    ["/admin/coupons", "Packages", "Coupons"],
    ["/admin/bin", "Dashboard", "Bin"],
    ["/admin/pick-lists", "Stock Picks", "Pick lists"],
    ["/admin/calls", "Trade Alerts", "Calls"],
  ])("outside the menu’s contract is open in its last group, and has a breadcrumb and title: %s", async (path, above, title) => {
    // Coupons are for superadmins only.
    const html = await plainText(path, await app.cookiesOf("superadmin"));
    expect(menuOf(html)).toMatch(
      new RegExp(`<details open=""><summary>More.*<a href="${path}" aria-current="page">${title}</a>`),
    );
    expect(menuOf(html).match(/aria-current="page"/g)).toHaveLength(1);
    expect(html).toMatch(
      new RegExp(`<a href="[^"]+">${above}</a></li><li><span aria-current="page">${title}<`),
    );
  });

  it("describes the order of dates in words", async () => {
    await insertRecord(database, "quotes");
    expect(await plainText("/admin/market")).toContain("Sort: Newest first");
    expect(await plainText("/admin/market?sort=createdAt&direction=asc")).toContain("Sort: Oldest first");
    expect(await plainText("/admin/market?sort=updatedAt&direction=asc")).toContain(
      "Sort: Updated, oldest first",
    );
    expect(await plainText("/admin/market?sort=name&direction=asc")).toContain("Sort: Name, ascending");
  });
});

describe("a form", () => {
  it("pairs short fields, also under More", async () => {
    const pairs = (html: string) =>
      [...html.matchAll(/<div class="pair">(.*?)(?=<div class="pair">|<fieldset|<\/details>|$)/gs)].map(
        ([, inside = ""]) => [...inside.matchAll(/ name="(\w+(?:\.\w+)?)"/g)].map(([, name]) => name),
      );
    expect(pairs(await plainText("/admin/news/new"))[0]).toEqual(["category", "author"]);
    const found = pairs(await plainText("/admin/daily-brief/new"));
    expect(found[0]?.slice(0, 2)).toEqual(["companyName", "ticker"]);
    expect(found.at(-1)).toEqual(["buyZone.min", "buyZone.max"]);
  });

  it("has three lines for a caption and twelve for an article", async () => {
    expect(await plainText("/admin/videos/new")).toMatch(/<textarea[^>]* rows="3"[^>]* name="caption"/);
    expect(await plainText("/admin/news/new")).toMatch(/<textarea[^>]* rows="12"[^>]* name="content"/);
  });

  it("shows the record and its last save", async () => {
    const id = await article({ title: "Copper" });
    const edit = `/admin/news/${id}/edit`;
    const untouched = await plainText(edit);
    expect(untouched).toContain('<h1 id="sheet-title">Edit news</h1><p class="meta">Copper</p>');
    expect(untouched).not.toContain("Last saved by");
    await app.request(edit, { method: "POST", cookies: admin, body: { author: "Ada" } });
    const [saved] = await database.rows<{ staff_name: string }>("select staff_name from changes");
    expect(await plainText(edit)).toMatch(
      new RegExp(
        `Last saved by <bdi>${saved?.staff_name}</bdi>, <time [^>]*>\\d+ \\w{3} \\d{4}, \\d\\d:\\d\\d GMT-\\d<`,
      ),
    );
    expect(await plainText("/admin/news/new")).not.toContain("Last saved by");
  });
});

describe("the dashboard", () => {
  it("links a stuck order to its member for admins", async () => {
    const member = await insertRecord(database, "members");
    await database.rows(
      `insert into orders (member_id, plan_name, tier, amount, currency, days, status, updated_at)
       values (?, 'Premium', 'Premium', 29, 'USD', 30, 'approved', now() - interval '1 hour')`,
      [member],
    );
    const html = await plainText("/admin");
    const link =
      />1<.*?order approved but not captured.*?<a href="([^"]+)">Open the member/s.exec(html)?.[1] ?? "";
    expect(link).toBe(`/admin/manage-users/${member}`);
    expect((await app.request(link, { cookies: admin })).status).toBe(200);
  });

  it("links stale quotes to the oldest one", async () => {
    await insertRecord(database, "quotes", { name: "Oldest", updated_at: "2026-01-04T10:00Z" });
    await insertRecord(database, "quotes", { name: "Older", updated_at: "2026-01-05T10:00Z" });
    const link = /<a href="([^"]+)">See the oldest/.exec(await plainText("/admin"))?.[1] ?? "";
    const list = await plainText(link);
    expect(list.indexOf(">Oldest<")).toBeGreaterThan(0);
    expect(list.indexOf(">Oldest<")).toBeLessThan(list.indexOf(">Older<"));
  });
});
