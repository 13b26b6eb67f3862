import { expect, test } from "@playwright/test";
import { spec } from "../support/spec";
import { linkIn, newestEmail } from "./inbox";
import { PASSWORD, signInByApi } from "./people";

const OFFER = "Try it free for 14 days";

test(
  "a visitor registers for a trial, reads a brief and buys the plan, and staff see all of it",
  spec("beyond plan may tried so"),
  async ({ page, browser }, { project }) => {
    const address = `tries-${project.name}@demo.test`;
    const plan = `Premium to try by ${project.name}`;
    const context = await browser.newContext({ javaScriptEnabled: project.use.javaScriptEnabled });
    await signInByApi(context, "superadmin");
    const made = await context.request.post("/api/packages", {
      data: { name: plan, tier: "Premium", price: 29, expiresIn: 30, trialDays: 14 },
    });
    expect(made.status()).toBe(201);
    const card = page
      .locator("section.package")
      .filter({ has: page.getByRole("heading", { name: plan, exact: true }) });

    await page.goto("/subscription");
    await expect(card.getByText("No charge, and no payment details needed.")).toBeVisible();
    await expect(page.getByRole("row", { name: "Free trial" })).toContainText("14 days");
    await card.getByRole("button", { name: OFFER }).click();
    await expect(page).toHaveURL("/login?next=/subscription");
    await page.getByRole("link", { name: "Create a free account" }).click();
    await page.getByLabel("First name").fill("Tilda");
    await page.getByLabel("Last name").fill("Trial");
    await page.getByLabel("Email").fill(address);
    await page.getByLabel("Password", { exact: false }).first().fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveURL(/\/register\?done/);
    await page.goto(linkIn(await newestEmail(page, address, /Verify your email/), "/verify-email/"));
    await expect(page.getByText("You are signed in")).toBeVisible();
    await expect(page).toHaveURL("/subscription");

    await card.getByRole("button", { name: OFFER }).click();
    await expect(page).toHaveURL("/dashboard/subscription");
    await expect(
      page.getByText(/Your free trial of Premium has started\. It ends automatically on/),
    ).toBeVisible();
    await expect(page.getByText("It ends automatically, and nothing is charged.")).toBeVisible();
    await expect(page.getByText("No payments yet.")).toBeVisible();
    await page.goto("/daily-brief");
    await page.locator("article.card h3 a").first().click();
    await expect(page.locator(".prose p").first()).not.toBeEmpty();

    await page.goto("/subscription");
    await expect(page.getByRole("button", { name: OFFER })).toHaveCount(0);
    await expect(card.getByText("Active", { exact: true })).toBeVisible();
    await expect(card.getByText(/Your free trial runs until .* the days are added after it/)).toBeVisible();
    await card.getByRole("button", { name: "Select plan" }).click();
    await page.getByRole("button", { name: "Approve" }).click();
    await page.goto("/dashboard/subscription");
    await expect(page.getByText("44", { exact: true })).toBeVisible();
    await expect(page.getByText("It does not renew automatically.")).toBeVisible();

    const desk = await context.newPage();
    await desk.goto(`/admin/manage-users?q=${encodeURIComponent(address)}`);
    await desk.getByRole("link", { name: "Tilda Trial" }).first().click();
    await expect(desk.getByText(`${plan}, 14 days:`)).toBeVisible();
    await context.close();
  },
);

test("a package's trial days must be a small whole number, and the form keeps its input @no-script", async ({
  page,
}) => {
  await signInByApi(page.context(), "superadmin");
  await page.goto("/admin/packages");
  await page.getByRole("link", { name: "Premium" }).first().click();
  await page.getByLabel("Free trial").fill("91");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Free trial must be a whole number from 1 to 90").first()).toBeVisible();
  await expect(page.getByLabel("Free trial")).toHaveValue("91");
});
