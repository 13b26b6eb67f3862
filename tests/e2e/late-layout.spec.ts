import { expect, type Page, test } from "@playwright/test";
import { layOutAll } from "./laid-out";

const PARTS = ".below > *, .rail, .picks tbody tr";

/** Where the parts far below stand, and all they draw. */
const places = (page: Page) =>
  page.locator(PARTS).evaluateAll((parts) =>
    parts.map((part) =>
      [part, ...part.querySelectorAll(":is(h2, h3, table, td, img, svg, a)")].map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left, top + scrollY, width, height].map(Math.round).join(" ");
      }),
    ),
  );

for (const path of ["/", "/news", "/stock-picks", "/trade-alert", "/track-record"]) {
  test(`on a phone what is far below on ${path} is laid out when it comes near, and then is where it would be`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    const last = page.locator(PARTS).last();
    const isLaidOut = () =>
      last
        .locator("h2, td")
        .first()
        .evaluate((shown) => shown.checkVisibility({ contentVisibilityAuto: true }));
    expect(await isLaidOut()).toBe(false);
    for (const part of await page.locator(PARTS).all()) {
      await part.evaluate((element) => element.scrollIntoView({ block: "start", behavior: "instant" }));
      await part.evaluate((element) => element.scrollIntoView({ block: "end", behavior: "instant" }));
    }
    await expect.poll(isLaidOut).toBe(true);
    const found = await places(page);
    await page.evaluate(layOutAll);
    expect(found).toEqual(await places(page));
  });
}

test("on a phone what has the focus far below shows its ring outside its part, too", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  // What other journeys publish meanwhile stands on the first page.
  await page.goto("/news?page=2");
  const author = page.locator('.below a[href^="/author/"]').first();
  await author.scrollIntoViewIfNeeded();
  const { x, y, height } = (await author.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const besideIt = () => page.screenshot({ clip: { x: x - 4, y, width: 3, height } });
  const before = await besideIt();
  await page.keyboard.press("Tab");
  await author.focus();
  await author.scrollIntoViewIfNeeded();
  expect((await besideIt()).equals(before)).toBe(false);
});
