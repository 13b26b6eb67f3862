import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { SAVE } from "tests/support/save-button";
import { spec } from "../support/spec";
import { signIn, signInAsNewStaff, signInByApi } from "./people";

const unique = (project: string) => `${project} ${Date.now().toString(36)}`;

test(
  "staff publish a brief: it has a paywall at the next request, and a member can read it",
  spec("4 content status published draft"),
  async ({ page, browser }, { project }) => {
    const form = page.getByRole("dialog");
    const name = `Harbour Cranes ${unique(project.name)}`;
    await signIn(page, "admin");
    await expect(page.getByRole("heading", { name: /^Good / })).toBeVisible();
    await page
      .getByRole("navigation", { name: "Back-office" })
      .getByRole("link", { name: "Daily Brief" })
      .click();
    await page.getByRole("link", { name: "Add daily brief" }).click();
    await form.getByLabel("Title").fill(name);
    await form.getByLabel("Ticker").fill("CRAN");
    await form.getByLabel("Analysis").fill("Only members read this sentence about cranes.");
    await page.getByRole("button", { name: SAVE }).click();
    await expect(page.getByText("Daily brief added successfully")).toBeVisible();

    const visitor = await browser.newContext({ javaScriptEnabled: project.name === "script" });
    const reader = await visitor.newPage();
    await reader.goto("/daily-brief");
    await reader.getByRole("link", { name }).click();
    await expect(
      reader.getByRole("button", { name: "Locked" }).or(reader.locator(".lockpanel")).first(),
    ).toBeVisible();
    expect(await reader.content()).not.toContain("about cranes");
    await signInByApi(visitor, "premium");
    await reader.goto(reader.url());
    await expect(reader.getByText("Only members read this sentence about cranes.")).toBeVisible();
    await visitor.close();
  },
);

test("an article form with a picture keeps its input on errors, then saves, edits and deletes @both", async ({
  page,
  context,
}, { project }) => {
  const form = page.getByRole("dialog");
  const title = `Cranes over the harbour ${unique(project.name)}`;
  await signInByApi(context, "superadmin");
  await page.goto("/admin/news/new?size=10");
  await form.getByLabel("Content").fill("First paragraph.\n\nSecond paragraph.");
  await form.getByLabel("Author").fill("Maren Holt");
  await page.getByRole("button", { name: SAVE }).click();
  await expect(
    page.getByRole("heading", { name: "Nothing was saved: one field needs another look" }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Title is required" })).toHaveAttribute("href", "#title");
  await expect(form.getByLabel("Content")).toHaveValue("First paragraph.\n\nSecond paragraph.");

  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#6a60cf" } })
    .jpeg()
    .toBuffer();
  await form.getByLabel("Title").fill(title);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: picture });
  await page.getByRole("button", { name: SAVE }).click();
  await expect(page.getByText("News added successfully")).toBeVisible();
  await expect(page).toHaveURL("/admin/news?size=10");
  const row = page.getByRole("row", { name: title });
  await expect(row.locator("img")).toHaveAttribute("src", /\/uploads\/.+\.webp$/);

  await row.getByRole("link", { name: `Edit ${title}` }).click();
  await form.getByLabel("Author").fill("");
  await page.getByRole("button", { name: SAVE }).click();
  await expect(page.getByText("News updated successfully")).toBeVisible();
  await expect(page.getByRole("row", { name: title })).toContainText("Admin");

  await page.getByRole("link", { name: `Delete ${title}` }).click();
  await expect(page.getByText("Are you sure you want to delete this news item?")).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("link", { name: `Delete ${title}` }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("News deleted successfully")).toBeVisible();
  await expect(page.getByRole("row", { name: title })).toHaveCount(0);
});

test("search, filters and page survive an edit and the way back", async ({ page, context }) => {
  await signInAsNewStaff(context, "editor");
  await page.goto("/admin/news");
  await page.getByLabel("Search title, content or author").fill("a");
  await page.getByLabel("Category").selectOption("Tech");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL("/admin/news?q=a&category=Tech");
  await expect(page.getByRole("link", { name: "Remove filter Category: Tech" })).toBeVisible();
  await page.getByRole("link", { name: "10 rows per page" }).click();
  await expect(page).toHaveURL("/admin/news?q=a&category=Tech&size=10");
  // The link above the table begins with the same word: "Edit in the list".
  const editLinks = page.getByRole("table").getByRole("link", { name: /^Edit / });
  await editLinks.first().click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/admin/news?q=a&category=Tech&size=10");
  await page.getByLabel("Search title, content or author").fill("no article says this");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("No news found.")).toBeVisible();
});

