import { expect, type Page, test } from "@playwright/test";
import { signInByApi } from "./people";

/** What the page's own script complains of; React says so when a page is not what it would have drawn. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return complaints;
}

const settled = (page: Page) => page.waitForLoadState("networkidle");

test("a form of the back-office says on leaving a field what is wrong with it, and never before @script", async ({
  page,
  context,
}) => {
  const complaints = complaintsOf(page);
  await signInByApi(context, "admin");
  await page.goto("/admin/market/new");
  await settled(page);
  const form = page.getByRole("dialog");
  const last = form.getByLabel("Last", { exact: false }).first();
  await last.pressSequentially("twelve");
  await expect(form.getByText("Last must be a number")).toHaveCount(0);
  await last.press("Tab");
  await expect(form.getByText("Last must be a number")).toBeVisible();
  await expect(last).toHaveAttribute("aria-invalid", "true");
  await expect(last).toHaveAccessibleDescription(/^Last must be a number/);
  await last.fill("46,218.40");
  await expect(form.getByText("Last must be a number")).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("a field that nobody changed is left in peace @script", async ({ page, context }) => {
  await signInByApi(context, "admin");
  await page.goto("/admin/news/new");
  await settled(page);
  const title = page.getByRole("dialog").getByLabel("Title");
  await title.focus();
  await title.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByText("Title is required")).toHaveCount(0);
});

test("refused in the browser: nothing is sent, the first wrong field has the focus, and mending is seen @script", async ({
  page,
  context,
}) => {
  await signInByApi(context, "admin");
  await page.goto("/admin/trade-alert/new");
  await settled(page);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  const form = page.getByRole("dialog");
  await form.getByText("More").click();
  await form.getByLabel("Stop loss").fill("low");
  await form.getByText("More").click();
  await form.getByLabel("Ticker").fill("SLOW");
  await form.getByLabel("Name").fill("Slow Motors");
  await form.getByLabel("Target price").fill("12");
  await form.getByLabel("Analysis").fill("It moves.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(
    page.getByRole("heading", { name: "Nothing was saved: one field needs another look" }),
  ).toBeVisible();
  await expect(form.getByLabel("Stop loss")).toBeFocused();
  await expect(page.getByRole("link", { name: "Stop loss must be a number" })).toHaveAttribute(
    "href",
    "#stopLoss",
  );
  expect(sent).toEqual([]);
  await page.keyboard.type("2");
  await form.getByLabel("Stop loss").fill("9");
  await expect(page.getByRole("heading", { name: /^Nothing was saved/ })).toHaveCount(0);
});

test("what only the server knows comes back with what was typed, script or not", async ({
  page,
  context,
}) => {
  await signInByApi(context, "admin");
  await page.goto("/admin/market/new");
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill("Crossed");
  await form.getByLabel("Last").fill("5");
  await form.getByLabel("High").fill("4");
  await form.getByLabel("Low").fill("9");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: "High must not be below Low" })).toBeVisible();
  await settled(page);
  await expect(form.getByLabel("Name")).toHaveValue("Crossed");
  await expect(form.getByLabel("Low")).toHaveValue("9");
  await expect(form.getByLabel("High")).toHaveAttribute("aria-invalid", "true");
});

test("the registration says the same with script and without", async ({ page }, { project }) => {
  await page.goto("/register");
  if (project.name === "script") {
    await settled(page);
    await page.getByLabel("Email").fill("nobody");
    await page.getByLabel("Email").press("Tab");
    await expect(page.getByText("Please enter a valid email")).toBeVisible();
  }
  await page.getByLabel("First name").fill("Nora");
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Please enter a valid email")).toBeVisible();
  await expect(page.getByText("Last name is required")).toBeVisible();
  await expect(page.getByText("Password is required")).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Nora");
  if (project.name === "script") await expect(page.getByLabel("Last name")).toBeFocused();
});

test("a network that fails is not called our fault, and trying again leads back to the form @script", async ({
  page,
  context,
}) => {
  await page.goto("/forget-password");
  await settled(page);
  await page.getByLabel("Email").fill("somebody@demo.test");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "We could not be reached" })).toBeVisible();
  await expect(page.getByText(/Error \d|our side|this number/)).toHaveCount(0);
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByLabel("Email")).toBeVisible();
});
