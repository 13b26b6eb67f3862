import { applyPaste, comparePaste } from "tests/support/pasting";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { followRedirect, get, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { runImport } from "~/features/accounts/imports/run-import.server";
import { compareImport, decide, importOf, PATH, reasonsOf, writeImport } from "./importing";

setUpStaffApp();
beforeEach(async () => {
  await database.rows("delete from members where email like '%@labelled.test'");
  await database.empty("member_imports");
  for (const table of ["labels", "segments"]) await database.rows(`delete from ${table}`);
});

const known = () =>
  insertRecord(database, "members", { email: "known@labelled.test", firstname: "Ada", lastname: "Known" });
const labels = async () =>
  (
    await database.rows<{ email: string; names: string }>(
      `select m.email, string_agg(l.name, '|' order by l.name_key) as names from members m
         join member_labels g on g.member_id = m.id join labels l on l.id = g.label_id
        where m.email like '%@labelled.test' group by 1 order by 1`,
    )
  ).map(({ email, names }) => `${email}: ${names}`);

describe("an import with a column of labels", () => {
  it("adds labels to new and known members, takes none, and undoing takes what it gave", async () => {
    const id = await known();
    await post(`/admin/manage-users/${id}/labels`, { label: "Kept" });
    await post(`/admin/manage-users/${id}/labels`, { label: "Straße" });
    const file = `email,name,labels\nknown@labelled.test,Ada Known,"STRASSE; 東京"\nnew@labelled.test,Nora New,"東京, مشترك"\n`;
    const run = await compareImport(file);
    expect(await decide(run, { updateKnown: "on" })).toMatchObject({ added: 1, changed: 1, refused: 0 });
    expect(await writeImport(run)).toMatchObject({ state: "done", added: 1, changed: 1 });
    expect(await labels()).toEqual([
      "known@labelled.test: Kept|Straße|東京",
      "new@labelled.test: مشترك|東京",
    ]);
    await post(`${PATH}/${run}/undo`, {});
    while ((await importOf(run)).state === "undoing") await runImport(run);
    expect(await labels()).toEqual(["known@labelled.test: Kept|Straße"]);
  });

  it("keeps members whom staff labelled since, when it is undone", async () => {
    const run = await compareImport(
      "email,name,labels\nkept@labelled.test,Ke Pt,File\ngone@labelled.test,Go Ne,File\n",
    );
    await writeImport(run);
    const [kept] = await database.rows<{ id: string }>(
      "select id from members where email = 'kept@labelled.test'",
    );
    await post(`/admin/manage-users/${kept?.id}/labels`, { label: "Since" });
    await post(`${PATH}/${run}/undo`, {});
    while ((await importOf(run)).state === "undoing") await runImport(run);
    expect(await labels()).toEqual(["kept@labelled.test: File|Since"]);
  });

  it("leaves out labels that are no names or that a segment keeps, and says so", async () => {
    await database.rows(
      `with s as (insert into segments (name, name_key, search) values ('S', 's', 'tier=Basic') returning id)
       insert into labels (name, name_key, segment_id) select 'Rule', 'rule', id from s`,
    );
    const run = await compareImport(
      `email,name,labels\nlong@labelled.test,Lo Ng,"${"x".repeat(41)}, Short"\nrule@labelled.test,Ru Le,rule\n`,
    );
    expect(await writeImport(run)).toMatchObject({ added: 2, refused: 0 });
    expect(await reasonsOf(run)).toEqual([
      {
        line: 2,
        outcome: "added",
        reason: "Without some labels: Label may have at most 40 characters",
      },
      { line: 3, outcome: "added", reason: "Without some labels: “rule” follows a segment" },
    ]);
    expect(await labels()).toEqual(["long@labelled.test: Short"]);
  });

  it("changes nothing if it is this site's own export, whatever the labels are", async () => {
    const id = await known();
    for (const label of [`=HYPERLINK("x")`, "'quoted'", "<b>", "-1", "[x]"])
      expect((await post(`/admin/manage-users/${id}/labels`, { label })).status).toBe(303);
    const file = await (await get("/admin/manage-users/export.csv?as=data")).text();
    const run = await compareImport(file, "members-data.csv");
    expect(await decide(run, { updateKnown: "on" })).toMatchObject({ added: 0, changed: 0, refused: 0 });
  });
});

describe("a paste with a column of labels", () => {
  it("adds those that a member lacks, and refuses rows with one that a segment keeps", async () => {
    await known();
    const text =
      "Email,First name,Last name,Labels\nknown@labelled.test,Ada,Known,VIP; 東京\nnew@labelled.test,Nora,New,VIP";
    await comparePaste("/admin/manage-users/paste", text);
    expect(await followRedirect(await applyPaste("/admin/manage-users/paste", text))).toContain(
      "1 members added, 1 changed",
    );
    expect(await labels()).toEqual(["known@labelled.test: VIP|東京", "new@labelled.test: VIP"]);
    await database.rows(
      `with s as (insert into segments (name, name_key, search) values ('S', 's', 'tier=Basic') returning id)
       insert into labels (name, name_key, segment_id) select 'Rule', 'rule', id from s`,
    );
    await applyPaste("/admin/manage-users/paste", "Email,Labels\nknown@labelled.test,Other; rule");
    expect(
      await comparePaste("/admin/manage-users/paste", "Email,Labels\nknown@labelled.test,Other; rule"),
    ).toContain("“rule” follows a segment");
    expect(await labels()).toEqual(["known@labelled.test: VIP|東京", "new@labelled.test: VIP"]);
    // The site's own list names rule labels that its members have.
    await database.rows(
      `insert into member_labels (member_id, label_id)
       select m.id, l.id from members m, labels l where m.email = 'known@labelled.test' and l.name_key = 'rule'`,
    );
    await applyPaste("/admin/manage-users/paste", "Email,Labels\nknown@labelled.test,Rule; VIP; Third");
    expect(await labels()).toEqual(["known@labelled.test: Rule|Third|VIP|東京", "new@labelled.test: VIP"]);
  });
});
