import { expect, type Page, test } from "@playwright/test";

/** How many cards stand beside each other in the gallery's first row. */
const columns = (page: Page) =>
  page.locator(".gallery .card--poster").evaluateAll((cards) => {
    const tops = cards.map((card) => Math.round(card.getBoundingClientRect().top));
    return tops.filter((top) => top === tops[0]).length;
  });

test("the gallery of videos has one to four columns, by the width there is", async ({ page }) => {
  await page.goto("/videos");
  for (const [width, count] of [
    [360, 1],
    [700, 2],
    [1280, 3],
    [1920, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await columns(page)]).toEqual([width, count]);
  }
});

test("the top bar offers a visitor three ways in, and on a phone only to sign in", async ({ page }) => {
  const bar = page.locator("header").first();
  const way = (name: string) => bar.getByRole("link", { name, exact: true });
  const others = ["Subscribe to Premium", "Get Started"];
  await page.goto("/news");
  for (const name of [...others, "Sign In"]) await expect(way(name)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(way("Sign In")).toBeVisible();
  for (const name of others) await expect(way(name)).toBeHidden();
});
