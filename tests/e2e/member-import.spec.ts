import { expect, test } from "@playwright/test";
import { spec } from "../support/spec";
import { linkIn, newestEmail } from "./inbox";
import { signInByApi } from "./people";

const GHOST =
  "id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers";

test(
  "staff map a tier, run an import of Ghost members, read its report and find a member @both",
  spec("beyond members come ghost s"),
  async ({ page, context }, { project }) => {
    const mark = `${project.name}-${Date.now().toString(36)}`;
    const email = `ada-${mark}@demo.test`;
    const csv = [
      GHOST,
      `1,${email},Ada ${mark},Early supporter,true,,cus_1,2021-05-06T07:08:09.000Z,,,Gold`,
      `2,bob-${mark}@demo.test,Bob ${mark},,false,,,2022-01-01T00:00:00.000Z,,,`,
      "3,nobody,<b>Eve</b>,,true,,,2022-01-01T00:00:00.000Z,,,",
    ].join("\n");
    await signInByApi(context, "admin");
    await page.goto("/admin/manage-users");
    await page.getByRole("link", { name: "Import", exact: true }).click();
    await page.getByLabel("File").setInputFiles({
      name: `ghost-${mark}.csv`,
      mimeType: "text/csv",
      buffer: Buffer.from(csv),
    });
    await page.getByRole("button", { name: "Read the file" }).click();

    // A job compares the rows. The page refreshes automatically, without script too.
    await expect(page.getByText("1 row undecided")).toBeVisible();
    await expect(page.getByText("Ghost’s member export")).toBeVisible();
    await page.getByLabel("Gold").selectOption("Premium");
    await page.getByLabel("Paid plans without an end date").selectOption("until");
    await page.getByLabel("Last day").fill("2199-12-31");
    await page.getByLabel("Email new members a link to set a password").check();
    await page.getByRole("button", { name: "Compare again" }).click();

    await page.getByRole("button", { name: "Import 2 members" }).click();
    await expect(page.getByText("2 members added, 0 changed.")).toBeVisible();
    const refused = page.getByRole("table", { name: "Rows in the file" });
    await expect(refused).toContainText("Please enter a valid email");
    await expect(refused).toContainText("<b>Eve</b>");

    await page.goto(`/admin/manage-users?q=${encodeURIComponent(email)}`);
    await page.getByRole("link", { name: `Ada ${mark}`, exact: true }).click();
    await expect(page.getByText("Early supporter")).toBeVisible();
    await expect(page.getByText("Until 31 Dec 2199,")).toBeVisible();

    await page.context().clearCookies();
    await page.goto(linkIn(await newestEmail(page, email, /Your account/), "/reset-password/"));
    await expect(page.getByLabel("Confirm password", { exact: false }).first()).toBeVisible();
  },
);
