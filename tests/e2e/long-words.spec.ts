import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { overflowOf } from "./crawl/layout";
import { keepAllLaidOut } from "./lay-out";
import { signInByApi } from "./people";
import { screenAddress } from "./screens";

/** As long as the field allows, without a place to break the line. */
const longWord = (letters: number) => "Unbroken".repeat(Math.ceil(letters / 8)).slice(0, letters);

/** Texts that people write, by the API's list and field, and their replacements. */
const LONG_TEXTS: Record<string, Record<string, string>> = {
  news: { title: longWord(300), author: longWord(100) },
  "daily-brief": { companyName: longWord(40), ticker: longWord(20), author: longWord(100) },
  "stock-picks": { name: longWord(300), ticker: longWord(20) },
  "trade-alert": { name: longWord(300), ticker: longWord(20), holdingPeriod: longWord(100) },
  videos: { title: longWord(300), caption: longWord(500) },
  markets: { name: longWord(300) },
  "market-movers": { name: longWord(300), last: "999,999,999,999,999.99" },
  banners: { title: longWord(300) },
  packages: { name: longWord(100), tagline: longWord(300) },
};

const PAGES_BY_PERSON: Record<string, string[]> = {
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

for (const [person, screens] of Object.entries(PAGES_BY_PERSON)) {
  test(`long words widen no page for ${person} @script`, async ({ page, context }) => {
    if (person !== "visitor") await signInByApi(context, person);
    const texts = await writtenTexts(context.request);
    if (person === "superadmin") texts.push(await ownName(context.request));
    const wide: string[] = [];
    for (const screen of screens) {
      const path = await screenAddress(context, screen);
      expect(await openWith(page, path, texts), `long words on ${screen}`).toBeGreaterThan(0);
      wide.push(...(await overflowingWidths(page, screen)));
    }
    expect(wide).toEqual([]);
  });
}

test("a long search text widens no page @script", async ({ page, context }) => {
  const wide: string[] = [];
  await signInByApi(context, "superadmin");
  for (const path of ["/search", "/admin/news"]) {
    await page.goto(`${path}?q=${longWord(5_000)}`);
    wide.push(...(await overflowingWidths(page, path)));
  }
  expect(wide).toEqual([]);
});

/** A piece of a page's HTML and its replacement. */
type Swap = [found: string, instead: string];

/** The texts of the demo's records as this person may read them, and long replacements. */
async function writtenTexts(request: APIRequestContext): Promise<Swap[]> {
  const swaps: Swap[] = [[">Paul Merriweather<", `>${longWord(200)}<`]];
  for (const [things, fields] of Object.entries(LONG_TEXTS)) {
    const records = (await (await request.get(`/api/${things}?limit=40`)).json()) as Record<
      string,
      unknown
    >[];
    for (const record of records) {
      for (const [field, instead] of Object.entries(fields)) {
        const text = record[field];
        if (typeof text === "number") swaps.push([`>${text.toFixed(2)}<`, `>${instead}<`]);
        if (typeof text === "string") swaps.push([`>${escaped(text)}<`, `>${instead}<`]);
      }
    }
    // An article that begins with an address: its first 25 letters also appear in lists.
    if (things !== "news") continue;
    const address = `https://example.com/${longWord(180)}`;
    for (const { content } of records) {
      swaps.push([`>${escaped(String(content).slice(0, 25))}`, `>${address} `]);
    }
  }
  return swaps;
}

/** A text on every screen of the back-office, which no concurrent test changes. */
async function ownName(request: APIRequestContext): Promise<Swap> {
  const { admin } = (await (await request.get("/api/admin/profile")).json()) as {
    admin: { fullname: string };
  };
  return [`>${escaped(admin.fullname)}<`, `>${longWord(100)}<`];
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("'", "&#x27;").replaceAll('"', "&quot;");

/**
 * Opens a page as it would be with such records. The texts are replaced in the response, not in the database,
 * because other journeys read the same pages.
 * @returns how many were replaced
 */
async function openWith(page: Page, path: string, swaps: Swap[]): Promise<number> {
  let replaced = 0;
  await page.unrouteAll();
  // React would find different texts and render the page again.
  await page.route(/\/assets\/(?!enhance).*\.js$/, (route) => route.abort());
  await page.route(
    (url) => url.pathname + url.search === path,
    async (route) => {
      const response = await route.fetch();
      let body = await response.text();
      for (const [found, instead] of swaps) {
        const parts = body.split(found);
        replaced += parts.length - 1;
        body = parts.join(instead);
      }
      await route.fulfill({ response, body });
    },
  );
  await page.goto(path);
  return replaced;
}

/** The widths at which something is wider than the window. */
async function overflowingWidths(page: Page, screen: string): Promise<string[]> {
  const wide: string[] = [];
  await page.evaluate(keepAllLaidOut);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const over = await overflowOf(page);
    if (over > 0) wide.push(`${screen} at ${width} px: ${over} px too wide`);
  }
  return wide;
}
