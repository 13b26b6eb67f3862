import { expect, test } from "@playwright/test";
import { signInByApi } from "./people";

const WITH_AND_WITHOUT_SCRIPT = ["", " @no-script"];

for (const tag of WITH_AND_WITHOUT_SCRIPT)
  test(`an editor’s draft is reviewed, approved and published by a colleague${tag}`, async ({ browser }, {
    project,
  }) => {
    const title = `Reviewed copper, ${project.name}`;
    const desk = async (person: "editor" | "admin") => {
      const context = await browser.newContext({ ...project.use });
      await signInByApi(context, person);
      return context.newPage();
    };
    const editor = await desk("editor");
    const video = { title, youtubeLink: "https://www.youtube.com/watch?v=dQw4w9WgXcQ", status: "Draft" };
    expect((await editor.request.post("/api/videos", { data: video })).status()).toBe(201);
    await editor.goto(`/admin/videos?q=${encodeURIComponent(title)}`);
    await editor.getByRole("link", { name: `Edit ${title}` }).click();
    await editor.getByRole("link", { name: "Review", exact: true }).click();
    await editor.getByRole("textbox", { name: "Comment" }).fill("Is the date right?");
    await editor.getByRole("button", { name: "Add comment" }).click();
    await expect(editor.getByText("Is the date right?")).toBeVisible();
    await editor.getByRole("button", { name: "Mark as ready for review" }).click();
    await expect(editor.getByText("Marked as ready for review")).toBeVisible();
    await expect(editor.getByRole("button", { name: "Approve this version" })).toHaveCount(0);

    const admin = await desk("admin");
    await admin.goto("/admin");
    await admin.getByRole("link", { name: "See videos to review" }).click();
    await admin.getByRole("link", { name: `Edit ${title}` }).click();
    await admin.getByRole("link", { name: "Review", exact: true }).click();
    await admin.getByRole("button", { name: "Approve this version" }).click();
    await expect(admin.getByText("Version approved")).toBeVisible();
    await admin.goto("/admin/videos?status=ready");
    await admin.getByRole("button", { name: `Publish ${title}` }).click();
    await expect(admin.getByText("Video published successfully")).toBeVisible();
    await expect(admin.getByRole("link", { name: `Edit ${title}` })).toHaveCount(0);
    await Promise.all([editor.context().close(), admin.context().close()]);
  });
