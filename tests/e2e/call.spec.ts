import { expect, type Page, test } from "@playwright/test";
import { SAVE } from "tests/support/save-button";
import { signInByApi } from "./people";

/** A symbol that nothing else in the demo has. */
const SYMBOL = "ZQNS";

async function openForm(page: Page, more: Record<string, string>) {
  const sheet = page.getByRole("dialog");
  const shut = sheet.locator("details:not([open]) > summary");
  if ((await shut.count()) > 0) await shut.first().click();
  for (const [label, value] of Object.entries(more)) await sheet.getByLabel(label).fill(value);
  await sheet.getByRole("button", { name: SAVE }).click();
}

test("a call is made, changed and closed, and the track record shows it to readers with access @no-script", async ({
  page,
  browser,
}) => {
  await signInByApi(page.context(), "admin");
  await page.goto("/admin/trade-alert/new");
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Ticker").fill(SYMBOL);
  await sheet.getByLabel("Name").fill(`Journey ${SYMBOL}`);
  await sheet.getByLabel("Target price").fill("120");
  await sheet.getByLabel("Analysis").fill("It goes up.");
  await openForm(page, { "Current price": "100", "Stop loss": "90" });
  const row = page.getByRole("row").filter({ hasText: SYMBOL });
  await expect(row).toBeVisible();

  await row.getByRole("link", { name: /Edit/ }).click();
  await sheet.getByLabel("Target price").fill("130");
  await sheet.getByRole("button", { name: SAVE }).click();
  await sheet.getByLabel("Save anyway").check();
  await sheet.getByRole("button", { name: SAVE }).click();
  await expect(row).toContainText("130");

  await page.goto(`/admin/calls?search=${SYMBOL}`);
  await page
    .getByRole("link", { name: new RegExp(SYMBOL) })
    .first()
    .click();
  await page.getByLabel("Price").fill("115");
  await page.getByLabel("Note").fill("The reason for it is gone.");
  await page.getByRole("button", { name: "Close the call" }).click();
  await page.getByLabel("Save anyway").check();
  await page.getByRole("button", { name: "Close the call" }).click();
  await expect(page.getByText("Closed by hand at 115.00")).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1);

  const visitor = await browser.newContext({ javaScriptEnabled: false });
  expect((await visitor.request.get(`/track-record/${id}`)).status()).toBe(404);
  expect(await (await visitor.request.get("/track-record.csv")).text()).not.toContain(SYMBOL);
  await visitor.close();

  await page.context().clearCookies();
  await signInByApi(page.context(), "premium");
  await page.goto(`/track-record/${id}`);
  await expect(page.getByText("Closed by hand: +15.0% in 0 days")).toBeVisible();
  await expect(
    page.getByRole("img", { name: /to buy on .* at 100\.00, stop 90\.00, target 130\.00/ }),
  ).toBeVisible();
  await expect(page.getByRole("cell", { name: "changed" })).toBeVisible();
  await page.getByRole("link", { name: "The full track record" }).click();
  await expect(page.getByRole("link", { name: `Journey ${SYMBOL}` })).toBeVisible();
});
