import { expect, type Page, test } from "@playwright/test";
import { spec } from "../support/spec";
import { linkIn, newestEmail } from "./inbox";
import { PASSWORD, signInByApi } from "./people";

/** A member who buys nothing for themselves. */
const GIVER = "stellan.moreau";

/** Fills in the form for a Premium gift. */
async function fillIn(page: Page, recipient: string): Promise<void> {
  await page.getByLabel("Plan").selectOption({ label: "Premium: 30 days for $29" });
  await page.getByLabel("Recipient’s email").fill(recipient);
  await page.getByLabel("Your name").fill("Vera");
  await page.getByLabel("Message").fill("For your first year as an investor.\nRead the briefs.");
}

test(
  "a member gives Premium, and the recipient registers by the link, claims it and reads a brief @no-script",
  spec("beyond membership given bought address"),
  async ({ page, browser }, { project }) => {
    const recipient = `niece-${project.name}@demo.test`;
    await signInByApi(page.context(), GIVER);
    await page.goto("/subscription");
    await page.getByRole("link", { name: "Give as a gift" }).click();
    await expect(page).toHaveURL("/subscription/gift");
    await page.getByLabel("Recipient’s email").fill("nobody");
    await page.getByRole("button", { name: "Continue to PayPal" }).click();
    await expect(page.getByText("Please enter a valid email")).toBeVisible();

    await fillIn(page, recipient);
    await page.getByRole("button", { name: "Continue to PayPal" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("The purchase was cancelled. You have not been charged.")).toBeVisible();
    await expect(page.getByLabel("Recipient’s email")).toHaveValue(recipient);
    await page.getByRole("button", { name: "Continue to PayPal" }).click();
    await expect(page.getByText("$29.00")).toBeVisible();
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page).toHaveURL("/dashboard/subscription");
    await expect(page.getByText("Thank you! Your gift is on its way by email.")).toBeVisible();
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: recipient }) });
    await expect(row.getByText("Not claimed yet")).toBeVisible();
    await page.goto("/subscription");
    await expect(page.getByText("Active", { exact: true })).toHaveCount(1);

    const context = await browser.newContext({ javaScriptEnabled: project.use.javaScriptEnabled });
    const friend = await context.newPage();
    const link = linkIn(await newestEmail(friend, recipient, /Vera has given you Premium/), "/gift/");
    await friend.goto(link);
    await expect(friend.getByText("From Vera")).toBeVisible();
    await expect(friend.getByText("Read the briefs.")).toBeVisible();
    await friend.getByRole("link", { name: "Create a free account" }).click();
    await friend.getByLabel("First name").fill("Nia");
    await friend.getByLabel("Last name").fill("Nystrom");
    await friend.getByLabel("Email").fill(recipient);
    await friend.getByLabel("Password", { exact: false }).first().fill(PASSWORD);
    await friend.getByRole("button", { name: "Create account" }).click();
    await expect(friend).toHaveURL(/\/register\?done/);
    await friend.goto(linkIn(await newestEmail(friend, recipient, /Verify your email/), "/verify-email/"));
    await expect(friend.getByText("You are signed in")).toBeVisible();
    await expect(friend).toHaveURL(link);
    await friend.getByRole("button", { name: "Claim 30 days" }).click();
    await expect(friend.getByText("This gift is yours")).toBeVisible();
    await friend.getByRole("link", { name: "Read the daily briefs" }).click();
    await friend.locator("article.card h3 a").first().click();
    await expect(friend.locator(".prose p").first()).not.toBeEmpty();
    await context.close();

    await page.goto(link);
    await expect(page.getByText("This gift has already been claimed.")).toBeVisible();
    await page.goto("/dashboard/subscription");
    await expect(row.getByText("Claimed")).toBeVisible();
  },
);

test("a gift link can be sent again to another address", async ({ page }, { project }) => {
  await signInByApi(page.context(), "premium");
  await page.goto("/dashboard/subscription");
  const wanted = `cousin-${project.name}@demo.test`;
  await page.getByRole("link", { name: /^cousin.*@demo\.test/ }).click();
  await page.getByLabel("Send the link again to").fill(wanted);
  await page.getByRole("button", { name: "Send the link again" }).click();
  await expect(page.getByText(`A new link is on its way to ${wanted}.`)).toBeVisible();
  const link = linkIn(await newestEmail(page, wanted, /has given you Private/), "/gift/");
  await page.goto(link);
  await expect(page.getByText("You bought this gift, so somebody else has to claim it.")).toBeVisible();
});
