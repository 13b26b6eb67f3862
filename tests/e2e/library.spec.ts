import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { SAVE } from "tests/support/save-button";
import { spec } from "../support/spec";
import { openArticleForm } from "./article-form";
import { signInByApi } from "./people";

const form = (page: Page) => page.getByRole("dialog").first();
const text = (page: Page) => form(page).getByLabel("Content", { exact: false }).first();

async function png(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const drawn = sharp({ create: { width: 900, height: 600, channels: 3, background: "#1B1464" } });
  return { name: "quay.png", mimeType: "image/png", buffer: await drawn.png().toBuffer() };
}

/** Adds a picture to the library by its form. */
async function add(page: Page, title: string): Promise<void> {
  await page.goto("/admin/pictures/new");
  await form(page).getByLabel("Title").fill(title);
  await form(page).getByLabel("Alt text").fill("Ships at a quay");
  await form(page).getByLabel("Focus point").selectOption("Top");
  await form(page)
    .locator('input[type="file"]')
    .setInputFiles(await png());
  await page.getByRole("button", { name: SAVE }).click();
  await expect(page.getByText("Picture added successfully")).toBeVisible();
}

const choice = (page: Page, title: string) => form(page).getByRole("radio", { name: title });

test(
  "a library picture can be searched, chosen and published with an article @no-script",
  spec("beyond picture library searched chosen"),
  async ({ page }, { project }) => {
    const title = `Quay of ${project.name}`;
    await signInByApi(page.context(), "editor");
    await add(page, title);
    await openArticleForm(page);
    await form(page).getByLabel("Title").fill(`Ships wait, ${project.name}`);
    await text(page).fill("The quay is full.");
    await form(page).getByText("Choose from the library").click();
    await form(page).getByRole("searchbox", { name: "Search the library" }).fill(title);
    await form(page).getByRole("button", { name: "Search the library" }).click();
    await expect(choice(page, title)).toBeVisible();
    await expect(form(page).getByRole("radio", { name: "Wind farm" })).toHaveCount(0);
    await expect(form(page).getByLabel("Title")).toHaveValue(`Ships wait, ${project.name}`);
    await choice(page, title).check();
    await page.getByRole("button", { name: SAVE }).click();
    await expect(page.getByText("News added successfully")).toBeVisible();
    await page.goto("/news");
    await page
      .getByRole("link", { name: `Ships wait, ${project.name}` })
      .first()
      .click();
    await expect(page.getByRole("img", { name: "Ships at a quay" })).toHaveAttribute("data-focus", "top");
    await page.goto("/admin/pictures");
    await page.getByRole("row", { name: title }).getByRole("link", { name: "Edit" }).click();
    await expect(form(page).getByRole("link", { name: `Ships wait, ${project.name}` })).toBeVisible();
  },
);

test("Enter in a field of a form with a picture saves it", async ({ page }, { project }) => {
  await signInByApi(page.context(), "editor");
  await openArticleForm(page);
  await text(page).fill("Words.");
  await form(page).getByLabel("Title").fill(`By Enter, ${project.name}`);
  await form(page).getByLabel("Title").press("Enter");
  await expect(page.getByText("News added successfully")).toBeVisible();
});

test("library search filters while typing, keeps the choice, and yields to an uploaded file @script", async ({
  page,
}) => {
  await signInByApi(page.context(), "editor");
  await openArticleForm(page);
  await form(page).getByText("Choose from the library").click();
  await choice(page, "Wind farm").check();
  const search = form(page).getByRole("searchbox", { name: "Search the library" });
  await search.fill("server");
  await expect(choice(page, "Central bank")).toHaveCount(0);
  await expect(choice(page, "Server hall")).toBeVisible();
  await expect(choice(page, "Wind farm")).toBeChecked();
  await search.fill("nothing is like this");
  await expect(
    form(page).getByText("No picture in the library matches “nothing is like this”."),
  ).toBeVisible();
  await search.fill("");
  await expect(choice(page, "Central bank")).toBeVisible();
  await expect(choice(page, "Wind farm")).toBeChecked();
  await form(page)
    .locator('input[type="file"]')
    .setInputFiles(await png());
  await expect(choice(page, "Wind farm")).not.toBeChecked();
  await choice(page, "Wind farm").check();
  await expect(form(page).getByText("Chosen, not saved yet").last()).toBeVisible();
  await expect(form(page).locator('input[type="file"]')).toHaveValue("");
  await search.fill("server");
  await search.press("Enter");
  await expect(form(page)).toBeVisible();
  expect(page.url()).toContain("/admin/news/new");
});

test("browsing the library leaves the form unchanged, so leaving asks nothing @script", async ({ page }) => {
  await signInByApi(page.context(), "admin");
  await openArticleForm(page);
  await form(page).getByText("Choose from the library").click();
  await expect(form(page).getByText("pictures", { exact: false }).first()).toBeVisible();
  await form(page).getByRole("searchbox", { name: "Search the library" }).fill("wind");
  await expect(form(page).locator("#library-count")).toHaveText("1 picture");
  page.on("dialog", () => {
    throw new Error("It asks");
  });
  await form(page).getByRole("link", { name: "Cancel" }).click();
  await page.waitForURL("**/admin/news");
  await page.goto("/admin/news/new");
  await expect(page.getByText("You have unsaved text from")).toBeHidden();
});

test(
  "a library picture can be inserted into a text from the editor @script",
  spec("beyond picture library searched chosen"),
  async ({ page }) => {
    await signInByApi(page.context(), "editor");
    await openArticleForm(page);
    await text(page).fill("Before.\n\nBehind.");
    await text(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(7, 7));
    await text(page).focus();
    await form(page).locator("[data-tool=picture]").click();
    const library = page.getByRole("dialog", { name: "Picture library" });
    await expect(library.getByRole("button", { name: "Wind farm" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(library).toBeHidden();
    await expect(form(page)).toBeVisible();
    await expect(text(page)).toBeFocused();
    await form(page).locator("[data-tool=picture]").click();
    await library.getByRole("searchbox").fill("wind");
    await expect(library.getByRole("button", { name: "Server hall" })).toHaveCount(0);
    await expect(library.getByRole("status")).toHaveText("1 picture");
    await library.getByRole("button", { name: "Wind farm" }).click();
    await expect(text(page)).toHaveValue(
      /^Before\.\n\n!\[Wind turbines on a plain at dawn\.\]\(\/uploads\/[0-9a-f-]{36}\/\d+\.webp\)\n\nBehind\.$/,
    );
    await expect(page.locator("#content-preview img")).toHaveAttribute(
      "alt",
      "Wind turbines on a plain at dawn.",
    );
    await page.keyboard.press("Control+z");
    await expect(text(page)).toHaveValue("Before.\n\nBehind.");
  },
);
