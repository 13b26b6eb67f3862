import { type Browser, expect, type Page, test } from "@playwright/test";
import { signInByApi } from "./people";

type Desk = { first: Page; second: Page; ids: string[]; list: string; name: (what: string) => string };

/** Two staff members with the same three quotes, which no other test has. */
async function twoAtOnce(browser: Browser, javaScriptEnabled: boolean): Promise<Desk> {
  const mark = crypto.randomUUID().slice(0, 8);
  const pageOf = async (person: string) => {
    const context = await browser.newContext({ javaScriptEnabled });
    await signInByApi(context, person);
    return context.newPage();
  };
  const [first, second] = [await pageOf("superadmin"), await pageOf("admin")];
  const name = (what: string) => `${what} ${mark}`;
  const ids: string[] = [];
  for (const what of ["Onyx", "Opal", "Jade"]) {
    const data = { name: name(what), category: "Funds", last: 100 };
    const { _id } = await (await first.request.post("/api/markets", { data })).json();
    ids.push(_id);
  }
  return { first, second, ids, list: `/admin/market?q=${mark}`, name };
}

const done = (page: Page, text: string) => expect(page.getByText(text).first()).toBeAttached();

test.describe("two staff who edit one record lose no input, and the second one must confirm", () => {
  let desk: Desk;
  test.beforeEach(async ({ browser }, { project }) => {
    desk = await twoAtOnce(browser, project.name !== "no-script");
  });
  test.afterEach(async () => {
    for (const page of [desk.first, desk.second]) await page.context().close();
  });
  const last = (page: Page, what: string) => page.getByLabel(`Last of ${desk.name(what)}`);
  const save = (page: Page, what: string) =>
    page.getByRole("button", { name: `Save ${desk.name(what)}`, exact: true }).click();

  test("two staff who edit the rows of a list lose no input @both", async () => {
    const { first, second, ids, list, name } = desk;
    for (const page of [first, second]) await page.goto(`${list}&inline=on`);
    await last(first, "Onyx").fill("101");
    await save(first, "Onyx");
    await done(first, "Market updated successfully");
    await last(second, "Onyx").fill("102");
    await save(second, "Onyx");
    await done(second, "Nothing was saved: Agnes Thorvald changed this record while you were editing it");
    await done(second, ": 101");
    await expect(last(second, "Onyx")).toHaveValue("102");

    // The row no longer matches the search.
    await first.request.put(`/api/markets/${ids[0]}`, { data: { name: "Moved", last: 103 } });
    await save(second, "Onyx");
    await done(second, ": 103");
    const moved = second.getByLabel("Last of Moved");
    await expect(moved).toHaveValue("102");
    await second.getByRole("button", { name: "Save Moved" }).click();
    await done(second, "Market updated successfully");
    await first.goto(`/admin/market/${ids[0]}/edit`);
    await expect(first.getByRole("dialog").getByLabel("Last *", { exact: true })).toHaveValue("102");

    await last(second, "Jade").fill("103");
    await first.request.delete(`/api/markets/${ids[2]}`);
    await save(second, "Jade");
    await done(second, "somebody else deleted this market. You typed: Last 103");
    await expect(second.getByRole("heading", { level: 1 })).toHaveText("Markets");
    await expect(last(second, "Opal")).toHaveValue("100");
    await second.goto(list);
    await expect(second.getByRole("row").filter({ hasText: name("") })).toHaveCount(1);
  });

  test("input in one row of a list stays while another row is saved @script", async () => {
    const { first, second, ids, list } = desk;
    await second.goto(`${list}&inline=on`, { waitUntil: "networkidle" });
    await last(second, "Onyx").fill("102");
    await last(second, "Opal").fill("112");
    await save(second, "Onyx");
    await done(second, "Market updated successfully");
    await expect(last(second, "Opal")).toHaveValue("112");
    await last(second, "Jade").fill("109");
    await first.request.put(`/api/markets/${ids[2]}`, { data: { last: 108 } });
    await save(second, "Jade");
    await done(second, ": 108");
    await expect(last(second, "Jade")).toHaveValue("109");
    await expect(last(second, "Opal")).toHaveValue("112");

    const dialogs: string[] = [];
    second.on("dialog", (dialog) => {
      dialogs.push(dialog.type());
      return dialogs.length === 1 ? dialog.dismiss() : dialog.accept();
    });
    const leave = () => second.getByRole("link", { name: "Stop editing" }).click({ noWaitAfter: true });
    await leave();
    await expect.poll(() => dialogs).toEqual(["beforeunload"]);
    await save(second, "Jade");
    await expect(second.getByText(": 108")).toHaveCount(0);
    await save(second, "Opal");
    await done(second, "Market updated successfully");
    await expect(second.locator("input[name=last]").first()).toHaveValue("109");
    await leave();
    await second.waitForURL((url) => !url.searchParams.has("inline"));
    expect(dialogs).toHaveLength(1);
    for (const figure of ["102.00", "112.00", "109.00"])
      await expect(second.getByRole("cell", { name: figure })).toBeVisible();
  });

  test("two staff who change many ticked rows lose no input @both", async () => {
    const { first, second, ids, list, name } = desk;
    await second.goto(list);
    for (const what of ["Onyx", "Opal"])
      await second.getByRole("checkbox", { name: `Select ${name(what)}` }).check();
    const bar = second.getByRole("form", { name: "Actions for the selected rows" });
    await bar.getByRole("button", { name: "Delete" }).click();
    await first.request.put(`/api/markets/${ids[0]}`, { data: { last: 104 } });
    const question = second.getByRole("alertdialog");
    await question.getByRole("button", { name: "Delete" }).click();
    await done(
      second,
      `${name("Onyx")}: Somebody else changed it after you selected it. Nothing was changed.`,
    );
    await first.goto(list);
    await expect(first.getByRole("cell", { name: "104.00" })).toBeVisible();
    await first.request.delete(`/api/markets/${ids[0]}`);
    await question.getByRole("button", { name: "Delete" }).click();
    await done(second, "The market was deleted. Somebody else had already deleted 1 of the rows");
    await expect(second.getByRole("row").filter({ hasText: name("") })).toHaveCount(1);
  });

  test("two staff who paste rows lose no input @both", async () => {
    const { first, second, ids, list, name } = desk;
    const rows = ["Name,Category,Last", `${name("Onyx")},Funds,105`, `${name("Opal")},Funds,106`].join("\n");
    const text = second.getByLabel("Rows from a spreadsheet");
    await second.goto("/admin/market/paste");
    await text.fill(rows);
    await second.getByRole("button", { name: "Compare" }).click();
    const apply = second.getByRole("button", { name: "Apply 2 rows" });
    await expect(apply).toBeVisible();
    await first.request.put(`/api/markets/${ids[0]}`, { data: { last: 107 } });
    await apply.click();
    await done(second, "somebody else changed 1 of these records");
    await expect(text).toHaveValue(rows);
    await expect(second.getByRole("row").filter({ hasText: name("Onyx") })).toContainText("107");
    await first.goto(list);
    await expect(first.getByRole("cell", { name: "107.00" })).toBeVisible();
    await apply.click();
    await done(second, "0 quotes added, 2 changed");
    await first.goto(list);
    for (const figure of ["105.00", "106.00", "100.00"])
      await expect(first.getByRole("cell", { name: figure })).toBeVisible();
  });
});
