import { expect, test } from "@playwright/test";

const PAGE = "/api/docs";

test("a line for the shell can be copied, and says so @script", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${PAGE}#listNewsItems`);
  const operation = page.getByRole("article").filter({ has: page.locator("#listNewsItems") });
  await operation.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText("Copied")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^curl 'http:\/\/localhost:\d+\/api\/news\?limit=20'$/);
  const answer = await page.request.get(copied.slice("curl '".length, -1));
  expect(answer.status()).toBe(200);
});

test("the page is whole without script @no-script", async ({ page }) => {
  await page.goto(PAGE);
  await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(0);
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Markets" }).click();
  await expect(page).toHaveURL(/#markets$/);
  const reading = page.getByRole("article").filter({ has: page.locator("#getMarket") });
  await expect(reading.getByText('"changePercent"')).toBeHidden();
  await reading.getByText("Answer, 200").click();
  await expect(reading.getByText('"changePercent"')).toBeVisible();
});

test("a phone shows all of it without scrolling sideways", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(PAGE);
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overhang).toBe(0);
  await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Purchases" }).click();
  await expect(page.getByRole("heading", { name: "Purchases" })).toBeInViewport();
});
