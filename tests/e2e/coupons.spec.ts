import { expect, type Page, test } from "@playwright/test";
import { spec } from "../support/spec";
import { signInByApi } from "./people";

const BUYER = "pascal.duarte";

/** A member who buys nothing. */
const NEXT = "dario.whitlock";

const packageCard = (page: Page, name: string) =>
  page.locator("section.package").filter({ has: page.getByRole("heading", { name, exact: true }) });

async function applyCode(page: Page, code: string): Promise<void> {
  await page.goto("/subscription");
  await page.getByText("Have a code?").click();
  await page.getByLabel("Code", { exact: false }).fill(code);
  await page.getByRole("button", { name: "Apply" }).click();
}

test(
  "staff create a coupon, a member pays less with it, and the next member sees that it is used up @no-script",
  spec("beyond coupons per cent amount"),
  async ({ page, context }) => {
    const code = "ONCE-ONLY";
    await signInByApi(context, "superadmin");
    await page.goto("/admin/packages");
    await page.getByRole("link", { name: "Coupons" }).click();
    await page.getByRole("link", { name: "Add coupon" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Code").fill(code.toLowerCase());
    await form.getByLabel("Purpose").fill("The last use");
    await form.getByLabel("Per cent").fill("20");
    await form.getByLabel(/^Private, /).check();
    await form.getByLabel("Usage limit").fill("1");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Coupon added successfully")).toBeVisible();
    const row = page.getByRole("row", { name: code });
    await expect(row).toContainText("0 of 1");

    await context.clearCookies();
    await signInByApi(context, BUYER);
    await applyCode(page, code.toLowerCase());
    await expect(page).toHaveURL(`/subscription?coupon=${code.toLowerCase()}`);
    await expect(
      packageCard(page, "Premium").getByText(`${code} cannot be used for this plan.`),
    ).toBeVisible();
    await expect(packageCard(page, "Private").locator("s")).toHaveText("Instead of $79");
    await expect(packageCard(page, "Private").getByText("$63.20")).toBeVisible();
    await packageCard(page, "Private").getByRole("button", { name: "Select plan" }).click();
    await expect(page.getByText("$63.20")).toBeVisible();
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText("Subscription activated!")).toBeVisible();
    await page.goto("/subscription/success");
    await expect(page.getByText(`$79.00 less $15.80 with ${code}`)).toBeVisible();

    await context.clearCookies();
    await signInByApi(context, "superadmin");
    await page.goto("/admin/coupons");
    await expect(row).toContainText("1 of 1");
    await expect(row).toContainText("Used up");
    await expect(row).toContainText("$63.20");

    await context.clearCookies();
    await signInByApi(context, NEXT);
    await applyCode(page, code);
    await expect(page.getByText(`${code} has reached its usage limit.`)).toBeVisible();
    await expect(packageCard(page, "Private").locator("s")).toHaveCount(0);
  },
);
