import { insertPageContent } from "tests/support/page-content";
import { type Person, startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** More than any page of `ROWS` can have. */
const ROWS = 101;

/** Every list with pages, its reader, and the specification's text for an empty list. */
const LISTS: [path: string, empty: string, person: Person][] = [
  ["/news", "No news available in this category.", "visitor"],
  ["/news?category=Tech", "No news available in this category.", "visitor"],
  ["/daily-brief", "No daily briefs available.", "visitor"],
  ["/trade-alert", "No trade alerts found.", "visitor"],
  ["/trade-alert", "No trade alerts found.", "premium"],
  ["/videos", "No videos found.", "visitor"],
  ["/stock-picks", "No stock picks found for All", "visitor"],
  ["/stock-picks?sort=tp2028", "No stock picks found for All", "premium"],
  ["/market", "No markets found.", "visitor"],
  ["/market?category=Stocks&sort=name", "No markets found.", "visitor"],
  ["/admin/news", "No news found.", "superadmin"],
  ["/admin/news?category=Tech&size=10", "No news found.", "superadmin"],
  ["/admin/daily-brief", "No daily briefs found", "superadmin"],
  ["/admin/stock-picks", "No stock picks found.", "superadmin"],
  ["/admin/trade-alert", "No trade alerts found.", "superadmin"],
  ["/admin/videos?q=lesson", "No videos found.", "superadmin"],
  ["/admin/market?sort=name&direction=asc", "No markets found.", "superadmin"],
  ["/admin/market-movers", "No data found.", "superadmin"],
  ["/admin/ads", "No ads found.", "superadmin"],
  ["/admin/banner", "No data found.", "superadmin"],
  ["/admin/packages", "No packages found", "superadmin"],
  ["/admin/coupons", "No coupons found.", "superadmin"],
  ["/admin/manage-users", "No data found.", "superadmin"],
  ["/admin/manage-users/import", "No imports.", "superadmin"],
  ["/admin/payments", "No payments found.", "superadmin"],
  ["/admin/mails", "No emails found.", "superadmin"],
  ["/admin/pictures", "The library is empty.", "superadmin"],
  ["/admin/bin", "The bin is empty.", "superadmin"],
  ["/admin/settings", "No admins found.", "superadmin"],
];

let app: TestApp;
const cookies = new Map<Person, string>();
beforeAll(async () => {
  app = await startTestApp();
  for (const person of ["premium", "superadmin"] as const) {
    cookies.set(person, await app.cookiesOf(person));
  }
});
afterAll(() => app.stop());

async function read(path: string, person: Person) {
  const response = await app.request(path, { cookies: cookies.get(person) });
  const html = (await response.text()).replaceAll("<!-- -->", "").replaceAll("&amp;", "&");
  return { status: response.status, html };
}

/** The whole content that replaces the rows. */
const emptyIn = (html: string) => [...html.matchAll(/<div class="empty">.*?<\/div>/gs)].map(([all]) => all);
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, to = ""]) => to);
const beyond = (path: string, page: number) => `${path}${path.includes("?") ? "&" : "?"}page=${page}`;
/** The address of the same rows, without page number and order. */
const rowsOf = (path: string) => {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  for (const name of ["page", "sort", "direction", "size"]) searchParams.delete(name);
  return `${pathname}?${searchParams}`;
};

describe("pages without records", () => {
  const PAGES: [path: string, person: Person][] = [
    // There are always some people.
    ...LISTS.filter(([path]) => !/manage-users|settings/.test(path)).map(
      ([path, , person]): [string, Person] => [path, person],
    ),
    ...["/", "/subscription", "/search?q=nothing", "/search", "/demo/inbox"].map((path): [string, Person] => [
      path,
      "visitor",
    ]),
    ["/dashboard/subscription", "premium"],
    ["/dashboard/referrals", "premium"],
    ["/subscription/success", "premium"],
    ["/admin", "superadmin"],
  ];

  it.each(PAGES)("pages have no link to themselves: %s (%s)", async (path, person) => {
    for (const address of [path, beyond(path, 99)]) {
      const { status, html } = await read(address, person);
      if (path !== "/demo/inbox") expect(status).toBe(200);
      const ways = emptyIn(html).flatMap(linksIn);
      expect(ways.map(rowsOf)).not.toContain(rowsOf(address));
      expect(html).not.toContain("There is no page");
    }
  });
});

describe("pages with records", () => {
  beforeAll(async () => {
    await insertPageContent(app.sql, ROWS);
    const numbers = "generate_series(1, 12) as n";
    for (const statement of [
      `insert into banners (title, image_id) select 'B' || n, (select min(id::text)::uuid from images) from ${numbers}`,
      `insert into library_pictures (title, image_id) select 'L' || n, (select min(id::text)::uuid from images) from ${numbers}`,
      `insert into coupons (code, purpose, percent) select 'CODE-' || n, 'Readers', 10 from ${numbers}`,
      `insert into packages (name, tier, price, expires_in) select 'Premium ' || n, 'Premium', 29, 30 from ${numbers}`,
      `insert into staff (fullname, email, role, password_hash)
         select 'Staff ' || n, 's' || n || '@demo.test', 'editor', 'no password has this hash' from ${numbers}`,
      `insert into mails (to_address, subject, template, cause, html, text, state, sent_at)
         select 'm@demo.test', 'S', 'welcome', n::text, 'h', 't', 'sent', now() from ${numbers}`,
      `insert into member_imports (staff_name, file_name, state, decisions, findings)
         select 'Staff', n || '.csv', 'done', '{}', '{}' from generate_series(1, 21) as n`,
      `insert into binned_records (kind, record_id, title, held, staff_name)
         select 'news', gen_random_uuid(), 'N' || n, '{}', 'Staff' from ${numbers}`,
      `insert into payments (member_id, plan, tier, amount, currency, status, payment_method)
         select id, 'Premium', 'Premium', 29, 'USD', 'COMPLETED', 'paypal' from members cross join ${numbers}`,
    ]) {
      await app.sql(statement);
    }
  });

  it.each(LISTS)("a page past the end reports it and links to the last: %s", async (path, empty, person) => {
    const { status, html } = await read(beyond(path, 99), person);
    expect(status).toBe(200);
    const [said = ""] = emptyIn(html);
    expect(said).toContain("<strong>There is no page 99.</strong>");
    // There are rows on other pages.
    expect(html).not.toContain(`<strong>${empty}</strong>`);
    const [, last] = /<p>The last page is (\d+)\.<\/p>/.exec(said) ?? [];
    const [way = "", ...others] = linksIn(said);
    expect(others).toEqual([]);
    expect(said).toContain(`>Show page ${last}</a>`);
    const there = await read(way, person);
    expect(emptyIn(there.html)).toEqual([]);
    expect(new URL(way, app.url).searchParams.get("page") ?? "1").toBe(last);
    expect(rowsOf(way)).toBe(rowsOf(path));
    expect(emptyIn((await read(beyond(path, Number(last) + 1), person)).html)).not.toEqual([]);
  });

  it.each([
    "/api/news",
    "/api/daily-brief",
    "/api/videos",
    "/api/stock-picks",
    "/api/markets",
  ])("the API keeps returning an empty list: %s", async (path) => {
    const response = await app.request(`${path}?limit=10&page=99`);
    expect([response.status, await response.json()]).toEqual([200, []]);
  });
});
