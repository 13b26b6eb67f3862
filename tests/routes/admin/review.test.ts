import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { followRedirect, html, post, setUpStaffApp, staffCookies } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NEEDS_APPROVAL, NEEDS_COPY } from "~/admin-kit/publication-guard.server";
import { deleteForGood, deleteToBin, restoreFromBin } from "./bin/binning";

setUpStaffApp();

let draft: string;
const reviewOf = (id: string) => `/admin/news/${id}/review`;
const deed = (name: string, more: Record<string, string> = {}, person: Person = "admin") =>
  post(reviewOf(draft), { deed: name, ...more }, person);
const form = (title: string, version: string, status = "draft") => ({
  ...{ title, content: "Its text.", category: "Tech", author: "Ada", status, version },
});
const save = (title: string, version: string, status?: string, person: Person = "editor") =>
  post(`/admin/news/${draft}/edit`, form(title, version, status), person);
const publish = (version: string, person: Person = "editor") =>
  post(`/admin/news/${draft}/publication`, { status: "published", version }, person);
const entries = (what: string) =>
  database.rows<{ staff_name: string; version: number; body: string }>(
    "select * from review_entries where what = ? order by created_at",
    [what],
  );
const narrow = (person: Person, permissions: string) =>
  database.rows("update staff set narrowed_to = ?::text[] where email = ?", [
    permissions,
    `${person}@demo.test`,
  ]);

/** Sets the site's rule with its form. */
async function setSecondPerson(on: boolean) {
  const path = "/admin/settings/reading";
  const version = /name="version" value="(\d+)"/.exec(await html(path, "superadmin"))?.[1] ?? "";
  const rest = { fewerAds: "fewer", recordDays: "30", version };
  const answer = await post(path, { ...rest, ...(on ? { secondPerson: "on" } : {}) }, "superadmin");
  expect(answer.status).toBe(303);
}

beforeEach(async () => {
  await Promise.all((["editor", "admin", "superadmin"] as const).map(staffCookies));
  await database.rows("update staff set narrowed_to = '{}'");
  await database.rows("truncate news, review_entries, binned_records, changes cascade");
  draft = await insertRecord(database, "news", { title: "Copper climbs", status: "draft" });
});

describe("a draft that is ready for review", () => {
  it("is in the list’s filter and on the dashboard of those who publish, until it is published", async () => {
    expect(await followRedirect(await deed("ready", {}, "editor"), "editor")).toContain(
      "Marked as ready for review",
    );
    await deed("ready");
    expect(await entries("ready")).toHaveLength(1);
    await insertRecord(database, "news", { title: "Another", status: "draft" });
    const list = await html("/admin/news?status=ready");
    expect(list).toContain("Copper climbs");
    expect(list).not.toContain(">Another<");
    expect(await html("/admin")).toContain("news item is ready for review");
    await narrow("admin", "{news.read,news.write}");
    expect(await html("/admin")).not.toContain("ready for review");
    expect((await publish("1")).status).toBe(303);
    expect(await entries("ready")).toEqual([]);
    expect(await html("/admin/news?status=ready", "editor")).not.toContain("Copper climbs");
  });

  it("is taken back", async () => {
    await deed("ready");
    expect(await html(reviewOf(draft))).toContain("Not ready after all");
    await deed("withdraw");
    expect(await entries("ready")).toEqual([]);
  });

  it("is no published record", async () => {
    await publish("1");
    const answer = await deed("ready");
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining("nothing waits")]);
  });
});

describe("an approval", () => {
  beforeEach(async () => expect((await save("Copper climbs higher", "1")).status).toBe(303));

  it("names who approved which version, once each, and lapses with the next change", async () => {
    const page = await html(reviewOf(draft));
    expect(page).toContain("Nobody has approved this version.");
    const seen = /name="seen" value="([^"]+)"/.exec(page)?.[1] ?? "";
    const both = await Promise.all([deed("approve", { seen }), deed("approve", { seen }, "superadmin")]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect((await deed("approve", { seen })).status).toBe(303);
    expect((await entries("approval")).map(({ version }) => version)).toEqual([2, 2]);
    expect(await html(reviewOf(draft))).toContain("Approved by");
    await save("Copper falls", "2");
    expect(await html(reviewOf(draft))).toContain("Nobody has approved this version.");
    const late = await deed("approve", { seen });
    expect([late.status, await late.text()]).toEqual([
      409,
      expect.stringContaining("Somebody changed this record"),
    ]);
  });

  it("is not given for one’s own version, nor by somebody who lost the right meanwhile", async () => {
    const own = await deed("approve", { seen: "2" }, "editor");
    expect([own.status, await own.text()]).toEqual([
      403,
      expect.stringContaining("You saved this version yourself"),
    ]);
    expect(await html(reviewOf(draft))).toContain("Approve this version");
    await narrow("admin", "{news.read,news.write}");
    const lost = await deed("approve", { seen: "2" });
    expect([lost.status, await lost.text()]).toEqual([403, expect.stringContaining("a colleague does")]);
    await narrow("admin", "{news.read}");
    expect((await deed("approve", { seen: "2" })).status).toBe(403);
    expect(await entries("approval")).toEqual([]);
  });
});

