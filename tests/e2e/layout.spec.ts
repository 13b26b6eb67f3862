import { type BrowserContext, expect, type Locator, test } from "@playwright/test";
import { spec } from "../support/spec";
import { signInAsNewStaff, signInByApi } from "./people";

/** Like most readers' browsers, with view transitions and the moving disclaimer. */
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const sizeOf = async (locator: Locator) => {
  const { width, height } = await locator.evaluate((element) => element.getBoundingClientRect());
  return [Math.round(width * 10) / 10, Math.round(height * 10) / 10];
};

test(
  "the columns around a page have the widths of the specification, section 9",
  spec("2.1 sidebar 200 px right", "9 brand colour sidebar right"),
  async ({ page, context }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/news");
    expect((await sizeOf(page.locator(".sidenav")))[0]).toBe(200);
    expect((await sizeOf(page.locator(".rail")))[0]).toBe(327);
    // While the page is streaming, its text already has its final width, so nothing moves under a reader's
    // eyes.
    const whole = (await sizeOf(page.locator(".beside > *").first()))[0];
    await page.route("/news", async (route) => {
      const response = await route.fetch();
      const [body = ""] = (await response.text()).split('<div class="below"');
      await route.fulfill({ response, body });
    });
    await page.goto("/news");
    await expect(page.locator(".rail")).toHaveCount(0);
    expect((await sizeOf(page.locator(".beside > *").first()))[0]).toBe(whole);
    await signInByApi(context, "superadmin");
    await page.goto("/admin/news");
    expect((await sizeOf(page.locator(".adminmenu")))[0]).toBe(280);
  },
);

test("parts that would move their neighbours are visible only once they are complete", async ({ page }) => {
  const arriving = [
    { cutAt: '<div class="shell', moved: page.locator(".tape ul") },
    { cutAt: 'id="sample"', before: 'class="package-foot"', moved: page.locator(".package").first() },
  ];
  for (const { cutAt, before = cutAt, moved } of arriving) {
    await page.route("/subscription", async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({ response, body: html.slice(0, html.lastIndexOf(before, html.indexOf(cutAt))) });
    });
    await page.goto("/subscription");
    await expect(moved).toBeAttached();
    await expect(moved).toBeHidden();
    await page.unroute("/subscription");
    await page.goto("/subscription");
    await expect(moved).toBeVisible();
  }
});

test(
  "ads have their documented sizes, and a phone shows the left half of a rectangle at double size",
  spec("9 ads 260 200 800"),
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/");
    expect(await sizeOf(page.locator(".ad--square img").first())).toEqual([260, 200]);
    expect(await sizeOf(page.locator(".ad--rectangle img").first())).toEqual([800, 100]);
    await page.setViewportSize({ width: 360, height: 740 });
    const rectangle = page.locator(".ad--rectangle img").first();
    const [width = 0, height = 0] = await sizeOf(rectangle);
    expect(width / height).toBeCloseTo(4, 1);
    await expect(rectangle).toHaveCSS("object-position", "0px 50%");
  },
);

type Story = { id: string; category: string; content: string; imageUrl: string | null };

/**
 * From a category in which no other journey publishes: the newest story of all may have no picture and no
 * link.
 */
async function demoStory({ request }: BrowserContext, isWanted: (story: Story) => boolean): Promise<Story> {
  const stories: Story[] = await (await request.get("/api/news?limit=100")).json();
  const found = stories.find((story) => story.category === "Tech" && isWanted(story));
  if (!found) throw new Error("The demo has no such story");
  return found;
}

test("a page loads one picture with priority, and it is the largest in view", async ({ page, context }) => {
  // A chart leads the front page, so no picture takes priority over the font of its headline.
  await page.goto("/");
  await expect(page.locator("main h2").first()).toHaveText(/It settled at/);
  await expect(page.locator("img[fetchpriority=high]")).toHaveCount(0);
  const pictured = await demoStory(context, ({ imageUrl }) => imageUrl !== null);
  for (const screen of ["/news?category=Tech", `/news/${pictured.id}`]) {
    await page.goto(screen);
    const first = page.locator("img[fetchpriority=high]");
    await expect(first, screen).toHaveCount(1);
    const areas = await page.locator("img").evaluateAll((pictures) =>
      pictures
        .map((picture) => ({ of: picture, box: picture.getBoundingClientRect() }))
        .filter(({ box }) => box.top < innerHeight)
        .sort((one, other) => other.box.width * other.box.height - one.box.width * one.box.height)
        .map(({ of }) => of.getAttribute("fetchpriority")),
    );
    expect(areas[0], screen).toBe("high");
  }
});

