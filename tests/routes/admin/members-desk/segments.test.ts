import { randomUUID } from "node:crypto";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";

setUpStaffApp();
beforeEach(async () => {
  await database.rows("delete from members where email like '%@segment.test'");
  for (const table of ["member_labels", "labels", "segments", "list_views"])
    await database.rows(`delete from ${table}`);
});

const PATH = "/admin/manage-users/segments";
const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY);
const member = (name: string, values: Record<string, unknown> = {}) =>
  insertRecord(database, "members", {
    email: `${name}@segment.test`,
    firstname: "Sia",
    lastname: name,
    ...values,
  });

/** The names of this file's members whom the list finds. */
async function found(search: string): Promise<string[]> {
  const page = await (await get(`/admin/manage-users?q=@segment.test&size=25&${search}`)).text();
  return [...new Set([...page.matchAll(/([\w-]+)@segment\.test/g)].flatMap(([, name]) => name ?? []))]
    .filter((name) => name !== "")
    .toSorted();
}

describe("the filters of segments", () => {
  it("know term, source, last visit, newsletter and label", async () => {
    const ends = (days: number) => ({ subscription: "Premium", subscription_expires_at: ago(-days) });
    const [soon, over] = [await member("soon", ends(20)), await member("over", ends(-2))];
    const endless = await member("endless", { subscription: "Private", registered_by_admin: true });
    const silent = await member("silent", { remind_by_mail: false });
    expect(await found("term=running")).toEqual(["endless", "soon"]);
    expect(await found("term=ends-30")).toEqual(["soon"]);
    expect(await found("term=ends-7")).toEqual([]);
    expect(await found("term=ended")).toEqual(["over"]);
    await database.insert("referrals", { referrer_id: over, friend_id: soon });
    const run = await insertRecord(database, "member_imports");
    await database.rows(
      "insert into imported_members (member_import_id, line, member_id, member_version, before) values (?, 1, ?, 1, null), (?, 2, ?, 1, '{}')",
      [run, silent, run, over],
    );
    await database.rows("update members set registered_by_admin = true where id = ?", [silent]);
    expect(await found("source=import")).toEqual(["silent"]);
    expect(await found("source=staff")).toEqual(["endless"]);
    expect(await found("source=invite")).toEqual(["soon"]);
    expect(await found("source=registration")).toEqual(["over"]);
    await database.insert("sessions", {
      ...{ member_id: soon, last_seen_at: ago(3), kind: "member", via: "cookie" },
      ...{ token_hash: "b".repeat(64), expires_at: ago(-20) },
    });
    await database.insert("known_devices", {
      member_id: endless,
      device_hash: "a".repeat(64),
      last_seen_at: ago(60),
    });
    expect(await found("seen=in-7")).toEqual(["soon"]);
    expect(await found("seen=in-90")).toEqual(["endless", "soon"]);
    expect(await found("seen=not-30")).toEqual(["endless", "over", "silent"]);
    expect(await found("seen=not-90")).toEqual(["over", "silent"]);
    await database.rows(
      "insert into newsletter_choices (member_id, newsletter, is_on) values (?, 'briefs', true), (?, 'briefs', false)",
      [silent, over],
    );
    expect(await found("newsletter=briefs")).toEqual(["endless", "silent", "soon"]);
    // They turned reminders off and chose one newsletter.
    expect(await found("newsletter=none")).toEqual([]);
    await database.rows("update newsletter_choices set is_on = false");
    expect(await found("newsletter=none")).toEqual(["silent"]);
    expect(await html("/admin/manage-users?newsletter=none")).toContain("Wants no newsletter");
    expect(await found("term=running&source=staff&seen=in-90&newsletter=briefs")).toEqual(["endless"]);
  });
});

