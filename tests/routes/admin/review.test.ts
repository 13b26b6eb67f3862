import { insertKey } from "tests/support/api-keys";
import { formValuesIn } from "tests/support/form-values";
import { insertRecord } from "tests/support/record-factories";
import { recordStatements } from "tests/support/record-statements";
import { app, database } from "tests/support/running-app";
import { api, followRedirect, html, post, setUpStaffApp, staffCookies } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  COPY_NOT_APPROVED,
  NEEDS_APPROVAL,
  NEEDS_COPY,
  NEEDS_DRAFT,
} from "~/admin-kit/publication-guard.server";
import { deleteForGood, deleteToBin, restoreFromBin } from "./bin/binning";

setUpStaffApp();

let draft: string;
const reviewOf = (id: string) => `/admin/news/${id}/review`;
const act = (name: string, more: Record<string, string> = {}, person: Person = "admin") =>
  post(reviewOf(draft), { change: name, ...more }, person);
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

const editPath = () => `/admin/news/${draft}/edit`;
const copyPath = () => `${editPath()}?working-copy=on`;
const beginCopy = async (title: string, person: Person = "editor") =>
  post(editPath(), { ...formValuesIn(await html(editPath(), person)), title, "working-copy": "on" }, person);
async function changeCopy(values: Record<string, string>, person: Person = "editor") {
  const page = await html(copyPath(), person);
  const [, seen = ""] = /name="seen-copy" value="(.*?)"\/>/.exec(page) ?? [];
  return post(copyPath(), { ...formValuesIn(page), "seen-copy": seen, ...values }, person);
}
const publishCopy = (person: Person = "editor") => changeCopy({ "publish-copy": "on" }, person);
const discardCopy = (version: string) => post(`/admin/news?discard=${draft}`, { version });
/** The buttons that save the record's form, the main one first: by name, with their look. */
async function saveButtons(person: Person = "editor") {
  const [, foot = ""] =
    /<footer class="sheet-foot">(.*?)<\/footer>/s.exec(await html(editPath(), person)) ?? [];
  const buttons = foot.matchAll(/<button (?:name="([^"]*)" value="on" )?class="btn ?([^"]*)"/g);
  return [...buttons].map(([, name = "save", look]) => [name, look]);
}
/** As if it had been published before. */
const show = () => database.rows("update news set status = 'published' where id = ?", [draft]);
const refused = async (answer: Response, reason: string) =>
  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining(reason)]);

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
  await database.empty("news", "review_entries", "working_copies", "binned_records", "changes");
  draft = await insertRecord(database, "news", { title: "Copper climbs", status: "draft" });
});

describe("a draft that is ready for review", () => {
  it("is in the list’s filter and on the dashboard of those who publish, until it is published", async () => {
    expect(await followRedirect(await act("ready", {}, "editor"), "editor")).toContain(
      "Marked as ready for review",
    );
    await act("ready");
    expect(await entries("ready")).toHaveLength(1);
    await insertRecord(database, "news", { title: "Another", status: "draft" });
    const list = await html("/admin/news?status=ready");
    expect(list).toContain("Copper climbs");
    expect(list).not.toContain(">Another<");
    expect(await html("/admin")).toContain("news item is ready for your review");
    await narrow("admin", "{news.read,news.write}");
    expect(await html("/admin")).not.toContain("ready for your review");
    expect((await publish("1")).status).toBe(303);
    expect(await entries("ready")).toEqual([]);
    expect(await html("/admin/news?status=ready", "editor")).not.toContain("Copper climbs");
  });

  it("counts for those who did not write it, as a draft and as a working copy", async () => {
    const counts = async (person: Person) => (await html("/admin", person)).includes("ready for your review");
    await save("Copper climbs higher", "1", "draft", "admin");
    await act("ready");
    expect([await counts("admin"), await counts("superadmin")]).toEqual([false, true]);
    await publish("2");
    await beginCopy("Copper climbs on", "superadmin");
    await act("ready");
    expect([await counts("admin"), await counts("superadmin")]).toEqual([true, false]);
  });

  it("is taken back", async () => {
    await act("ready");
    expect(await html(reviewOf(draft))).toContain("Not ready after all");
    await act("withdraw");
    expect(await entries("ready")).toEqual([]);
  });

  it("waits on as a working copy while the published record is saved and pushed", async () => {
    const pick = await insertRecord(database, "stock_picks", { ticker: "CPR", category: "Tenet" });
    const edit = `/admin/stock-picks/${pick}/edit`;
    const review = `/admin/stock-picks/${pick}/review`;
    const form = formValuesIn(await html(edit));
    expect((await post(edit, { ...form, name: "Copper plc", "working-copy": "on" })).status).toBe(303);
    await post(review, { change: "ready" });
    expect((await post(edit, { ...form, name: "Copper Ltd" })).status).toBe(303);
    const rows = [{ ticker: "CPR", category: "Tenet", currentPrice: 7 }];
    expect((await api("PUT", "/api/stock-picks/bulk", { rows })).status).toBe(200);
    expect(await database.rows("select version from stock_picks where id = ?", [pick])).toEqual([
      { version: 3 },
    ]);
    expect(await html("/admin/stock-picks?status=ready")).toContain(`row-${pick}`);
    await post(review, { change: "withdraw" });
    expect(await entries("ready")).toEqual([]);
  });

  it("is no published record", async () => {
    await publish("1");
    const answer = await act("ready");
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining("nothing waits")]);
  });
});

