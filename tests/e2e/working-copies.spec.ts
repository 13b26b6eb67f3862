import { expect, test } from "@playwright/test";
import { signInByApi } from "./people";

test("an editor changes a published article as a working copy, looks at it and publishes it @both", async ({
  page,
}, { project }) => {
  const title = `Next to the article, ${project.name}`;
  await signInByApi(page.context(), "editor");
  const data = { title, content: "Before.", category: "Energy", status: "published" };
  const { _id: id } = await (await page.request.post("/api/news", { data })).json();
  await page.goto(`/admin/news/${id}/edit`);
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Content").fill("After.");
  await page.getByRole("button", { name: "Save as working copy" }).click();
  await expect(page.getByText("Working copy saved. Readers still see the published version")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Content: “Before.”" })).toContainText(
    "“After.”",
  );
  const reader = await page.context().browser()?.newContext();
  const text = async () => (await reader?.request.get(`/news/${id}`))?.text();
  expect(await text()).toContain("Before.");
  await page.getByRole("link", { name: "Preview as a reader" }).first().click();
  const [preview] = await Promise.all([
    page.waitForEvent("popup"),
    page
      .getByRole("region", { name: "Preview the working copy" })
      .getByRole("link", { name: "Visitor" })
      .click(),
  ]);
  await expect(preview.getByText("After.")).toBeVisible();
  await page.goto("/admin/news?copy=any");
  const row = page.getByRole("row").filter({ hasText: title });
  await expect(row.getByText("Working copy")).toBeVisible();
  await row.getByRole("link", { name: `Edit ${title}` }).click();
  await page.getByRole("link", { name: "Open the working copy" }).click();
  await sheet.getByLabel("Content").fill("After all.");
  await page.getByRole("button", { name: "Publish working copy" }).click();
  await expect(page.getByText("Working copy published")).toBeVisible();
  expect(await text()).toContain("After all.");
  await reader?.close();
});
