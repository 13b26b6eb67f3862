import { expect, type Page, test } from "@playwright/test";
import { linkIn, newestEmail } from "./inbox";
import { PASSWORD } from "./people";

/**
 * The paths of the site's pages that a browser shows from now on, each once. Pages of the PayPal simulator do
 * not count.
 */
function visitedPages(page: Page): Set<string> {
  const paths = new Set<string>();
  page.on("framenavigated", (frame) => {
    const { pathname } = new URL(frame.url());
    if (frame === page.mainFrame() && !pathname.startsWith("/demo/")) paths.add(pathname);
  });
  return paths;
}

/**
 * Opens a brief behind the paywall and follows it to the plans.
 * @returns the brief's path
 */
async function fromLockedBrief(page: Page): Promise<string> {
  await page.goto("/daily-brief");
  const brief = (await page.locator("article.card:has(button) h3 a").last().getAttribute("href")) ?? "";
  await page.goto(brief);
  return brief;
}

/** Selects Premium and registers on the sign-in page that follows, with four fields. */
async function selectAndRegister(page: Page, email: string): Promise<void> {
  await page.getByRole("link", { name: "Upgrade to Premium" }).click();
  await page
    .locator("section.package")
    .filter({ has: page.getByRole("heading", { name: "Premium", exact: true }) })
    .getByRole("button", { name: "Select plan" })
    .click();
  await page.waitForURL(/\/login\?next=/);
  await expect(page.getByText("You selected Premium, 30 days for $29")).toBeVisible();
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: "Create account" }) });
  await form.getByLabel("First name").fill("Nia");
  await form.getByLabel("Last name").fill("Newcomer");
  await form.getByLabel("Your email").fill(email);
  await form.getByLabel("New password").fill(PASSWORD);
  await form.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Account created successfully").first()).toBeVisible();
  await expect(page.getByText("Open its link in this browser within an hour")).toBeVisible();
}

async function pay(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Approve your payment" })).toBeVisible();
  await expect(page.getByText("$29.00")).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page).toHaveURL("/subscription");
  await expect(page.getByText("Subscription activated!")).toBeVisible();
}

const verificationLink = async (page: Page, email: string) =>
  linkIn(await newestEmail(page, email, /Verify your email/), "/verify-email/");

test("a newcomer gets from a brief's paywall to paid in five pages, one email and four fields @both", async ({
  page,
}, { project }) => {
  const email = `newcomer-${project.name}-${Date.now()}@demo.test`;
  const brief = await fromLockedBrief(page);
  const pages = visitedPages(page).add(brief);
  await selectAndRegister(page, email);
  const link = await verificationLink(page, email);
  await page.goto(link);
  await expect(page.getByText("Email verified successfully!")).toBeVisible();
  await expect(page.getByText("You are signed in. The next page opens in 2 seconds.")).toBeVisible();
  await pay(page);
  expect([...pages]).toEqual([brief, "/subscription", "/login", "/register", link]);
  await page.goto(brief);
  await expect(page.locator(".prose p").first()).not.toBeEmpty();
});

test("a newcomer who opens the email in another browser signs in there and continues to PayPal @both", async ({
  page,
  browser,
  baseURL,
}, { project }) => {
  const email = `elsewhere-${project.name}-${Date.now()}@demo.test`;
  await fromLockedBrief(page);
  await selectAndRegister(page, email);
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: project.use.javaScriptEnabled ?? true,
  });
  const phone = await context.newPage();
  await phone.goto(await verificationLink(page, email));
  await expect(phone.getByText("Sign in with your password to continue")).toBeVisible();
  await expect(phone).toHaveURL(/\/login$/);
  await phone.getByLabel("Email").fill(email);
  await phone.getByLabel("Password", { exact: false }).first().fill(PASSWORD);
  await phone.getByRole("button", { name: "Sign In", exact: true }).click();
  await pay(phone);
  await context.close();
});