describe("an approval", () => {
  beforeEach(async () => expect((await save("Copper climbs higher", "1")).status).toBe(303));

  it("names who approved which version, once each, and lapses with the next change", async () => {
    const page = await html(reviewOf(draft));
    expect(page).toContain("Nobody has approved this version.");
    const seen = /name="seen" value="([^"]+)"/.exec(page)?.[1] ?? "";
    const both = await Promise.all([act("approve", { seen }), act("approve", { seen }, "superadmin")]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect((await act("approve", { seen })).status).toBe(303);
    expect((await entries("approval")).map(({ version }) => version)).toEqual([2, 2]);
    expect(await html(reviewOf(draft))).toContain("Approved by");
    await save("Copper falls", "2");
    expect(await html(reviewOf(draft))).toContain("Nobody has approved this version.");
    const late = await act("approve", { seen });
    expect([late.status, await late.text()]).toEqual([
      409,
      expect.stringContaining("Somebody changed this record"),
    ]);
  });

  it("is not given for one’s own version, nor by somebody who lost the right meanwhile", async () => {
    const own = await act("approve", { seen: "2" }, "editor");
    expect([own.status, await own.text()]).toEqual([
      403,
      expect.stringContaining("You saved this version yourself"),
    ]);
    expect(await html(reviewOf(draft))).toContain("Approve this version");
    await narrow("admin", "{news.read,news.write}");
    const lost = await act("approve", { seen: "2" });
    expect([lost.status, await lost.text()]).toEqual([403, expect.stringContaining("a colleague does")]);
    await narrow("admin", "{news.read}");
    expect((await act("approve", { seen: "2" })).status).toBe(403);
    expect(await entries("approval")).toEqual([]);
  });
});

describe("the people who wrote a version do not approve it", () => {
  const OWN = "You saved this version yourself, or one before it";
  const approve = (seen: string, person: Person) => act("approve", { seen }, person);

  it("all who saved it since it was added are refused, and one is needed", async () => {
    await refused(await approve("1", "admin"), "The change log does not say who wrote this");
    await save("Copper climbs higher", "1");
    await save("Copper climbs higher.", "2", "draft", "admin");
    await refused(await approve("3", "editor"), OWN);
    await refused(await approve("3", "admin"), OWN);
    expect(await html(reviewOf(draft))).toContain(OWN);
    expect((await approve("3", "superadmin")).status).toBe(303);
  });

  it("people whose words readers saw already may approve", async () => {
    await save("Copper climbs higher", "1");
    await publish("2");
    await post(`/admin/news/${draft}/publication`, { status: "draft", version: "3" }, "editor");
    await save("Copper falls", "4", "draft", "superadmin");
    await refused(await approve("5", "superadmin"), OWN);
    expect((await approve("5", "editor")).status).toBe(303);
  });

  it("a record that comes back from the bin keeps its writers", async () => {
    await save("Copper climbs higher", "1", "draft", "admin");
    await restoreFromBin((await deleteToBin("news", draft)).id);
    await refused(await approve("3", "admin"), OWN);
    expect((await approve("3", "superadmin")).status).toBe(303);
  });

  it("all who changed a working copy are refused", async () => {
    await show();
    await beginCopy("Copper climbs higher");
    await changeCopy({ title: "Copper climbs higher." }, "admin");
    await refused(await approve("copy 2", "editor"), OWN);
    await refused(await approve("copy 2", "admin"), OWN);
    expect((await approve("copy 2", "superadmin")).status).toBe(303);
  });
});

