import { expect, type Page, test } from "@playwright/test";
import { SAVE } from "tests/support/save-button";
import { spec } from "../support/spec";
import { openArticleForm } from "./article-form";
import { signInByApi } from "./people";

const form = (page: Page) => page.getByRole("dialog");
const text = (page: Page) => form(page).getByLabel("Content", { exact: false }).first();
const preview = (page: Page) => page.locator("#content-preview");
const state = (page: Page) => page.locator("#draft-state");

/** Each journey has its own person, so no other draft of an article interferes. */
async function open(page: Page, person: string): Promise<void> {
  await page.clock.install();
  await signInByApi(page.context(), person);
  await openArticleForm(page);
}

/** A pause in typing, after which the draft is saved. */
const pause = (page: Page) => page.clock.fastForward(3_000);
/** The time until a failed draft is saved again. */
const nextTry = (page: Page) => page.clock.fastForward(6_000);

async function pauseUntilSaved(page: Page): Promise<void> {
  await pause(page);
  await expect(state(page)).toContainText("Draft saved");
}

test(
  "the editor previews a text, and restores it after its window is closed @script",
  spec("beyond written shown readers get"),
  async ({ page, context }) => {
    await open(page, "editor");
    await form(page).getByLabel("Title").fill("Copper at noon");
    await text(page).pressSequentially("Ore is ");
    await page.getByRole("button", { name: "Bold" }).click();
    await page.keyboard.type("up");
    await expect(text(page)).toHaveValue("Ore is **up**");
    await expect(preview(page).locator("strong")).toHaveText("up");
    await expect(page.locator("#content-length")).toHaveText("3 words, about 1 minute to read");
    await expect(page.locator("#readers")).toContainText("Everybody");

    // A toolbar change can be undone like typing.
    await page.keyboard.press("End");
    await page.keyboard.press("Control+Shift+Digit9");
    await expect(text(page)).toHaveValue("> Ore is **up**");
    await page.keyboard.press("Control+z");
    await expect(text(page)).toHaveValue("Ore is **up**");

    await pauseUntilSaved(page);
    await page.close({ runBeforeUnload: false });

    const again = await context.newPage();
    await again.goto("/admin/news/new");
    await expect(again.getByText("You have unsaved text from")).toBeVisible();
    await again.getByRole("link", { name: "Restore" }).click();
    await expect(text(again)).toHaveValue("Ore is **up**");
    await expect(form(again).getByLabel("Title")).toHaveValue("Copper at noon");
    await form(again).getByLabel("Draft").check();
    await again.getByRole("button", { name: SAVE }).click();
    await expect(again.getByText("News added successfully")).toBeVisible();
    await again.goto("/admin/news/new");
    await expect(again.getByText("You have unsaved text from")).toBeHidden();
    await again.close();
  },
);

test("toolbar shortcuts work in the text only, and the shortcut sheet lists them @script", async ({
  page,
}) => {
  await open(page, "superadmin");
  await text(page).fill("word");
  await text(page).press("Control+a");
  await text(page).press("Control+b");
  await expect(text(page)).toHaveValue("**word**");
  await text(page).press("Control+Shift+L");
  await expect(text(page)).toHaveValue("**[word](https://)**");
  await form(page).getByLabel("Title").fill("Plain");
  await form(page).getByLabel("Title").press("Control+b");
  await expect(form(page).getByLabel("Title")).toHaveValue("Plain");
  // The shortcuts load after the page, as a separate module.
  await page.goto("/admin", { waitUntil: "networkidle" });
  await page.keyboard.press("?");
  await expect(page.getByText("Bold, italic (in a text)")).toBeVisible();
});

test(
  "two windows have separate drafts, and the form offers both @script",
  spec("beyond written shown readers get"),
  async ({ page, context }) => {
    await open(page, "admin");
    const other = await context.newPage();
    await other.goto("/admin/news/new");
    await form(page).getByLabel("Title").fill("The first window");
    await text(page).fill("Of the first window");
    await pauseUntilSaved(page);
    await form(other).getByLabel("Title").fill("The second window");
    await text(other).fill("Of the second window");
    await pauseUntilSaved(other);
    await text(page).fill("Of the first window, still");
    await pauseUntilSaved(page);
    await page.close({ runBeforeUnload: false });
    await other.close({ runBeforeUnload: false });

    const again = await context.newPage();
    await again.goto("/admin/news/new");
    await expect(again.getByText("You have unsaved text in 2 windows")).toBeVisible();
    const left = (title: string) => again.getByRole("listitem").filter({ hasText: title });
    await left("The second window").getByRole("link", { name: "Restore" }).click();
    await expect(text(again)).toHaveValue("Of the second window");
    await text(again).fill("Of the second window, and more");
    await pauseUntilSaved(again);
    again.on("dialog", (dialog) => dialog.accept());
    await again.goto("/admin/news/new");
    await left("The first window").getByRole("button", { name: "Discard" }).click();
    await expect(again.getByText("Unsaved text discarded")).toBeVisible();
    await again.getByRole("link", { name: "Restore" }).click();
    await expect(text(again)).toHaveValue("Of the second window, and more");
    await again.getByRole("button", { name: "Discard" }).click();
    await expect(again.getByText("Unsaved text discarded")).toBeVisible();
    await expect(again.getByText("You have unsaved text")).toBeHidden();
    await again.close();
  },
);

