import { expect, test } from "@playwright/test";
import { signInByApi } from "./people";

/** A company of this journey alone, so that its prices disturb no other. */
const QUOTE = { category: "Stocks", name: "Alert Journey Plc", symbol: "ALRTJ", currency: "USD" };

test("a member sets a price alert, staff post a price, and the bell tells @no-script", async ({
  page,
  browser,
}) => {
  const staff = await browser.newContext({ baseURL: test.info().project.use.baseURL });
  await signInByApi(staff, "admin");
  const made = await staff.request.post("/api/markets", { data: { ...QUOTE, last: 100 } });
  const { id } = (await made.json()) as { id: string };

  await signInByApi(page.context(), "private");
  await page.goto(`/stock/${QUOTE.symbol}`);
  await page.getByRole("link", { name: "Alert me" }).click();
  await page.getByRole("radio", { name: "Rises to a price" }).check();
  await page.getByLabel("Price or percentage").fill("0");
  await page.getByRole("button", { name: "Save alert" }).click();
  await expect(page.getByText("Price must be a number above 0")).toBeVisible();
  await expect(page.getByLabel("Company")).toHaveValue(QUOTE.symbol);
  await page.getByLabel("Price or percentage").fill("110");
  await page.getByRole("button", { name: "Save alert" }).click();
  await expect(page).toHaveURL("/watchlist/alerts");
  const alert = page.locator(".alert-list li", { hasText: QUOTE.name });
  await expect(alert).toContainText("rises to 110.00 USD");
  await expect(alert).toContainText("Active");

  await staff.request.put(`/api/markets/${id}`, { data: { last: 111.5 } });
  await expect(async () => {
    await page.goto("/notifications");
    await expect(page.getByRole("link", { name: "ALRTJ rose to 111.50 USD" }).first()).toBeVisible({
      timeout: 500,
    });
  }).toPass();
  await page.goto("/watchlist/alerts");
  await expect(alert).toContainText("Triggered today, active again from tomorrow once the price is below it");

  await alert.getByRole("button", { name: /^Remove the alert: Alert Journey Plc rises to/ }).click();
  await expect(alert).toHaveCount(0);
  await staff.request.delete(`/api/markets/${id}`);
  await staff.close();
});