it("a form from before the bin is not merged with the restored record", async () => {
  await save("Copper climbs higher", "1");
  await restoreFromBin((await deleteToBin("news", draft)).id);
  expect((await save("Copper falls", "2", "published")).status).toBe(409);
});

it("the main button of a published record is the one that is not refused", async () => {
  const asUsual = [
    ["save", "btn--brand"],
    ["working-copy", ""],
  ];
  await show();
  expect(await saveButtons()).toEqual(asUsual);
  await narrow("editor", "{news.read,news.write}");
  expect(await saveButtons()).toEqual([["working-copy", "btn--brand"]]);
  await beginCopy("Copper climbs higher");
  expect(await saveButtons()).toEqual([["working-copy", "btn--brand"]]);
  expect(await saveButtons("admin")).toEqual(asUsual);
  await setSecondPerson(true);
  const hides = await saveButtons("admin");
  await setSecondPerson(false);
  expect(hides).toEqual([
    ["working-copy", "btn--brand"],
    ["save", ""],
  ]);
});

it("a working copy’s form and its review link to each other", async () => {
  await show();
  await beginCopy("Copper climbs higher");
  expect(await html(copyPath())).toContain(`href="${reviewOf(draft)}"`);
  expect(await html(reviewOf(draft))).toContain(`href="${copyPath()}"`);
});

const KINDS = [
  ["news", "news"],
  ["videos", "videos"],
  ["daily-brief", "daily_briefs"],
  ["stock-picks", "stock_picks"],
  ["trade-alert", "trade_alerts"],
  ["ads", "ads"],
] as const;

it.each(KINDS)("the list of %s has a filter for what is ready for review", async (kind, table) => {
  const values = { status: "draft", ...(kind === "ads" ? { name: "https://advertiser.example/" } : {}) };
  const ready = await insertRecord(database, table, values);
  const other = await insertRecord(database, table, values);
  expect((await post(`/admin/${kind}/${ready}/review`, { change: "ready" })).status).toBe(303);
  const list = await html(`/admin/${kind}?status=ready`);
  expect(list).toContain(`row-${ready}`);
  expect(list).not.toContain(`row-${other}`);
  await database.rows("delete from ads");
});

