import { withoutTable } from "tests/support/database-failures";
import { app, database } from "tests/support/running-app";
import { followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runImport } from "~/features/accounts/imports/run-import.server";
import { compared, decided, importOf, PATH, plan, written } from "./importing";

// Without jobs: what a worker would do is done where the test says so.
setUpStaffApp();

beforeEach(async () => {
  await database.rows("truncate changes");
  await database.rows("delete from jobs.job where name = 'member-letters'");
});
afterEach(async () => {
  await database.rows("delete from members where email like '%@import.test'");
  await database.rows("truncate member_imports cascade");
});

const NEW =
  "email,name,plan,until,note\nada@import.test,Ada Byron,Gold,2199-01-02,Met in Oslo\nbob@import.test,Bob Stone,,,\n";

/** Has a file written whole, its plan as Premium. @returns its id */
async function imported(csv: string, values: Record<string, string> = {}): Promise<string> {
  const id = await compared(csv);
  await decided(id, { ...plan(0, "Gold", "Premium"), updateKnown: "on", ...values });
  expect(await written(id)).toMatchObject({ state: "done", refused: 0 });
  return id;
}

/** Somebody who was a member before. */
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

async function workedOff(id: string): Promise<void> {
  for (let parts = 0; parts < 100 && ["undoing", "mailing"].includes((await importOf(id)).state); parts += 1)
    await runImport(id);
}

async function undone(id: string): Promise<void> {
  expect((await post(`${PATH}/${id}/undo`, {})).status).toBe(303);
  await workedOff(id);
  expect((await importOf(id)).state).toBe("undone");
}

const touch = (email: string, change: string) =>
  database.rows(`update members set ${change} where email = '${email}'`);

describe("an import that is undone", () => {
  it("deletes the members whom it added, with all that is kept about them", async () => {
    const id = await imported(NEW);
    expect(await emails()).toEqual(["ada@import.test", "bob@import.test"]);
    const question = await html(`${PATH}/${id}/undo`);
    expect(question).toContain("Undo the import of members.csv?");
    expect(question).toContain("2 members that it added are deleted");
    await undone(id);
    expect(await stored()).toEqual([]);
    const left = await database.rows(
      "select 1 from member_notes union all select 1 from imported_members union all select 1 from access_periods where cause_id is not null",
    );
    expect(left).toEqual([]);
    expect(await html(`${PATH}/${id}`)).toContain("Undone: 2 members as before.");
    expect(
      await database.rows(
        "select action, record_title, origin from changes where resource = 'member-imports' and action = 'undid'",
      ),
    ).toEqual([{ action: "undid", record_title: "members.csv (2 as before, 0 left)", origin: "import" }]);
  });

  it("gives members whom it changed their names, notes, wish for mail and access of before", async () => {
    await insertKnown();
    const before = await stored();
    const id = await imported(KNOWN);
    expect(await stored()).not.toEqual(before);
    await undone(id);
    expect(await stored()).toEqual(before);
    // A payment goes on from what is held again.
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
  ])("leaves who %s since, and says so", async (_, change) => {
    const id = await imported(NEW);
    await touch("ada@import.test", change);
    expect(await html(`${PATH}/${id}/undo`)).toContain("1 member stays unchanged");
    await undone(id);
    expect(await emails()).toEqual(["ada@import.test"]);
    expect(await html(`${PATH}/${id}`)).toContain("1 had been touched since, and stay");
    expect(await html(`/admin/manage-users?import=${id}`)).toContain("ada@import.test");
  });

  it("leaves who has a note of another day", async () => {
    const id = await imported(NEW);
    await database.rows(
      "insert into member_notes (member_id, staff_name, text) select id, 'Grace', 'Called' from members where email = 'bob@import.test'",
    );
    await undone(id);
    expect(await emails()).toEqual(["bob@import.test"]);
  });

  it("leaves who paid since: their access has changed their version", async () => {
    await insertKnown();
    const id = await imported(KNOWN);
    await touch("cleo@import.test", "subscription = 'Private', version = version + 1");
    expect(await html(`${PATH}/${id}/undo`)).toContain("It has no member that could be undone.");
    await undone(id);
    expect(await stored()).toMatchObject([{ lastname: "New", tier: "Private" }]);
  });

  it("goes on in parts after a server that stopped", async () => {
    const rows = Array.from({ length: 120 }, (_, nth) => `many${nth}@import.test,Many ${nth}`);
    const id = await compared(["email,name", ...rows].join("\n"));
    await written(id);
    await post(`${PATH}/${id}/undo`, {});
    await runImport(id, 0);
    expect(await importOf(id)).toMatchObject({ state: "undoing" });
    expect(await emails()).toHaveLength(70);
    await workedOff(id);
    expect(await emails()).toEqual([]);
  });

  it("is one that was written, and only once", async () => {
    const id = await compared("email,name\nada@import.test,Ada Byron\n");
    const early = await post(`${PATH}/${id}/undo`, {});
    expect(await followRedirect(early)).toContain("Nothing was changed: this import has gone on meanwhile.");
    await written(id);
    await undone(id);
    const again = await post(`${PATH}/${id}/undo`, {});
    expect(await followRedirect(again)).toContain("Nothing was changed: this import has gone on meanwhile.");
    expect((await importOf(id)).state).toBe("undone");
  });

  it("may be one that was stopped half way", async () => {
    const id = await imported(NEW);
    await database.rows("update member_imports set state = 'cancelled' where id = ?", [id]);
    expect(await html(`${PATH}/${id}`)).toContain("Undo the import");
    await undone(id);
    expect(await emails()).toEqual([]);
  });
});

