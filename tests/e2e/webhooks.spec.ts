import { expect, type Page, test } from "@playwright/test";
import { signInByApi } from "./people";

const LIST = "/admin/settings/webhooks";

/** Waits until the demo's receiver has a message with all of these texts; only the newest one is open. */
async function seeArrive(page: Page, ...texts: string[]): Promise<void> {
  const message = texts.reduce((found, hasText) => found.filter({ hasText }), page.locator("details"));
  await expect(async () => {
    await page.goto(`${LIST}/received`);
    await expect(message.first()).toContainText("Signature right", { timeout: 500 });
  }).toPass();
}

test("a superadmin makes a webhook, sees an article arrive, changes its secret and sends it again @both", async ({
  page,
}, { project }) => {
  const name = `The app, ${project.name}`;
  await signInByApi(page.context(), "superadmin");
  await page.goto("/admin/settings/keys");
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("link", { name: "New webhook" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByText("Enter an address such as https://example.com/webhooks")).toBeVisible();
  await page.getByRole("button", { name: "Use the demo’s receiver" }).click();
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await expect(page.getByLabel("News", { exact: true })).toBeChecked();
  await page.getByRole("button", { name: "Create webhook" }).click();
  const secret = await page.getByText(/^whsec_/).textContent();
  await page.getByRole("link", { name: "I have stored the secret" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  const own = page.url();

  const article = { title: `Sent to ${name}`, content: "Its text.", category: "Tech", status: "published" };
  await page.request.post("/api/news", { data: article });
  await seeArrive(page, name, "news.saved", `"title": "${article.title}"`);

  await page.goto(own);
  await page.getByRole("button", { name: "Create a new secret" }).click();
  await expect(page.getByText(/^whsec_/)).not.toHaveText(secret ?? "");
  await page.getByRole("link", { name: "I have stored the secret" }).click();
  const line = page.getByRole("row", { name: /News: saved/ }).last();
  await line.getByRole("button", { name: /^Send again/ }).click();
  await expect(page.getByText("It is sent again within a few seconds.")).toBeVisible();
  await seeArrive(page, name, "news.saved", "Repeated");

  await page.goto(own);
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("This webhook is off.")).toBeVisible();
  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("The webhook was deleted.")).toBeVisible();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
});
