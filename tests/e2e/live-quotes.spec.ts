import { type BrowserContext, expect, type Page, type Request, test } from "@playwright/test";
import { signInByApi } from "./people";
import { shiftsSoFar, watchShifts } from "./shifts";

/* One after another: they change the quote of Bitcoin, which no other journey looks at. */
test.describe.configure({ mode: "serial" });

let staff: BrowserContext;
test.beforeAll(async ({ browser }) => {
  staff = await browser.newContext();
  await signInByApi(staff, "admin");
});
test.afterAll(() => staff.close());

/** Sets figures of a top market of the demo. */
async function quote(name: string, figures: Record<string, number>): Promise<void> {
  const response = await staff.request.put("/api/markets/bulk", { data: { rows: [{ name, ...figures }] } });
  expect(response.status()).toBe(200);
}

const MARKET = "/market?category=Cryptocurrencies";
const isStream = (request: Request) => request.resourceType() === "eventsource";

/** Counts the open streams of a context. */
function watchStreams(context: BrowserContext) {
  let [began, over] = [0, 0];
  const end = (request: Request) => {
    if (isStream(request)) over += 1;
  };
  context.on("request", (request) => {
    if (isStream(request)) began += 1;
  });
  context.on("requestfinished", end);
  context.on("requestfailed", end);
  return { open: () => began - over, began: () => began };
}

/** What readers see and hear of an item of the strip or a row, without what live figures leave alone. */
const drawnHtml = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement;
    for (const part of [copy, ...copy.querySelectorAll<HTMLElement>("*")]) part.removeAttribute("style");
    for (const line of copy.querySelectorAll(".spark")) line.remove();
    return copy.outerHTML.replaceAll(/<!--.*?-->/g, "");
  });

const ITEM = ".tape li:has-text('Bitcoin')";
const ROW = ".quotes tr:has-text('Bitcoin')";

for (const width of [360, 768, 1280]) {
  test(`a changed quote shows on an open page at ${width} px as on the next one, and moves nothing`, async ({
    browser,
  }) => {
    await quote("Bitcoin", {
      last: 99_998.5,
      change: -100.5,
      changePercent: -0.1,
      low: 99_000,
      high: 100_100,
      volume: 5_000_000,
    });
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const streams = watchStreams(context);
    const page = await context.newPage();
    await page.addInitScript(watchShifts);
    await page.goto(MARKET);
    await expect.poll(streams.open).toBe(1);
    const last = page.locator(`${ITEM} .last`);
    await expect(last).toHaveText("99,998.50");
    await page.waitForLoadState("networkidle");
    const places = () =>
      page.locator(".tape li, .quotes :is(th, td), .mover-cols li, main h2").evaluateAll((parts) =>
        parts.map((part) => {
          const { x, y, width, height } = part.getBoundingClientRect();
          return `${part.tagName} ${part.className} ${[x, y, width, height]}`;
        }),
      );
    const before = await places();
    await quote("Bitcoin", {
      last: 100_002.25,
      change: 0,
      changePercent: 0,
      volume: 7_000_000,
      high: 100_200,
    });
    await expect(last).toHaveText("100,002.25");
    await expect(page.locator(ROW)).toContainText("100,002.25");
    expect((await places()).filter((place, nth) => place !== before[nth])).toEqual([]);
    expect(await page.evaluate(shiftsSoFar)).toEqual([]);
    const next = await context.newPage();
    await next.goto(MARKET);
    for (const part of [ITEM, ROW, ".tape-head", ".page-head"])
      expect(await drawnHtml(page, part), part).toBe(await drawnHtml(next, part));
    // Nobody is interrupted.
    await expect(page.locator(":is(.tape, .quotes):is([aria-live], :has([aria-live]))")).toHaveCount(0);
    await context.close();
  });
}

