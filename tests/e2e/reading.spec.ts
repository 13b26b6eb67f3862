import { expect, test } from "@playwright/test";
import { spec } from "../support/spec";
import { fillSignIn, signIn } from "./people";

test(
  "a visitor reads from the home page to an article and back to a category @both",
  spec("2.3 news tabs"),
  async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "News", exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Daily Brief", exact: true })).toBeVisible();
    await expect(page.getByRole("region", { name: "Market strip" })).toContainText("S&P 500");
    const lead = page.locator("article.lead h3 a");
    const title = await lead.innerText();
    await lead.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "News" }).click();
    await page.getByRole("link", { name: "Energy", exact: true }).click();
    await expect(page).toHaveURL(/\/news\?category=Energy$/);
    await expect(page.locator(".kicker").first()).toHaveText("Energy");
  },
);

test(
  "a missing page shows the exact texts in the site's layout",
  spec("2.3 news found", "2.3 daily brief found"),
  async ({ page }) => {
    const response = await page.goto("/news/00000000-0000-4000-8000-000000000000");
    expect(response?.status()).toBe(404);
    await expect(page.getByText("News not found.")).toBeVisible();
    await page.goto("/daily-brief/no-such-brief");
    await expect(page.getByText("Daily brief not found.")).toBeVisible();
    await page.getByRole("link", { name: "Go to the home page" }).click();
    await expect(page).toHaveURL("/");
  },
);

test(
  "a brief has a paywall for visitors, opens for Premium, and closes on sign-out @no-script",
  spec(
    "2.1 avatar menu name email",
    "2.3 daily brief id premium",
    "4 session signed signed out",
    "8 logged successfully",
  ),
  async ({ page }) => {
    await page.goto("/daily-brief");
    await expect(page.getByRole("button", { name: "Locked" }).first()).toBeDisabled();
    await page.locator("article.card h3 a").first().click();
    await expect(
      page.getByText(
        "Premium Content - This daily brief is available to Premium or Private subscribers only.",
      ),
    ).toBeVisible();
    await expect(page.locator(".prose")).toHaveCount(0);
    const brief = page.url();
    await page.getByRole("link", { name: "Upgrade to Premium" }).click();
    await expect(page.getByRole("heading", { name: "Choose what you read" })).toBeVisible();

    await signIn(page, "premium");
    await expect(page.getByText("Logged in successfully!")).toBeVisible();
    await page.goto(brief);
    await expect(page.locator(".prose p").first()).not.toBeEmpty();
    await page.locator("summary[aria-label^='Account menu']").click();
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.goto(brief);
    await expect(page.locator(".prose")).toHaveCount(0);
  },
);

test("signing in from a brief's paywall returns to the open brief", async ({ page }) => {
  await page.goto("/daily-brief");
  await page.locator("article.card h3 a").first().click();
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  await page.locator("main").getByRole("link", { name: "Sign in" }).click();
  await fillSignIn(page, "premium");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.locator(".prose p").first()).not.toBeEmpty();
});

test("a failed sign-in shows the error and keeps the email address @both", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill("not an address");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByText("Please enter a valid email")).toBeVisible();
  await expect(page.getByText("Password is required")).toBeVisible();
  await expect(page.getByText("Please fix the errors in the form")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("not an address");

  await page.getByLabel("Email").fill("nobody@demo.test");
  await page.getByLabel("Password", { exact: false }).first().fill("wrong password");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByText("Invalid email or password")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("nobody@demo.test");
  // The response never contains the password. An open page keeps its input.
  await expect(page.locator("#password")).not.toHaveAttribute("value", /wrong/);
});

test("a picture with a missing file shows a replacement @script", async ({ page }) => {
  await page.goto("/about");
  const drawn = await page.evaluate(async () => {
    const picture = new Image(300, 200);
    picture.src = "/uploads/00000000-0000-4000-8000-000000000000/640.webp";
    document.body.prepend(picture);
    await picture.decode();
    return picture.complete && picture.naturalWidth > 0;
  });
  expect(drawn).toBe(true);
});

test(
  "on a phone the drawer opens and navigates, and nothing scrolls sideways @both",
  spec("2.1 drawer small screens opened"),
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/");
    await expect(page.getByRole("link", { name: "Get Started" })).toBeHidden();
    await page.locator("summary[aria-label='Menu']").click();
    await page
      .getByRole("navigation", { name: "Sections" })
      .getByRole("link", { name: "Daily Brief" })
      .click();
    await expect(page).toHaveURL("/daily-brief");
    await expect(page.locator("#menu")).toBeHidden();
  },
);

test("on a phone the current category is in view, wherever it is in the strip @script", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/market");
  await page.locator(".tabs a").last().click();
  const current = page.locator(".tabs [aria-current]");
  await expect(current).toHaveText((await page.locator(".tabs a").last().textContent()) ?? "");
  await expect(current).toBeInViewport({ ratio: 0.95 });
});

test("members see the support number on a phone, and visitors see the offer where there is room", async ({
  page,
}) => {
  const subscribe = page.locator("header").getByRole("link", { name: "Subscribe to Premium" });
  for (const [width, shown] of [
    [360, false],
    [899, false],
    [900, true],
    [1280, true],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto("/about");
    await expect(subscribe).toBeVisible({ visible: shown });
    await expect(page.locator("header").getByRole("link", { name: "Sign In" })).toBeVisible();
  }
  await signIn(page, "basic");
  for (const width of [360, 900, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto("/about");
    await page.locator("summary[aria-label^='Account menu']").click();
    // Once: in the bar if there is room, otherwise in the menu.
    const line = page.locator("header").getByText("Messages only:").filter({ visible: true });
    await expect(line).toHaveCount(1);
    await expect(line).toBeInViewport();
    await expect(page.locator(".menu-panel").getByText("Messages only:")).toBeVisible({
      visible: width < 1024,
    });
  }
});

test("reading pages load no React and contact no other host @script", async ({ page }) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  for (const path of ["/", "/news", "/daily-brief"]) {
    await page.goto(path);
    expect(await page.evaluate(() => "__remixContext" in window), path).toBe(false);
  }
  const hosts = new Set(requested.map((url) => new URL(url).host));
  expect(hosts).toEqual(new Set([new URL(page.url()).host]));
  expect(
    requested.filter((url) => url.endsWith(".js") && !/\/assets\/(enhance|live-quotes)-/.test(url)),
  ).toEqual([]);
});

test("the manifest is requested once, after the page has loaded @script", async ({ page }) => {
  for (const path of ["/", "/login"]) {
    await page.goto(path);
    const manifest = page.locator('head > link[rel="manifest"]');
    await expect(manifest).toHaveAttribute("href", "/manifest.webmanifest");
  }
});

test("script shows the password, closes menus on Escape and removes success messages @script", async ({
  page,
}) => {
  await page.goto("/login");
  const password = page.locator("#password");
  await password.fill("secret words");
  await page.getByRole("button", { name: /Show/ }).click();
  await expect(password).toHaveAttribute("type", "text");
  await page.goto("/");
  const bell = page.locator("details", { has: page.locator("summary[aria-label^='Notifications']") });
  await bell.locator("summary").click();
  await expect(bell).toHaveAttribute("open", "");
  await page.keyboard.press("Escape");
  await expect(bell).not.toHaveAttribute("open", "");
  await signIn(page, "basic");
  await expect(page.getByText("Logged in successfully!")).toBeVisible();
  await expect(page.getByText("Logged in successfully!")).toBeHidden();
});
