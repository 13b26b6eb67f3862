import { insertPageContent } from "tests/support/page-content";
import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
let visitor: string;
let member: string;
beforeAll(async () => {
  app = await startTestApp({ SUPPORT_PHONE: "+44 7700 900999" });
  await insertPageContent(app.sql, 12);
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
  it(
    "has the six sections in order, with the track record last",
    spec("2.1 main layout sticky top", "2.1 left navigation six sections"),
    () => {
      expect(linksIn(between(visitor, '<nav class="sidenav"', "</nav>"))).toEqual([
        "Home /",
        "Daily Brief /daily-brief",
        "News /news",
        "Stock Picks /stock-picks",
        "Trade Alert /trade-alert",
        "Videos /videos",
        // In a phone's drawer, for readers without a plan.
        "Subscribe to Premium /subscription",
        "Get Started /register",
        "The record /track-record",
      ]);
    },
  );

  it("describes the site in the drawer, and offers plans only to readers without one", async () => {
    const premium = await (await app.request("/", { cookies: await app.cookiesOf("premium") })).text();
    const nav = (html: string) => between(html, '<nav class="sidenav"', "</nav>");
    for (const html of [visitor, member])
      expect(nav(html)).toContain("Openbell reads the markets for private investors");
    expect(linksIn(nav(member))).toContain("Subscribe to Premium /subscription");
    expect(linksIn(nav(member))).not.toContain("Get Started /register");
    expect(nav(premium)).not.toMatch(/private investors|Subscribe to Premium/);
  });

  it("on a phone shows the same above the front page", async () => {
    const premium = await (await app.request("/", { cookies: await app.cookiesOf("premium") })).text();
    const first = (html: string) => between(html, "<main", "</main>").slice(0, 700);
    for (const html of [visitor, member]) {
      expect(first(html)).toContain("Openbell reads the markets for private investors");
      expect(first(html)).toMatch(/href="\/subscription"[^>]*>See the plans/);
    }
    expect(first(premium)).not.toContain("private investors");
  });

  it("has Extras as a collapsible group", spec("2.1 extras collapsible four greyed"), () => {
    expect(between(visitor, '<nav class="sidenav"', "</nav>")).toMatch(/<details[^>]*><summary>Extras/);
  });

  it("is a drawer opened by a menu button", spec("2.1 drawer small screens opened"), () => {
    expect(visitor).toMatch(/<details class="menu-toggle"[^>]*><summary[^>]*aria-label="Menu"/);
  });
});

describe("the top bar", () => {
  it(
    "has the logo, the search box with its words, and a bell with its badge",
    spec("2.1 main layout sticky top", "2.1 top bar logo search"),
    () => {
      const bar = between(visitor, "<header", "</header>");
      expect(bar).toContain('class="logo" href="/"');
      expect(bar).toContain('placeholder="Search for news, symbols or companies..."');
      expect(bar).toContain('aria-label="Notifications, 3 new"');
    },
  );

  it(
    "offers visitors to subscribe, register and sign in",
    spec("2.1 visitors subscribe premium get", "4 top bar depends session"),
    () => {
      const links = linksIn(between(visitor, "<header", "</header>"));
      expect(links).toEqual(
        expect.arrayContaining([
          "Subscribe to Premium /subscription",
          "Get Started /register",
          "Sign In /login",
        ]),
      );
      expect(visitor).not.toContain("+44 7700 900999");
    },
  );

  it(
    "gives members the help line, their name, their menu and sign-out",
    spec("2.1 members help line messages", "2.1 avatar menu name email", "4 top bar depends session"),
    () => {
      const bar = between(member, "<header", "</header>");
      expect(bar).toContain("+44 7700 900999");
      expect(bar).toContain("basic Tester");
      expect(bar).toContain("basic@demo.test");
      expect(linksIn(bar)).toEqual(
        expect.arrayContaining([
          "Manage Account /dashboard",
          "Subscribe to Premium /subscription",
          "Refer a Friend /referral",
          "My Watchlist /watchlist",
        ]),
      );
      expect(bar).toContain('<span class="off">Help Center</span>');
      expect(bar).toMatch(/<form method="post" action="\/logout"><button[^>]*>Sign Out/);
      expect(linksIn(bar).join()).not.toContain("Sign In");
    },
  );
});

