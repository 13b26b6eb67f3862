import { randomUUID } from "node:crypto";
import { em } from "db/orm.server";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { followRedirect, get, html, memberIdOf, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { removeEndedLabels } from "~/features/accounts/labels/change-labels.server";
import { giveLabels } from "~/features/accounts/labels/labels.queries.server";
import { keepLabels } from "~/features/accounts/segments/keep-labels.server";

setUpStaffApp();
beforeEach(async () => {
  await database.rows("delete from members where email like '%@label.test'");
  for (const table of ["member_labels", "labels", "segments", "changes"])
    await database.rows(`delete from ${table}`);
});

const PATH = "/admin/manage-users/labels";
const member = (name: string, values: Record<string, unknown> = {}) =>
  insertRecord(database, "members", {
    email: `${name}@label.test`,
    firstname: "Lia",
    lastname: name,
    ...values,
  });
const give = (id: string, body: Record<string, string>) => post(`/admin/manage-users/${id}/labels`, body);
const labelNames = async () =>
  (
    await database.rows<{ name: string }>("select name from labels where ended_at is null order by name_key")
  ).map(({ name }) => name);
const idOf = async (name: string) =>
  (await database.rows<{ id: string }>("select id from labels where name = ?", [name]))[0]?.id ?? "";
const holders = async (name: string) =>
  (
    await database.rows<{ lastname: string }>(
      `select m.lastname from member_labels g join labels l on l.id = g.label_id join members m on m.id = g.member_id
        where l.name = ? and l.ended_at is null order by 1`,
      [name],
    )
  ).map(({ lastname }) => lastname);

describe("a label", () => {
  it("needs a name that can be seen, and one that differs by more than what nobody sees", async () => {
    for (const label of ["\u3164", "\u2800\u115f", "\ufe0f\u200b", "\uffa0"])
      expect([label, (await post(PATH, { label })).status]).toEqual([label, 422]);
    expect((await post(PATH, { label: "VIP" })).status).toBe(303);
    for (const label of ["V\u200bIP", "VI\ufe0fP", "V\u034fI\u3164P", "VIP\u2800"])
      expect([label, (await post(PATH, { label })).status]).toEqual([label, 409]);
    expect((await post("/admin/manage-users/segments/new", { name: "\u3164", tier: "Basic" })).status).toBe(
      422,
    );
    expect(await labelNames()).toEqual(["VIP"]);
  });

  it("is not found by a name that cannot be stored", async () => {
    await post(PATH, { label: "VIP" });
    const merge = { change: "merge", into: "a\0b" };
    expect((await post(`${PATH}/${await idOf("VIP")}`, merge)).status).toBe(422);
    const segment = { name: "S", label: "a\0b" };
    expect((await post("/admin/manage-users/segments/new", segment)).status).toBe(422);
  });

  it("has a name in any script of at most 40 characters, unique without case and width", async () => {
    const names = [
      "Łódź",
      "مشترك قديم",
      "東京支店",
      "नमस्ते",
      "🐂🐻",
      "Straße",
      `=HYPERLINK("x")`,
      "𐐀".repeat(40),
      "<b>",
    ];
    for (const label of names) expect([label, (await post(PATH, { label })).status]).toEqual([label, 303]);
    expect((await labelNames()).toSorted()).toEqual(names.toSorted());
    for (const label of ["STRASSE", "łÓDŹ", "Ｌódź".replace("Ｌ", "Ł"), "stras\u200Bse"])
      expect([label, (await post(PATH, { label })).status]).toEqual([label, 409]);
    for (const label of [
      "",
      "x".repeat(41),
      "\u200B\u200D",
      "a,b",
      "a;b",
      "a\nb",
      "\u202Eabc",

      "\0",
    ])
      expect([label, (await post(PATH, { label })).status]).toEqual([label, 422]);
    const page = await html(PATH);
    for (const name of names) expect(page).toContain(name);
    expect(await html(`${PATH}?q=${encodeURIComponent("東京")}`)).not.toContain("Łódź");
  });

  it("is given and taken on the member's page, which keeps what was refused and writes the log", async () => {
    const id = await member("one");
    expect(await followRedirect(await give(id, { label: " Met in Łódź " }))).toContain(
      "is labelled “Met in Łódź”",
    );
    expect(await followRedirect(await give(id, { label: "MET IN ŁÓDŹ" }))).toContain("already");
    const refused = await give(id, { label: "a,b" });
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('value="a,b"')]);
    expect(await html(`/admin/manage-users?label=${await idOf("Met in Łódź")}`)).toContain("one@label.test");
    expect(await html(`/admin/manage-users?label=${randomUUID()}`)).not.toContain("one@label.test");
    const label = await idOf("Met in Łódź");
    expect((await give(id, { remove: label })).status).toBe(303);
    expect((await give(id, { remove: label })).status).toBe(409);
    const log = await database.rows(
      "select action, differences from changes where record_id = ? order by created_at, id",
      [id],
    );
    expect(log).toEqual([
      { action: "labelled", differences: { label: { from: "", to: "Met in Łódź" } } },
      { action: "took a label from", differences: { label: { from: "Met in Łódź", to: "" } } },
    ]);
  });

  it("is in the list and the export of members, and in the member's own data", async () => {
    const id = await member("listed");
    await give(id, { label: "Ünïcode 東" });
    expect(await html("/admin/manage-users?q=listed@label.test")).toContain("Ünïcode 東");
    expect(await (await get("/admin/manage-users/export.csv?as=data&q=listed@label.test")).text()).toContain(
      "Ünïcode 東",
    );
    const hers = await memberIdOf("premium");
    await give(hers, { label: "Canary of a label" });
    const cookies = await app.cookiesOf("premium");
    for (const path of ["/dashboard", "/api/user/profile", "/dashboard/export.json"])
      expect([
        path,
        (await (await app.request(path, { cookies })).text()).includes("Canary of a label"),
      ]).toEqual([path, path.endsWith("export.json")]);
    const { HELD_DATA } = await import("~/features/accounts/held-data/held-data.server");
    const held = HELD_DATA.find(({ table }) => table === "member_labels");
    expect(await held?.read?.({ memberId: id, addresses: [] })).toEqual([
      { label: "Ünïcode 東", createdAt: expect.any(Date) },
    ]);
  });

  it("asks with its number of members before it is merged or deleted, then nobody sees it", async () => {
    const [one, two] = [await member("one"), await member("two")];
    for (const id of [one, two]) await give(id, { label: "Old" });
    await give(one, { label: "New" });
    await give(two, { label: "Gone" });
    const [old, gone] = [await idOf("Old"), await idOf("Gone")];
    expect(await html(`${PATH}/${old}?into=new`)).toContain("2 members will have “New” instead");
    expect(await html(`${PATH}/${old}?into=nothing`)).toContain("There is no label with this name.");
    expect(await html(`${PATH}/${gone}?delete=on`)).toContain("1 member will lose it");
    expect((await post(`${PATH}/${old}`, { change: "merge", into: "new" })).status).toBe(303);
    expect((await post(`${PATH}/${gone}`, { change: "delete" })).status).toBe(303);
    expect((await post(`${PATH}/${old}`, { change: "delete" })).status).toBe(404);
    expect(await labelNames()).toEqual(["New"]);
    expect(await html(`/admin/manage-users/${two}`)).not.toContain(">Gone<");
    while ((await removeEndedLabels()) > 0);
    expect(await holders("New")).toEqual(["one", "two"]);
    expect(await database.rows("select count(*)::int as n from labels")).toEqual([{ n: 1 }]);
  });

  it("stays until the members of labels merged into it have come", async () => {
    const [one, two] = [await member("one"), await member("two")];
    await give(one, { label: "A" });
    await give(two, { label: "B" });
    await post(PATH, { label: "C" });
    expect((await post(`${PATH}/${await idOf("A")}`, { change: "merge", into: "B" })).status).toBe(303);
    expect((await post(`${PATH}/${await idOf("B")}`, { change: "merge", into: "C" })).status).toBe(303);
    // Another server holds the first, so this one finds nothing that it may remove.
    await database.rows("update labels set ended_at = now() + interval '1 minute' where name = 'A'");
    while ((await removeEndedLabels()) > 0);
    expect(await holders("C")).toEqual(["one", "two"]);
  });

  it("lets the labels of other segments go first after its own failed", async () => {
    await member("rules", { registered_by_admin: true });
    await post("/admin/manage-users/segments/new", { name: "S", source: "staff" });
    await database.rows(
      `insert into labels (name, name_key, segment_id, tried_at)
       select n, lower(n), s.id, now() - d::interval from segments s, (values ('Bad', '2 days'), ('Good', '1 day')) as v (n, d)`,
    );
    await database.rows(
      `create function fails() returns trigger language plpgsql as $$ begin
         if new.label_id = (select id from labels where name = 'Bad') then raise exception 'fails'; end if;
         return new; end $$`,
    );
    await database.rows(
      "create trigger fails before insert on member_labels for each row execute function fails()",
    );
    try {
      await expect(keepLabels()).rejects.toThrow("fails");
      expect(await keepLabels()).toBeGreaterThan(0);
      expect(await holders("Good")).toContain("rules");
    } finally {
      await database.rows("drop trigger fails on member_labels");
      await database.rows("drop function fails()");
    }
  });

  it("is renamed on top of the name that was seen only", async () => {
    await post(PATH, { label: "First" });
    await post(PATH, { label: "Second" });
    const id = await idOf("First");
    expect((await post(`${PATH}/${id}`, { was: "First", label: "SECOND" })).status).toBe(409);
    expect((await post(`${PATH}/${id}`, { was: "First", label: "Third" })).status).toBe(303);
    expect((await post(`${PATH}/${id}`, { was: "First", label: "Fourth" })).status).toBe(409);
    expect(await labelNames()).toEqual(["Second", "Third"]);
  });

  it("follows a segment: its members get it, others lose it, and nobody gives it by hand", async () => {
    const [inside, outside] = [
      await member("inside", { registered_by_admin: true }),
      await member("outside"),
    ];
    await post(PATH, { label: "By rule" });
    await give(outside, { label: "By rule" });
    await post("/admin/manage-users/segments/new", { name: "By staff", source: "staff", tier: "Basic" });
    const [segment] = await database.rows<{ id: string }>("select id from segments");
    const id = await idOf("By rule");
    expect((await post(`${PATH}/${id}`, { change: "follow", segment: segment?.id ?? "" })).status).toBe(303);
    while ((await keepLabels()) > 0);
    const has = await holders("By rule");
    expect([has.includes("inside"), has.includes("outside")]).toEqual([true, false]);
    expect((await give(outside, { label: "by rule" })).status).toBe(409);
    expect((await give(inside, { remove: id })).status).toBe(409);
    await database.rows("update members set registered_by_admin = false where id = ?", [inside]);
    expect(await keepLabels()).toBe(0);
    await database.rows("update labels set kept_at = now() - interval '1 hour'");
    while ((await keepLabels()) > 0);
    expect(await holders("By rule")).not.toContain("inside");
    await post(`${PATH}/${id}`, { change: "follow", segment: "" });
    expect((await give(inside, { label: "By rule" })).status).toBe(303);
  });

  it("exists at most 10,000 times, and lists stay in pages", async () => {
    await database.rows(
      "insert into labels (name, name_key) select 'L' || n, 'l' || n from generate_series(1, 10000) as n",
    );
    expect((await post(PATH, { label: "One more" })).status).toBe(422);
    const id = await member("full");
    expect((await give(id, { label: "One more" })).status).toBe(422);
    expect((await give(id, { label: "l77" })).status).toBe(303);
    for (const path of [
      PATH,
      `${PATH}?page=400`,
      `${PATH}/${await idOf("L77")}`,
      `/admin/manage-users/${id}`,
    ]) {
      const page = await get(path);
      expect([path, page.status]).toEqual([path, 200]);
      expect((await page.text()).length).toBeLessThan(200_000);
    }
    await database.rows(
      "insert into member_labels (member_id, label_id) select ?::uuid, id from labels where name_key <> 'l77' order by name_key limit 98",
      [id],
    );
    const two = await Promise.all(["L9997", "L9998"].map(idOf));
    const pairs = two.map((labelId) => ({ memberId: id, labelId }));
    expect(await em().transactional((manager) => giveLabels(manager, [...pairs, ...pairs]))).toHaveLength(1);
    const refused = await give(id, { label: "l9999" });
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining("at most 100 labels"),
    ]);
  });
});
