import { expect, test } from "@playwright/test";
import { signInAsNewStaff } from "./people";

test("a list remembers its rows and columns, has a named view, and the calendar fills in a day @both", async ({
  page,
}, { project }) => {
  const name = `Short, ${project.name}`;
  const created = page.getByRole("columnheader", { name: "Created" });
  const view = page.getByRole("navigation", { name: "Views" }).getByRole("link", { name });
  await signInAsNewStaff(page.context(), "editor");

  await test.step("the rows and columns that were chosen are there the next time", async () => {
    await page.goto("/admin/videos?size=5");
    await expect(created).toBeVisible();
    await page.getByRole("link", { name: "10 rows per page" }).click();
    await page.locator("summary", { hasText: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Created" }).uncheck();
    await page.getByRole("button", { name: "Show these columns" }).click();
    await expect(created).toHaveCount(0);
    await page.goto("/admin/videos");
    await expect(created).toHaveCount(0);
    await expect(page.getByRole("link", { name: "10 rows per page" })).toHaveAttribute(
      "aria-current",
      "true",
    );
  });

  await test.step("they are saved under a name, and the list returns to its defaults", async () => {
    await page.getByRole("link", { name: "Save this view" }).click();
    await page.getByRole("button", { name: "Save view" }).click();
    await expect(page.getByText("Enter a name.").first()).toBeVisible();
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Everybody who can open this list").check();
    await page.getByRole("button", { name: "Save view" }).click();
    await expect(view).toHaveAttribute("aria-current", "true");
    await page.getByRole("link", { name: "Reset list" }).click();
    await expect(created).toBeVisible();
    await view.click();
    await expect(created).toHaveCount(0);
  });

  await test.step("the view is deleted after one question", async () => {
    await page.getByRole("link", { name: "Edit this view" }).click();
    await page.getByRole("link", { name: "Delete view" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("The view was deleted.")).toBeVisible();
    await expect(view).toHaveCount(0);
    await page.getByRole("link", { name: "Reset list" }).click();
  });

  await test.step("a day of the next month opens a form with that day", async () => {
    await page.goto("/admin/calendar");
    await page.getByRole("link", { name: "Show the month" }).click();
    await page.getByRole("link", { name: "Next month" }).click();
    const day = page.locator(".month-table td:not(.beyond)").nth(9);
    await day.locator("summary").click();
    await day.getByRole("link", { name: "News" }).click();
    await expect(page.getByRole("dialog").getByLabel("Publish at")).toHaveValue(/-10T09:00$/);
  });
});
