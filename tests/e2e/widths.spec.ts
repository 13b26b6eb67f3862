import { expect, type Page, test } from "@playwright/test";
import { spec } from "../support/spec";

/** The number of cards in the gallery's first row. */
const columns = (page: Page) =>
  page.locator(".gallery .card--poster").evaluateAll((cards) => {
    const tops = cards.map((card) => Math.round(card.getBoundingClientRect().top));
    return tops.filter((top) => top === tops[0]).length;
  });

test(
  "the video gallery has one to four columns, depending on its width",
  spec("2.3 videos 1 2 3"),
  async ({ page }) => {
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
  },
);

test("the front page's picks share its width, and on a phone state the target of their upside", async ({
  page,
}) => {
  const picks = page.getByRole("table", { name: "The newest picks" });
  const partsOf = () =>
    picks.evaluate((table) =>
      [...table.querySelectorAll("thead th")].map((head) => head.clientWidth / table.clientWidth),
    );
  await page.goto("/");
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const [name = 0, , , , , , , year = 0, held = 1] = await partsOf();
    expect(held, `at ${width} px`).toBeLessThan(0.3);
    expect(Math.min(name, year), `at ${width} px`).toBeGreaterThan(0.1);
  }
  const target = picks.locator("td .reach").first();
  await expect(target).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  await target.scrollIntoViewIfNeeded();
  const label = await target.evaluate((words) => {
    const { left, right } = words.getBoundingClientRect();
    return { left, right, says: getComputedStyle(words, "::after").content };
  });
  expect(label.says).toMatch(/^"to [\d,.]+"$/);
  expect([label.left >= 0, label.right <= 360]).toEqual([true, true]);
});

test("parts of neighbouring columns begin and end at the same height", async ({ page }) => {
  /** The difference between the tops of parts in the same row of columns. */
  const apartIn = (part: string) =>
    page.locator(".cols").evaluateAll((grids, selector) => {
      const rows = new Map<number, number[]>();
      for (const cell of grids.flatMap((grid) => [...grid.children])) {
        const found = cell.querySelector(selector);
        const row = cell.getBoundingClientRect().top;
        if (found) rows.set(row, [...(rows.get(row) ?? []), found.getBoundingClientRect().top]);
      }
      return [...rows.values()].map((tops) => [tops.length, Math.max(...tops) - Math.min(...tops)]);
    }, part);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/daily-brief");
  expect(await apartIn("button")).toEqual(Array(4).fill([3, 0]));
  await page.setViewportSize({ width: 768, height: 900 });
  // All articles that far back have a picture. Those that other journeys publish have none.
  await page.goto("/news?page=3");
  expect(await apartIn(".pic")).toEqual(Array(2).fill([3, 0]));
});

for (const path of ["/news", "/daily-brief"]) {
  test(`on a phone a rule separates the items of ${path} between its two parts`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    const first = page.locator(".below > .cols");
    await expect(first).toHaveCSS("border-top-width", "1px");
    await page.setViewportSize({ width: 768, height: 740 });
    await expect(first).toHaveCSS("border-top-width", "0px");
  });
}

test(
  "the top bar offers a visitor three ways in, and on a phone only sign-in",
  spec("2.1 visitors subscribe premium get"),
  async ({ page }) => {
    const bar = page.locator("header").first();
    const way = (name: string) => bar.getByRole("link", { name, exact: true });
    const others = ["Subscribe to Premium", "Get Started"];
    await page.goto("/news");
    for (const name of [...others, "Sign In"]) await expect(way(name)).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(way("Sign In")).toBeVisible();
    for (const name of others) await expect(way(name)).toBeHidden();
  },
);
