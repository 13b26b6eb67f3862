import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { newestEmail } from "./inbox";
import { PASSWORD, signInByApi } from "./people";

/** A phone that always recognises its owner. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a member adds a passkey, signs in with it and removes it @script", async ({ page, context }) => {
  await addAuthenticator(context, page);
  await signInByApi(context, "lapsed");
  await page.goto("/dashboard/passkeys");
  await expect(page.getByText("You have no passkeys yet.")).toBeVisible();
  await page.getByLabel("Name").fill("Virtual phone");
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("The passkey was added.")).toBeVisible();
  await expect(page.getByRole("row", { name: /Virtual phone/ })).toContainText("Never");
  await newestEmail(page, "lapsed@demo.test", /A passkey was added/);

  await context.clearCookies();
  for (let n = 0; n < 2; n += 1) {
    await page.goto("/login?next=/dashboard/passkeys");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByText("Logged in successfully!")).toBeVisible();
    await expect(page).toHaveURL("/dashboard/passkeys");
    if (n === 0) await context.clearCookies();
  }
  await expect(page.getByRole("row", { name: /Virtual phone/ })).not.toContainText("Never");

  await page.getByRole("link", { name: "Remove Virtual phone" }).click();
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByText("The passkey was removed.")).toBeVisible();
  await context.clearCookies();
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("This passkey does not open an account here")).toBeVisible();
});

test("a passkey whose script does not load says so @script", async ({ page }) => {
  await page.route(/\/passkeys-[^/]*\.js/, (route) => route.abort());
  await page.goto("/login");
  const note = page.getByText("This did not load. Check your connection and try again.");
  await expect(note).toBeHidden();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(note).toBeVisible();
});

test("staff add a passkey and sign in to the back-office with it alone @script", async ({
  page,
  context,
}) => {
  await addAuthenticator(context, page);
  await signInByApi(context, "editor");
  await page.goto("/admin/profile-settings/passkeys");
  await page.getByLabel("Name").fill("Desk key");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("row", { name: /Desk key/ })).toBeVisible();
  await context.clearCookies();
  await page.goto("/admin/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL("/admin");
  await page.goto("/admin/profile-settings/passkeys");
  await page.getByRole("button", { name: "Remove Desk key" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/password/i);
});

test("without script there is no passkey button, and everything else is there @no-script", async ({
  page,
}) => {
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Sign In", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeHidden();
});
