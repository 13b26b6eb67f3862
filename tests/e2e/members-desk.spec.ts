import { expect, test } from "@playwright/test";
import { signInByApi } from "./people";

test("staff label a member, save a segment and label all its members @both", async ({ page }, {
  project,
}) => {
  const [label, other] = [`Met in Łódź, ${project.name}`.replace(",", ""), `東京 ${project.name}`];
  await signInByApi(page.context(), "admin");
  await page.goto("/admin/manage-users?q=basic@demo.test");
  await page.locator(".admin-table tbody th a").first().click();
  const field = page.getByRole("combobox", { name: "Label" });
  await field.fill(label);
  await page.getByRole("button", { name: "Add label" }).click();
  await expect(page.getByText(`is labelled “${label}”`)).toBeVisible();
  await page.getByRole("link", { name: label }).first().click();
  await expect(page.getByText(`Label: ${label}`)).toBeVisible();
  await page.getByRole("link", { name: "Save as segment" }).click();
  await page.getByLabel("Name").fill(`Segment of ${project.name}`);
  await page.getByRole("button", { name: "Save segment" }).click();
  await page.getByRole("link", { name: `Segment of ${project.name}`, exact: true }).click();
  await page.getByRole("link", { name: "Select all on this page" }).click();
  const bar = page.getByRole("form", { name: "Actions for the selected rows" });
  await bar.getByRole("button", { name: "Add label" }).click();
  await field.fill(other);
  await page.getByRole("button", { name: "List members" }).click();
  await expect(page.getByRole("heading", { name: `Add the label “${other}”: 1 member?` })).toBeVisible();
  await page.getByRole("button", { name: "Add label" }).click();
  await expect(page.getByText("1 labelled")).toBeVisible();
  await page.goto(`/admin/manage-users/labels?q=${encodeURIComponent(other)}`);
  await page.getByRole("link", { name: other, exact: true }).click();
  await page.getByRole("link", { name: "Delete label" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByText("1 member will lose it")).toBeVisible();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(`“${other}” was deleted`)).toBeVisible();
});
