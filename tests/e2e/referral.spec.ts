import { expect, test } from "@playwright/test";
import { spec } from "../support/spec";
import { signInByApi } from "./people";

test(
  "a member copies the referral link and sees a brief confirmation @script",
  spec("8 link copied 2 seconds"),
  async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signInByApi(context, "basic");
    await page.goto("/referral");
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByText("Link copied!")).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await page.getByLabel("Your link").inputValue());
    await expect(page.getByText("Link copied!")).toBeHidden();
  },
);
