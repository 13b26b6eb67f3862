import { withoutTable } from "tests/support/database-failures";
import { app, database } from "tests/support/running-app";
import { followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runImport } from "~/features/accounts/imports/run-import.server";
import { compareImport, decide, importOf, PATH, plan, writeImport } from "./importing";

// Without a job queue: each test runs the worker's steps itself.
setUpStaffApp();

beforeEach(async () => {
  await database.empty("changes");
  await database.rows("delete from jobs.job where name = 'member-letters'");
});
afterEach(async () => {
  await database.rows("delete from members where email like '%@import.test'");
  await database.empty("member_imports");
});

const NEW =
  "email,name,plan,until,note\nada@import.test,Ada Byron,Gold,2199-01-02,Met in Oslo\nbob@import.test,Bob Stone,,,\n";

/** Imports a whole file, its plan as Premium. @returns its id */
async function importAll(csv: string, values: Record<string, string> = {}): Promise<string> {
  const id = await compareImport(csv);
  await decide(id, { ...plan(0, "Gold", "Premium"), updateKnown: "on", ...values });
  expect(await writeImport(id)).toMatchObject({ state: "done", refused: 0 });
  return id;
}

/** Adds an existing member. */
const insertKnown = () =>
  database.rows(`insert into members (id, firstname, lastname, email, status, referral_code, subscription, subscription_expires_at)
    values (gen_random_uuid(), 'Cleo', 'Old', 'cleo@import.test', 'active', 'cleo1', 'Premium', '2198-05-06T07:08:09Z')`);

const KNOWN = "email,name,plan,until,note\ncleo@import.test,Cleo New,Gold,2199-01-02,Met in Oslo\n";

const stored = () =>
  database.rows<Record<string, unknown>>(
    `select email, lastname, subscription as tier, subscription_expires_at as until, remind_by_mail as remind,
            (select count(*)::int from member_notes n where n.member_id = members.id) as notes
       from members where email like '%@import.test' order by email`,
  );

const emails = async () => (await stored()).map(({ email }) => email);

const mailed = async () =>
  (
    await database.rows<{ email: string }>(
      "select data->>'email' as email from jobs.job where name = 'member-letters' order by 1",
    )
  ).map(({ email }) => email);

async function runAll(id: string): Promise<void> {
  for (let parts = 0; parts < 100 && ["undoing", "mailing"].includes((await importOf(id)).state); parts += 1)
    await runImport(id);
}

async function undo(id: string): Promise<void> {
  expect((await post(`${PATH}/${id}/undo`, {})).status).toBe(303);
  await runAll(id);
  expect((await importOf(id)).state).toBe("undone");
}

const touch = (email: string, change: string) =>
  database.rows(`update members set ${change} where email = '${email}'`);

