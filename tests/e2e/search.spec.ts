import { expect, test } from "@playwright/test";
import { spec } from "../support/spec";

const box = "#q";
const list = "[role=listbox]";

test("the search box is a combobox once script runs, and announces the number of results @script", async ({
  page,
}) => {
  for (const path of ["/", "/login"]) {
    await page.goto(path);
    const combobox = page.getByRole("combobox", { name: "Search" });
    await expect(combobox).toHaveAttribute("aria-expanded", "false");
    await expect(combobox).toHaveAttribute("aria-autocomplete", "list");
    const status = page.locator("header search-box").getByRole("status");
    await expect(status).toHaveText("");
    await combobox.fill("en");
    await expect(status).toHaveText(/^\d+ results?$/);
    await expect(combobox).toHaveAttribute("aria-expanded", "true");
    await combobox.fill("no such thing anywhere");
    await expect(status).toHaveText("No results. Press Enter to search the whole site.");
    await expect(combobox).toHaveAttribute("aria-expanded", "false");
    await expect(page.locator(list)).toHaveCount(0);
    await expect(page.locator("header .searchlist")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(status).toHaveText("");
    await expect(page.locator("header .searchlist")).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/search\?q=no\+such/);
  }
});

test("a failed search is not reported as no results @script", async ({ page }) => {
  await page.goto("/");
  const status = page.locator("header search-box").getByRole("status");
  for (const answer of [{ status: 429, json: { message: "Slower" } }, undefined]) {
    await page.route("**/search/suggestions*", (route) => (answer ? route.fulfill(answer) : route.abort()));
    await page.getByRole("combobox", { name: "Search" }).fill("en");
    await expect(status).toHaveText("Search did not respond. Press Enter to search the whole site.");
    await page.getByRole("combobox", { name: "Search" }).fill("");
    await page.unroute("**/search/suggestions*");
  }
});

test("without script the search box is a plain search field @no-script", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeVisible();
  await expect(page.getByRole("combobox")).toHaveCount(0);
});

test(
  "the drop-down opens at two characters, works by keyboard, and clears after a choice @script",
  spec("2.2 drop down most 300", "9 search 2 characters drop"),
  async ({ page }) => {
    const requested: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/search/suggestions")) requested.push(request.url());
    });
    await page.clock.install();
    await page.goto("/");
    await page.keyboard.press("/");
    await expect(page.locator(box)).toBeFocused();
    await page.keyboard.type("e");
    await page.clock.runFor(5_000);
    expect(requested).toEqual([]);
    await expect(page.locator(list)).toHaveCount(0);
    await page.keyboard.type("n");
    const options = page.locator(`${list} [role=option]`);
    await expect(options.first()).toHaveText(/^(Daily Brief|Alert|Video): ./);
    expect((await page.locator(list).boundingBox())?.height).toBeLessThanOrEqual(300);
    await expect(page.locator(box)).toHaveAttribute("aria-expanded", "true");

    await page.keyboard.press("ArrowDown");
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
    await expect(page.locator(box)).toHaveAttribute(
      "aria-activedescendant",
      (await options.first().getAttribute("id")) ?? "",
    );
    const link = (await options.first().getAttribute("href")) ?? "";
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(link);
    await expect(page.locator(box)).toHaveValue("");
  },
);

test(
  "fewer than two characters clear the drop-down, Escape closes it, and Enter opens all results @script",
  spec("2.2 starts two characters after"),
  async ({ page }) => {
    await page.goto("/");
    await page.locator(box).fill("en");
    await expect(page.locator(`${list} a`).first()).toBeVisible();
    await page.locator(box).fill("e");
    await expect(page.locator(list)).toHaveCount(0);
    await page.locator(box).fill("en");
    await expect(page.locator(`${list} a`).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.locator(list)).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/search\?q=en$/);
    await expect(page.locator("main h2").first()).toBeVisible();
  },
);

test(
  "a result can be chosen with the pointer, and leaving the box closes the list @script",
  spec("2.2 choosing one clears search"),
  async ({ page }) => {
    await page.goto("/news");
    await page.locator(box).fill("en");
    const first = page.locator(`${list} a`).first();
    await expect(first).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.locator(list)).toHaveCount(0);
    await page.locator(box).fill("enp");
    await page.locator(box).fill("en");
    const link = (await first.getAttribute("href")) ?? "";
    await first.click();
    await expect(page).toHaveURL(link);
  },
);

test("a slash typed into a field does not focus the search @script", async ({ page }) => {
  await page.goto("/");
  await page.locator(box).focus();
  await page.keyboard.type("a/b");
  await expect(page.locator(box)).toHaveValue("a/b");
});

test(
  "the search box opens the results page @no-script",
  spec("2.2 without script full page"),
  async ({ page }) => {
    await page.goto("/");
    await page.locator(box).fill("nvidia");
    await page.locator("header").getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/\/search\?q=nvidia$/);
    await page.locator("main").getByRole("link", { name: "Nvidia" }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nvidia");
  },
);

test("a found quote links to its row, in view and highlighted", async ({ page }) => {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto("/search?q=VIX&in=quotes");
    await page.locator("main").getByRole("link", { name: "VIX" }).first().click();
    const row = page.getByRole("row", { name: "VIX" });
    await expect(row).toBeInViewport();
    const paint = (line: typeof row) =>
      line.locator("th").evaluate((cell) => getComputedStyle(cell).backgroundColor);
    expect(await paint(row)).not.toBe(await paint(page.getByRole("row", { name: "Sensex" })));
  }
});

test(
  "a chosen theme persists, and the form returns to its page @both",
  spec("beyond theme remembered without script"),
  async ({ page }) => {
    await page.goto("/news?category=Energy");
    await page.getByRole("button", { name: "Dark", exact: true }).click();
    await expect(page).toHaveURL(/\/news\?category=Energy$/);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.goto("/about");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.getByRole("button", { name: "System", exact: true }).click();
    await expect(page.locator("html")).not.toHaveAttribute("data-theme");
  },
);

test("the demo corrects nine typos @no-script", async ({ request }) => {
  for (const [typed, meant] of [
    ["bitcion", "bitcoin"],
    ["tesal", "tesla"],
    ["appel", "apple"],
    ["intle", "intel"],
    ["brnet", "brent"],
    ["carnvial", "carnival"],
    ["uranuim", "uranium"],
    ["catrepillar", "caterpillar"],
    ["Nviida", "nvidia"],
  ] as const) {
    const html = await (await request.get(`/search?q=${typed}&in=quotes`)).text();
    const titles = [...html.matchAll(/<h3><a [^>]*>(.*?)<\/a>/gs)].map(([, title = ""]) =>
      title.replace(/<[^>]*>/g, "").toLowerCase(),
    );
    expect(titles.length, typed).toBeGreaterThan(0);
    for (const title of titles) expect(title, typed).toContain(meant);
  }
});