describe("the avatar", () => {
  const avatarOf = async (path: string, cookies?: string) => {
    const html = await (await app.request(path, { cookies })).text();
    return /<span class="avatar"[^>]*>(.*?)<\/span>/.exec(html)?.[1];
  };

  it(
    "is the member's photo on every page, or two letters without one",
    spec("2.1 avatar member s photo"),
    async () => {
      const cookies = { basic: await app.cookiesOf("basic"), lapsed: await app.cookiesOf("lapsed") };
      const [image] = await app.sql<{ id: string }>(
        "insert into images (width, height, byte_size, widths) values (640, 640, 1000, '{320,640}') returning id",
      );
      const photo = `<img src="/uploads/${image?.id}/320.webp" alt="" width="36" height="36" loading="lazy"/>`;
      await app.sql("update members set profile_image_id = ? where email = 'basic@demo.test'", [
        image?.id ?? "",
      ]);
      // Both have the same tier, with more visits than cached renders: shared pages are covered, too.
      for (let visit = 0; visit < 6; visit += 1) {
        expect(await avatarOf("/news", cookies.basic)).toBe(photo);
        expect(await avatarOf("/news", cookies.lapsed)).toBe("LT");
        expect(await avatarOf("/news")).toBeUndefined();
      }
      expect(await avatarOf("/dashboard", cookies.basic)).toBe(photo);
      expect(await avatarOf("/dashboard", cookies.lapsed)).toBe("LT");
      await app.sql("update members set profile_image_id = null where email = 'basic@demo.test'");
      expect(await avatarOf("/news", cookies.basic)).toBe("BT");
    },
  );
});

it(
  "the bell lists a market update, a new pick and a quote",
  spec("2.1 notifications market update new"),
  () => {
    const items = linksIn(between(visitor, 'aria-label="Notifications', "</details>")).join("\n");
    expect(items).toMatch(/Market update: .*\nNew stock pick in .*\nQuote: /);
  },
);

describe("the footer", () => {
  it("shows the social networks' marks next to their names, without links", () => {
    const social = between(visitor, '<ul class="social">', "</ul>");
    expect([...social.matchAll(/<span class="off"><svg.*?<\/svg>([^<]+)</g)].map(([, name]) => name)).toEqual(
      ["Facebook", "X", "YouTube"],
    );
    expect(social).not.toContain("<a ");
  });

  const COLUMNS: [string, string[]][] = [
    ["TOP MARKETS", ["Dow Jones", "S&amp;P 500", "Nasdaq", "FTSE 100", "Bitcoin"]],
    ["EXPLORE", ["Markets", "Portfolio", "Watchlist", "Trade Ideas", "Academy"]],
    ["HELPFUL LINKS", ["About Us", "Contact Support", "Privacy Policy", "Disclaimer", "Careers", "Press"]],
  ];

  it.each(COLUMNS)(
    "has the column %s",
    spec("2.1 main layout sticky top", "2.1 footer top markets explore"),
    (title, labels) => {
      const column = between(visitor, `>${title}</h2>`, "</nav>");
      for (const label of labels) expect(column).toContain(`>${label}<`);
    },
  );

  it(
    "states that this is education, no advice, and that investments carry risk",
    spec("2.1 disclaimer footer section 1"),
    () => {
      const footer = between(visitor, "<footer", "</footer>");
      for (const sentence of [
        "educational purposes only",
        "not\n            financial advice",
        "Investments carry risk",
      ]) {
        expect(footer.replace(/\s+/g, " ")).toContain(sentence.replace(/\s+/g, " "));
      }
    },
  );
});

it(
  "the right column holds a square advertisement, and is missing on the stock picks only",
  spec("2.1 right column hidden stock", "2.1 right column holds square"),
  async () => {
    const rail = between(visitor, '<aside class="rail"', "</aside>");
    expect(rail).toMatch(/class="ad ad--square"><span[^>]*>Advertisement</);
    const picks = await app.request("/stock-picks");
    expect(picks.status).toBe(200);
    expect(await picks.text()).not.toContain('<aside class="rail"');
    const twin = await app.request("/stockpicks");
    expect([twin.status, twin.headers.get("Location")]).toEqual([308, "/stock-picks"]);
  },
);
