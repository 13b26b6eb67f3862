import { expect, type Page, test } from "@playwright/test";
import { spec } from "../support/spec";
import { signInAsNewStaff, signInByApi } from "./people";

const unique = (project: string) => `${project}${Date.now().toString(36)}`;

async function signInAs(page: Page, at: "/login" | "/admin/login", email: string, password: string) {
  await page.goto(at);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: false }).first().fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

test(
  "admin adds a member, changes their tier in the list and blocks them @no-script",
  spec("2.4-7 manage users add new"),
  async ({ page, context, browser }, { project }) => {
    const email = `user-${unique(project.name)}@demo.test`;
    const form = page.getByRole("dialog");
    await signInAsNewStaff(context, "admin");

    await test.step("adds a member, after an error for missing fields", async () => {
      await page.goto("/admin/manage-users?size=10");
      await page.getByRole("link", { name: "Add New User" }).click();
      await form.getByLabel("First name").fill("Nora");
      await form.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByRole("heading", { name: "All fields are required" })).toBeVisible();
      await expect(form.getByLabel("First name")).toHaveValue("Nora");
      await form.getByLabel("Last name").fill("Quill");
      await form.getByLabel("Email").fill(email);
      await form.getByRole("textbox", { name: "Password" }).fill("a password of Nora");
      await form.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText("Member added successfully")).toBeVisible();
      await expect(page).toHaveURL("/admin/manage-users?size=10");
    });

    await test.step("switches the tier in the row", async () => {
      await page.getByLabel("Search name or email").fill(email);
      await page.getByRole("button", { name: "Apply" }).click();
      const row = page.getByRole("row").filter({ hasText: email });
      await expect(row).toContainText("Active");
      const tier = row.getByLabel("subscription of Nora Quill").first();
      await expect(tier).toHaveValue("Basic");
      await tier.selectOption("Premium");
      if (project.name === "no-script") await row.getByRole("button", { name: /^Save/ }).click();
      await expect(page.getByText("Nora Quill is now on Premium")).toBeVisible();
      await expect(row).toContainText("no end date");
      await expect(tier).toHaveValue("Premium");
      await expect(page).toHaveURL(/q=user-/);
    });

    await test.step("the member signs in and reads paid content", async () => {
      const members = await browser.newContext({ javaScriptEnabled: project.name === "script" });
      const reader = await members.newPage();
      await signInAs(reader, "/login", email, "a password of Nora");
      await expect(reader.getByText("Logged in successfully!")).toBeVisible();
      await reader.goto("/daily-brief");
      await expect(reader.getByRole("link", { name: /Read More/ }).first()).toBeVisible();

      await page.getByRole("link", { name: "Open Nora Quill" }).click();
      await expect(page.getByText("1 device")).toBeVisible();
      await page.getByRole("button", { name: "Set inactive" }).click();
      await expect(page.getByText("Nora Quill is inactive now")).toBeVisible();
      await expect(page.getByText("switched the member to Premium")).toBeVisible();
      await reader.goto("/dashboard");
      await expect(reader).toHaveURL(/\/login/);
      await members.close();
    });

    await test.step("changes the name in the form over the page, and returns to the list", async () => {
      await page.getByRole("link", { name: "Edit member" }).click();
      await form.getByLabel("Last name").fill("Quillon");
      await form.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByRole("heading", { name: "Nora Quillon" })).toBeVisible();
      const crumb = page.getByRole("navigation", { name: "Breadcrumb" });
      await crumb.getByRole("link", { name: "Manage Users" }).click();
      await expect(page).toHaveURL(/q=user-/);
    });
  },
);

