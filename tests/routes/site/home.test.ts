import { insertPageContent } from "tests/support/page-content";
import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
let member: string;
let visitor: string;
beforeAll(async () => {
  app = await startTestApp();
  await insertPageContent(app.sql, 12);
  member = mainOf(await (await app.request("/", { cookies: await app.cookiesOf("premium") })).text());
  visitor = mainOf(await (await app.request("/")).text());
});
afterAll(() => app.stop());

const mainOf = (html: string) => html.slice(html.indexOf("<main"), html.indexOf("</main>"));

/** The rectangle at a position of the filled content. */
const adAt = (position: number) => `href="https://advertiser.example/${2 * position - 1}"`;

/** From a section's heading to the next one. */
function sectionOf(html: string, title: string): string {
  const [, rest = ""] = html.split(`>${title}</a></h2>`);
  return rest.split("</h2>")[0] ?? "";
}

const linksIn = (html: string, pattern: RegExp) => new Set(html.match(pattern));

describe("the home page", () => {
  it(
    "has slot 1, News, Daily Brief, slot 2, Stock Picks, a slot without position, Trade Alerts, Videos",
    spec("2.3 home ad slot 1", "9 rectangles squares slots 1"),
    () => {
      const parts = [
        adAt(1),
        ">News</a></h2>",
        ">Daily Brief</a></h2>",
        adAt(2),
        ">Stock Picks</a></h2>",
        'class="ad ad--rectangle"',
        ">Trade Alerts</a></h2>",
        ">Videos</a></h2>",
      ];
      let from = 0;
      for (const part of parts) {
        const at = visitor.indexOf(part, from);
        expect(at, part).toBeGreaterThanOrEqual(from);
        from = at + part.length;
      }
      expect(visitor.match(/class="ad ad--rectangle"/g)).toHaveLength(3);
    },
  );

  it.each([
    ["News", "/news", "/news", "All news"],
    ["Daily Brief", "/daily-brief", "/daily-brief", "All briefs"],
    ["Stock Picks", "/stock-picks", "/stock-picks", "All picks"],
    ["Trade Alerts", "/trade-alerts", "/trade-alert", "Show more"],
    ["Videos", "/videos", "/videos", "All videos"],
  ])(
    "links from %s to its page, by the heading and by another link",
    spec("2.3 home 2 news 3", "2.3 trade alerts heading trade"),
    (title, heading, more, words) => {
      expect(visitor).toContain(`<a href="${heading}">${title}</a></h2><a href="${more}">${words}</a>`);
    },
  );

  it(
    "shows 2 news, 3 briefs, 10 picks, 3 alerts and 3 videos",
    spec("2.3 home 2 news 3", "9 home limits 2 3"),
    () => {
      const counts = {
        News: linksIn(sectionOf(member, "News"), /href="\/news\/[0-9a-f-]{36}"/g).size,
        "Daily Brief": linksIn(sectionOf(member, "Daily Brief"), /href="\/daily-brief\/[0-9a-f-]{36}"/g).size,
        "Stock Picks": linksIn(sectionOf(member, "Stock Picks"), /class="pick-ticker[^"]*"[^>]*>[^<]+</g)
          .size,
        "Trade Alerts": linksIn(sectionOf(member, "Trade Alerts"), /href="\/trade-alert\/[0-9a-f-]{36}"/g)
          .size,
        Videos: linksIn(sectionOf(member, "Videos"), /href="\/videos\/[0-9a-f-]{36}"/g).size,
      };
      expect(counts).toEqual({ News: 2, "Daily Brief": 3, "Stock Picks": 10, "Trade Alerts": 3, Videos: 3 });
    },
  );

  it.each([
    ["Report number 1 on", "Report number 3 on"],
    [">Company 1<", ">Company 4<"],
    [">PXLOCK10<", ">PXLOCK11<"],
    [">Quillfeather 1<", ">Quillfeather 4<"],
    ["Lesson 1 on", "Lesson 4 on"],
  ])("shows the newest: %s, and not %s", (shown, older) => {
    expect(member).toContain(shown);
    expect(member).not.toContain(older);
  });
});
