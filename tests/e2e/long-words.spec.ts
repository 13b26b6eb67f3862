import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { enterAs } from "./people";
import { screenAddress } from "./screens";

/** As long as the field takes, and nowhere a place to break the line. */
const word = (letters: number) => "Unbroken".repeat(Math.ceil(letters / 8)).slice(0, letters);

/** What people write, by the API's list and field, and what is put in its place. */
const WRITTEN: Record<string, Record<string, string>> = {
  news: { title: word(300), author: word(100) },
  "daily-brief": { companyName: word(40), ticker: word(20), author: word(100) },
  "stock-picks": { name: word(300), ticker: word(20) },
  "trade-alert": { name: word(300), ticker: word(20), holdingPeriod: word(100) },
  videos: { title: word(300), caption: word(500) },
  markets: { name: word(300) },
  "market-movers": { name: word(300), last: "999,999,999,999,999.99" },
  banners: { title: word(300) },
  packages: { name: word(100), tagline: word(300) },
};

const VISITED: Record<string, string[]> = {
  visitor: [
    "/",
    "/news",
    "/news/{news}",
    "/daily-brief",
    "/daily-brief/{daily-brief}",
    "/videos",
    "/market",
    "/videos/{videos}",
    "/subscription",
    "/search?q=nvidia",
  ],
  premium: ["/", "/daily-brief", "/daily-brief/{daily-brief}", "/stock-picks", "/trade-alert", "/dashboard"],
  superadmin: [
    "/admin",
    "/admin/news",
    "/admin/daily-brief",
    "/admin/market",
    "/admin/stock-picks",
    "/admin/news?delete={news}",
    "/admin/news/{news}/edit",
  ],
};

for (const [person, screens] of Object.entries(VISITED)) {
  test(`long words widen no page of ${person} @script`, async ({ page, context }) => {
    if (person !== "visitor") await enterAs(context, person);
    const texts = await writtenTexts(context.request);
    if (person === "superadmin") texts.push(await ownName(context.request));
    const wide: string[] = [];
    for (const screen of screens) {
      const path = await screenAddress(context, screen);
      expect(await openWith(page, path, texts), `long words on ${screen}`).toBeGreaterThan(0);
      wide.push(...(await tooWide(page, screen)));
    }
    expect(wide).toEqual([]);
  });
}

test("what was searched for widens no page, however long @script", async ({ page, context }) => {
  const wide: string[] = [];
  await enterAs(context, "superadmin");
  for (const path of ["/search", "/admin/news"]) {
    await page.goto(`${path}?q=${word(5_000)}`);
    wide.push(...(await tooWide(page, path)));
  }
  expect(wide).toEqual([]);
});

/** A stretch of a page's HTML, and what stands there instead. */
type Swap = [found: string, instead: string];

/** What the demo's records say, as this person may read it, and the long words for it. */
async function writtenTexts(request: APIRequestContext): Promise<Swap[]> {
  const swaps: Swap[] = [[">Paul Merriweather<", `>${word(200)}<`]];
  for (const [things, fields] of Object.entries(WRITTEN)) {
    const records = (await (await request.get(`/api/${things}?limit=40`)).json()) as Record<
      string,
      unknown
    >[];
    for (const record of records) {
      for (const [field, instead] of Object.entries(fields)) {
        const said = record[field];
        if (typeof said === "number") swaps.push([`>${said.toFixed(2)}<`, `>${instead}<`]);
        if (typeof said === "string") swaps.push([`>${escaped(said)}<`, `>${instead}<`]);
      }
    }
    // An article that begins with an address: its first 25 letters, which the lists show, too.
    if (things !== "news") continue;
    const address = `https://example.com/${word(180)}`;
    for (const { content } of records) {
      swaps.push([`>${escaped(String(content).slice(0, 25))}`, `>${address} `]);
    }
  }
  return swaps;
}

/** Stands on every screen of the back-office, whatever others change there meanwhile. */
async function ownName(request: APIRequestContext): Promise<Swap> {
  const { admin } = (await (await request.get("/api/admin/profile")).json()) as {
    admin: { fullname: string };
  };
  return [`>${escaped(admin.fullname)}<`, `>${word(100)}<`];
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("'", "&#x27;").replaceAll('"', "&quot;");

/**
 * Opens a page as it would be with such records. The words are put into the answer instead of the database, whose pages
 * other journeys read at the same time.
 * @returns how many were put in
 */
async function openWith(page: Page, path: string, swaps: Swap[]): Promise<number> {
  let put = 0;
  await page.unrouteAll();
  // React would find its own words missing and draw the page anew.
  await page.route(/\/assets\/(?!enhance).*\.js$/, (route) => route.abort());
  await page.route(
    (url) => url.pathname + url.search === path,
    async (route) => {
      const response = await route.fetch();
      let body = await response.text();
      for (const [found, instead] of swaps) {
        const parts = body.split(found);
        put += parts.length - 1;
        body = parts.join(instead);
      }
      await route.fulfill({ response, body });
    },
  );
  await page.goto(path);
  return put;
}

/** At which widths something is wider than the window. */
async function tooWide(page: Page, screen: string): Promise<string[]> {
  const wide: string[] = [];
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
    if (over > 0) wide.push(`${screen} at ${width} px: ${over} px too wide`);
  }
  return wide;
}
