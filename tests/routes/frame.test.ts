import { startTestApp, type TestApp } from "tests/support/app";
import { fillReadingContent } from "tests/support/reading-content";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
let visitor: string;
let member: string;
beforeAll(async () => {
  app = await startTestApp({ SUPPORT_PHONE: "+44 7700 900999" });
  await fillReadingContent(app.sql, 12);
  visitor = await (await app.request("/")).text();
  member = await (await app.request("/", { cookies: await app.cookiesOf("basic") })).text();
});
afterAll(() => app.stop());

const between = (html: string, from: string, to: string) => (html.split(from)[1] ?? "").split(to)[0] ?? "";
const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(?:<[^>]*>)*([^<]+)</g)].map(
    ([, to, label]) => `${label} ${to}`,
  );

describe("the left navigation", () => {
  it("has the six sections in their order", () => {
    expect(linksIn(between(visitor, '<nav class="sidenav"', "</nav>"))).toEqual([
      "Home /",
      "Daily Brief /daily-brief",
      "News /news",
      "Stock Picks /stock-picks",
      "Trade Alert /trade-alert",
      "Videos /videos",
    ]);
  });

  it("has Extras as a group that opens and closes", () => {
    expect(between(visitor, '<nav class="sidenav"', "</nav>")).toMatch(/<details[^>]*><summary>Extras/);
  });

  it("is a drawer opened by a menu button", () => {
    expect(visitor).toMatch(/<details class="menu-toggle"[^>]*><summary[^>]*aria-label="Menu"/);
  });
});

describe("the top bar", () => {
  it("has the logo, the search box with its words, and a bell with its badge", () => {
    const bar = between(visitor, "<header", "</header>");
    expect(bar).toContain('class="logo" href="/"');
    expect(bar).toContain('placeholder="Search for news, symbols or companies..."');
    expect(bar).toContain('aria-label="Notifications, 3 new"');
  });

  it("offers visitors to subscribe, register and sign in", () => {
    const links = linksIn(between(visitor, "<header", "</header>"));
    expect(links).toEqual(
      expect.arrayContaining([
        "Subscribe to Premium /subscription",
        "Get Started /register",
        "Sign In /login",
      ]),
    );
    expect(visitor).not.toContain("+44 7700 900999");
  });

  it("gives members the help line, their name, their menu and a way out", () => {
    const bar = between(member, "<header", "</header>");
    expect(bar).toContain("+44 7700 900999");
    expect(bar).toContain("basic Tester");
    expect(bar).toContain("basic@demo.test");
    expect(linksIn(bar)).toEqual(
      expect.arrayContaining([
        "Manage Account /dashboard",
        "Subscribe to Premium /subscription",
        "Refer a Friend /referral",
      ]),
    );
    for (const shown of ["My Watchlist", "Help Center"])
      expect(bar).toContain(`<span class="off">${shown}</span>`);
    expect(bar).toMatch(/<form method="post" action="\/logout"><button[^>]*>Sign Out/);
    expect(linksIn(bar).join()).not.toContain("Sign In");
  });
});

it("the bell names a market update, a new pick and a quote", () => {
  const items = linksIn(between(visitor, 'aria-label="Notifications', "</details>")).join("\n");
  expect(items).toMatch(/Market update: .*\nNew stock pick in .*\nQuote: /);
});

describe("the footer", () => {
  const COLUMNS: [string, string[]][] = [
    ["TOP MARKETS", ["Dow Jones", "S&amp;P 500", "Nasdaq", "FTSE 100", "Bitcoin"]],
    ["EXPLORE", ["Markets", "Portfolio", "Watchlist", "Trade Ideas", "Academy"]],
    ["HELPFUL LINKS", ["About Us", "Contact Support", "Privacy Policy", "Disclaimer", "Careers", "Press"]],
  ];

  it.each(COLUMNS)("has the column %s", (title, labels) => {
    const column = between(visitor, `>${title}</h2>`, "</nav>");
    for (const label of labels) expect(column).toContain(`>${label}<`);
  });

  it("says that this is education, no advice, and that investments carry risk", () => {
    const footer = between(visitor, "<footer", "</footer>");
    for (const said of ["learning only", "not\n            financial advice", "Investments carry risk"]) {
      expect(footer.replace(/\s+/g, " ")).toContain(said.replace(/\s+/g, " "));
    }
  });
});

it("the right column holds a square advertisement, and is missing on the stock picks only", async () => {
  const rail = between(visitor, '<aside class="rail"', "</aside>");
  expect(rail).toMatch(/class="ad ad--square"><span[^>]*>Advertisement</);
  const picks = await app.request("/stock-picks");
  expect(picks.status).toBe(200);
  expect(await picks.text()).not.toContain('<aside class="rail"');
  const twin = await app.request("/stockpicks");
  expect([twin.status, twin.headers.get("Location")]).toEqual([308, "/stock-picks"]);
});