describe("an import that is undone", () => {
  it("deletes the members it added, with all their data", async () => {
    const id = await importAll(NEW);
    expect(await emails()).toEqual(["ada@import.test", "bob@import.test"]);
    const question = await html(`${PATH}/${id}/undo`);
    expect(question).toContain("Undo the import of members.csv?");
    expect(question).toContain("2 members that it added will be deleted");
    await undo(id);
    expect(await stored()).toEqual([]);
    const left = await database.rows(
      "select 1 from member_notes union all select 1 from imported_members union all select 1 from access_periods where cause_id is not null",
    );
    expect(left).toEqual([]);
    expect(await html(`${PATH}/${id}`)).toContain("Undone: 2 members removed or restored.");
    expect(
      await database.rows(
        "select action, record_title, origin from changes where resource = 'member-imports' and action = 'undid'",
      ),
    ).toEqual([{ action: "undid", record_title: "members.csv (2 undone, 0 kept)", origin: "import" }]);
  });

  it("restores names, notes, email preference and access of the members it changed", async () => {
    await insertKnown();
    const before = await stored();
    const id = await importAll(KNOWN);
    expect(await stored()).not.toEqual(before);
    await undo(id);
    expect(await stored()).toEqual(before);
    // A new payment's access begins at the end of the restored access.
    const periods = await database.rows(
      "select cause, tier, until, taken_back_at is null as counts from access_periods order by serial_number",
    );
    expect(periods).toEqual([
      { cause: "staff", tier: "Premium", until: expect.any(Date), counts: false },
      { cause: "carried", tier: "Premium", until: new Date("2198-05-06T07:08:09Z"), counts: true },
    ]);
  });

  it.each([
    ["chose a password", "password_hash = repeat('x', 60)"],
    ["was changed", "lastname = 'Other', version = version + 1"],
  ])("skips a member who %s since, and reports it", async (_, change) => {
    const id = await importAll(NEW);
    await touch("ada@import.test", change);
    expect(await html(`${PATH}/${id}/undo`)).toContain("1 member stays unchanged");
    await undo(id);
    expect(await emails()).toEqual(["ada@import.test"]);
    expect(await html(`${PATH}/${id}`)).toContain("1 changed after the import and");
    expect(await html(`/admin/manage-users?import=${id}`)).toContain("ada@import.test");
  });

  it("skips a member with a note from another day", async () => {
    const id = await importAll(NEW);
    await database.rows(
      "insert into member_notes (member_id, staff_name, text) select id, 'Grace', 'Called' from members where email = 'bob@import.test'",
    );
    await undo(id);
    expect(await emails()).toEqual(["bob@import.test"]);
  });

  it("skips a member who paid since, because their version changed", async () => {
    await insertKnown();
    const id = await importAll(KNOWN);
    await touch("cleo@import.test", "subscription = 'Private', version = version + 1");
    expect(await html(`${PATH}/${id}/undo`)).toContain("This import has no changes left to undo.");
    await undo(id);
    expect(await stored()).toMatchObject([{ lastname: "New", tier: "Private" }]);
  });

  it("continues in parts after a server stopped", async () => {
    const rows = Array.from({ length: 120 }, (_, nth) => `many${nth}@import.test,Many ${nth}`);
    const id = await compareImport(["email,name", ...rows].join("\n"));
    await writeImport(id);
    await post(`${PATH}/${id}/undo`, {});
    await runImport(id, 0);
    expect(await importOf(id)).toMatchObject({ state: "undoing" });
    expect(await emails()).toHaveLength(70);
    await runAll(id);
    expect(await emails()).toEqual([]);
  });

  it("must be finished, and is undone only once", async () => {
    const id = await compareImport("email,name\nada@import.test,Ada Byron\n");
    const early = await post(`${PATH}/${id}/undo`, {});
    expect(await followRedirect(early)).toContain("Nothing was changed: the import has moved on");
    await writeImport(id);
    await undo(id);
    const again = await post(`${PATH}/${id}/undo`, {});
    expect(await followRedirect(again)).toContain("Nothing was changed: the import has moved on");
    expect((await importOf(id)).state).toBe("undone");
  });

  it("may have been cancelled midway", async () => {
    const id = await importAll(NEW);
    await database.rows("update member_imports set state = 'cancelled' where id = ?", [id]);
    expect(await html(`${PATH}/${id}`)).toContain("Undo the import");
    await undo(id);
    expect(await emails()).toEqual([]);
  });
});

