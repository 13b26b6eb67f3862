import type { Page } from "@playwright/test";

/** Opens the empty form of an article and discards a draft left by another test of this name. */
export async function openArticleForm(page: Page): Promise<void> {
  await page.goto("/admin/news/new");
  const offered = page.getByRole("button", { name: "Discard" });
  if (!(await offered.isVisible())) return;
  await offered.click();
  await page.waitForURL("**/admin/news/new");
}