test("a restored draft is discarded with its latest changes, and stays discarded @script", async ({
  page,
}) => {
  await page.clock.install();
  await signInByApi(page.context(), "admin");
  await page.request.post("/admin/writing/daily-brief/new/draft", {
    data: { analysis: "Half", draftWriter: "10000000-0000-4000-8000-00000000000d" },
  });
  await page.goto("/admin/daily-brief/new?draft=10000000-0000-4000-8000-00000000000d");
  const analysis = form(page).getByLabel("Analysis", { exact: false }).first();
  await analysis.fill("Half, and more");
  await pauseUntilSaved(page);
  await analysis.fill("Half, and what nobody waited for");
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Unsaved text discarded")).toBeVisible();
  await page.goto("/admin/daily-brief/new");
  await expect(page.getByText("You have unsaved text from")).toBeHidden();
});

test("a form with server-side errors continues its draft @script", async ({ page }) => {
  await open(page, "superadmin");
  await form(page).getByLabel("Title").fill("Too late");
  await text(page).fill("chart NVDA 99y");
  // Sent before the first draft is stored: the server asks about a chart that cannot be drawn.
  await page.getByRole("button", { name: SAVE }).click();
  await expect(page.locator("#content-error")).toContainText("is not shown: the period must be one of");
  await expect(page.getByText("You have unsaved text from")).toBeHidden();
  await page.waitForLoadState("networkidle");
  await text(page).fill("chart NVDA 1y");
  await pauseUntilSaved(page);
  await form(page).getByLabel("Draft").check();
  await page.getByRole("button", { name: SAVE }).click();
  await expect(page.getByText("News added successfully")).toBeVisible();
  await page.goto("/admin/news/new");
  await expect(page.getByText("You have unsaved text from")).toBeHidden();
});

test("a draft that failed to store is stored when the window is left @script", async ({ page, context }) => {
  await open(page, "editor");
  await page.route("**/draft", (route) => route.abort());
  await text(page).fill("Typed before the tunnel");
  await pause(page);
  await expect(state(page)).toContainText("Draft not saved yet");
  await page.unroute("**/draft");
  await page.goto("about:blank");
  const again = await context.newPage();
  await expect
    .poll(async () => {
      await again.goto("/admin/news/new");
      const restore = again.getByRole("link", { name: "Restore" });
      if ((await restore.count()) === 0) return "";
      await restore.click();
      return text(again).inputValue();
    })
    .toBe("Typed before the tunnel");
  await again.getByRole("button", { name: "Discard" }).click();
  await expect(again.getByText("Unsaved text discarded")).toBeVisible();
  await again.close();
});

test("a request without a response does not block the next one @script", async ({ page }) => {
  await open(page, "superadmin");
  await page.route("**/draft", () => {});
  const draftRequest = page.waitForRequest("**/draft");
  await text(page).fill("Typed on a train");
  await pause(page);
  await draftRequest;
  await page.clock.fastForward(21_000);
  await expect(state(page)).toContainText("Draft not saved yet. Trying again.");
  await page.unroute("**/draft");
  await nextTry(page);
  await expect(state(page)).toHaveText("Draft saved");
  await page.goto("/admin/news/new");
  await page.getByRole("button", { name: "Discard" }).click();
});

test("a failed draft is reported, and stored on a later try @script", async ({ page }) => {
  await open(page, "superadmin");
  await page.route("**/draft", (route) => route.abort());
  await text(page).fill("Typed on a train");
  await pause(page);
  await expect(state(page)).toContainText("Draft not saved yet. Trying again.");
  await page.unroute("**/draft");
  await nextTry(page);
  await expect(state(page)).toContainText("Draft saved");
  await page.route("**/preview", (route) => route.abort());
  await text(page).fill("Typed on a train, again");
  await pause(page);
  await expect(page.getByText("The preview is out of date")).toBeVisible();
  await page.unroute("**/preview");
  await text(page).fill("Typed at home");
  await expect(preview(page)).toContainText("Typed at home");
  await expect(page.getByText("The preview is out of date")).toBeHidden();
  await pauseUntilSaved(page);
  await page.goto("/admin/news/new");
  await page.getByRole("button", { name: "Discard" }).click();
});

test("without script a button previews the text @no-script", async ({ page }) => {
  await signInByApi(page.context(), "editor");
  await page.goto("/admin/news/new");
  await expect(page.getByRole("button", { name: "Bold" })).toBeHidden();
  await form(page).getByLabel("Title").fill("Copper at noon");
  await text(page).fill("Ore is **up**.\n\n* one\n* two");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("Nothing is saved yet")).toBeVisible();
  await expect(preview(page).locator("strong")).toHaveText("up");
  await expect(preview(page).locator("li")).toHaveCount(2);
  await expect(text(page)).toHaveValue("Ore is **up**.\n\n* one\n* two");
  await expect(form(page).getByLabel("Title")).toHaveValue("Copper at noon");
  // Enter in a field saves: the first button of the form is Save.
  await form(page).getByLabel("Draft").check();
  await form(page).getByLabel("Title").press("Enter");
  await expect(page.getByText("News added successfully")).toBeVisible();
});

test(
  "a draft is restored and discarded without script @no-script",
  spec("beyond written shown readers get"),
  async ({ page }) => {
    await signInByApi(page.context(), "admin");
    const kept = await page.request.post("/admin/writing/daily-brief/new/draft", {
      data: { companyName: "Kept", analysis: "Half", draftWriter: "10000000-0000-4000-8000-00000000000e" },
    });
    expect(kept.ok()).toBe(true);
    await page.goto("/admin/daily-brief/new");
    await expect(page.getByText("You have unsaved text from")).toBeVisible();
    await page.getByRole("link", { name: "Restore" }).click();
    await expect(form(page).getByLabel("Analysis", { exact: false }).first()).toHaveValue("Half");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByText("Unsaved text discarded")).toBeVisible();
    await expect(page.getByText("You have unsaved text")).toBeHidden();
  },
);
