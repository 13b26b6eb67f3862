import { expect, type Page, test } from "@playwright/test";
import { spec } from "../support/spec";
import { signInByApi } from "./people";

/** One buyer per project: the browsers share a database, and a package can be bought once. */
const buyer = (project: string) => (project === "script" ? "vera.nystrom" : "mina.aldaba");

const packageCard = (page: Page, name: string) =>
  page.locator("section.package").filter({ has: page.getByRole("heading", { name, exact: true }) });

test("a visitor who selects a plan is redirected to sign in @both", async ({ page }) => {
  await page.goto("/subscription");
  await packageCard(page, "Premium").getByRole("button", { name: "Select plan" }).click();
  await expect(page.getByText("Please login to proceed")).toBeVisible();
  await page.waitForURL(/\/login\?next=(%2F|\/)subscription$/);
});

test(
  "a member cancels at PayPal, then buys Premium, then Private @both",
  spec("2.3 subscription success your last", "4 purchase select order redirect"),
  async ({ page, context }, { project }) => {
    await signInByApi(context, buyer(project.name));
    await page.goto("/subscription");
    await packageCard(page, "Premium").getByRole("button", { name: "Select plan" }).click();
    await expect(page.getByRole("heading", { name: "Approve your payment" })).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL("/subscription");
    await expect(page.getByText("The purchase was cancelled. You have not been charged.")).toBeVisible();

    await packageCard(page, "Premium").getByRole("button", { name: "Select plan" }).click();
    await expect(page.getByText("$29.00")).toBeVisible();
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page).toHaveURL("/subscription");
    await expect(page.getByText("Subscription activated!")).toBeVisible();
    await expect(packageCard(page, "Premium").getByText("Active")).toBeVisible();
    await expect(packageCard(page, "Premium").getByRole("button")).toBeDisabled();

    await page.goto("/subscription/success");
    await expect(page.getByText("Access until")).toBeVisible();
    const number = (await page.getByText(/^R-\d{6}$/).textContent()) ?? "";
    await page.getByRole("link", { name: "See the receipt" }).click();
    await expect(page.getByRole("heading", { name: "Receipt", exact: true })).toBeVisible();
    await expect(page.getByText(number)).toBeVisible();
    await page.goto("/daily-brief");
    await page.locator("article.card h3 a").first().click();
    await expect(page.locator(".prose p").first()).not.toBeEmpty();

    await page.goto("/subscription");
    await packageCard(page, "Private").getByRole("button", { name: "Select plan" }).click();
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText("Subscription activated!")).toBeVisible();
    await expect(
      packageCard(page, "Premium").getByRole("button", { name: "After Private ends" }),
    ).toBeDisabled();
  },
);

test("a member finds the credit note of a refunded payment, and staff find it by its number", async ({
  page,
  context,
  browser,
  baseURL,
}, { project }) => {
  await signInByApi(context, "superadmin");
  await page.goto("/admin/payments?status=REFUNDED");
  await page
    .locator("tbody")
    .getByRole("link", { name: /^R-\d{6}/ })
    .first()
    .click();
  await page.getByRole("link", { name: "See the credit note" }).click();
  await expect(page.getByRole("heading", { name: "Credit note", exact: true })).toBeVisible();
  const number = (await page.getByText(/^C-\d{6}$/).textContent()) ?? "";
  const email =
    (await page
      .getByText(/@demo\.test$/)
      .first()
      .textContent()) ?? "";
  await page.goto(`/admin/payments?q=${number}`);
  await expect(page.getByRole("link", { name: email, exact: true })).toBeVisible();

  const own = await browser.newContext({ baseURL, javaScriptEnabled: project.name === "script" });
  await signInByApi(own, email.replace("@demo.test", ""));
  const account = await own.newPage();
  await account.goto("/dashboard/subscription");
  await account.getByRole("link", { name: `Credit note ${number}` }).click();
  await expect(account.getByText("the payment was refunded")).toBeVisible();
  await own.close();
});

