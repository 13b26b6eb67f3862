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
async function quote(name: string, figures: Record<string, number | null>): Promise<void> {
  const response = await staff.request.put("/api/markets/bulk", { data: { rows: [{ name, ...figures }] } });
  expect(response.status()).toBe(200);
}

const MARKET = "/market?category=Cryptocurrencies";
const HOUR_MS = 3_600_000;
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

test("a reader pauses the figures of all pages, and lets them go on", async ({ browser }) => {
  const context = await browser.newContext();
  const streams = watchStreams(context);
  const page = await context.newPage();
  await page.goto(MARKET);
  await expect.poll(streams.open).toBe(1);
  const last = page.locator(`${ITEM} .last`);
  const drawn = (await last.textContent()) ?? "";
  await page.getByRole("button", { name: "Pause live prices" }).click();
  await expect.poll(streams.open).toBe(0);
  await quote("Bitcoin", { last: 7_000 });
  const other = await context.newPage();
  await other.goto("/about");
  const resume = other.getByRole("button", { name: "Resume live prices" });
  await expect(resume).toBeVisible();
  expect([streams.began(), await last.textContent()]).toEqual([1, drawn]);
  await resume.press("Enter");
  await expect(last).toHaveText("7,000.00");
  await expect(page.getByRole("button", { name: "Pause live prices" })).toBeVisible();
  await expect.poll(streams.open).toBe(2);
  await context.close();
});

test("quotes grow stale on an open page, and times of yesterday show their day", async ({ browser }) => {
  await quote("Bitcoin", { last: 7_010 });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(MARKET);
  const [mark, line] = [page.locator(`${ITEM} .stale`), page.locator(`${ROW} td`).last()];
  await expect(page.getByRole("button", { name: "Pause live prices" })).toBeVisible();
  await expect(mark).toHaveCount(0);
  await expect(line).toHaveText(/^\d\d:\d\d$/);
  // The demo's quotes are stale after five days. The common time is that of the oldest quote without a mark.
  const times = await page.locator(".tape li").evaluateAll((items, long) => {
    for (const [nth, item] of items.entries())
      (item as HTMLElement).dataset.at = new Date(
        Date.now() - (nth === 0 ? long : nth * 60_000),
      ).toISOString();
    return items.map((item) => (item as HTMLElement).dataset.at);
  }, 122 * HOUR_MS);
  await page.clock.fastForward("01:00");
  await expect(page.locator(".tape li").first().locator(".stale")).toHaveText("Stale: 5 days old");
  await expect(page.locator(".tape-head time").last()).toHaveAttribute("datetime", times.at(-1) ?? "");
  await page.clock.fastForward(25 * HOUR_MS);
  await expect(line).toHaveText(/^\d+ \w{3}$/);
  await page.clock.fastForward(100 * HOUR_MS);
  await expect(mark).toHaveText("Stale: 5 days old");
  await expect(mark).toBeVisible();
  await expect(line).toHaveText(/^Stale: \d+ \w{3}5 days old$/);
  await expect(page.locator(`${ROW} svg.range`)).toHaveAttribute("aria-label", /^Range of \d/);
  await page.clock.setSystemTime(new Date());
  await quote("Bitcoin", { last: 7_020 });
  await expect(page.locator(`${ITEM} .last`)).toHaveText("7,020.00");
  await expect(mark).toHaveCount(0);
  await expect(line.locator("time")).toHaveText(/^\d\d:\d\d$/);
  await expect(line.locator(".sub")).toBeHidden();
  await context.close();
});

for (const reducedMotion of ["no-preference", "reduce"] as const)
  test(`a new figure is tinted unless readers want less motion: ${reducedMotion}`, async ({ browser }) => {
    const figures = { last: 7_100, low: 7_000, high: 7_200 };
    await quote("Bitcoin", figures);
    const context = await browser.newContext({ reducedMotion });
    const streams = watchStreams(context);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.addInitScript(() => {
      const tinted: string[] = [];
      Object.assign(window, { tinted });
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...sent) {
        tinted.push(this.className);
        return animate.apply(this, sent);
      };
    });
    await page.goto(MARKET);
    await expect.poll(streams.open).toBe(1);
    await quote("Bitcoin", { last: 7_110, low: null });
    await expect(page.locator(`${ITEM} .last`)).toHaveText("7,110.00");
    const tinted = await page.evaluate(() => (window as Window & { tinted?: string[] }).tinted ?? []);
    if (reducedMotion === "reduce") expect(tinted).toEqual([]);
    else expect(tinted).toContain("last");
    // Without a range there is no bar, so people hear the one end that is known.
    await expect(page.locator(`${ROW} .range-ends`)).not.toHaveAttribute("aria-hidden");
    // The address bar of a phone folds: widths stay.
    const width = () => page.locator(ITEM).evaluate((item) => (item as HTMLElement).style.width);
    await page.evaluate(() => dispatchEvent(new Event("resize")));
    expect(await width()).not.toBe("");
    await page.setViewportSize({ width: 700, height: 700 });
    await expect.poll(width).toBe("");
    await quote("Bitcoin", figures);
    await expect(page.locator(`${ROW} .range-ends`)).toHaveAttribute("aria-hidden", "true");
    expect(errors).toEqual([]);
    await context.close();
  });

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
  await expect(page.locator(".tape-head")).toBeVisible();
  await expect(page.locator(".live-pause")).toBeEmpty();
  await expect(page.locator(".tape button")).toHaveCount(0);
  await quote("Bitcoin", { last: 6_000 });
  await page.waitForLoadState("networkidle");
  await expect(last).toHaveText(drawn);
  expect(sent.filter((url) => url.includes("stream"))).toEqual([]);
  await page.reload();
  await expect(last).toHaveText("6,000.00");
  await context.close();
});