describe("a site that asks for a second person", () => {
  beforeEach(async () => {
    await setSecondPerson(true);
    await save("Copper climbs higher", "1");
  });
  afterEach(() => setSecondPerson(false));

  it("every door waits for the approval of this version", async () => {
    await refused(await publish("2"), NEEDS_APPROVAL);
    await refused(await save("Copper climbs higher", "2", "published"), NEEDS_APPROVAL);
    await refused(await post("/admin/news/new", form("New", "", "published"), "editor"), NEEDS_APPROVAL);
    await act("approve", { seen: "2" });
    await refused(await save("Copper climbs even higher", "2", "published"), NEEDS_APPROVAL);
    expect((await publish("2")).status).toBe(303);
  });

  it("an approval of an earlier version does not count", async () => {
    await act("approve", { seen: "2" });
    await save("Copper climbs even higher", "2");
    await refused(await publish("3"), NEEDS_APPROVAL);
    await act("approve", { seen: "3" });
    expect((await publish("3")).status).toBe(303);
  });

  it("a published record is changed by a working copy only, and hidden by anybody who publishes", async () => {
    await act("approve", { seen: "2" });
    await publish("2");
    await refused(await save("Changed in place", "3", "published"), NEEDS_COPY);
    const hidden = await post(
      `/admin/news/${draft}/publication`,
      { status: "draft", version: "3" },
      "editor",
    );
    expect(hidden.status).toBe(303);
  });

  it("an unpublished record is published again without another approval, unless it changed", async () => {
    const hide = (version: string) =>
      post(`/admin/news/${draft}/publication`, { status: "draft", version }, "editor");
    await act("approve", { seen: "2" });
    await publish("2");
    await hide("3");
    expect(await html(reviewOf(draft))).toContain("Readers saw this version before");
    await refused(await save("Changed with it", "4", "published"), NEEDS_APPROVAL);
    expect((await publish("4")).status).toBe(303);
    await hide("5");
    await save("Copper falls", "6");
    await refused(await publish("7"), NEEDS_APPROVAL);
  });

  it("an approval of a working copy stays when it is planned, and ends with the copy", async () => {
    await show();
    for (const [title, end] of [
      ["Copper climbs on", () => publishCopy()],
      ["Copper climbs further", () => discardCopy("1")],
    ] as const) {
      await beginCopy(title);
      await refused(await publishCopy(), COPY_NOT_APPROVED);
      await act("ready");
      expect((await act("approve", { seen: "copy 1" })).status).toBe(303);
      expect((await changeCopy({ copyPublishAt: "2150-01-07T09:30" }, "admin")).status).toBe(303);
      expect(await html(reviewOf(draft))).toContain("Approved by");
      expect((await end()).status).toBe(303);
      expect([await entries("ready"), await entries("approval")]).toEqual([[], []]);
    }
    await beginCopy("Copper falls");
    await refused(await publishCopy(), COPY_NOT_APPROVED);
  });

  it("a draft with a working copy is approved itself", async () => {
    await show();
    await beginCopy("Copper climbs on");
    await database.rows("update news set status = 'draft' where id = ?", [draft]);
    expect(await html(reviewOf(draft))).not.toContain("The working copy is reviewed");
    expect((await act("approve", { seen: "2" })).status).toBe(303);
    expect((await publish("2")).status).toBe(303);
  });

  it("a key publishes no draft, and keeps up to date what readers see", async () => {
    const { headers } = await insertKey(database, ["news:write"]);
    const put = (json: object) => app.request(`/api/news/${draft}`, { method: "PUT", headers, json });
    await refused(await put({ status: "published" }), NEEDS_APPROVAL);
    await show();
    expect((await put({ title: "From a terminal" })).status).toBe(200);
    expect(await html(`/news/${draft}`)).toContain("From a terminal");
  });

  it("a bulk push asks for all its approvals at once", async () => {
    const rows = ["ONE", "TWO", "NONE"].map((ticker) => ({ ticker, status: "published" }));
    for (const { ticker } of rows)
      await insertRecord(database, "stock_picks", { ticker, name: ticker, status: "draft" });
    await database.rows(
      `insert into review_entries (kind, record_id, what, version, staff_name)
       select 'stock-picks', id, 'approval', case ticker when 'NONE' then 2 else 1 end, 'Sol Ada' from stock_picks`,
    );
    const push = (search: string) => api("PUT", `/api/stock-picks/bulk${search}`, { rows });
    let partial: Awaited<ReturnType<typeof push>> | undefined;
    const statements = await recordStatements(async () => {
      partial = await push("?partial=1");
    });
    expect(partial?.body.rows).toMatchObject([
      { status: "updated" },
      { status: "updated" },
      { status: "refused", errors: { "": NEEDS_APPROVAL } },
    ]);
    expect(statements.filter((text) => text.includes("what = 'approval'"))).toHaveLength(1);
    expect(await push("")).toMatchObject({ status: 403, body: { message: NEEDS_APPROVAL } });
  });

  it("a scheduled record is made a draft again before it is changed", async () => {
    await database.rows("update news set status = 'published', publish_at = '2150-01-01' where id = ?", [
      draft,
    ]);
    await refused(await save("Changed in place", "2", "published"), NEEDS_DRAFT);
    expect(await html(reviewOf(draft))).toContain("This record is scheduled");
    expect((await save("Copper climbs higher", "2", "draft")).status).toBe(303);
  });

  it("a record from the bin and a new form are drafts", async () => {
    const pick = await insertRecord(database, "stock_picks", { status: "published" });
    const { id } = await deleteToBin("stock-picks", pick);
    expect(await html(`/admin/bin/${id}`)).toContain("It is restored as a draft");
    expect((await restoreFromBin(id)).status).toBe(303);
    expect(await database.rows("select status from stock_picks where id = ?", [pick])).toEqual([
      { status: "draft" },
    ]);
    const [, form = ""] = (await html("/admin/news/new")).split('role="dialog"');
    expect(form).toMatch(/name="status"[^>]*value="draft"/);
    expect(form).not.toMatch(/<input[^>]*name="status"[^>]*value="published"/);
  });
});