test("a page that nobody sees has no stream, and shows what it missed when it is seen again", async ({
  browser,
}) => {
  const context = await browser.newContext();
  const streams = watchStreams(context);
  const page = await context.newPage();
  await page.goto("/about");
  await expect.poll(streams.open).toBe(1);
  const look = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { configurable: true, value });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  const last = page.locator(`${ITEM} .last`);
  await look(true);
  await expect.poll(streams.open).toBe(0);
  const missed = await last.textContent();
  await quote("Bitcoin", { last: 4_321.25 });
  expect([streams.began(), await last.textContent()]).toEqual([1, missed]);
  await look(false);
  await expect(last).toHaveText("4,321.25");
  const move = (type: string) =>
    page.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type);
  await move("pagehide");
  await expect.poll(streams.open).toBe(0);
  await quote("Bitcoin", { last: 4_322.25 });
  // A page that comes back may also hear that it is seen again.
  await move("pageshow");
  await look(false);
  await expect(last).toHaveText("4,322.25");
  expect(streams.began()).toBe(3);
  // Firefox keeps no page for Back that holds a lock or waits for one.
  expect(await page.evaluate(() => navigator.locks.query())).toEqual({ held: [], pending: [] });
  await context.close();
});

test("eight visible tabs share two streams, and the site answers all of them", async ({ browser }) => {
  const context = await browser.newContext();
  const streams = watchStreams(context);
  const pages: Page[] = [];
  for (let nth = 0; nth < 8; nth += 1) {
    const page = await context.newPage();
    await page.goto("/about");
    pages.push(page);
  }
  await expect.poll(streams.open).toBe(2);
  for (const page of pages) {
    await page.goto("/terms");
    await expect(page.locator("h1")).toBeVisible();
  }
  await expect.poll(streams.open).toBe(2);
  // A tab that is closed leaves its place to another one.
  const [last] = pages.splice(7);
  for (const page of pages) await page.close();
  await quote("Bitcoin", { last: 5_000 });
  await expect((last as Page).locator(`${ITEM} .last`)).toHaveText("5,000.00");
  await context.close();
});

for (const leaving of [0, 1])
  test(`a third window gets the place of the one that leaves: number ${leaving + 1}`, async ({ browser }) => {
    const context = await browser.newContext();
    const streams = watchStreams(context);
    const pages: Page[] = [];
    for (const open of [1, 2, 2]) {
      const page = await context.newPage();
      await page.goto("/about", { waitUntil: "networkidle" });
      await expect.poll(streams.open).toBe(open);
      pages.push(page);
    }
    await pages[leaving]?.close();
    await quote("Bitcoin", { last: 5_010 + leaving });
    for (const page of pages.filter((page) => !page.isClosed()))
      await expect(page.locator(`${ITEM} .last`)).toHaveText(`5,01${leaving}.00`);
    await context.close();
  });

test("a page stays as it is if its stream is refused, and a reader who saves data asks for none", async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.route("**/api/markets/stream*", (route) => route.fulfill({ status: 429, body: "" }));
  const refused = page.waitForResponse("**/api/markets/stream*");
  await page.goto(MARKET);
  await refused;
  await expect(page.locator(`${ITEM} .last`)).toHaveText("5,011.00");
  expect(errors).toEqual([]);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
  );
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  await page.goto(MARKET, { waitUntil: "networkidle" });
  expect(sent.filter((url) => /live-quotes|markets\/stream/.test(url))).toEqual([]);
  await context.close();
});

test("a page without quotes does not load the script of live figures", async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  await page.goto("/login", { waitUntil: "networkidle" });
  expect(sent.filter((url) => /live-quotes|markets\/stream/.test(url))).toEqual([]);
  await context.close();
});

test("without script a page keeps the figures that it was loaded with @no-script", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  await page.goto(MARKET);
  const last = page.locator(`${ITEM} .last`);
  const drawn = (await last.textContent()) ?? "";
  await quote("Bitcoin", { last: 6_000 });
  await page.waitForLoadState("networkidle");
  await expect(last).toHaveText(drawn);
  expect(sent.filter((url) => url.includes("stream"))).toEqual([]);
  await page.reload();
  await expect(last).toHaveText("6,000.00");
  await context.close();
});
