import { expect, type Page, test } from "@playwright/test";
import { SAVE } from "tests/support/save-button";
import { signInByApi } from "./people";

/**
 * Performs a step that would leave the page, and answers the browser's confirmation.
 * @returns whether there was one
 */
async function leaving(page: Page, leave: () => Promise<unknown>, stay: boolean): Promise<boolean> {
  let wasAsked = false;
  page.once("dialog", async (dialog) => {
    expect(dialog.type()).toBe("beforeunload");
    wasAsked = true;
    await (stay ? dialog.dismiss() : dialog.accept());
  });
  await leave();
  page.removeAllListeners("dialog");
  return wasAsked;
}

const cancel = (page: Page) => () => page.getByRole("link", { name: "Cancel" }).click({ noWaitAfter: true });
const settled = (page: Page) => page.waitForLoadState("networkidle");

test("leaving a half-filled back-office form asks first @script", async ({ page }) => {
  await signInByApi(page.context(), "admin");
  await page.goto("/admin/news/new");
  await settled(page);
  const title = page.getByRole("dialog").getByLabel("Title");
  await title.fill("Half a headline");
  expect(await leaving(page, cancel(page), true)).toBe(true);
  await expect(title).toHaveValue("Half a headline");
  expect(await leaving(page, cancel(page), false)).toBe(true);
  await page.waitForURL("**/admin/news");
});

test("leaving an unchanged form asks nothing, nor does one whose changes were undone @script", async ({
  page,
}) => {
  await signInByApi(page.context(), "admin");
  await page.goto("/admin/news/new");
  await settled(page);
  const title = page.getByRole("dialog").getByLabel("Title");
  await title.fill("Typed");
  await title.fill("");
  expect(await leaving(page, cancel(page), false)).toBe(false);
  await page.waitForURL("**/admin/news");
});

test("leaving a form with server-side errors asks first, and its save does not @script", async ({ page }) => {
  await signInByApi(page.context(), "admin");
  await page.goto("/admin/news/new");
  await page.getByRole("dialog").getByLabel("Title").fill("A headline that waits for its text");
  // It stays a draft, since other journeys expect the newest article at the top of the site.
  await page.getByRole("dialog").getByLabel("Draft").check();
  const save = () => page.getByRole("button", { name: SAVE }).click();
  expect(await leaving(page, save, true)).toBe(false);
  await expect(page.getByText("Nothing was saved")).toBeVisible();
  await settled(page);
  await page.getByRole("dialog").getByLabel("Title").focus();
  expect(await leaving(page, cancel(page), true)).toBe(true);
  await page.getByRole("dialog").getByLabel("Content").fill("Here it is.");
  expect(await leaving(page, save, true)).toBe(false);
  await expect(page.getByText("News added successfully")).toBeVisible();
});

test("leaving a half-filled account form asks first, with React on the page @script", async ({ page }) => {
  await signInByApi(page.context(), "private");
  await page.goto("/dashboard");
  await settled(page);
  const name = page.getByLabel("Last name");
  const before = await name.inputValue();
  await name.fill("");
  const away = () => page.getByRole("link", { name: "Change password" }).click({ noWaitAfter: true });
  expect(await leaving(page, away, true)).toBe(true);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  expect(await leaving(page, away, true)).toBe(true);
  await name.fill(`${before} Jr`);
  const save = () => page.getByRole("button", { name: "Save changes" }).click();
  expect(await leaving(page, save, true)).toBe(false);
  await expect(page.getByText("Profile updated successfully")).toBeVisible();
  expect(await leaving(page, away, false)).toBe(false);
  await page.waitForURL("**/dashboard/password");
});

test("leaving a sign-in form asks nothing @script", async ({ page }) => {
  await page.goto("/login");
  await settled(page);
  await page.getByLabel("Email").fill("somebody@demo.test");
  const away = () => page.goto("/news");
  expect(await leaving(page, away, false)).toBe(false);
});

test("leaving a half-typed password asks nothing, in the back-office and in an account @script", async ({
  page,
}) => {
  for (const [person, path] of [
    ["admin", "/admin/profile-settings/password"],
    ["private", "/dashboard/password"],
  ] as const) {
    await signInByApi(page.context(), person);
    await page.goto(path);
    await settled(page);
    await page.locator("main input[type=password]").first().fill("half a pass");
    expect(await leaving(page, () => page.goto("/news"), false)).toBe(false);
  }
});
