import { withoutTable } from "tests/support/database-failures";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { api, html, post, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openedText } from "~/admin-kit/openings/openings.rules";
import { sweepOpenings } from "~/admin-kit/openings/openings.server";

setUpStaffApp();

let id: string;
let editor: string;
beforeEach(async () => {
  id = await insertRecord(database, "news", { title: "Copper", content: "Its text.", category: "Tech" });
  const [row] = await database.rows<{ fullname: string }>(
    "select fullname from staff where email = 'editor@demo.test'",
  );
  editor = row?.fullname ?? "";
});
afterEach(() => database.empty("news", "form_openings", "changes"));

const open = (person: Person) => html(`/admin/news/${id}/edit`, person);
const tell = (person: Person) => api("POST", `/admin/openings/news/${id}`, {}, person);
const minutesLater = (minutes: number) =>
  database.rows(
    `update form_openings set opened_at = opened_at - interval '${minutes} minutes',
                              expires_at = expires_at - interval '${minutes} minutes'`,
  );

describe("a form that somebody else has open", () => {
  it("shows who else opened it and since when, but not the reader", async () => {
    expect(await open("editor")).not.toContain("opened this");
    await minutesLater(3);
    const page = await open("admin");
    expect(page).toContain(`${editor} opened this 3 minutes ago`);
    expect(page).toContain("You can both save.");
    const again = await open("editor");
    expect(again).not.toContain(`${editor} opened this`);
    expect(again).toContain("opened this just now");
    // The person who returned to the form has had it open since then.
    await minutesLater(2);
    expect(await open("admin")).toContain(`${editor} opened this 5 minutes ago`);
  });

  it("does not block saves", async () => {
    await open("editor");
    const values = {
      title: "Zinc",
      content: "Its text.",
      category: "Tech",
      status: "published",
      version: "1",
    };
    expect((await post(`/admin/news/${id}/edit`, values)).status).toBe(303);
  });

  it("appears until it is saved or a quarter of an hour passes without a ping", async () => {
    await open("editor");
    const values = {
      title: "Zinc",
      content: "Its text.",
      category: "Tech",
      status: "published",
      version: "1",
    };
    await post(`/admin/news/${id}/edit`, values, "editor");
    expect(await open("admin")).not.toContain("opened this");
    await open("editor");
    await minutesLater(14);
    expect(await open("admin")).toContain(`${editor} opened this 14 minutes ago`);
    await minutesLater(2);
    expect(await open("superadmin")).not.toContain(`${editor} opened`);
    // Reopening it resets the time.
    await open("editor");
    expect(await open("superadmin")).toContain(`${editor} opened this just now`);
  });

  it("stays listed with a ping each minute, and is forgotten three minutes after the last", async () => {
    expect(await tell("editor")).toMatchObject({ status: 200, body: { others: [] } });
    await minutesLater(2);
    expect((await tell("admin")).body).toEqual({ others: [`${editor} opened this 2 minutes ago`] });
    await tell("editor");
    await minutesLater(2);
    expect((await tell("superadmin")).body.others).toContain(`${editor} opened this 4 minutes ago`);
    await minutesLater(2);
    expect((await tell("superadmin")).body.others).not.toContain(expect.stringContaining(editor));
  });

  it("is recorded only for existing records with write access", async () => {
    expect((await api("POST", `/admin/openings/stock-picks/${id}`, {}, "editor")).status).toBe(403);
    expect((await api("POST", `/admin/openings/nothing/${id}`, {})).status).toBe(404);
    expect((await api("POST", "/admin/openings/news/none", {})).status).toBe(404);
    expect(await database.rows("select 1 from form_openings")).toEqual([]);
  });

  it("still opens if openings cannot be read; old openings are deleted", async () => {
    const page = await withoutTable(app, "form_openings", () => open("editor"));
    expect(page).toContain('name="content"');
    await open("editor");
    await minutesLater(16);
    await open("admin");
    expect(await sweepOpenings()).toBe(1);
    expect(await database.rows("select 1 from form_openings")).toHaveLength(1);
  });
});

it.each([
  [0.9, "just now"],
  [1, "1 minute ago"],
  [59.9, "59 minutes ago"],
  [60, "1 hour ago"],
  [150, "2 hours ago"],
])("shows %d minutes as %s", (minutes, text) => {
  expect(openedText({ who: "Maren Holt", minutes })).toBe(`Maren Holt opened this ${text}`);
});