describe("comments", () => {
  it("name colleagues, who get an email and an item on their dashboard until they answer", async () => {
    const [person] = await database.rows<{ fullname: string }>(
      "select fullname from staff where email = 'admin@demo.test'",
    );
    const body = `Which year, @${person?.fullname.toUpperCase()}?`;
    const done = await followRedirect(await act("comment", { body }, "editor"), "editor");
    expect(done).toContain("will get an email");
    expect(done).toContain(body);
    const mails = await database.rows<{ to_address: string; text: string }>(
      "select * from mails where template = 'mention'",
    );
    expect(mails.map(({ to_address }) => to_address)).toEqual(["admin@demo.test"]);
    expect(mails[0]?.text).toContain(reviewOf(draft));
    expect(mails[0]?.text).not.toMatch(/Copper|Which year/);
    expect(await html("/admin")).toContain("comment mentions you");
    expect(await html("/admin", "superadmin")).not.toContain("mentions you");
    await act("comment", { body: "Last year." });
    expect(await html("/admin")).not.toContain("mentions you");
  });

  it("name superadmins, whose permissions are never narrowed", async () => {
    await narrow("superadmin", "{members.read}");
    await act("comment", { body: "Which year, @superadmin tester?" });
    expect(await html("/admin", "superadmin")).toContain("comment mentions you");
  });

  it("are deleted by their author only", async () => {
    await act("comment", { body: "Mine." }, "editor");
    const [{ id: entry } = { id: "" }] = await database.rows<{ id: string }>("select id from review_entries");
    expect(await html(reviewOf(draft))).not.toContain("Delete comment");
    expect((await act("removal", { entry })).status).toBe(404);
    expect((await act("removal", { entry }, "editor")).status).toBe(303);
    expect(await entries("comment")).toEqual([]);
  });

  it("are refused empty and too long, with what was typed", async () => {
    const long = `${"long ".repeat(400)}end`;
    expect((await act("comment", { body: " " })).status).toBe(422);
    const answer = await act("comment", { body: long });
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining("long end")]);
    for (const name of ["nonsense", "toString"]) expect((await act(name)).status).toBe(422);
  });

  it("keep the name of somebody who left, follow their record into the bin and end with it", async () => {
    const colleague = await insertRecord(database, "staff", {
      fullname: "Sol Gone",
      email: "gone@demo.test",
    });
    await act("comment", { body: "Stays." }, "editor");
    await database.rows("update review_entries set staff_id = ?, staff_name = 'Sol Gone'", [colleague]);
    await database.rows("delete from staff where id = ?", [colleague]);
    expect(await html(reviewOf(draft))).toContain("Sol Gone");
    const binned = await deleteToBin("news", draft);
    await restoreFromBin(binned.id);
    expect(await html(reviewOf(draft))).toContain("Stays.");
    await act("ready");
    const again = await deleteToBin("news", draft);
    expect(await html("/admin")).not.toContain("ready for your review");
    await deleteForGood(again.id);
    expect(await database.rows("select 1 from review_entries")).toEqual([]);
  });
});

it("a review is for those who write such records", async () => {
  expect((await app.request(reviewOf(draft))).status).toBe(302);
  await narrow("admin", "{members.read}");
  expect((await app.request(reviewOf(draft), { cookies: await staffCookies("admin") })).status).toBe(403);
});