describe("a member's form that was open meanwhile", () => {
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

  it("keeps what an import changed", async () => {
    const save = await open();
    await imported(SILENT, { "column-2": "subscribed" });
    expect((await save({ firstname: "Clea", lastname: "Old", remindByMail: "yes" }, 1)).status).toBe(303);
    expect(await stored()).toMatchObject([{ lastname: "New", remind: false }]);
  });

  it("keeps what undoing an import gave back", async () => {
    const save = await open();
    await undone(await imported(SILENT, { "column-2": "subscribed" }));
    expect((await save({ firstname: "Clea", lastname: "New", remindByMail: "no" }, 2)).status).toBe(303);
    expect(await stored()).toMatchObject([{ lastname: "Old", remind: true }]);
  });

  it("asks about a term that an import gave or its undoing gave back, by name", async () => {
    const save = await open();
    const id = await imported(KNOWN);
    const theirs = /Saved now by admin tester on \d[^"]*? UTC: <q>/g;
    for (const [version, lastname] of [
      [1, "Old"],
      [2, "New"],
    ] as const) {
      if (version === 2) await undone(id);
      const answer = await save({ lastname, remindByMail: "yes", accessUntil: "2197-01-01" }, version);
      expect(answer.status).toBe(409);
      expect((await answer.text()).replaceAll("<!-- -->", "").match(theirs)).toHaveLength(2);
    }
  });
});

describe("an import whose members cannot be counted", () => {
  const uncounted = (id: string) => withoutTable(app, "imported_members", () => html(`${PATH}/${id}`));

  it("says what it did, and nothing of mails that may have been sent since", async () => {
    const id = await imported(NEW);
    expect(await html(`${PATH}/${id}`)).toContain("Mails to new members");
    await post(`${PATH}/${id}/mails`, {});
    await workedOff(id);
    const page = await uncounted(id);
    expect(page).toContain("2 members added, 0 changed.");
    expect(page).not.toContain("Mails to new members");
    expect(page).not.toContain("Undo the import");
  });

  it("says so of those whom undoing it left", async () => {
    const id = await imported(NEW);
    await touch("ada@import.test", "lastname = 'Other', version = version + 1");
    await undone(id);
    expect(await uncounted(id)).toContain(
      "Undone: 1 member as before. Members that stay could not be counted.",
    );
  });
});

describe("the members of an import", () => {
  it("are found by it, beside other filters, also as a file", async () => {
    const id = await imported(NEW);
    await imported("email,name\ncarl@import.test,Carl Reed\n");
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

describe("the mails of an import", () => {
  it("are sent later to the new ones who may have them, once", async () => {
    const id = await imported(
      "email,name,subscribed\nada@import.test,Ada Byron,yes\nbob@import.test,Bob Stone,no\ncarl@import.test,Carl Reed,yes\n",
      { "column-2": "subscribed" },
    );
    await touch("carl@import.test", "password_hash = repeat('x', 60)");
    expect(await mailed()).toEqual([]);
    expect(await html(`${PATH}/${id}`)).toContain("Write to 1 new member");
    expect((await post(`${PATH}/${id}/mails`, {})).status).toBe(303);
    await workedOff(id);
    expect(await mailed()).toEqual(["ada@import.test"]);
    expect(await importOf(id)).toMatchObject({ state: "done" });
    expect(await html(`${PATH}/${id}`)).not.toContain("Write to ");
    await post(`${PATH}/${id}/mails`, {});
    await workedOff(id);
    expect(await mailed()).toEqual(["ada@import.test"]);
  });

  it("are not asked for again where the import sent them", async () => {
    const id = await imported(NEW, { mailNew: "on" });
    expect(await mailed()).toEqual(["ada@import.test", "bob@import.test"]);
    expect(await html(`${PATH}/${id}`)).not.toContain("Write to");
  });

  it("go to nobody by an editor", async () => {
    const id = await imported(NEW);
    expect((await post(`${PATH}/${id}/mails`, {}, "editor")).status).toBe(403);
    expect((await post(`${PATH}/${id}/undo`, {}, "editor")).status).toBe(403);
    expect((await app.request(`${PATH}/${id}/undo`)).status).toBe(302);
    expect(await emails()).toHaveLength(2);
  });
});