describe("a segment", () => {
  const stored = () =>
    database.rows<{ id: string; search: string; version: number }>(
      "select id, name, search, version from segments",
    );

  it("is saved from the list's filters, counted, opened and edited on top of the version that was seen", async () => {
    await member("one", { subscription: "Premium" });
    expect(await html("/admin/manage-users?tier=Premium&seen=not-30")).toContain(
      "/segments/new?tier=Premium&seen=not-30",
    );
    expect(await html(`${PATH}/new?tier=Premium&seen=not-30`)).toMatch(
      /value="not-30" selected|selected="" value="not-30"/,
    );
    const leavesOut = "Only the filters below are saved";
    expect(await html(`${PATH}/new?tier=Premium&seen=not-30`)).not.toContain(leavesOut);
    for (const more of ["q=ada", "from=2026-01-01", "to=2026-01-01"]) {
      const link = `/segments/new?tier=Premium&seen=not-30&${more}`;
      expect(await html(`/admin/manage-users?tier=Premium&seen=not-30&${more}`)).toMatch(
        /segments\/new\?[^"]*(q|from|to)=/,
      );
      expect(await html(`/admin/manage-users${link}`)).toContain(leavesOut);
    }
    const lapsed = await html(`${PATH}/new?tier=ended&status=active`);
    expect(lapsed).toMatch(/value="ended" selected|selected="" value="ended"/);
    expect(lapsed).not.toContain(leavesOut);
    expect(await html(`${PATH}/new?status=active&batch=${randomUUID()}`)).toContain(leavesOut);
    const saved = await post(`${PATH}/new`, { name: "Premium 沈黙", tier: "Premium", seen: "not-30" });
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, PATH]);
    const [segment] = await stored();
    expect(segment).toMatchObject({ search: "tier=Premium&seen=not-30", version: 1 });
    const page = await html(PATH);
    expect(page).toContain("Premium 沈黙");
    expect(page).toContain("Membership: Premium · Last seen: Not for 30 days");
    expect(page).toContain("/admin/manage-users?tier=Premium&seen=not-30");
    const edit = { name: "PREMIUM 沈黙", tier: "Premium", term: "running", version: "1" };
    expect((await post(`${PATH}/${segment?.id}`, edit)).status).toBe(303);
    expect((await post(`${PATH}/${segment?.id}`, edit)).status).toBe(409);
    expect((await post(`${PATH}/${segment?.id}`, { change: "delete", version: "1" })).status).toBe(409);
    expect((await post(`${PATH}/${segment?.id}`, { change: "delete", version: "2" })).status).toBe(303);
    const [logged] = await database.rows(
      "select differences from changes where resource = 'segments' and action = 'added' order by created_at desc limit 1",
    );
    expect(logged).toMatchObject({
      differences: { filters: { to: "Membership: Premium · Last seen: Not for 30 days" } },
    });
    expect(await stored()).toEqual([]);
    expect((await get(`${PATH}/${segment?.id}`)).status).toBe(404);
  });

  it("is refused without a filter, with an unknown value or label, and with a name that another has", async () => {
    const refused = async (form: Record<string, string>) => {
      const reply = await post(`${PATH}/new`, form);
      return [reply.status, await reply.text()] as const;
    };
    expect(await refused({ name: "All" })).toEqual([
      422,
      expect.stringContaining("Choose at least one filter."),
    ]);
    expect(await refused({ name: "Odd", tier: "Gold" })).toEqual([
      422,
      expect.stringContaining("Choose one of the list"),
    ]);
    expect(await refused({ name: "Odd", label: "Nothing" })).toEqual([
      422,
      expect.stringContaining('value="Nothing"'),
    ]);
    await post(`${PATH}/new`, { name: "Straße", tier: "Basic" });
    expect((await refused({ name: "STRASSE", tier: "Basic" }))[0]).toBe(409);
    expect(await stored()).toHaveLength(1);
  });

  it("keeps its label when that is merged, and the label cannot be deleted meanwhile", async () => {
    for (const label of ["Old", "New"]) await post("/admin/manage-users/labels", { label });
    const [old, fresh] = await database.rows<{ id: string }>("select id from labels order by name desc");
    await post(`${PATH}/new`, { name: "Labelled", label: "old" });
    expect((await stored())[0]?.search).toBe(`label=${old?.id}`);
    const labelPath = `/admin/manage-users/labels/${old?.id}`;
    expect((await post(labelPath, { change: "delete" })).status).toBe(409);
    expect(await html(labelPath)).toContain("filters by this label");
    await database.rows(
      "insert into list_views (list, name, search, owner_id) select 'manage-users', 'Old ones', ?, id from staff where email = 'admin@demo.test'",
      [`?label=${old?.id}`],
    );
    await post(labelPath, { change: "merge", into: "New" });
    expect((await stored())[0]?.search).toBe(`label=${fresh?.id}`);
    expect(await database.rows("select search from list_views")).toEqual([{ search: `?label=${fresh?.id}` }]);
  });
});