test(
  "a select in the list shows that it is saving, keeps its place and reports errors inline @script",
  spec("2.4-7 admin may switch user"),
  async ({ page, context }) => {
    await signInByApi(context, "admin");
    await page.goto("/admin/manage-users?q=bram.osei");
    const row = page.getByRole("row").filter({ hasText: "bram.osei" });
    const tier = row.getByLabel("subscription of Bram Osei").first();
    await expect(row.getByRole("button", { name: /^Save/ })).toBeHidden();

    let answer = () => {};
    await page.route("**/manage-users/subscriptions/*", async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.abort();
    });
    await tier.selectOption("Private");
    await expect(row.getByText("Saving...")).toBeVisible();
    await expect(tier).toBeDisabled();
    answer();
    await expect(page.getByText("Nothing was saved: the site did not respond.")).toBeVisible();
    await expect(tier).toBeEnabled();
    await expect(tier).toHaveValue("Basic");
    await page.unroute("**/manage-users/subscriptions/*");

    // Another user was faster: the row shows the stored tier, with a message.
    const id = (await row.getAttribute("id"))?.replace("row-", "");
    const other = await context.request.put(`/api/admin/subscription/${id}`, {
      data: { subscription: "Premium" },
    });
    expect(other.ok()).toBe(true);
    await tier.selectOption("Private");
    await expect(page.getByText("You chose Private; the current subscription is Premium.")).toBeVisible();
    await expect(tier).toHaveValue("Premium");
    await tier.selectOption("Basic");
    await expect(page.getByText("Bram Osei is now on Basic")).toBeVisible();
    await expect(tier).toBeFocused();

    // The row no longer matches the filter: it disappears, and the list shows the remaining rows.
    await page.goto("/admin/manage-users?q=bram.osei&tier=Basic");
    await tier.selectOption("Private");
    await expect(page.getByText("Bram Osei is now on Private")).toBeVisible();
    await expect(row).toHaveCount(0);
    await expect(page.getByText("No data found.")).toBeVisible();
    await context.request.put(`/api/admin/subscription/${id}`, { data: { subscription: "Basic" } });
  },
);

/** Adds a member as staff, and finds them in the list by the address. */
async function memberInList(page: Page, project: string, firstname: string) {
  const email = `user-${unique(project)}@demo.test`;
  const added = await page.request.post("/api/auth/user/register", {
    data: { firstname, lastname: "Vale", email, password: "a password of theirs", registeredByAdmin: true },
  });
  expect(added.ok()).toBe(true);
  await page.goto(`/admin/manage-users?q=${email}`);
  const row = page.getByRole("row").filter({ hasText: email });
  return { row, tier: row.getByLabel(`subscription of ${firstname} Vale`).first() };
}

test("a tier change that would end a term asks first, and the member's form sets a term", async ({
  page,
  context,
}, { project }) => {
  await signInByApi(context, "admin");
  const { row, tier } = await memberInList(page, project.name, "Tess");
  const choose = async (subscription: string) => {
    await tier.selectOption(subscription);
    if (project.name === "no-script") await row.getByRole("button", { name: /^Save/ }).click();
  };
  await choose("Premium");
  await expect(page.getByText("Tess Vale is now on Premium")).toBeVisible();

  await page.getByRole("link", { name: "Open Tess Vale" }).click();
  await page.getByRole("link", { name: "Edit member" }).click();
  await page.getByLabel("Access until").fill("2126-08-14");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.locator("dd", { hasText: "Until 14 Aug 2126" })).toBeVisible();
  await expect(page.getByText("access until 14 Aug 2126, was without an end date")).toBeVisible();
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").first().click();
  await expect(row).toContainText("until 14 Aug 2126");

  await choose("Basic");
  const dialog = page.getByRole("alertdialog", { name: "Switch Tess Vale to Basic?" });
  await expect(dialog).toContainText("Premium until 14 August 2126 ends now");
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await expect(row).toContainText("until 14 Aug 2126");
  await expect(tier).toHaveValue("Premium");
  await expect(tier).toBeEnabled();

  await choose("Basic");
  await dialog.getByRole("button", { name: "Switch" }).click();
  await expect(page).toHaveURL(/\/admin\/manage-users\?q=user-/);
  await expect(page.getByText("Tess Vale is now on Basic")).toBeVisible();
  await expect(tier).toHaveValue("Basic");
});

test("arrow keys in the list save nothing until Enter or the button @script", async ({ page, context }, {
  project,
}) => {
  await signInByApi(context, "admin");
  const { row, tier } = await memberInList(page, project.name, "Kay");
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  const save = row.getByRole("button", { name: /^Save/ });
  await expect(save).toBeHidden();
  await tier.focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
  await expect(tier).toHaveValue("Premium");
  await expect(save).toBeVisible();
  expect(sent).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Kay Vale is now on Premium")).toBeVisible();
  await expect(tier).toBeFocused();

  await page.keyboard.press("ArrowDown");
  await save.click();
  await expect(page.getByText("Kay Vale is now on Private")).toBeVisible();
  expect(sent).toHaveLength(2);
});

