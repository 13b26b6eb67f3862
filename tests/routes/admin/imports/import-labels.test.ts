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
  await database.rows("truncate member_imports cascade");
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

  it("refuses rows with labels that are no names, and names those that a segment keeps", async () => {
    await database.rows(
      `with s as (insert into segments (name, name_key, search) values ('S', 's', 'tier=Basic') returning id)
       insert into labels (name, name_key, segment_id) select 'Rule', 'rule', id from s`,
    );
    const run = await compareImport(
      `email,name,labels\nlong@labelled.test,Lo Ng,${"x".repeat(41)}\nrule@labelled.test,Ru Le,rule\n`,
    );
    expect(await writeImport(run)).toMatchObject({ added: 1, refused: 1 });
    expect(await reasonsOf(run)).toEqual([
      { line: 2, outcome: "refused", reason: "Label may have at most 40 characters" },
      { line: 3, outcome: "added", reason: expect.stringContaining("they follow a segment") },
    ]);
    expect(await labels()).toEqual([]);
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
  it("adds them, and is refused as a whole if one cannot be given", async () => {
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
    const refused = await applyPaste(
      "/admin/manage-users/paste",
      "Email,Labels\nknown@labelled.test,Other; rule",
    );
    expect(refused.status).toBe(409);
    expect(await labels()).toEqual(["known@labelled.test: VIP|東京", "new@labelled.test: VIP"]);
  });
});
