import { expect, test } from "@playwright/test";
import { signInByApi } from "./people";

test("staff suppress an address, find it and lift it @both", async ({ page }, { project }) => {
  const email = `stop-${project.name.replace(/\W+/g, "-")}@readers.test`.toLowerCase();
  await signInByApi(page.context(), "admin");
  await page.goto("/admin/newsletters");
  await page.getByRole("link", { name: "Suppressed addresses" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Reason").fill("Asked by phone");
  await page.getByRole("button", { name: "Suppress", exact: true }).click();
  await expect(page.getByText("The address is suppressed.")).toBeVisible();
  await page.getByLabel("Address", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("Asked by phone")).toBeVisible();
  await page.getByRole("button", { name: `Lift: ${email}` }).click();
  await expect(page.getByText(`We will email ${email} again.`)).toBeVisible();
  await expect(page.getByRole("button", { name: `Lift: ${email}` })).toHaveCount(0);
});
