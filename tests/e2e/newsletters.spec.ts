import { expect, test } from "@playwright/test";
import { SAVE } from "tests/support/save-button";
import { linkIn, newestEmail } from "./inbox";
import { signInByApi } from "./people";

const LOCKED = "Only paying members read this sentence.";

test("staff send a brief, members get what they may read, and unsubscribe from the email @no-script", async ({
  page,
  browser,
}) => {
  await signInByApi(page.context(), "admin");
  const brief = {
    companyName: "Emailed Works",
    ticker: "EMLW",
    analysis: LOCKED,
    teaser: "The introduction.",
    status: "published",
  };
  const { id } = await (await page.request.post("/api/daily-brief", { data: brief })).json();
  await page.goto(`/admin/daily-brief/${id}/edit`);
  await page.getByRole("link", { name: "Send by email" }).click();
  await page.getByLabel("Subject").fill("Emailed Works, at last");
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Emailed Works, at last");

  const whole = await newestEmail(page, "premium@demo.test", /^Emailed Works, at last$/);
  expect(whole.text).toContain(LOCKED);
  const teaser = await newestEmail(page, "basic@demo.test", /^Emailed Works, at last$/);
  expect(teaser.text).toContain("The introduction.");
  expect(teaser.text).not.toContain(LOCKED);
  await page.reload();
  await expect(page.getByText("Sent", { exact: true }).first()).toBeVisible();

  const member = await browser.newPage({ javaScriptEnabled: false });
  await member.goto(linkIn(teaser, "/unsubscribe/"));
  await member.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(member.getByText("You are no longer subscribed to “Daily briefs”.")).toBeVisible();
  await signInByApi(member.context(), "basic");
  await member.goto("/dashboard/notifications");
  await expect(member.getByLabel("Daily briefs")).not.toBeChecked();
  await member.getByLabel("Daily briefs").check();
  await member.getByRole("button", { name: "Save changes" }).click();
  await expect(member.getByText("Your choice was saved.")).toBeVisible();
  await expect(member.getByLabel("Daily briefs")).toBeChecked();
  await member.close();
});

test("staff publish a brief and send it by the choice in its form @no-script", async ({ page }) => {
  await signInByApi(page.context(), "admin");
  await page.goto("/admin/daily-brief/new");
  await page.getByRole("textbox", { name: "Title" }).fill("Chosen Works");
  await page.getByRole("textbox", { name: "Ticker" }).fill("CHSW");
  await page.getByRole("textbox", { name: "Headline" }).fill("Chosen Works, with its publication");
  await page.getByRole("textbox", { name: "Analysis" }).fill(LOCKED);
  await page.getByLabel("Email", { exact: true }).selectOption("Send when it is published");
  await page.getByRole("button", { name: SAVE }).click();
  await expect(page.getByText("Daily brief added successfully")).toBeVisible();

  const whole = await newestEmail(page, "premium@demo.test", /^Chosen Works, with its publication$/);
  expect(whole.text).toContain(LOCKED);
  await page.goto("/admin/daily-brief");
  await page.getByRole("row", { name: "Chosen Works" }).getByRole("link", { name: "Edit" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: /^(Email is being sent|Sent by email)$/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Chosen Works, with its publication");
});
