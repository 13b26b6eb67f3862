import { expect, type Page, test } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { spec } from "../support/spec";
import { linkIn, newestEmail } from "./inbox";
import { signInByApi } from "./people";

const unique = (project: string) => `${project}-${Date.now().toString(36)}`;

const OWN_PASSWORD = "a password of their own";

/** Sends the first page of the sign-in. */
async function givePassword(page: Page, email: string): Promise<void> {
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: false }).first().fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

test(
  "an invited admin turns on two-step sign-in, then signs in with the app and with a recovery code @no-script",
  spec("2.4-7 lost second factor recovery"),
  async ({ page, context, browser }, { project }) => {
    const email = `colleague-${unique(project.name)}@demo.test`;
    await signInByApi(context, "superadmin");
    await page.goto("/admin/settings");
    await page.getByRole("link", { name: "Invite by email" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Full name").fill("Edda Lindqvist");
    await sheet.getByLabel("Email").fill(email);
    await sheet.getByLabel("Role").selectOption("admin");
    await sheet.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(`${email} will receive an invitation.`)).toBeVisible();
    const invited = page.getByRole("table", { name: "Invitations" }).getByRole("row", { name: email });
    await expect(invited).toContainText("admin");

    const theirs = await browser.newContext({ javaScriptEnabled: project.name === "script" });
    const own = await theirs.newPage();
    await own.goto(linkIn(await newestEmail(page, email, /invites you/), "/admin/invitation/"));
    await own.getByLabel("Password", { exact: false }).first().fill(OWN_PASSWORD);
    await own.getByLabel("Confirm password", { exact: false }).first().fill(OWN_PASSWORD);
    await own.getByRole("button", { name: "Set password" }).click();
    await expect(own.getByText("Your account is ready.")).toBeVisible();
    await givePassword(own, email);
    await expect(own.getByRole("heading", { name: /^Good / })).toBeVisible();

    await own.goto("/admin/profile-settings/two-step");
    await own.getByRole("button", { name: "Set up two-step sign-in" }).click();
    await expect(own.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
    const secret = ((await own.locator("code.secret").textContent()) ?? "").replaceAll(" ", "");
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    // A clock that is half a minute behind, so the next code is newer.
    await own.getByLabel("App code").fill(app.generate({ timestamp: Date.now() - 30_000 }));
    await own.getByRole("button", { name: "Turn on" }).click();
    await expect(own.getByRole("heading", { name: "Recovery codes" })).toBeVisible();
    const codes = await own.locator(".codes li code").allTextContents();
    expect(new Set(codes).size).toBe(10);
    await theirs.close();

    const later = await browser.newContext({ javaScriptEnabled: project.name === "script" });
    const back = await later.newPage();
    await givePassword(back, email);
    await back.getByLabel("App code").fill(app.generate());
    await back.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(back.getByRole("heading", { name: /^Good / })).toBeVisible();
    await later.clearCookies();
    for (const [code = "", taken] of [
      [codes[0], true],
      [codes[0], false],
    ] as const) {
      await givePassword(back, email);
      await back.getByRole("link", { name: "Use a recovery code" }).click();
      await back.getByLabel("Recovery code").fill(code);
      await back.getByRole("button", { name: "Sign In", exact: true }).click();
      if (taken) await expect(back.getByRole("heading", { name: /^Good / })).toBeVisible();
      else await expect(back.getByText(/code is wrong or was already used/).first()).toBeVisible();
      await later.clearCookies();
    }
    await later.close();

    await page.goto(`/admin/settings?q=${encodeURIComponent(email)}`);
    await expect(invited).toHaveCount(0);
    await page.getByRole("link", { name: "Delete Edda Lindqvist" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("Admin deleted successfully")).toBeVisible();
  },
);

test("a terms page is rewritten, previewed, published, and its older version restored @no-script", async ({
  page,
  context,
}, { project }) => {
  // Both projects write at once, so each uses another page.
  const [label, path] = project.name === "script" ? ["Terms", "/terms"] : ["Privacy", "/privacy"];
  await signInByApi(context, "superadmin");
  await page.goto("/admin/settings/texts");
  const listed = page.getByRole("table", { name: "Pages" }).getByRole("row", { name: label });
  await listed.getByRole("link", { name: label, exact: true }).click();
  const field = page.getByLabel("Text", { exact: true });
  const before = await field.inputValue();
  await field.fill(
    `${before}\n\n## Quiet hours\n\nWe answer **by day**, as the [contact page](/contact) says.`,
  );
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Preview: not published yet" });
  await expect(preview.getByRole("heading", { name: "Quiet hours" })).toBeVisible();
  await expect(preview.getByRole("link", { name: "contact page" })).toHaveAttribute("href", "/contact");

  const reader = await context.newPage();
  await reader.goto(path);
  await expect(reader.getByRole("heading", { name: "Quiet hours" })).toHaveCount(0);
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText(`${label} is published. Readers see it now.`)).toBeVisible();
  await reader.goto(path);
  await expect(reader.getByRole("heading", { name: "Quiet hours" })).toBeVisible();

  const versions = page.getByRole("table", { name: "Versions" });
  await expect(versions.getByRole("row").nth(1)).toContainText("Published version");
  await versions.getByRole("row").nth(2).getByRole("link").click();
  await page.getByRole("button", { name: /^Restore version / }).click();
  await expect(page.getByText(new RegExp(`${label} has the text of version \\d+ again.`))).toBeVisible();
  await expect(versions.getByRole("row").nth(1)).toContainText("restored from version");
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue(before);
  await reader.goto(path);
  await expect(reader.getByRole("heading", { name: "Quiet hours" })).toHaveCount(0);
});

test("staff look up a payment and restore its lost access, and the member is notified", async ({
  page,
  context,
  browser,
}, { project }) => {
  const name = unique(project.name);
  const email = `payer-${name}@demo.test`;
  await signInByApi(context, "superadmin");
  const form = { firstname: "Petra", lastname: `Payer ${name}`, email, password: OWN_PASSWORD };
  await context.request.post("/admin/manage-users/new", { form, maxRedirects: 0 });

  const theirs = await browser.newContext({ javaScriptEnabled: project.name === "script" });
  const own = await theirs.newPage();
  const signedIn = await theirs.request.post("/api/auth/user/login", {
    data: { email, password: OWN_PASSWORD },
  });
  expect(signedIn.ok()).toBe(true);
  await own.goto("/subscription");
  const premium = own
    .locator("section.package")
    .filter({ has: own.getByRole("heading", { name: "Premium", exact: true }) });
  await premium.getByRole("button", { name: "Select plan" }).click();
  await own.getByRole("button", { name: "Approve" }).click();
  await expect(own.getByText("Subscription activated!")).toBeVisible();

  // A mistake of a colleague.
  const members: { id: string; email: string }[] = await (
    await context.request.get("/api/admin/get-users?limit=20")
  ).json();
  const payer = members.find((member) => member.email === email);
  await context.request.put(`/api/admin/subscription/${payer?.id}`, { data: { subscription: "Basic" } });

  await page.goto("/admin/payments?size=5");
  await page.getByLabel("Search email, receipt or PayPal ID").fill(email);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("row").filter({ hasText: email })).toHaveCount(1);
  await page.getByRole("link", { name: "Money and access" }).click();
  const line = page
    .getByRole("table", { name: /^Paid, but without access/ })
    .getByRole("row", { name: email });
  await expect(line).toContainText("Basic");
  await line.getByRole("button", { name: "Restore access" }).click();
  await expect(page.getByText("has Premium again and will receive an email")).toBeVisible();
  await expect(page.getByRole("row", { name: email })).toHaveCount(0);
  const mail = await newestEmail(page, email, /is active again/);
  expect(mail.text).toContain("ended, although you had paid for more days");

  await own.goto("/dashboard/subscription");
  await expect(own.getByText("Premium").first()).toBeVisible();
  await theirs.close();
});