test("a list shown as cards has a sort menu with the orders of its table's headings", async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 640, height: 740 });
  await signInAsNewStaff(context, "admin");
  await page.goto("/admin/news?category=Tech");
  await expect(page.getByRole("columnheader", { name: "Title" })).toBeHidden();
  await page.locator("summary", { hasText: "Sort: Newest first" }).click();
  await page.getByRole("link", { name: "Title", exact: true }).click();
  await expect(page).toHaveURL("/admin/news?category=Tech&sort=title&direction=desc");
  await page.locator("summary", { hasText: "Sort: Title, descending" }).click();
  await page.getByRole("link", { name: "Title", exact: true }).click();
  await expect(page).toHaveURL("/admin/news?category=Tech&sort=title&direction=asc");
  await page.setViewportSize({ width: 1280, height: 740 });
  await expect(page.getByRole("columnheader", { name: "Title" })).toHaveAttribute("aria-sort", "ascending");
  await expect(page.locator("summary", { hasText: "Sort:" })).toBeHidden();
});

test("menus close when the focus leaves them, so they cover nothing @script", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 740 });
  await page.goto("/news");
  const drawer = page.locator("details[data-panel=menu]");
  await drawer.locator("summary").click();
  const links = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
  await expect(links.first()).toBeFocused();
  await page.locator("#menu summary").focus();
  await expect(drawer).toHaveAttribute("open", "");
  await links.last().focus();
  await expect(drawer).toHaveAttribute("open", "");
  await page.keyboard.press("Tab");
  await expect(drawer).not.toHaveAttribute("open", "");

  const bell = page.locator("details", { has: page.locator("summary[aria-label^='Notifications']") });
  await bell.locator("summary").click();
  await bell.getByRole("link").last().focus();
  await expect(bell).toHaveAttribute("open", "");
  await page.keyboard.press("Tab");
  await expect(bell).not.toHaveAttribute("open", "");
});

test("a print has all columns and no duplicate address", async ({ page, context }) => {
  await signInByApi(context, "premium");
  await page.emulateMedia({ media: "print" });
  // A4 without a browser's margins.
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.goto("/stock-picks");
  const edges = await page
    .locator(".picks tbody tr")
    .first()
    // Figures replace the price's shape, which the company's page also has.
    .locator("th, td:not(.spark-cell)")
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
  expect(edges).toHaveLength(10);
  expect(Math.min(...edges)).toBeGreaterThan(0);
  expect(Math.max(...edges)).toBeLessThanOrEqual(718);
  expect(await page.locator("html").evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(718);

  const linking = await demoStory(context, ({ content }) => content.includes("https://"));
  await page.goto(`/news/${linking.id}`);
  const after = await page
    .locator(".prose a[href^=http]")
    .first()
    .evaluate((link) => getComputedStyle(link, "::after").content);
  expect(after).not.toContain("http");
  // Links need their address on paper.
  const named = await page
    .locator(".prose a[href^=http]")
    .first()
    .evaluate((link) => {
      link.setAttribute("data-named", "");
      return getComputedStyle(link, "::after").content;
    });
  expect(named).toContain("https://");
});

test("the disclaimer moves without widening a narrow page, and stops while Pause is ticked", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto("/register");
  const movements = () =>
    page
      .locator(".disclaimer-band-track")
      .evaluate((track) =>
        track.getAnimations().map(({ effect, playState }) => [effect?.getTiming().duration, playState]),
      );
  expect(await movements()).toEqual([[60_000, "running"]]);
  expect(await page.locator("html").evaluate((html) => html.scrollWidth)).toBe(320);
  await page.getByLabel("Pause").check();
  await page.mouse.move(0, 0);
  expect(await movements()).toEqual([[60_000, "paused"]]);
});
