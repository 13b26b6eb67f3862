import { expect, test } from "@playwright/test";
import { signInByApi } from "./people";

const LOCKED = "Only paying members find this in their feed.";

test("a member makes a feed address, reads with it, replaces and removes it @both", async ({
  page,
  browser,
}, { project }) => {
  const staff = await browser.newContext();
  await signInByApi(staff, "admin");
  const brief = { companyName: "Feed Works", ticker: "FEDW", analysis: LOCKED, status: "published" };
  expect((await staff.request.post("/api/daily-brief", { data: brief })).ok()).toBe(true);
  await staff.close();

  // The two runs are at the same time.
  await signInByApi(page.context(), project.name === "script" ? "premium" : "private");
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Feeds", exact: true }).click();
  const row = page.getByRole("row", { name: "Daily Brief" });
  if (await row.getByRole("link", { name: "Remove" }).isVisible()) {
    await row.getByRole("link", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove address" }).click();
  }
  await row.getByRole("button", { name: "Create address of Daily Brief" }).click();
  const first = await page.getByLabel("Address", { exact: true }).inputValue();
  const reader = await browser.newContext();
  const textOf = async (address: string) => (await reader.request.get(address)).text();
  expect(await textOf(first)).toContain(LOCKED);
  expect(await textOf("/daily-brief/feed.xml")).not.toContain(LOCKED);

  await page.goto("/dashboard/feeds");
  await expect(row).not.toContainText("Never");
  await row.getByRole("link", { name: "New address of Daily Brief" }).click();
  await page.getByRole("button", { name: "New address" }).click();
  const second = await page.getByLabel("Address", { exact: true }).inputValue();
  expect((await reader.request.get(first)).status()).toBe(404);
  expect(await textOf(second)).toContain(LOCKED);

  await row.getByRole("link", { name: "Remove the address of Daily Brief" }).click();
  await page.getByRole("button", { name: "Remove address" }).click();
  await expect(page.getByText("The address was removed.")).toBeVisible();
  expect((await reader.request.get(second)).status()).toBe(404);
  await reader.close();
});
