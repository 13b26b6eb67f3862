import { expect, type Page, test } from "@playwright/test";
import { spec } from "../support/spec";
import { linkIn, newestEmail } from "./inbox";

async function register(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Wexford");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: false }).first().fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Account created successfully").first()).toBeVisible();
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: false }).first().fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** A small PNG, 24 by 24 pixels of one blue. */
const PHOTO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAABgAAAAYCAIAAABvFaqvAAAAH0lEQVR42mOQFkmhCmIYNWjUoFGDRg0aNWjUoIE3CABt3UrQ3ddh2gAAAABJRU5ErkJggg==",
  "base64",
);

const passwords = { first: "a first long password", second: "a second long password" };

test(
  "a member registers, verifies the email, signs in and changes the account @both",
  spec("8 profile updated successfully"),
  async ({ page, browser }, { project }) => {
    const own = `life-${project.name}-${Date.now()}`;
    const email = `${own}@demo.test`;

    await test.step("registers, after errors for missing fields", async () => {
      await page.goto("/register");
      await expect(page.getByRole("heading", { name: "Create Free Account" })).toBeVisible();
      await page.getByRole("button", { name: "Create account" }).click();
      await expect(page.getByText("Email is required")).toBeVisible();
      await register(page, email, passwords.first);
      await expect(page).toHaveURL(/\/login$/);
    });

    await test.step("cannot sign in before the address is verified", async () => {
      await signIn(page, email, passwords.first);
      await expect(page.getByText("Please verify your email before you sign in")).toBeVisible();
      await expect(page.getByRole("link", { name: "Send the verification email again" })).toBeVisible();
    });

    await test.step("verifies by the email, is signed in, and continues from the sign-in page", async () => {
      const link = linkIn(await newestEmail(page, email, /Verify your email/), "/verify-email/");
      await page.goto(link);
      await expect(page.getByText("Email verified successfully!")).toBeVisible();
      await expect(page.getByText("You are signed in")).toBeVisible();
      await expect(page.getByRole("link", { name: "Go to Login" })).toBeVisible();
      await expect(page).toHaveURL("/");
    });

    await test.step("signs in with the password again", async () => {
      await page.context().clearCookies({ name: "openbell_member" });
      await signIn(page, email, passwords.first);
      await expect(page.getByText("Logged in successfully!")).toBeVisible();
    });

    await test.step("changes the name and the photo", async () => {
      await page.goto("/dashboard");
      await expect(page.getByRole("heading", { name: "Manage account" })).toBeVisible();
      await expect(page.locator("#content").getByText(email)).toBeVisible();
      await page.getByLabel("Last name").fill("Wexford-Hale");
      await page
        .getByLabel("Photo", { exact: true })
        .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: PHOTO });
      await page.getByRole("button", { name: "Save changes" }).click();
      await expect(page.getByText("Profile updated successfully")).toBeVisible();
      await expect(page.getByLabel("Last name")).toHaveValue("Wexford-Hale");
      await expect(page.getByRole("img", { name: "Your photo" })).toBeVisible();
    });

    await test.step("sees why a photo is refused", async () => {
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
      await page
        .getByLabel("Photo", { exact: true })
        .setInputFiles({ name: "me.svg", mimeType: "image/svg+xml", buffer: svg });
      await page.getByRole("button", { name: "Save changes" }).click();
      await expect(page.getByText(/SVG file/).first()).toBeVisible();
    });

    await test.step("resets a forgotten password", async () => {
      const elsewhere = await browser.newContext({
        baseURL: new URL(page.url()).origin,
        javaScriptEnabled: project.use.javaScriptEnabled ?? true,
      });
      const other = await elsewhere.newPage();
      await other.goto("/forget-password");
      await other.getByLabel("Email").fill(email);
      await other.getByRole("button", { name: "Send the link" }).click();
      await expect(other.getByText("Password reset email sent!").first()).toBeVisible();
      const link = linkIn(await newestEmail(other, email, /Set a new password/), "/reset-password/");
      await other.goto(link);
      await other.getByLabel("New password").fill(passwords.second);
      await other.getByLabel("Confirm password").fill("something else entirely");
      await other.getByRole("button", { name: "Set password" }).click();
      await expect(other.getByText("Passwords do not match")).toBeVisible();
      await other.getByLabel("New password").fill(passwords.second);
      await other.getByLabel("Confirm password").fill(passwords.second);
      await other.getByRole("button", { name: "Set password" }).click();
      await expect(other.getByText("Password reset successful!").first()).toBeVisible();
      await expect(other).toHaveURL(/\/login$/);
      await other.goto(link);
      await expect(other.getByText(/already used/)).toBeVisible();
      await elsewhere.close();
      await newestEmail(page, email, /was changed/);
    });

    await test.step("is signed out by the reset, and signs in again", async () => {
      await page.goto("/dashboard");
      await expect(page).toHaveURL(/\/login/);
      await signIn(page, email, passwords.second);
      await expect(page.getByText("Logged in successfully!")).toBeVisible();
    });

    await test.step("signs out another device", async () => {
      const elsewhere = await browser.newContext({
        baseURL: new URL(page.url()).origin,
        javaScriptEnabled: project.use.javaScriptEnabled ?? true,
      });
      const other = await elsewhere.newPage();
      await signIn(other, email, passwords.second);
      await expect(other.getByText("Logged in successfully!")).toBeVisible();
      await page.goto("/dashboard/devices");
      const otherRow = page
        .getByRole("row")
        .filter({ hasText: "Sign out" })
        .filter({ hasNotText: "This device" });
      await otherRow.getByRole("button", { name: /Sign out/ }).click();
      await expect(page.getByText("The device was signed out.")).toBeVisible();
      await other.goto("/dashboard");
      await expect(other).toHaveURL(/\/login/);
      await elsewhere.close();
    });

    await test.step("refers a friend", async () => {
      await page.goto("/referral");
      const link = await page.getByLabel("Your link").inputValue();
      expect(link).toContain("/subscription?ref=");
      const elsewhere = await browser.newContext({
        baseURL: new URL(page.url()).origin,
        javaScriptEnabled: project.use.javaScriptEnabled ?? true,
      });
      const friend = await elsewhere.newPage();
      await friend.goto(`/${new URL(link).search}`);
      await friend.goto("/register");
      await register(friend, `friend-of-${email}`, passwords.first);
      await elsewhere.close();
      await page.goto("/dashboard/referrals");
      await expect(page.getByText("1 friend joined")).toBeVisible();
      await expect(page.getByText("Ada W.")).toBeVisible();
      await expect(page.getByText("Joined, no payment yet")).toBeVisible();
    });

    await test.step("requests the deletion and cancels it", async () => {
      await page.goto("/dashboard/deletion");
      await page.getByLabel("Your password").fill(passwords.second);
      await page.getByRole("button", { name: "Delete my account" }).click();
      await expect(page.getByText(/Your account will be deleted on/)).toBeVisible();
      await newestEmail(page, email, /will be deleted/);
      await signIn(page, email, passwords.second);
      await expect(page).toHaveURL(/\/dashboard$/);
      await page.goto("/news");
      await page.getByRole("button", { name: "Keep my account" }).click();
      await expect(page.getByText("Your account will not be deleted.")).toBeVisible();
    });
  },
);
