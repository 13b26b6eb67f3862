import { expect, type Page, test } from "@playwright/test";
import { SAVE } from "tests/support/save-button";
import { spec } from "../support/spec";
import { signInByApi } from "./people";

test("staff publish three drafts at once from their list @no-script", async ({ page }, { project }) => {
  const titles = ["First", "Second", "Third"].map((nth) => `${nth} of three, ${project.name}`);
  await signInByApi(page.context(), "editor");
  for (const title of titles) {
    await page.goto("/admin/videos/new");
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Title").fill(title);
    await sheet.getByLabel("YouTube link").fill("https://www.youtube.com/watch?v=dQw4w9WgXcQ");
    await sheet.getByLabel("Draft").check();
    await sheet.getByRole("button", { name: SAVE }).click();
    await expect(page.getByText("Video added successfully")).toBeVisible();
  }
  await page.goto(`/admin/videos?q=${encodeURIComponent(`of three, ${project.name}`)}`);
  const bar = page.getByRole("form", { name: "Actions for the selected rows" });
  await expect(bar).toBeHidden();
  for (const title of titles) await page.getByRole("checkbox", { name: `Select ${title}` }).check();
  await bar.getByRole("button", { name: "Publish", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Publish these 3 videos?" });
  for (const title of titles) await expect(question.getByText(title)).toBeVisible();
  await question.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("3 videos were published")).toBeVisible();
  await page.getByRole("link", { name: "Select all on this page" }).click();
  await bar.getByRole("button", { name: "Unpublish" }).click();
  await page.getByRole("button", { name: "Unpublish", exact: true }).last().click();
  await expect(page.getByText("3 videos were unpublished")).toBeVisible();
});

test(
  "a deleted video can be restored from the bin",
  spec("beyond deleted content stays bin"),
  async ({ page }, { project }) => {
    const title = `Deleted by mistake, ${project.name}`;
    await signInByApi(page.context(), "admin");
    const video = { title, youtubeLink: "https://www.youtube.com/watch?v=dQw4w9WgXcQ", status: "Draft" };
    expect((await page.request.post("/api/videos", { data: video })).status()).toBe(201);
    await page.goto(`/admin/videos?q=${encodeURIComponent(title)}`);
    await page.getByRole("link", { name: `Delete ${title}` }).click();
    const question = page.getByRole("alertdialog");
    await expect(question.getByText("It stays in the bin for 30 days.")).toBeVisible();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Video deleted successfully")).toBeVisible();
    await page.getByRole("link", { name: "Bin", exact: true }).click();
    await page.getByRole("link", { name: title }).first().click();
    await page.getByRole("button", { name: "Restore this video" }).click();
    await expect(page.getByText("Record restored")).toBeVisible();
    await expect(page.getByRole("dialog").getByLabel("Title")).toHaveValue(title);
  },
);

/** The index of the row whose link has the focus; -1 if none has it. */
const focusedRow = (page: Page): Promise<number> =>
  page
    .locator(".admin-table tbody th a")
    .evaluateAll((links) => links.findIndex((link) => link === document.activeElement));

test("keyboard shortcuts of the back-office open lists and screens @script", async ({ page }) => {
  await signInByApi(page.context(), "superadmin");
  // The shortcuts' script loads after the page.
  await page.goto("/admin", { waitUntil: "networkidle" });
  // The second letter counts only for a moment, which a busy machine may miss.
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("n");
    await page.waitForURL(/\/admin\/news$/, { timeout: 20_000 });
  }).toPass();
  const second = page.locator(".admin-table tbody tr").nth(1);
  // Repeats a key that was pressed before the page's script had loaded.
  await expect(async () => {
    if ((await focusedRow(page)) < 1) await page.keyboard.press("j");
    expect(await focusedRow(page)).toBe(1);
  }).toPass();
  await page.keyboard.press("x");
  await expect(second.getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("?");
  const help = page.getByRole("region", { name: "Keyboard shortcuts" });
  await expect(help).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("n");
  await expect(page).toHaveURL(/\/admin\/news\/new$/);
  // Letters in a field are text, not shortcuts.
  await page.getByRole("dialog").getByLabel("Title").fill("");
  await page.keyboard.type("gn?jx");
  await expect(page.getByRole("dialog").getByLabel("Title")).toHaveValue("gn?jx");
});

test("the menu shows the screen's own entry in a low window @script", async ({ page }) => {
  await signInByApi(page.context(), "superadmin");
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto("/admin/changes");
  await expect(page.locator("#menu").getByRole("link", { name: "Change log" })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("single-letter shortcuts can be turned off, and stay off @script", async ({ page }) => {
  await signInByApi(page.context(), "superadmin");
  await page.goto("/admin/news");
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await page.getByRole("button", { name: "Turn off single-key shortcuts" }).click();
  await page.keyboard.press("Escape");
  await page.goto("/admin/news", { waitUntil: "networkidle" });
  // The shortcuts' script loads after the page. Once these two work, single letters would work, too.
  const goTo = page.getByRole("combobox", { name: "Go to a screen or a record" });
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(goTo).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await goTo.blur();
  await page.keyboard.press("n");
  await page.keyboard.press("Control+k");
  await expect(goTo).toBeFocused();
  await expect(page).toHaveURL(/\/admin\/news$/);
});

test("a few letters find any screen, with and without script @both", async ({ page }, { project }) => {
  await signInByApi(page.context(), "superadmin");
  await page.goto("/admin/go");
  const field = page
    .getByLabel("Screen or record")
    .and(page.getByRole("searchbox").or(page.getByRole("combobox")));
  await field.fill("stock pi");
  if (project.name === "script")
    await expect(page.getByRole("option", { name: "Screen: Stock Picks" })).toBeVisible();
  await field.press("Enter");
  await page.locator("main").getByRole("link", { name: "Stock Picks", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/stock-picks$/);
});
