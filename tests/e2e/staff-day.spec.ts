import {
  type APIRequestContext,
  type Browser,
  type BrowserContextOptions,
  expect,
  type Page,
  test,
} from "@playwright/test";
import sharp from "sharp";
import { SAVE } from "tests/support/save-button";
import { type Cost, CountedWork, documentedCosts } from "./counted-work";
import { signInAsNewStaff, signInByApi } from "./people";

/** Does a task from the dashboard on, and compares its cost with the documented one. */
async function work(page: Page, name: string, doing: (desk: CountedWork) => Promise<void>): Promise<void> {
  await page.goto("/admin");
  const desk = new CountedWork(page);
  await test.step(name, () => doing(desk));
  expect({ [name]: desk.cost }).toEqual({ [name]: documentedCosts()[name] } satisfies Record<
    string,
    Cost | undefined
  >);
}

const menu = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Back-office" }).getByRole("link", { name, exact: true });

/** Searches the list of news without counting it: other tests add news, and a list shows few at a time. */
const findNews = (page: Page, text: string) => page.goto(`/admin/news?q=${encodeURIComponent(text)}`);

/** Expects a success message. On a slow machine script may have removed it before the check. */
const done = (page: Page, text: string) => expect(page.getByText(text).first()).toBeAttached();

async function addDraft(request: APIRequestContext, values: Record<string, string>): Promise<string> {
  const data = { content: "Text.", category: "Energy", status: "draft", ...values };
  const answer = await request.post("/api/news", { data });
  expect(answer.status()).toBe(201);
  const { _id } = (await answer.json()) as { _id: string };
  return _id;
}

/** An editor writes a draft and asks for its review. */
async function readyForReview(browser: Browser, use: BrowserContextOptions, title: string): Promise<void> {
  const context = await browser.newContext(use);
  await signInByApi(context, "editor");
  const id = await addDraft(context.request, { title });
  const page = await context.newPage();
  await page.goto(`/admin/news/${id}/review`);
  await page.getByRole("button", { name: "Mark as ready for review" }).click();
  await done(page, "Marked as ready for review");
  await context.close();
}

