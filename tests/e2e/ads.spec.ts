import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { spec } from "../support/spec";
import { signInByApi } from "./people";

const ADVERTISER = "https://advertiser.test/";

/**
 * Creates a published ad in a slot that no page shows, so no other test counts it, and reads its counts as
 * staff.
 */
async function createAd(browser: Browser, baseURL: string | undefined) {
  const staff = await browser.newContext({ baseURL });
  await signInByApi(staff, "admin");
  const picture = await sharp({ create: { width: 260, height: 200, channels: 3, background: "#6a60cf" } })
    .png()
    .toBuffer();
  const made = await staff.request.post("/api/ads", {
    multipart: {
      name: ADVERTISER,
      category: "square",
      position: "10",
      status: "published",
      image: { name: "ad.png", mimeType: "image/png", buffer: picture },
    },
  });
  const { id } = (await made.json()) as { id: string };
  return {
    id,
    /** The stored views and clicks of the current day. */
    async counts() {
      const csv = await (await staff.request.get(`/admin/ads/${id}/counts/export.csv`)).text();
      return csv.split("\r\n")[1]?.split(",").slice(1, 3).map(Number);
    },
    async remove() {
      await staff.request.delete(`/api/ads/${id}`);
      await staff.close();
    },
  };
}

/** Replaces the page's first ad by the one with this id. Its link to the advertiser is intercepted. */
async function replaceFirstAd(context: BrowserContext, id: string): Promise<void> {
  await context.route(`${ADVERTISER}**`, (route) => route.fulfill({ body: "The advertiser" }));
  await context.route("**/about", async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const [, originalId = ""] = /data-views="\/ads\/([\w-]+)\/views"/.exec(html) ?? [];
    const link = new RegExp(`href="[^"]+"([^>]+/ads/${originalId}/)`);
    const body = html
      .replace(link, `href="${ADVERTISER}"$1`)
      .replaceAll(`/ads/${originalId}/`, `/ads/${id}/`);
    await route.fulfill({ response, body });
  });
}

const adOf = (page: Page, id: string) => page.locator(`.ad:has([data-views*="${id}"]) a`);

/** Follows the link and closes the opened page. */
async function clickThrough(page: Page, id: string): Promise<void> {
  const opened = page.context().waitForEvent("page");
  await adOf(page, id).click();
  await (await opened).close();
}

test(
  "an ad counts one view and one click per reader, with and without script @both",
  spec("beyond views clicks ads day"),
  async ({ page, context, browser, baseURL }, { project }) => {
    const ad = await createAd(browser, baseURL);
    await replaceFirstAd(context, ad.id);
    const pixels: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/views.gif")) pixels.push(request.url());
    });
    await page.goto("/about");
    await expect(adOf(page, ad.id)).toHaveAttribute("href", ADVERTISER);
    await expect.poll(ad.counts).toEqual([1, 0]);
    await clickThrough(page, ad.id);
    await expect.poll(ad.counts).toEqual([1, 1]);
    // A headless browser may not open a window on a middle click. The click counts anyway.
    await adOf(page, ad.id).click({ button: "middle" });
    await expect.poll(ad.counts).toEqual([1, 2]);
    // A context menu is no click, and a second visit is a view. Once it is stored, all earlier reports are,
    // too.
    await adOf(page, ad.id).click({ button: "right" });
    await page.goto("/about");
    await expect.poll(ad.counts).toEqual([2, 2]);
    expect(pixels.some((url) => url.includes(ad.id))).toBe(project.name === "no-script");
    expect(await context.cookies()).toEqual([]);
    await ad.remove();
  },
);

/** All observers of a page run in one batch: once this one has run, all have. */
const observersRan = (page: Page, id: string) =>
  adOf(page, id).evaluate(
    (box) =>
      new Promise<void>((resolve) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(box);
      }),
  );

test("a view counts after half of the box was visible for one second @script", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const ad = await createAd(browser, baseURL);
  await replaceFirstAd(context, ad.id);
  let reports = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(`/ads/${ad.id}/views`)) reports += 1;
  });
  await page.setViewportSize({ width: 360, height: 500 });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto("/about");
  const wait = async (milliseconds: number) => {
    await observersRan(page, ad.id);
    await page.clock.runFor(milliseconds);
  };
  const look = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { configurable: true, value });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);

  // Below the fold, then visible too briefly, then in a background tab.
  await wait(10_000);
  await adOf(page, ad.id).scrollIntoViewIfNeeded();
  await wait(900);
  await page.evaluate(() => scrollTo(0, 0));
  await wait(10_000);
  await look(true);
  await adOf(page, ad.id).scrollIntoViewIfNeeded();
  await wait(10_000);
  await look(false);
  await wait(900);
  expect(reports).toBe(0);
  await wait(100);
  await expect.poll(() => reports).toBe(1);
  await page.evaluate(() => scrollTo(0, 0));
  await wait(1000);
  await adOf(page, ad.id).scrollIntoViewIfNeeded();
  await wait(10_000);
  await expect.poll(ad.counts).toEqual([1, 0]);
  expect(reports).toBe(1);
  await ad.remove();
});
