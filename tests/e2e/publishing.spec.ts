import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { enterAs } from "./people";

const PICTURE = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#1B1464" } })
  .png()
  .toBuffer();

test("an editor writes a draft, forgets its text, keeps its picture, and publishes it from the list", async ({
  page,
}, { project }) => {
  const title = `Kept picture, ${project.name}`;
  await enterAs(page.context(), "editor");
  await page.goto("/admin/news/new");
  await page.getByRole("dialog").getByLabel("Title").fill(title);
  await page.getByRole("dialog").getByLabel("Draft").check();
  await page
    .getByLabel("Picture", { exact: true })
    .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PICTURE });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("What you typed and the picture you chose are kept below.")).toBeVisible();
  await expect(page.getByRole("img", { name: "The picture you chose" })).toBeVisible();
  await page.getByRole("dialog").getByLabel("Content").fill("Here it is.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("News added successfully")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: title });
  await expect(row.getByText("Draft")).toBeVisible();
  await expect(row.locator("img")).toHaveCount(1);
  await row.getByRole("button", { name: `Publish ${title}` }).click();
  await expect(page.getByText("News item published successfully")).toBeVisible();
  await expect(row.getByRole("button", { name: `Unpublish ${title}` })).toBeVisible();
});
