import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { SAVE } from "tests/support/save-button";
import { signInByApi } from "./people";

const PICTURE = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#1B1464" } })
  .png()
  .toBuffer();

// It stays a draft, since other journeys expect the newest article at the top of the site.
test("a draft without text gets an error and keeps the chosen picture @both", async ({ page }, {
  project,
}) => {
  const title = `Kept picture, ${project.name}`;
  await signInByApi(page.context(), "editor");
  await page.goto("/admin/news/new");
  await page.getByRole("dialog").getByLabel("Title").fill(title);
  await page.getByRole("dialog").getByLabel("Draft").check();
  await page
    .getByRole("dialog")
    .getByLabel("Picture", { exact: true })
    .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PICTURE });
  await page.getByRole("button", { name: SAVE }).click();
  await expect(page.getByRole("link", { name: "Content is required" })).toBeVisible();
  // With script nothing was sent, so the form makes no promise about the picture.
  if (project.name === "no-script")
    await expect(page.getByText("Your input and the picture you chose are kept below.")).toBeVisible();
  await expect(page.getByRole("img", { name: "The picture you chose" })).toBeVisible();
  await page.getByRole("dialog").getByLabel("Content").fill("Here it is.");
  await page.getByRole("button", { name: SAVE }).click();
  await expect(page.getByText("News added successfully")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: title });
  await expect(row.getByText("Draft")).toBeVisible();
  await expect(row.locator("img")).toHaveCount(1);
});

test("the button says what a save does to readers; without script it says Save @both", async ({ page }, {
  project,
}) => {
  await signInByApi(page.context(), "editor");
  await page.goto("/admin/videos/new");
  const form = page.getByRole("dialog");
  const says = (label: string) =>
    expect(form.getByRole("button", { name: SAVE })).toHaveText(project.name === "script" ? label : "Save", {
      useInnerText: true,
    });
  await says("Publish now");
  await form.getByLabel("Draft").check();
  await says("Save draft");
  await form.getByLabel("Published").check();
  await form.getByLabel("Publish at").fill("2149-07-16T06:30");
  await says("Schedule for Wed 16 Jul 2149 06:30");
});

test("an editor publishes a video from the list and unpublishes it @no-script", async ({ page }, {
  project,
}) => {
  const title = `Published with one click, ${project.name}`;
  await signInByApi(page.context(), "editor");
  await page.goto("/admin/videos/new");
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Title").fill(title);
  await sheet.getByLabel("YouTube link").fill("https://www.youtube.com/watch?v=dQw4w9WgXcQ");
  await sheet.getByLabel("Draft").check();
  await sheet.getByRole("button", { name: SAVE }).click();
  const row = page.getByRole("row").filter({ hasText: title });
  await row.getByRole("button", { name: `Publish ${title}` }).click();
  await expect(page.getByText("Video published successfully")).toBeVisible();
  await row.getByRole("button", { name: `Unpublish ${title}` }).click();
  await expect(page.getByText("Video unpublished successfully")).toBeVisible();
  await expect(row.getByText("Draft")).toBeVisible();
});