describe("a site that asks for a second person", () => {
  beforeEach(async () => {
    await setSecondPerson(true);
    await save("Copper climbs higher", "1");
  });
  afterEach(() => setSecondPerson(false));

  const refused = async (answer: Response, reason: string) =>
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining(reason)]);

  it("every door waits for the approval of this version", async () => {
    await refused(await publish("2"), NEEDS_APPROVAL);
    await refused(await save("Copper climbs higher", "2", "published"), NEEDS_APPROVAL);
    await refused(await post("/admin/news/new", form("New", "", "published"), "editor"), NEEDS_APPROVAL);
    await deed("approve", { seen: "2" });
    await refused(await save("Copper climbs even higher", "2", "published"), NEEDS_APPROVAL);
    expect((await publish("2")).status).toBe(303);
  });

  it("an approval of an earlier version does not count", async () => {
    await deed("approve", { seen: "2" });
    await save("Copper climbs even higher", "2");
    await refused(await publish("3"), NEEDS_APPROVAL);
    await deed("approve", { seen: "3" });
    expect((await publish("3")).status).toBe(303);
  });

  it("a published record is changed by a working copy only, and hidden by anybody who publishes", async () => {
    await deed("approve", { seen: "2" });
    await publish("2");
    await refused(await save("Changed in place", "3", "published"), NEEDS_COPY);
    const hidden = await post(
      `/admin/news/${draft}/publication`,
      { status: "draft", version: "3" },
      "editor",
    );
    expect(hidden.status).toBe(303);
  });
});

describe("comments", () => {
  it("name colleagues, who get an email and an item on their dashboard until they answer", async () => {
    const [person] = await database.rows<{ fullname: string }>(
      "select fullname from staff where email = 'admin@demo.test'",
    );
    const body = `Which year, @${person?.fullname.toUpperCase()}?`;
    const done = await followRedirect(await deed("comment", { body }, "editor"), "editor");
    expect(done).toContain("will get an email");
    expect(done).toContain(body);
    const mails = await database.rows<{ to_address: string; text: string }>(
      "select * from mails where template = 'mention'",
    );
    expect(mails.map(({ to_address }) => to_address)).toEqual(["admin@demo.test"]);
    expect(mails[0]?.text).toContain(reviewOf(draft));
    expect(await html("/admin")).toContain("comment mentions you");
    expect(await html("/admin", "superadmin")).not.toContain("mentions you");
    await deed("comment", { body: "Last year." });
    expect(await html("/admin")).not.toContain("mentions you");
  });

  it("are deleted by their author only", async () => {
    await deed("comment", { body: "Mine." }, "editor");
    const [{ id: entry } = { id: "" }] = await database.rows<{ id: string }>("select id from review_entries");
    expect(await html(reviewOf(draft))).not.toContain("Delete comment");
    expect((await deed("removal", { entry })).status).toBe(404);
    expect((await deed("removal", { entry }, "editor")).status).toBe(303);
    expect(await entries("comment")).toEqual([]);
  });

  it("are refused empty and too long, with what was typed", async () => {
    const long = `${"long ".repeat(400)}end`;
    expect((await deed("comment", { body: " " })).status).toBe(422);
    const answer = await deed("comment", { body: long });
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining("long end")]);
    expect((await deed("nonsense")).status).toBe(422);
  });

  it("keep the name of somebody who left, follow their record into the bin and end with it", async () => {
    const colleague = await insertRecord(database, "staff", {
      fullname: "Sol Gone",
      email: "gone@demo.test",
    });
    await deed("comment", { body: "Stays." }, "editor");
    await database.rows("update review_entries set staff_id = ?, staff_name = 'Sol Gone'", [colleague]);
    await database.rows("delete from staff where id = ?", [colleague]);
    expect(await html(reviewOf(draft))).toContain("Sol Gone");
    const binned = await deleteToBin("news", draft);
    await restoreFromBin(binned.id);
    expect(await html(reviewOf(draft))).toContain("Stays.");
    await deed("ready");
    const again = await deleteToBin("news", draft);
    expect(await html("/admin")).not.toContain("ready for review");
    await deleteForGood(again.id);
    expect(await database.rows("select 1 from review_entries")).toEqual([]);
  });
});

it("a review is for those who write such records", async () => {
  expect((await app.request(reviewOf(draft))).status).toBe(302);
  await narrow("admin", "{members.read}");
  expect((await app.request(reviewOf(draft), { cookies: await staffCookies("admin") })).status).toBe(403);
});
