import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, expect, it } from "vitest";

setUpStaffApp();

let tenet: string;
beforeEach(async () => {
  await insertRecord(database, "stock_picks", { category: "Tenet" });
  const [row] = await database.rows<{ id: string }>("select id from pick_lists where category = 'Tenet'");
  tenet = row?.id ?? "";
});

const visitorsPage = async () => (await app.request("/stock-picks")).text();

it("each pick list has its description, in the readers' order, one click from the picks", async () => {
  expect(await html("/admin/stock-picks")).toMatch(/<a [^>]*href="\/admin\/pick-lists"/);
  const page = await html("/admin/pick-lists?size=10");
  const places = ["VBTC-500", "Tenet", "Iron dome", "Global Stars", "Moonshots", "ETFs-Index Funds"].map(
    (name) => page.indexOf(`aria-label="Edit ${name}"`),
  );
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

it(
  "a saved description is shown to the next reader and logged",
  spec("beyond each list picks idea"),
  async () => {
    expect(await visitorsPage()).toContain("Dull businesses with long rows of rising dividends");
    const form = await html(`/admin/pick-lists/${tenet}/edit`);
    expect(form).toContain("Dull businesses with long rows of rising dividends");
    const answer = await post(`/admin/pick-lists/${tenet}/edit`, {
      thesis: "Dividends & patience.",
      version: "1",
    });
    expect(answer.status).toBe(303);
    expect(await followRedirect(answer)).toContain("List of picks updated successfully");
    const readers = await visitorsPage();
    expect(readers).toContain("Dividends &amp; patience.");
    expect(readers).not.toContain("Dull businesses");
    const changes = await database.rows("select action, record_title from changes where record_id = ?", [
      tenet,
    ]);
    expect(changes).toEqual([{ action: "edited", record_title: "Tenet" }]);
  },
);

it("a description must not be empty or too long", async () => {
  for (const thesis of ["", "x".repeat(301)])
    expect((await post(`/admin/pick-lists/${tenet}/edit`, { thesis })).status).toBe(422);
  expect(await visitorsPage()).toContain('<p class="thesis">');
});

it("pick lists cannot be added or deleted", async () => {
  const page = await html("/admin/pick-lists");
  expect(page).not.toContain("/admin/pick-lists/new");
  expect(page).not.toContain("?delete=");
  expect((await get("/admin/pick-lists/new")).status).toBe(404);
});

it("a pick list without its description row shows none", async () => {
  await database.rows("delete from pick_lists where category = 'Tenet'");
  const readers = await visitorsPage();
  expect(readers).toContain('href="/stock-picks?category=Tenet">Tenet</a>');
  expect(readers).not.toContain('class="thesis"');
});
