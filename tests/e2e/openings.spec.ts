import { expect, test } from "@playwright/test";
import { signInByApi } from "./people";

test("a form shows that another user has it open @script", async ({ page, browser }) => {
  await page.clock.install();
  await signInByApi(page.context(), "superadmin");
  const data = { title: "Opened by two", content: "Text.", category: "Tech", status: "draft" };
  const { _id } = await (await page.request.post("/api/news", { data })).json();
  await page.goto(`/admin/news/${_id}/edit`, { waitUntil: "networkidle" });
  await expect(page.getByText("opened this")).toBeHidden();

  const other = await browser.newContext();
  await signInByApi(other, "editor");
  const theirs = await other.newPage();
  await theirs.goto(`/admin/news/${_id}/edit`);
  await expect(theirs.getByText("opened this just now")).toBeVisible();

  await page.getByRole("dialog").getByLabel("Title").fill("Typed meanwhile");
  await page.clock.runFor(61_000);
  await expect(page.getByText("opened this just now")).toBeVisible();
  await expect(page.getByRole("dialog").getByLabel("Title")).toHaveValue("Typed meanwhile");
  await other.close();
});