test("an editor sees the exact message on screens without permission", async ({ page, context }) => {
  await signInByApi(context, "editor");
  const refused = await page.goto("/admin/daily-brief");
  expect(refused?.status()).toBe(403);
  await expect(
    page.getByRole("heading", { name: "Only superadmin and admin can access this page." }),
  ).toBeVisible();
  await page.goto("/admin/news");
  await expect(page.getByRole("link", { name: "Add news" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Delete / })).toHaveCount(0);
});

test("signed out, the back-office asks to sign in and then opens the requested screen @no-script", async ({
  page,
}) => {
  await page.goto("/admin/news?q=rates");
  await expect(page.getByRole("heading", { name: "Admin Portal" })).toBeVisible();
  await expect(page.getByText("Restricted Access")).toBeVisible();
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByText("Please fill in all fields")).toHaveCount(1);
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Please fill in all fields");
  await page.getByLabel("Email").fill("editor@demo.test");
  await page.getByLabel("Password", { exact: false }).first().fill("Openbell-demo-2026");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL("/admin/news?q=rates");
});

test("the Admin Portal shows its error once, until a field is edited @script", async ({ page }) => {
  await page.goto("/admin/login");
  const message = page.getByRole("alert");
  const send = () => page.getByRole("button", { name: "Sign In", exact: true }).click();
  await send();
  await expect(message).toHaveText(["Please fill in all fields"]);
  await page.getByLabel("Email").fill("nobody@demo.test");
  await expect(message).toHaveCount(0);
  await page.getByLabel("Password", { exact: false }).first().fill("not the password");
  await send();
  await expect(message).toHaveText(["Invalid email or password"]);
  await page.getByLabel("Email").fill("somebody@demo.test");
  await expect(message).toHaveCount(0);
  await send();
  await expect(message).toHaveText(["Invalid email or password"]);
});

test("a confirmation starts on Cancel, and Escape closes it @script", async ({ page, context }) => {
  await signInByApi(context, "superadmin");
  await page.goto("/admin/news?size=10");
  await page
    .getByRole("link", { name: /^Delete / })
    .first()
    .click();
  await expect(page.getByRole("link", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/admin/news?size=10");
});

test("an alert with contradictory prices asks once, then saves", async ({ page, context }, { project }) => {
  const form = page.getByRole("dialog");
  const name = `Upside Down ${unique(project.name)}`;
  await signInByApi(context, "superadmin");
  await page.goto("/admin/trade-alert/new");
  await form.getByLabel("Ticker").fill("ODD");
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Target price").fill("10");
  await form.getByLabel("Analysis").fill("Typed once.");
  await form.getByText("More", { exact: true }).click();
  await form.getByLabel("Stop loss").fill("12");
  await form.getByLabel("Currency").fill("GBp");
  await page.getByRole("button", { name: SAVE }).click();
  await expect(
    page.getByRole("heading", { name: "Nothing has been saved yet: please check the warnings" }),
  ).toBeVisible();
  await expect(form.getByLabel("Name")).toHaveValue(name);
  await expect(form.getByLabel("Analysis")).toHaveValue("Typed once.");
  await expect(form.getByLabel("Stop loss")).toHaveValue("12");
  await form.getByLabel("Save anyway").check();
  await page.getByRole("button", { name: SAVE }).click();
  await expect(page.getByText("Trade alert added successfully")).toBeVisible();
  await page.goto(`/admin/trade-alert?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("row", { name })).toContainText("GBX");
});

test("the menu’s “More” changes its ground when it is pointed at, as its neighbours do", async ({ page }) => {
  await signInByApi(page.context(), "admin");
  await page.goto("/admin");
  const ground = (name: string) =>
    page
      .locator(".adminmenu .nav-list")
      .getByText(name, { exact: true })
      .evaluate((entry) => getComputedStyle(entry).backgroundColor);
  await page.locator(".adminmenu").getByText("Ads", { exact: true }).hover();
  const pointedAt = await ground("Ads");
  await page.locator(".adminmenu").getByText("More", { exact: true }).hover();
  expect(await ground("More")).toBe(pointedAt);
  expect(await ground("Ads")).not.toBe(pointedAt);
});
