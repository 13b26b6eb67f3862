import { expect, test } from "@playwright/test";
import { linkIn, newestEmail } from "./inbox";

const EMAIL = "private@demo.test";

test("a member signs in with an emailed link, and by its code when the email is read elsewhere @no-script", async ({
  page,
  browser,
}) => {
  await page.goto("/login?next=/watchlist");
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");

  const mail = await newestEmail(page, EMAIL, /^Sign in to/);
  const link = linkIn(mail, "/login/link/");
  const phone = await browser.newPage({ javaScriptEnabled: false });
  await phone.goto(link);
  await expect(phone.getByText("Enter the code from the email there.")).toBeVisible();
  await expect(phone.getByRole("button", { name: "Sign In", exact: true })).toHaveCount(0);

  await page.goto(link);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByText("Logged in successfully!")).toBeVisible();
  await expect(page).toHaveURL("/watchlist");
  await phone.goto(link);
  await expect(phone.getByText("has expired or was already used")).toBeVisible();

  await phone.goto("/login/link");
  await phone.getByLabel("Email").fill(EMAIL);
  await phone.getByRole("button", { name: "Email me the link" }).click();
  await expect(phone.getByLabel("Code")).toBeVisible();
  await phone.getByLabel("Code").fill("0000-0000");
  await phone.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(phone.getByText("This code is wrong")).toBeVisible();
  let code = "";
  await expect
    .poll(async () => {
      const { text } = await newestEmail(page, EMAIL, /^Sign in to/);
      code = /Code: (\S+)/.exec(text)?.[1] ?? "";
      return text;
    })
    .not.toBe(mail.text);
  await phone.getByLabel("Code").fill(code);
  await phone.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(phone.getByText("Logged in successfully!")).toBeVisible();
  await phone.close();
});

test("the sign-in form's button sends the typed address with script, too, without a password @script", async ({
  page,
}) => {
  await page.goto("/login?next=/watchlist");
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");
  await page.goto("/login?next=/watchlist");
  await page.getByLabel("Email").fill("no address");
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await expect(page).toHaveURL("/login/link?next=%2Fwatchlist");
  await expect(page.getByLabel("Email")).toHaveValue("no address");
});
