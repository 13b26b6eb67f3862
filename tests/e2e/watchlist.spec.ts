import { expect, test } from "@playwright/test";
import { fillSignIn, signInByApi } from "./people";

/** Each project has a member of its own: both change the same list. */
const memberOf = (script: boolean | undefined) => (script === false ? "basic" : "private");

test("a visitor signs in by the star of a company, watches it, and takes it off the list @both", async ({
  page,
}, { project }) => {
  await page.goto("/stock/NVDA");
  const star = page.getByRole("button", { name: /^Watch / });
  await star.click();
  await expect(page).toHaveURL("/login?next=%2Fstock%2FNVDA");
  await fillSignIn(page, memberOf(project.use.javaScriptEnabled));
  await expect(page).toHaveURL("/stock/NVDA");
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await page.goto("/watchlist");
  const entry = page.locator(".watchlist li", { has: page.locator('a[href="/stock/NVDA"]') });
  await expect(entry).toHaveCount(1);
  await entry.getByRole("button", { name: /^Remove / }).click();
  await expect(page).toHaveURL("/watchlist");
  await expect(entry).toHaveCount(0);
  await page.goto("/stock/NVDA");
  await expect(star).toHaveAttribute("aria-pressed", "false");
});

test("a member presses the star, and the page stays as it is @script", async ({ page, context }) => {
  await signInByApi(context, "premium");
  await page.goto("/stock/ASML");
  await page.evaluate(() => {
    document.documentElement.dataset.same = "yes";
  });
  const star = page.getByRole("button", { name: /^Watch / });
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("html[data-same]")).toHaveCount(1);
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "false");
});

test("a member who presses the star offline reads why nothing changes, and stays on the page @script", async ({
  page,
  context,
}) => {
  await signInByApi(context, "premium");
  await page.goto("/stock/TSLA");
  await context.setOffline(true);
  const star = page.getByRole("button", { name: /^Watch / });
  await star.click();
  await expect(page.getByRole("alert")).toContainText("You are offline. Nothing was sent");
  await expect(page).toHaveURL("/stock/TSLA");
  await expect(star).toHaveAttribute("aria-pressed", "false");
  await context.setOffline(false);
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "false");
});

test("opening the bell marks what it shows as read @script", async ({ page, context }) => {
  await signInByApi(context, "lapsed");
  await page.goto("/notifications");
  // The bell shows six; it marks itself as read only if that is all that is new.
  await page.evaluate(async () => {
    const times = [...document.querySelectorAll<HTMLTimeElement>(".bell-list time")].map((at) => at.dateTime);
    const until = times.toSorted().at(-4) ?? "";
    await fetch("/notifications/read", { method: "POST", body: new URLSearchParams({ until }) });
  });
  await page.goto("/about");
  const bell = page.locator("details.bell");
  const unread = bell.locator("form[data-bell-read]");
  const answer = page.waitForResponse("**/notifications/read");
  await bell.locator("summary").click();
  expect((await answer).status()).toBe(204);
  await expect(bell.locator(".count")).toBeHidden();
  await page.reload();
  await expect(bell.locator("summary")).toHaveAttribute("aria-label", "Notifications");
  await expect(unread).toHaveCount(0);
});