test("a member with a pending payment sees it, and can still buy another plan @both", async ({
  page,
  context,
}) => {
  await signInByApi(context, "farid.beaumont");
  await page.goto("/subscription");
  const note = page.getByText("A payment of $29.00 for Premium is on its way.");
  await expect(note).toBeVisible();
  await packageCard(page, "Private").getByRole("button", { name: "Select plan" }).click();
  await expect(note).toBeVisible();
  await page.getByRole("link", { name: "Buy anyway" }).click();
  await packageCard(page, "Private").getByRole("button", { name: "Select plan" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("The purchase was cancelled. You have not been charged.")).toBeVisible();
});

test(
  "during a purchase no plan can be chosen, and a second click sends nothing @script",
  spec("4 plan buttons disabled while"),
  async ({ page, context }) => {
    await signInByApi(context, "basic");
    // Added after the page's own listeners: counts a form that they allow, and does not send it.
    await page.addInitScript(() => {
      addEventListener("load", () => {
        addEventListener("submit", (event) => {
          if (!event.defaultPrevented) document.title += " sent";
          event.preventDefault();
        });
      });
    });
    await page.goto("/subscription", { waitUntil: "load" });
    const buttons = page.locator("section.package").getByRole("button");
    await packageCard(page, "Premium").getByRole("button").click();
    await expect(packageCard(page, "Premium").getByText("Redirecting...")).toBeVisible();
    for (const button of await buttons.all()) await expect(button).toBeDisabled();
    for (const name of ["Private", "Premium"])
      await packageCard(page, name).getByRole("button").dispatchEvent("click");
    expect((await page.title()).match(/ sent/g)).toHaveLength(1);
  },
);

test(
  "staff edit a package's benefits as a list @both",
  spec("8 package added successfully package"),
  async ({ page, context }, { project }) => {
    await signInByApi(context, "admin");
    const name = `Premium by ${project.name}`;
    await page.goto("/admin/packages/new");
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Name").fill(name);
    await sheet.getByLabel("Price").fill("12.50");
    await sheet.getByLabel("Days").fill("7");
    const benefits = sheet.getByLabel("Benefits");
    if (project.name === "script") {
      await benefits.fill("  Every brief ");
      await benefits.press("Enter");
      await benefits.fill("A mistake");
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByRole("button", { name: "Remove A mistake" }).click();
      await benefits.fill("Every alert");
    } else {
      await benefits.fill("  Every brief \n\nEvery alert");
    }
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Package added successfully")).toBeVisible();
    await page.goto("/subscription");
    await expect(packageCard(page, name).getByRole("listitem")).toHaveText(["Every brief", "Every alert"]);

    await page.goto(`/admin/packages?q=${encodeURIComponent(name)}`);
    await page.getByRole("link", { name: `Delete ${name}` }).click();
    await expect(page.getByText("Are you sure you want to delete this package?")).toBeVisible();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("Package deleted successfully")).toBeVisible();
    await expect(page.getByText("No packages found")).toBeVisible();
  },
);

test("superadmin finds a payment by its buyer's address, and an admin cannot open the screen", async ({
  page,
  context,
}) => {
  await signInByApi(context, "superadmin");
  await page.goto("/admin/payments?size=5");
  await expect(page.getByText("COMPLETED", { exact: true }).first()).toBeVisible();
  await page.getByLabel("Search email, receipt or PayPal ID").fill("odile.kamara");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("rowheader", { name: /odile\.kamara@demo\.test/ })).toHaveCount(1);
  await page.goto("/admin/payments?q=nobody-has-this");
  await expect(page.getByText("No payments found.")).toBeVisible();
  await context.clearCookies();
  await signInByApi(context, "admin");
  await page.goto("/admin/payments");
  await expect(page.getByRole("heading", { name: "Only superadmin can access this page." })).toBeVisible();
});
