import { expect, type Page, test } from "@playwright/test";
import { spec } from "../support/spec";
import { fillSignIn, PASSWORD, signInByApi } from "./people";

const planCard = (page: Page, name: string) =>
  page.locator("section.package").filter({ has: page.getByRole("heading", { name, exact: true }) });

test(
  "staff add a second length, and a member chooses it, uses a code, cancels, buys it and extends it",
  spec("beyond plans several lengths one"),
  async ({ page, context }, { project }) => {
    const plan = `Almanac by ${project.name}`;
    const code = `YEAR-${project.name.toUpperCase()}`;
    const buyer = `almanac-${project.name}`;
    const card = planCard(page, plan);
    const ticked = card.getByRole("radio", { checked: true });

    await signInByApi(context, "superadmin");
    await page.goto("/admin/packages/new");
    const form = page.getByRole("dialog");
    await form.getByLabel("Name").fill(plan);
    await form.getByLabel("Price").fill("90");
    await form.getByLabel("Days").fill("30");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Package added successfully")).toBeVisible();
    await page.goto(`/admin/packages?q=${encodeURIComponent(plan)}`);
    await page.getByRole("link", { name: `Edit ${plan}` }).click();
    await page.getByRole("link", { name: "Add another term" }).click();
    await expect(form.getByLabel("Name")).toHaveValue(plan);
    await form.getByLabel("Price").fill("810");
    await form.getByLabel("Days").fill("30");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(form.getByText(`${plan} (Premium) for 30 days is already on sale`).first()).toBeVisible();
    await expect(form.getByLabel("Price")).toHaveValue("810");
    await form.getByLabel("Days").fill("365");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Package added successfully")).toBeVisible();
    const made = await context.request.post("/api/coupons/admin", {
      data: { code, purpose: "A year", percent: 50 },
    });
    expect(made.status()).toBe(201);
    const names = { firstname: "Alma", lastname: "Reader" };
    const added = await context.request.post("/api/auth/user/register", {
      data: { ...names, email: `${buyer}@demo.test`, password: PASSWORD, registeredByAdmin: true },
    });
    expect(added.ok()).toBe(true);

    await context.clearCookies();
    await page.goto("/subscription");
    await expect(ticked).toHaveAccessibleName(/^30 days ?, \$90 ?, \$90 per 30 days ?, until /);
    await ticked.focus();
    await page.keyboard.press("ArrowDown");
    await expect(ticked).toHaveAccessibleName(
      /^365 days ?, \$810 ?, \$66\.58 per 30 days ?, saves 26% ?, until /,
    );
    await card.getByRole("button", { name: "Select plan" }).click();
    await expect(page.getByText("Please login to proceed")).toBeVisible();
    await expect(ticked).toHaveAccessibleName(/^365 days/);
    await page.waitForURL(/\/login\?next=/);
    await fillSignIn(page, buyer);
    await expect(page).toHaveURL(/\/subscription\?package=/);
    await expect(ticked).toHaveAccessibleName(/^365 days/);

    await page.getByText("Have a code?").click();
    await page.getByLabel("Code", { exact: false }).fill(code);
    await page.getByLabel("Code", { exact: false }).press("Enter");
    await expect(page.getByText(`${code} is included in the prices above`)).toBeVisible();
    await expect(ticked).toHaveAccessibleName(
      /^365 days ?, instead of \$810 now \$405 ?, \$33\.29 per 30 days ?, saves 26%/,
    );
    await card.getByRole("button", { name: "Select plan" }).click();
    await expect(page.getByText("$405.00")).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("The purchase was cancelled. You have not been charged.")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/subscription\\?coupon=${code}&package=`));
    await expect(ticked).toHaveAccessibleName(/^365 days ?, instead of \$810 now \$405/);
    await card.getByRole("button", { name: "Select plan" }).click();
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText("Subscription activated!")).toBeVisible();

    await expect(card.getByRole("button", { name: "Current plan" })).toBeDisabled();
    await card.getByRole("link", { name: "Add days" }).click();
    await page.getByRole("radio", { name: /^365 days/ }).check();
    await page.getByRole("button", { name: "Add days" }).click();
    await expect(page.getByText("$810.00")).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(card.getByRole("link", { name: "Add days" })).toBeVisible();

    await context.clearCookies();
    await signInByApi(context, "superadmin");
    for (const _ of [1, 2]) {
      await page.goto(`/admin/packages?q=${encodeURIComponent(plan)}`);
      await page
        .getByRole("link", { name: `Delete ${plan}` })
        .first()
        .click();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await expect(page.getByText("Package deleted successfully")).toBeVisible();
    }
  },
);
