import { expect, type Page, test } from "@playwright/test";
import { keepAllLaidOut, layOutAll } from "./lay-out";
import { signInByApi } from "./people";
import { screenAddress } from "./screens";

/** Like most readers' browsers, with view transitions. */
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const PARTS = ".below > .section:has(h2), .rail, .picks tbody tr";

/** Every kind of page with deferred parts. */
const PAGES = [
  "/",
  "/news",
  "/daily-brief",
  "/market",
  "/stock/NVDA",
  "/stock-picks",
  "/trade-alert",
  "/track-record",
  "/track-record/{settled call}",
  "/subscription",
];

/** A browser that is never idle. Parts far below wait until they come near, like without script. */
const neverIdle = (page: Page) =>
  page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));

/** The number of parts below the window that are not laid out yet. */
const waiting = (page: Page) =>
  page
    .locator("body *")
    .evaluateAll(
      (parts) =>
        parts.filter(
          (part) =>
            part.getBoundingClientRect().top > innerHeight &&
            getComputedStyle(part).contentVisibility === "auto",
        ).length,
    );

const isLastLaidOut = (page: Page, part: string) =>
  page
    .locator(part)
    .last()
    .evaluate(({ firstElementChild }) => firstElementChild?.checkVisibility({ contentVisibilityAuto: true }));

/** A page, and the index of the tested part. */
const PAGE_AND_PART = [
  ["/", ".below > .section:has(h2)"],
  ["/trade-alert", ".rail"],
  ["/track-record", ".below > .section:has(h2)"],
  ["/stock-picks", ".picks tbody tr"],
] as const;

/** The positions of the parts far below, and everything they draw. */
const places = (page: Page) =>
  page.locator(PARTS).evaluateAll((parts) =>
    parts.map((part) =>
      [part, ...part.querySelectorAll(":is(h2, h3, table, td, img, svg, a)")].map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left, top + scrollY, width, height].map(Math.round).join(" ");
      }),
    ),
  );

/** The heights of those parts. */
const heights = (page: Page) =>
  page.locator(PARTS).evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));

/** The heights at each width of a phone. */
async function heightsByWidth(page: Page): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  for (const width of [320, 360, 412, 580]) {
    await page.setViewportSize({ width, height: 740 });
    found[width] = await heights(page);
  }
  return found;
}

for (const [path, part] of PAGE_AND_PART) {
  test(`on a phone a part far below on ${path} is laid out when it comes near, at its final position`, async ({
    page,
  }) => {
    await neverIdle(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    expect(await isLastLaidOut(page, part)).toBe(false);
    for (const each of await page.locator(PARTS).all()) {
      await each.evaluate((element) => element.scrollIntoView({ block: "start", behavior: "instant" }));
      await each.evaluate((element) => element.scrollIntoView({ block: "end", behavior: "instant" }));
    }
    await page.locator(part).last().scrollIntoViewIfNeeded();
    await expect.poll(() => isLastLaidOut(page, part)).toBe(true);
    const found = await places(page);
    await page.evaluate(layOutAll);
    expect(found).toEqual(await places(page));
  });
}

for (const path of [...PAGE_AND_PART.map(([path]) => path), "/api/docs"]) {
  test(`on a phone a part far below on ${path} is laid out once the browser is idle @script`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await expect.poll(() => waiting(page)).toBe(0);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const found = await height();
    await page.evaluate(layOutAll);
    expect(found).toBe(await height());
  });
}

test("a part above the view is not laid out on idle, which would move the text being read @script", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  // The test decides when the browser is idle.
  await page.addInitScript(() => {
    let isIdle = false;
    const held: IdleRequestCallback[] = [];
    const run = (callback: IdleRequestCallback) => callback({ didTimeout: false, timeRemaining: () => 1 });
    Object.assign(window, {
      requestIdleCallback: (callback: IdleRequestCallback) => (isIdle ? run(callback) : held.push(callback)),
      beIdle: () => {
        isIdle = true;
        held.forEach(run);
      },
    });
  });
  await page.goto("/api/docs");
  const operation = page.locator(".operation").nth(60);
  await operation.locator("h3").evaluate(({ id }) => location.assign(`#${id}`));
  await expect(operation.locator("h3")).toBeInViewport();
  await page.evaluate(() => (window as unknown as { beIdle(): void }).beIdle());
  await expect.poll(() => waiting(page)).toBe(0);
  const ways = await page
    .locator(".operation")
    .evaluateAll((parts) => parts.map((part) => (part as HTMLElement).style.contentVisibility));
  // The first one was visited before.
  expect(new Set(ways.slice(1, 55))).toEqual(new Set([""]));
  expect(ways.at(-1)).toBe("visible");
  await expect(operation.locator("h3")).toBeInViewport();
});

for (const person of ["visitor", "premium"]) {
  test(`on a phone no part far below overlaps the next one for ${person} before it is laid out`, async ({
    page,
  }) => {
    await neverIdle(page);
    if (person !== "visitor") await signInByApi(page.context(), person);
    for (const screen of PAGES) {
      const path = await screenAddress(page.context(), screen);
      await page.setViewportSize({ width: 320, height: 740 });
      await page.goto(path);
      // From the narrowest width up: a part that was visible keeps its height, and stays visible as parts
      // grow.
      const reserved = await heightsByWidth(page);
      await page.evaluate(keepAllLaidOut);
      const actual = await heightsByWidth(page);
      for (const [width, kept] of Object.entries(reserved)) {
        expect(kept.length, path).toBeGreaterThan(0);
        const lacking = (actual[width] ?? []).map((height, nth) => height - (kept[nth] ?? 0));
        expect(Math.max(...lacking), `${path} at ${width} px`).toBeLessThanOrEqual(0);
      }
    }
  });
}

test("on a phone a pick that is the link's target is in view", async ({ page }) => {
  await neverIdle(page);
  await signInByApi(page.context(), "premium");
  await page.setViewportSize({ width: 360, height: 740 });
  for (const symbol of ["ASTS", "LUNR", "CRSP"]) {
    await page.goto(`/search?q=${symbol}`);
    const pick = page.locator('main a[href*="/stock-picks?"]').first();
    await page.goto((await pick.getAttribute("href")) ?? "");
    const { y, height } = (await page.locator("#found").boundingBox()) ?? { y: 0, height: 0 };
    expect([symbol, y > 60, y + height < 740]).toEqual([symbol, true, true]);
    // Without the rule it could pass by chance, if the rows above got their height after the jump.
    await expect(page.locator(".picks tbody tr").last()).toHaveCSS("content-visibility", "visible");
  }
});

test("on a phone a focused element far below shows its ring outside its part", async ({ page }) => {
  await neverIdle(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  const link = page.getByRole("link", { name: "All picks" });
  await page.keyboard.press("Tab");
  await link.focus();
  await link.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await link.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const besideIt = () => page.screenshot({ clip: { x: x + width + 1, y, width: 3, height } });
  const focused = await besideIt();
  await link.blur();
  expect((await besideIt()).equals(focused)).toBe(false);
});