describe("a member form that was open during an import", () => {
  const open = async () => {
    await insertKnown();
    const [{ id = "" } = {}] = await database.rows<{ id: string }>(
      "select id from members where email = 'cleo@import.test'",
    );
    return (values: Record<string, string>, version: number) => {
      const sent = { firstname: "Cleo", email: "cleo@import.test", ...values, version: String(version) };
      return post(`/admin/manage-users/${id}/edit`, sent);
    };
  };

  const SILENT = "email,name,subscribed\ncleo@import.test,Cleo New,no\n";

  it("keeps the import's changes", async () => {
    const save = await open();
    await importAll(SILENT, { "column-2": "subscribed" });
    expect((await save({ firstname: "Clea", lastname: "Old", remindByMail: "yes" }, 1)).status).toBe(303);
    expect(await stored()).toMatchObject([{ lastname: "New", remind: false }]);
  });

  it("keeps what undoing an import restored", async () => {
    const save = await open();
    await undo(await importAll(SILENT, { "column-2": "subscribed" }));
    expect((await save({ firstname: "Clea", lastname: "New", remindByMail: "no" }, 2)).status).toBe(303);
    expect(await stored()).toMatchObject([{ lastname: "Old", remind: true }]);
  });

  it("names the term that an import or its undoing set, and asks staff to confirm theirs", async () => {
    const save = await open();
    const id = await importAll(KNOWN);
    const theirs = /Saved by admin tester on \d[^"]*? UTC: <q>/g;
    for (const [version, lastname] of [
      [1, "Old"],
      [2, "New"],
    ] as const) {
      if (version === 2) await undo(id);
      const answer = await save({ lastname, remindByMail: "yes", accessUntil: "2197-01-01" }, version);
      expect(answer.status).toBe(409);
      expect((await answer.text()).replaceAll("<!-- -->", "").match(theirs)).toHaveLength(2);
    }
  });
});

describe("an import whose members cannot be counted", () => {
  const uncounted = (id: string) => withoutTable(app, "imported_members", () => html(`${PATH}/${id}`));

  it("shows its result without later emails", async () => {
    const id = await importAll(NEW);
    expect(await html(`${PATH}/${id}`)).toContain("Emails to new members");
    await post(`${PATH}/${id}/mails`, {});
    await runAll(id);
    const page = await uncounted(id);
    expect(page).toContain("2 members added, 0 changed.");
    expect(page).not.toContain("Emails to new members");
    expect(page).not.toContain("Undo the import");
  });

  it("shows that some members were skipped when it was undone", async () => {
    const id = await importAll(NEW);
    await touch("ada@import.test", "lastname = 'Other', version = version + 1");
    await undo(id);
    expect(await uncounted(id)).toContain(
      "Undone: 1 member removed or restored. The members that were kept could not be counted.",
    );
  });
});

describe("the members of an import", () => {
  it("can be filtered by it, with other filters, also in the export", async () => {
    const id = await importAll(NEW);
    await importAll("email,name\ncarl@import.test,Carl Reed\n");
    const list = await html(`/admin/manage-users?import=${id}`);
    expect(list).toContain("ada@import.test");
    expect(list).not.toContain("carl@import.test");
    expect(list).toContain("From one import");
    expect(list).toContain(`<input type="hidden" name="import" value="${id}"`);
    expect(await html(`/admin/manage-users?import=${id}&tier=Basic`)).not.toContain("ada@import.test");
    const file = await (await get(`/admin/manage-users/export.csv?import=${id}`)).text();
    expect(file).toContain("bob@import.test");
    expect(file).not.toContain("carl@import.test");
    expect(await html("/admin/manage-users?import=nonsense")).toContain("carl@import.test");
  });
});

describe("an import's emails", () => {
  it("can be sent later, once, to the new members who may get them", async () => {
    const id = await importAll(
      "email,name,subscribed\nada@import.test,Ada Byron,yes\nbob@import.test,Bob Stone,no\ncarl@import.test,Carl Reed,yes\n",
      { "column-2": "subscribed" },
    );
    await touch("carl@import.test", "password_hash = repeat('x', 60)");
    expect(await mailed()).toEqual([]);
    expect(await html(`${PATH}/${id}`)).toContain("Email 1 new member");
    expect((await post(`${PATH}/${id}/mails`, {})).status).toBe(303);
    await runAll(id);
    expect(await mailed()).toEqual(["ada@import.test"]);
    expect(await importOf(id)).toMatchObject({ state: "done" });
    expect(await html(`${PATH}/${id}`)).not.toContain("Write to ");
    await post(`${PATH}/${id}/mails`, {});
    await runAll(id);
    expect(await mailed()).toEqual(["ada@import.test"]);
  });

  it("cannot be sent again after the import sent them", async () => {
    const id = await importAll(NEW, { mailNew: "on" });
    expect(await mailed()).toEqual(["ada@import.test", "bob@import.test"]);
    expect(await html(`${PATH}/${id}`)).not.toContain("Write to");
  });

  it("cannot be sent by an editor", async () => {
    const id = await importAll(NEW);
    expect((await post(`${PATH}/${id}/mails`, {}, "editor")).status).toBe(403);
    expect((await post(`${PATH}/${id}/undo`, {}, "editor")).status).toBe(403);
    expect((await app.request(`${PATH}/${id}/undo`)).status).toBe(302);
    expect(await emails()).toHaveLength(2);
  });
});