test("a day of staff work costs the documented clicks and fields @both", async ({ page, context, browser }, {
  project,
}) => {
  await signInAsNewStaff(context, "admin");
  const mark = `${project.name} ${Date.now().toString(36)}`;
  const { request } = context;
  const sheet = page.getByRole("dialog");

  await work(page, "Fifty quotes of the morning", async (desk) => {
    const rows = Array.from({ length: 50 }, (_, nth) => `Morning ${nth} ${mark};Funds;1.${200 + nth},5;1,2M`);
    await desk.click(page.getByRole("main").getByRole("link", { name: /^Markets/ }));
    await desk.click(page.getByRole("link", { name: "Paste rows" }));
    await desk.fill(
      page.getByLabel("Rows from a spreadsheet"),
      ["Name;Category;Last;Volume", ...rows].join("\n"),
    );
    await desk.click(page.getByRole("button", { name: "Compare" }));
    await desk.click(page.getByRole("button", { name: "Apply 50 rows" }));
    await done(page, "50 quotes added, 0 changed");
  });

  await work(page, "Three articles with pictures", async (desk) => {
    const size = { width: 900, height: 600, channels: 3, background: "#6a60cf" } as const;
    const picture = await sharp({ create: size }).jpeg().toBuffer();
    await desk.click(menu(page, "News"));
    await desk.click(page.getByRole("link", { name: "Add news" }));
    await desk.choose(sheet.getByLabel("Category"), "Energy");
    for (const nth of [1, 2, 3]) {
      await expect(sheet.getByLabel("Title")).toHaveValue("");
      await expect(sheet.getByLabel("Category")).toHaveValue("Energy");
      await desk.fill(sheet.getByLabel("Title"), `Article ${nth} ${mark}`);
      await desk.fill(sheet.getByLabel("Content"), "A harbour got new cranes.");
      await desk.attach(sheet.locator('input[type="file"]'), "harbour.jpg", picture);
      const name = nth < 3 ? "Save and add another" : SAVE;
      await desk.click(sheet.getByRole("button", { name }));
      await done(page, "News added successfully");
    }
  });

  await work(page, "A published article changed as a working copy", async (desk) => {
    await desk.click(menu(page, "News"));
    await findNews(page, `Article 3 ${mark}`);
    await desk.click(page.getByRole("link", { name: `Edit Article 3 ${mark}` }));
    await desk.fill(sheet.getByLabel("Content"), "Two harbours got new cranes.");
    await desk.click(sheet.getByRole("button", { name: "Save as working copy" }));
    await desk.click(sheet.getByRole("button", { name: "Publish working copy" }));
    await done(page, "Working copy published");
  });

  await work(page, "A brief written, scheduled, previewed as Basic", async (desk) => {
    await desk.click(menu(page, "Daily Brief"));
    await desk.click(page.getByRole("link", { name: "Add daily brief" }));
    await desk.fill(sheet.getByLabel("Title"), `Brief ${mark}`);
    await desk.fill(sheet.getByLabel("Ticker"), "DESK");
    await desk.fill(sheet.getByLabel("Analysis"), "Only members read this.");
    await desk.fill(sheet.getByLabel("Publish at"), "2150-01-01T09:30");
    await desk.click(sheet.getByRole("button", { name: SAVE }));
    await done(page, "Daily brief added successfully");
    const row = page.getByRole("row").filter({ hasText: `Brief ${mark}` });
    await expect(row.getByText("Scheduled")).toBeVisible();
    await desk.click(row.getByRole("link", { name: /^Edit / }));
    await desk.click(sheet.getByRole("link", { name: "Preview as a reader" }));
    const opened = context.waitForEvent("page");
    await desk.click(page.getByRole("main").getByRole("link", { name: /^Basic/ }));
    const preview = await opened;
    await expect(preview.getByRole("heading", { level: 1, name: `Brief ${mark}` })).toBeVisible();
    await expect(preview.getByText("Preview: what a Basic member sees.")).toBeVisible();
    await expect(preview.getByText("Only members read this.")).toBeHidden();
    await preview.close();
  });

  await work(page, "An alert published", async (desk) => {
    await desk.click(menu(page, "Trade Alerts"));
    await desk.click(page.getByRole("link", { name: "Add trade alert" }));
    await desk.fill(sheet.getByLabel("Ticker"), project.name === "script" ? "ZDSC" : "ZDNS");
    await desk.fill(sheet.getByLabel("Name"), `Alert ${mark}`);
    await desk.fill(sheet.getByLabel("Target price"), "120");
    await desk.fill(sheet.getByLabel("Analysis"), "It goes up.");
    await desk.click(sheet.locator("summary").first());
    await desk.fill(sheet.getByLabel("Current price"), "100");
    await desk.click(sheet.getByRole("button", { name: SAVE }));
    await done(page, "Trade alert added successfully");
  });

  await work(page, "The alert closed", async (desk) => {
    await desk.click(menu(page, "Trade Alerts"));
    await desk.click(page.getByRole("link", { name: "Calls", exact: true }));
    await desk.click(
      page
        .getByRole("row")
        .filter({ hasText: `Alert ${mark}` })
        .getByRole("link")
        .first(),
    );
    await desk.fill(page.getByLabel("Price"), "115");
    await desk.fill(page.getByLabel("Note"), "The reason for it is gone.");
    await desk.click(page.getByRole("button", { name: "Close the call" }));
    await desk.click(page.getByLabel("Save anyway"));
    await desk.click(page.getByRole("button", { name: "Close the call" }));
    await done(page, "Closed by hand at 115.00");
  });

  for (const nth of [1, 2, 3]) await addDraft(request, { title: `Draft ${mark} ${nth}` });
  await work(page, "Three drafts published", async (desk) => {
    await desk.click(menu(page, "News"));
    await findNews(page, `Draft ${mark}`);
    for (const nth of [1, 2, 3])
      await desk.click(page.getByRole("checkbox", { name: `Select Draft ${mark} ${nth}` }));
    const bar = page.getByRole("form", { name: "Actions for the selected rows" });
    await desk.click(bar.getByRole("button", { name: "Publish", exact: true }));
    await desk.click(page.getByRole("alertdialog").getByRole("button", { name: "Publish" }));
    await done(page, "3 news items were published");
  });

  const changed = await addDraft(request, { title: `Right ${mark}` });
  await request.put(`/api/news/${changed}`, { data: { title: `Wrong ${mark}` } });
  await work(page, "An old version restored", async (desk) => {
    await desk.click(menu(page, "News"));
    await findNews(page, `Wrong ${mark}`);
    await desk.click(page.getByRole("link", { name: `Edit Wrong ${mark}` }));
    await desk.click(sheet.getByRole("link", { name: "All changes" }));
    await desk.click(page.getByRole("main").locator('a[href^="/admin/changes/"]').first());
    await desk.click(page.getByRole("link", { name: "Restore previous version" }));
    await desk.click(sheet.getByRole("button", { name: SAVE }));
    await done(page, "News updated successfully");
    await done(page, `Right ${mark}`);
  });

  await readyForReview(browser, project.use, `Checked ${mark}`);
  await work(page, "A colleague’s draft approved", async (desk) => {
    await desk.click(page.getByRole("link", { name: "See news items to review" }));
    await findNews(page, `Checked ${mark}`);
    await desk.click(page.getByRole("link", { name: `Edit Checked ${mark}` }));
    await desk.click(sheet.getByRole("link", { name: "Review", exact: true }));
    await desk.click(page.getByRole("button", { name: "Approve this version" }));
    await done(page, "Version approved");
  });

  await work(page, "A member labelled", async (desk) => {
    await desk.click(menu(page, "Manage Users"));
    await desk.click(page.locator(".admin-table tbody th a").first());
    await desk.fill(page.getByRole("combobox", { name: "Label" }), `Wrote to us ${mark}`);
    await desk.click(page.getByRole("button", { name: "Add label" }));
    await done(page, `is labelled “Wrote to us ${mark}”`);
  });

  // Deletes the morning's rows again, on all of their pages.
  await page.goto(`/admin/market?q=${encodeURIComponent(mark)}`);
  await page.getByRole("link", { name: "Select all 50 matching rows" }).click();
  await page
    .getByRole("form", { name: "Actions for the selected rows" })
    .getByRole("button", { name: "Delete" })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await done(page, "50 markets were deleted");
});
