import { expect, test } from "@playwright/test";

const topOf = (page: import("@playwright/test").Page) =>
  page
    .locator("main h2")
    .first()
    .evaluate((head) => head.getBoundingClientRect().top);

for (const [width, height, most] of [
  [1280, 860, 220],
  [1920, 1080, 220],
  [360, 740, 260],
] as const) {
  test(`the first headline begins above ${most} at a width of ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    await expect(page.locator(".lead-call")).toBeVisible();
    expect(await topOf(page)).toBeLessThanOrEqual(most);
  });
}

test("the front page uses the full width below the right column, and never runs under it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 860 });
  for (const path of ["/", "/trade-alert", "/market", "/news", "/daily-brief"]) {
    await page.goto(path);
    const boxOf = (selector: string) =>
      page.locator(selector).evaluate((part) => part.getBoundingClientRect());
    const [beside, below, rail] = [await boxOf(".beside"), await boxOf(".below"), await boxOf(".rail")];
    expect(beside.right, path).toBeLessThanOrEqual(rail.left);
    expect(below.top, path).toBeGreaterThanOrEqual(rail.bottom);
    expect(Math.round(below.right), path).toBe(Math.round(rail.right));
  }
});

test("banners take one line, can be opened, and stay dismissed @both", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.goto("/");
  const notices = page.getByRole("region", { name: "Notices" });
  expect(await notices.evaluate((bar) => bar.getBoundingClientRect().height)).toBeLessThanOrEqual(34);
  await notices.locator("summary").click();
  await expect(notices.locator(".banner").last()).toBeVisible();
  await notices.getByRole("button", { name: "Dismiss the notices" }).click();
  await expect(notices).toHaveCount(0);
  await page.reload();
  await expect(notices).toHaveCount(0);
});
