import { expect, type Page, test } from "@playwright/test";
import { fillSignIn, signInByApi } from "./people";

/** One buyer per project: the browsers share a database. */
const buyerOf = (project: string) => (project === "script" ? "zeno.albrecht" : "lapsed");

const selectPremium = (page: Page) =>
  page
    .locator("section.package")
    .filter({ has: page.getByRole("heading", { name: "Premium", exact: true }) })
    .getByRole("button", { name: "Select plan" })
    .click();

/** One brief per project, so their figures stay separate. */
const nthOf = (project: string) => (project === "script" ? 0 : 1);

test("a payment after a paywall, sign-in and PayPal is credited to the page @both", async ({
  page,
  context,
}, { project }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/locks/")) sent.push(pathname + search);
  });
  await page.goto("/daily-brief");
  const locked = page.locator("article.card:has(button) h3 a").nth(nthOf(project.name));
  const brief = (await locked.getAttribute("href")) ?? "";
  await page.goto(brief);
  const upgradeLink = page.getByRole("link", { name: "Upgrade to Premium" });
  await upgradeLink.scrollIntoViewIfNeeded();
  const file = project.name === "no-script" ? "shown.gif" : "shown";
  await expect.poll(() => sent).toContain(`/locks/${file}?from=${brief}`);
  await upgradeLink.click();
  await expect(page).toHaveURL("/subscription");
  await expect.poll(() => sent).toContain(`/locks/followed?from=${brief}`);

  await selectPremium(page);
  await page.getByRole("link", { name: "sign-in page" }).click();
  await fillSignIn(page, buyerOf(project.name));
  const again = `/subscription?${new URLSearchParams({ from: brief })}`;
  await expect(page).toHaveURL(again);
  await selectPremium(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(again);
  await selectPremium(page);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Subscription activated!")).toBeVisible();
  await page.goto(brief);
  await expect(upgradeLink).toHaveCount(0);

  await context.clearCookies();
  await signInByApi(context, "superadmin");
  await page.goto("/admin/numbers");
  const row = page.getByRole("row").filter({ has: page.locator(`a[href="${brief}"]`) });
  // Once, or twice if the journey of the other project used the same brief.
  await expect(row).toContainText(/\$(29|58)\.00$/);
});