test(
  "superadmin adds an admin, the admin changes the password, and superadmin removes them",
  spec("2.4-7 settings two tabs add", "2.4-7 change password all fields"),
  async ({ page, context, browser }, { project }) => {
    const own = unique(project.name);
    const email = `staff-${own}@demo.test`;
    const name = `Sol ${own}`;
    const form = page.getByRole("dialog");
    await signInByApi(context, "superadmin");
    await page.goto("/admin/settings");
    const tabs = page.getByRole("navigation", { name: "Settings" });
    await expect(tabs.getByRole("link", { name: "Add Admin" })).toHaveAttribute("aria-current", "page");

    await test.step("adds an editor", async () => {
      await page.getByRole("link", { name: "Add Admin" }).first().click();
      await form.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByRole("heading", { name: "All fields are required" })).toBeVisible();
      await form.getByLabel("Full name").fill(name);
      await form.getByLabel("Email").fill(email);
      await form.getByLabel("Role").selectOption("editor");
      await form.getByRole("textbox", { name: "Password" }).fill("first staff password");
      await form.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText("Admin added successfully")).toBeVisible();
      await expect(page.getByRole("row", { name: email })).toContainText("editor");
    });

    const desk = await browser.newContext({ javaScriptEnabled: project.name === "script" });
    const theirs = await desk.newPage();

    await test.step("the editor signs in and changes the password", async () => {
      await signInAs(theirs, "/admin/login", email, "first staff password");
      await theirs.waitForURL(/\/admin$/);
      await theirs.goto("/admin/settings");
      await expect(
        theirs.getByRole("heading", { name: "Only superadmin can access this page." }),
      ).toBeVisible();
      await theirs.goto("/admin/profile-settings/password");
      await theirs.getByRole("textbox", { name: "Current password" }).fill("first staff password");
      await theirs
        .getByRole("textbox", { name: "New password", exact: false })
        .first()
        .fill("second staff password");
      await theirs.getByRole("textbox", { name: "Confirm new password" }).fill("another one");
      await theirs.getByRole("button", { name: "Change Password" }).click();
      await expect(
        theirs.getByRole("link", { name: "New password and confirmation do not match" }),
      ).toBeVisible();
      await theirs.getByRole("textbox", { name: "Current password" }).fill("first staff password");
      await theirs
        .getByRole("textbox", { name: "New password", exact: false })
        .first()
        .fill("second staff password");
      await theirs.getByRole("textbox", { name: "Confirm new password" }).fill("second staff password");
      await theirs.getByRole("button", { name: "Change Password" }).click();
      await expect(theirs.getByText("Password changed. Your other devices were signed out.")).toBeVisible();
    });

    await test.step("the superadmin deletes the editor, whose session ends", async () => {
      await page.getByRole("link", { name: `Delete ${name}` }).click();
      await expect(page.getByText("Are you sure you want to delete this admin?")).toBeVisible();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await expect(page.getByText("Admin deleted successfully")).toBeVisible();
      await expect(page.getByRole("row", { name: email })).toHaveCount(0);
      await theirs.goto("/admin/profile-settings");
      await expect(theirs).toHaveURL(/\/admin\/login/);
      await desk.close();
    });
  },
);

test("changing the superadmin's password requires three matching fields @no-script", async ({
  page,
  context,
}) => {
  await signInByApi(context, "superadmin");
  await page.goto("/admin/settings");
  await page.getByRole("link", { name: "Change Password" }).click();
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByRole("heading", { name: "All fields are required" })).toBeVisible();
  await page.getByRole("textbox", { name: "Current password" }).fill("not the password");
  await page.getByRole("textbox", { name: "New password", exact: false }).first().fill("a new long password");
  await page.getByRole("textbox", { name: "Confirm new password" }).fill("a new long password");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByRole("heading", { name: "Failed to change password" })).toBeVisible();
  await expect(page.getByRole("link", { name: "This is not your current password" })).toBeVisible();
});
