import { expect, test } from "@playwright/test";

const PAGE = "/api/docs";

test("a shell command can be copied, with a confirmation @script", async ({ page, context }) => {
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

test("the API page is complete without script @no-script", async ({ page }) => {
  await page.goto(PAGE);
  await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(0);
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Markets" }).click();
  await expect(page).toHaveURL(/#markets$/);
  const reading = page.getByRole("article").filter({ has: page.locator("#getMarket") });
  await expect(reading.getByText('"changePercent"')).toBeHidden();
  await reading.getByText("Response, 200").click();
  await expect(reading.getByText('"changePercent"')).toBeVisible();
});

test("the API page does not scroll sideways on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(PAGE);
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overhang).toBe(0);
  const cut = await page
    .locator(".operation")
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth));
  expect(cut).toEqual([]);
  await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Purchases" }).click();
  await expect(page.getByRole("heading", { name: "Purchases" })).toBeInViewport();
});

test("a deep link into the API page scrolls to its target at every width @script", async ({ page }) => {
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("about:blank");
    await page.goto(`${PAGE}#deleteAdmin`);
    const heading = page.locator("#deleteAdmin");
    await expect(heading).toBeInViewport();
    await expect.poll(() => heading.evaluate((h) => h.getBoundingClientRect().top)).toBeLessThan(200);
  }
});

test("a part that is not laid out yet has room for its shell command @script", async ({ page }) => {
  for (const width of [360, 412, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(PAGE);
    const tooLow = await page.locator(".operation").evaluateAll((operations) =>
      operations.flatMap((operation) => {
        const { containIntrinsicBlockSize } = getComputedStyle(operation);
        const reserved = Number.parseFloat(containIntrinsicBlockSize.replace("auto ", ""));
        const top = operation.getBoundingClientRect().top;
        const { bottom } = operation.querySelector("[data-copy]")?.getBoundingClientRect() ?? { bottom: 0 };
        return bottom - top <= reserved ? [] : [`${operation.querySelector("h3")?.id}: ${bottom - top}`];
      }),
    );
    expect(tooLow, `${width}`).toEqual([]);
  }
});
