import { openDatabase } from "tests/support/database";
import { withFailingWrites } from "tests/support/database-failures";
import { formValuesIn } from "tests/support/form-values";
import { insertRecord } from "tests/support/record-factories";
import { smallPicture } from "tests/support/request-bodies";
import { app, database } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import { api, followRedirect, get, html, post, setUpStaffApp, staffCookies } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { publishDueCopies, sweepCopies } from "~/features/scheduling/publish-due-copies.server";
import { publishDue } from "~/server/jobs";
import { deleteToBin, restoreFromBin } from "./bin/binning";

setUpStaffApp();
afterEach(async () => {
  await database.empty(
    "news",
    "daily_briefs",
    "videos",
    "trade_alerts",
    "stock_picks",
    "working_copies",
    "binned_records",
    "changes",
    "call_events",
    "calls",
    "ads",
    "mails",
    "list_memories",
  );
});

const editPath = (id: string, kind = "news") => `/admin/${kind}/${id}/edit`;
const copyPath = (id: string, kind = "news") => `${editPath(id, kind)}?working-copy=on`;
const AS_COPY = { "working-copy": "on" };

/** Everything that the copy's form sends, as a browser without script does. */
async function copyForm(id: string, person: Person = "admin", kind = "news") {
  const text = await html(copyPath(id, kind), person);
  const [, seen] = /name="seen-copy" value="(.*?)"\/>/.exec(text) ?? [];
  if (seen === undefined) throw new Error("This is not the form of a working copy");
  return { ...formValuesIn(text), "seen-copy": seen };
}
const article = (values: Record<string, unknown> = {}) =>
  insertRecord(database, "news", { title: "Copper climbs", content: "Its text.", ...values });
const begin = async (id: string, values: Record<string, string>, person: Person = "admin", kind = "news") =>
  post(
    editPath(id, kind),
    { ...formValuesIn(await html(editPath(id, kind), person)), ...values, ...AS_COPY },
    person,
  );
const change = async (id: string, values: Record<string, string>, person: Person = "admin", kind = "news") =>
  post(copyPath(id, kind), { ...(await copyForm(id, person, kind)), ...values }, person);
const publish = (id: string, values: Record<string, string> = {}, person: Person = "admin", kind = "news") =>
  change(id, { "publish-copy": "on", ...values }, person, kind);
const saved = async (id: string) =>
  (
    await database.rows<Record<string, unknown>>(
      "select title, content, author, category, status, version from news where id = ?",
      [id],
    )
  )[0];
const copies = () =>
  database.rows<Record<string, unknown>>(
    "select typed, record_version, version, publish_at, problem, staff_name from working_copies",
  );
const actions = async () =>
  (await database.rows<{ action: string }>("select action from changes order by created_at, id")).map(
    ({ action }) => action,
  );

/** Another transaction that has locked all rows of a table. */
async function lockedBySomebody(table: string) {
  const other = openDatabase(app.databaseUrl);
  onTestFinished(other.close);
  await other.rows("begin");
  await other.rows(`select 1 from ${table} for update`);
  return other;
}
const somethingWaits = () =>
  waitUntil(async () => {
    const waiting = await database.rows(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return waiting.length > 0;
  });

describe("a working copy", () => {
  it("keeps what differs next to the record, and readers see the published one", async () => {
    const id = await article();
    const begun = await begin(id, { title: "Copper climbs again", status: "draft" });
    expect([begun.status, begun.headers.get("Location")]).toEqual([303, copyPath(id)]);
    expect(await followRedirect(begun)).toContain(
      "Working copy saved. Readers still see the published version",
    );
    expect(await copies()).toEqual([
      {
        typed: { title: "Copper climbs again" },
        ...{ record_version: 1, version: 1, publish_at: null, problem: null, staff_name: "admin tester" },
      },
    ]);
    expect(await saved(id)).toMatchObject({ title: "Copper climbs", status: "published", version: 1 });
    const page = await (await app.request(`/news/${id}`)).text();
    expect(page).toContain("Copper climbs");
    expect(page).not.toContain("Copper climbs again");
    expect((await api("GET", `/api/news/${id}`)).body.title).toBe("Copper climbs");
    expect(await actions()).toEqual([]);
  });

  it("is named in the record's form, in its row and in the filter", async () => {
    const id = await article();
    const other = await article({ title: "Tin rests" });
    expect(await html(editPath(id))).toContain("Save as working copy");
    await begin(id, { title: "Copper climbs again" });
    const form = await html(editPath(id));
    expect(form).toContain("There is a working copy");
    expect(form).toContain(`href="${copyPath(id)}"`);
    expect(form).not.toContain("Save as working copy");
    const row = /<tr id="row-(\S*)">(?:(?!<\/tr>).)*Working copy/s;
    expect(row.exec(await html("/admin/news"))?.[1]).toBe(id);
    const filtered = await html("/admin/news?copy=any");
    expect(filtered).toContain(`row-${id}`);
    expect(filtered).not.toContain(`row-${other}`);
    expect(await html("/admin/news?copy=scheduled")).not.toContain(`row-${id}`);
  });

  it("shows how it differs, and is changed in its own form", async () => {
    const id = await article();
    await begin(id, { title: "Copper climbs again" });
    expect((await html(copyPath(id))).replace(/<[^>]*>/g, "")).toContain(
      "Title: “Copper climbs” →becomes “Copper climbs again”",
    );
    expect((await change(id, { content: "A second text." })).status).toBe(303);
    expect(await copies()).toMatchObject([
      { typed: { title: "Copper climbs again", content: "A second text." }, version: 2 },
    ]);
    expect(await saved(id)).toMatchObject({ content: "Its text.", version: 1 });
  });

  it("is published in one step, and the change log says so", async () => {
    const id = await article();
    await begin(id, { title: "Copper climbs again" });
    const published = await publish(id, { content: "A second text." });
    expect(await followRedirect(published)).toContain("Working copy published");
    expect(await saved(id)).toMatchObject({
      ...{ title: "Copper climbs again", content: "A second text.", status: "published", version: 2 },
    });
    expect(await copies()).toEqual([]);
    expect(await actions()).toEqual(["published a working copy of"]);
    expect((await html("/admin/changes")).replace(/<[^>]*>/g, "")).toContain(
      "published a working copy of the news item Copper climbs again",
    );
  });

  it("is refused as the form refuses, and what was typed stays", async () => {
    const id = await article();
    const empty = await begin(id, { title: " ", content: "Typed." });
    expect(empty.status).toBe(422);
    const page = await empty.text();
    expect(page).toContain("Title is required");
    expect(page).toContain("Typed.");
    expect((await begin(id, {})).status).toBe(422);
    expect(await copies()).toEqual([]);
  });

  it("takes no picture, which would wait for a day only", async () => {
    const id = await article();
    const body = new FormData();
    for (const [name, value] of Object.entries({
      title: "New",
      content: "Its text.",
      version: "1",
      ...AS_COPY,
    }))
      body.append(name, value);
    body.append("image", await smallPicture());
    const sent = await app.request(editPath(id), {
      method: "POST",
      cookies: await staffCookies("admin"),
      body,
    });
    expect(sent.status).toBe(422);
    expect(await sent.text()).toContain("A working copy keeps the published picture");
  });

  it("cannot be begun for what readers do not see", async () => {
    for (const values of [{ status: "draft" }, { publish_at: "2150-01-01T09:30:00Z" }]) {
      const id = await article(values);
      expect(await html(editPath(id))).not.toContain("Save as working copy");
      expect((await begin(id, { title: "Other" })).status).toBe(409);
    }
    expect(await copies()).toEqual([]);
  });

  it("is discarded after one question", async () => {
    const id = await article();
    await begin(id, { title: "Copper climbs again" });
    const question = await html(`/admin/news?discard=${id}`);
    expect(question).toContain("Are you sure you want to discard this working copy?");
    const version =
      /name="version" value="(\d+)"/.exec(question.slice(question.indexOf("alertdialog")))?.[1] ?? "";
    await change(id, { content: "Meanwhile." });
    expect((await post(`/admin/news?discard=${id}`, { version })).status).toBe(409);
    expect(await copies()).toHaveLength(1);
    expect((await post(`/admin/news?discard=${id}`, { version: "2" })).status).toBe(303);
    expect(await copies()).toEqual([]);
    expect(await actions()).toEqual(["discarded the working copy of"]);
    expect(await saved(id)).toMatchObject({ title: "Copper climbs", version: 1 });
  });
});

describe("changes meanwhile", () => {
  const edit = async (id: string, values: Record<string, string>) =>
    post(editPath(id), { ...formValuesIn(await html(editPath(id), "superadmin")), ...values }, "superadmin");

  it("keep their fields when the copy is published", async () => {
    const id = await article();
    await begin(id, { title: "Copper climbs again" });
    await edit(id, { content: "Corrected." });
    expect((await publish(id)).status).toBe(303);
    expect(await saved(id)).toMatchObject({
      title: "Copper climbs again",
      content: "Corrected.",
      version: 3,
    });
  });

  it("a field that both changed is a conflict, and nothing is lost", async () => {
    const id = await article();
    await begin(id, { title: "Copper climbs again" });
    await edit(id, { title: "Copper falls" });
    const refused = await publish(id);
    expect(refused.status).toBe(409);
    const page = await refused.text();
    expect(page).toMatch(/Saved by superadmin tester on [^<]*:/);
    expect(page).toContain("Copper falls");
    expect(page).toContain('value="Copper climbs again"');
    expect(await saved(id)).toMatchObject({ title: "Copper falls", version: 2 });
    expect(await copies()).toHaveLength(1);
    expect((await publish(id, { version: "2" })).status).toBe(303);
    expect(await saved(id)).toMatchObject({ title: "Copper climbs again", version: 3 });
  });

  /** What the change log does not tell field by field. */
  const UNTOLD: Record<string, (id: string) => Promise<unknown>> = {
    "was deleted and restored": async (id) => restoreFromBin((await deleteToBin("news", id)).id),
    "has hundreds of newer versions": (id) =>
      database.rows("update news set version = version + 300 where id = ?", [id]),
  };

  it.each(Object.entries(UNTOLD))("are merged with the copy of a record that %s", async (_, meanwhile) => {
    const id = await article();
    await begin(id, { title: "Copper climbs again", author: "Ada" });
    await meanwhile(id);
    await database.rows(
      "update news set content = 'Corrected.', title = 'Copper falls', status = 'published' where id = ?",
      [id],
    );
    const refused = await publish(id);
    expect(refused.status).toBe(409);
    const page = await refused.text();
    expect(page).toContain("Title was changed");
    expect(page).not.toMatch(/(Author|Content) was changed/);
    await database.rows(
      "update working_copies set publish_at = now() - interval '1 minute', planner_id = staff_id",
    );
    await publishDueCopies();
    expect(await copies()).toMatchObject([{ problem: "Somebody else also changed: Title." }]);
    await database.rows("update news set title = 'Copper climbs' where id = ?", [id]);
    await database.rows("update working_copies set problem = null");
    await publishDueCopies();
    expect(await copies()).toEqual([]);
    expect(await saved(id)).toMatchObject({
      ...{ title: "Copper climbs again", author: "Ada", content: "Corrected." },
    });
  });

  it("two people's changes of one copy are merged, and conflicts are shown", async () => {
    const id = await article();
    await begin(id, { title: "Copper climbs again" });
    const mine = await copyForm(id);
    await change(id, { content: "From the other.", title: "The other's" }, "superadmin");
    const merged = await post(copyPath(id), { ...mine, author: "Ada" });
    expect(merged.status).toBe(303);
    expect(await copies()).toMatchObject([
      { typed: { title: "The other's", content: "From the other.", author: "Ada" }, version: 3 },
    ]);
    const refused = await post(copyPath(id), { ...mine, title: "Mine" });
    expect(refused.status).toBe(409);
    const page = await refused.text();
    expect(page).toContain("Saved by somebody else:");
    expect(page).toContain('value="Mine"');
    const [, seen = ""] = /name="seen-copy" value="(.*?)"\/>/.exec(page.replaceAll("&quot;", '"')) ?? [];
    const again = await post(copyPath(id), { ...mine, ...formValuesIn(page), "seen-copy": seen });
    expect(again.status).toBe(303);
    expect(await copies()).toMatchObject([
      { typed: { title: "Mine", content: "From the other.", author: "Ada" }, version: 4 },
    ]);
  });

  it("two people who begin a copy are merged, and the second one's text is kept", async () => {
    const id = await article();
    const mine = { ...formValuesIn(await html(editPath(id))), ...AS_COPY };
    await begin(id, { title: "The other's" }, "superadmin");
    expect((await post(editPath(id), { ...mine, author: "Ada" })).status).toBe(303);
    expect(await copies()).toMatchObject([{ typed: { title: "The other's", author: "Ada" }, version: 2 }]);
    const refused = await post(editPath(id), { ...mine, author: "Ada", title: "Mine" });
    expect(refused.status).toBe(409);
    const page = (await refused.text()).replaceAll("&quot;", '"');
    expect(page).toContain('value="Mine"');
    expect(page).toContain("Add to the working copy");
    const [, beside = ""] = /name="copy-beside" value="(.*?)"\/>/.exec(page) ?? [];
    const again = await post(editPath(id), { ...mine, author: "Ada", title: "Mine", "copy-beside": beside });
    expect(again.status).toBe(303);
    expect(await copies()).toMatchObject([{ typed: { title: "Mine", author: "Ada" }, version: 3 }]);
  });

  it("two people publish one copy at once, and neither loses a text", async () => {
    const id = await article();
    await begin(id, { title: "Copper climbs again" });
    const form = { ...(await copyForm(id)), "publish-copy": "on" };
    const sent = [
      { ...form, content: "One." },
      { ...form, author: "Ada" },
    ];
    const answers = await Promise.all(
      sent.map(async (body, nth) => {
        const answer = await post(copyPath(id), body, nth === 0 ? "admin" : "superadmin");
        return { status: answer.status, text: await answer.text() };
      }),
    );
    const [one, other] = answers;
    const now = await saved(id);
    expect(now).toMatchObject({ title: "Copper climbs again" });
    expect(answers.map(({ status }) => status)).toContain(303);
    // The second one is merged, or refused with what it typed.
    expect(now?.content === "One." || one?.text.includes("One.")).toBe(true);
    expect(now?.author === "Ada" || other?.text.includes('value="Ada"')).toBe(true);
    expect(await copies()).toEqual([]);
  });

  it("a record that was taken back or deleted keeps its copy, which is not published", async () => {
    const id = await article();
    await begin(id, { title: "Copper climbs again" });
    await edit(id, { status: "draft" });
    const refused = await publish(id);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("Readers cannot see this news item at the moment");
    expect(await saved(id)).toMatchObject({ title: "Copper climbs", status: "draft" });
    expect((await change(id, { author: "Ada" })).status).toBe(303);
    const question = await html(`/admin/news?delete=${id}`);
    expect(question).toContain("Its working copy goes with it and comes back with it.");
    expect((await api("DELETE", `/api/news/${id}`)).status).toBe(200);
    expect((await get(copyPath(id))).status).toBe(404);
    await database.rows("update working_copies set saved_at = now() - interval '40 days'");
    expect(await sweepCopies()).toBe(0);
    const [binned] = await database.rows<{ id: string }>("select id from binned_records");
    expect((await post(`/admin/bin/${binned?.id}`, {})).status).toBe(303);
    expect(await copyForm(id)).toMatchObject({ title: "Copper climbs again", author: "Ada" });
    await api("DELETE", `/api/news/${id}`);
    await database.rows("delete from binned_records");
    expect(await sweepCopies()).toBe(1);
  });
});

describe("a scheduled working copy", () => {
  const AT = "2150-01-07T09:30";
  const come = () => database.rows("update working_copies set publish_at = now() - interval '1 minute'");
  const mails = () => database.rows("select to_address, subject, text from mails order by created_at");
  async function scheduled(person: Person = "admin") {
    const id = await article();
    await begin(id, { title: "Copper climbs again" }, person);
    expect((await change(id, { copyPublishAt: AT }, person)).status).toBe(303);
    return id;
  }

  it("is published at its minute in the name of its planner, and not before", async () => {
    const id = await scheduled();
    await publishDueCopies();
    expect(await saved(id)).toMatchObject({ title: "Copper climbs" });
    expect(await html("/admin/news?copy=scheduled")).toContain("Working copy scheduled");
    expect(await html("/admin/calendar?week=2150-01-07")).toMatch(/Working copy.*Copper climbs again/s);
    await come();
    await publishDueCopies();
    await publishDueCopies();
    expect(await saved(id)).toMatchObject({ title: "Copper climbs again", version: 2 });
    expect(await copies()).toEqual([]);
    expect(await database.rows("select staff_name, origin, action from changes")).toEqual([
      { staff_name: "admin tester", origin: "job", action: "published a working copy of" },
    ]);
    expect(await mails()).toEqual([]);
  });

  it("refuses a minute that has passed", async () => {
    const id = await article();
    await begin(id, { title: "Copper climbs again" });
    const refused = await change(id, { copyPublishAt: "2020-01-07T09:30" });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("is in the past");
  });

  const narrow = (permissions: string) =>
    database.rows("update staff set narrowed_to = ?::text[] where email = 'admin@demo.test'", [permissions]);
  const NOT_ANY_MORE = /^Who planned it may not change this news item any more\.$/;

  /** What keeps it from being published, with the reason. */
  const OBSTACLES: Record<
    string,
    { reason: RegExp; meanwhile: (id: string) => Promise<unknown>; unmailed?: true }
  > = {
    "the record has a conflict": {
      reason: /^superadmin tester also changed: Title\.$/,
      meanwhile: async (id) =>
        post(
          editPath(id),
          { ...formValuesIn(await html(editPath(id), "superadmin")), title: "Copper falls" },
          "superadmin",
        ),
    },
    "the record was taken back": {
      reason: /^Readers cannot see this news item at the moment/,
      meanwhile: (id) => database.rows("update news set status = 'draft' where id = ?", [id]),
    },
    "the record was scheduled": {
      reason: /^Readers cannot see this news item at the moment/,
      meanwhile: (id) => database.rows("update news set publish_at = '2160-01-01' where id = ?", [id]),
    },
    "the record was deleted": {
      reason: /^The news item was deleted\.$/,
      meanwhile: (id) => api("DELETE", `/api/news/${id}`),
    },
    "a rule refuses it": {
      reason: /^The form refuses: Title\.$/,
      meanwhile: () => database.rows(`update working_copies set typed = '{"title":""}'`),
    },
    "its planner left": {
      reason: NOT_ANY_MORE,
      meanwhile: () => database.rows("update staff set status = 'inactive' where email = 'admin@demo.test'"),
      unmailed: true,
    },
    "its planner may not write any more": { reason: NOT_ANY_MORE, meanwhile: () => narrow("{news.read}") },
    "its planner may not publish any more": {
      reason: NOT_ANY_MORE,
      meanwhile: () => narrow("{news.read,news.write}"),
    },
  };
  afterEach(() =>
    database.rows("update staff set status = 'active', narrowed_to = '{}' where email = 'admin@demo.test'"),
  );

  it.each(Object.entries(OBSTACLES))("stays if %s, and says why", async (_, obstacle) => {
    const { reason, meanwhile, unmailed } = obstacle;
    const id = await scheduled();
    await meanwhile(id);
    const before = await saved(id);
    await come();
    await publishDueCopies();
    await publishDueCopies();
    expect(await saved(id)).toEqual(before);
    expect(await copies()).toMatchObject([{ problem: expect.stringMatching(reason), version: 1 }]);
    expect(await mails()).toMatchObject(unmailed ? [] : [{ to_address: "admin@demo.test" }]);
    expect(JSON.stringify(await mails())).not.toContain("Copper");
  });

  it("shows its reason in the form and the list", async () => {
    const id = await scheduled();
    await database.rows(`update working_copies set typed = typed || '{"category":"Weather"}'`);
    await come();
    await publishDueCopies();
    expect(await html(copyPath(id))).toContain(
      "It was not published as planned: The form refuses: Category.",
    );
    expect(await html("/admin/news?copy=failed")).toContain("Working copy not published");
    expect(await html("/admin")).toContain('href="/admin/news?copy=failed"');
    await api("DELETE", `/api/news/${id}`);
    expect(await html("/admin")).not.toContain("copy=failed");
  });

  it("is published though another one fails unexpectedly", async () => {
    const film = await insertRecord(database, "videos", { title: "Copper" });
    await begin(film, { caption: "New." }, "admin", "videos");
    await change(film, { copyPublishAt: "2150-01-07T09:00" }, "admin", "videos");
    const id = await scheduled();
    await database.rows("update working_copies set publish_at = publish_at - interval '140 years'");
    await withFailingWrites(app, "update", "videos", async () => {
      await expect(publishDueCopies()).rejects.toThrow("broken for a test");
    });
    expect(await saved(id)).toMatchObject({ title: "Copper climbs again" });
    expect(await copies()).toMatchObject([{ typed: { caption: "New." }, problem: null }]);
  });

  it("fails unexpectedly, and calls open all the same", async () => {
    await scheduled();
    await come();
    const alert = await insertRecord(database, "trade_alerts", { current_price: "10", publish_at: AT });
    await database.rows("update trade_alerts set publish_at = now() - interval '1 minute'");
    await withFailingWrites(app, "delete", "working_copies", async () => {
      await expect(publishDue()).rejects.toThrow("broken for a test");
    });
    expect(await database.rows("select record_id from calls")).toEqual([{ record_id: alert }]);
  });

  it.each([
    ["loses its minute is not published", "", "published"],
    ["gets another minute keeps it, though the first one fails", AT, "draft"],
  ])("that %s while others are published", async (_, copyPublishAt, status) => {
    const film = await insertRecord(database, "videos", { title: "Copper" });
    await begin(film, { caption: "New." }, "admin", "videos");
    await change(film, { copyPublishAt: "2150-01-07T09:00" }, "admin", "videos");
    const id = await scheduled();
    await database.rows("update working_copies set publish_at = publish_at - interval '140 years'");
    await database.rows("update news set status = ?", [status]);
    const before = await saved(id);
    const other = await lockedBySomebody("videos");
    const job = publishDueCopies();
    await somethingWaits();
    expect((await change(id, { copyPublishAt })).status).toBe(303);
    await other.rows("rollback");
    await job;
    expect(await saved(id)).toEqual(before);
    const [copy, ...others] = await copies();
    expect([copy?.problem, copy?.publish_at === null, others]).toEqual([null, copyPublishAt === "", []]);
    expect(await mails()).toEqual([]);
  });

  it("belongs to its planner: who only changes its text or its minute is another person", async () => {
    const id = await scheduled();
    expect((await change(id, { author: "Ada" }, "superadmin")).status).toBe(303);
    await come();
    await publishDueCopies();
    expect(await database.rows("select staff_name from changes")).toEqual([{ staff_name: "admin tester" }]);
  });

  describe("people who never publish", () => {
    beforeEach(() => staffCookies("admin"));
    const ONLY_PUBLISHERS = "Only people who publish plan a working copy";
    const refused = async (answer: Response) =>
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining(ONLY_PUBLISHERS)]);

    it("plan nothing", async () => {
      await narrow("{news.read,news.write}");
      const id = await article();
      await begin(id, { title: "Copper climbs again" });
      const form = await html(copyPath(id));
      expect(form).not.toContain("copyPublishAt");
      expect(form).not.toContain("Publish working copy");
      await refused(await change(id, { copyPublishAt: AT }));
      expect((await publish(id)).status).toBe(403);
      expect((await change(id, { author: "Ada" })).status).toBe(303);
      expect(await copies()).toMatchObject([{ publish_at: null, typed: { author: "Ada" } }]);
    });

    it("change and discard nothing that a colleague planned", async () => {
      const id = await scheduled("superadmin");
      await narrow("{news.read,news.write}");
      await refused(await change(id, { author: "Ada" }));
      await refused(await begin(id, { author: "Ada" }));
      await refused(await post(`/admin/news?discard=${id}`, { version: "1" }));
      expect(await copies()).toMatchObject([{ typed: { title: "Copper climbs again" } }]);
      expect(await copies()).not.toMatchObject([{ publish_at: null }]);
    });
  });
});

describe("the readers of a working copy", () => {
  beforeEach(() => database.rows("delete from rate_limits"));

  const KINDS = [
    { kind: "daily-brief", table: "daily_briefs", values: { company_name: "Copper" }, text: "analysis" },
    { kind: "trade-alert", table: "trade_alerts", values: { name: "Copper" }, text: "analysis" },
    { kind: "videos", table: "videos", values: { title: "Copper" }, text: "caption" },
    { kind: "stock-picks", table: "stock_picks", values: { name: "Copper" }, text: "name" },
    {
      kind: "ads",
      table: "ads",
      values: { status: "published", name: "https://advertiser.example/" },
      text: "altText",
    },
  ];

  it.each(KINDS)("$kind have working copies, too", async ({ kind, table, values, text }) => {
    const id = await insertRecord(database, table, values);
    const begun = await begin(id, { [text]: "Only in the copy" }, "admin", kind);
    expect(begun.status).toBe(303);
    expect(JSON.stringify((await api("GET", `/api/${kind}/${id}`)).body)).not.toContain("Only in the copy");
    expect(await html(`/admin/${kind}?copy=any`)).toContain("Working copy");
    expect((await publish(id, { confirmed: "on" }, "admin", kind)).status).toBe(303);
    expect(JSON.stringify((await api("GET", `/api/${kind}/${id}`)).body)).toContain("Only in the copy");
  });

  it("are the people who may write the record", async () => {
    const id = await insertRecord(database, "daily_briefs", { company_name: "Copper" });
    await begin(id, { analysis: "For who pays." }, "admin", "daily-brief");
    for (const path of [copyPath(id, "daily-brief"), `/preview/daily-brief/${id}?as=private&working-copy=on`])
      expect(await (await get(path, "editor")).text()).not.toContain("For who pays.");
    const discarded = await post(`/admin/daily-brief?discard=${id}`, { version: "1" }, "editor");
    expect(discarded.status).toBe(403);
    expect(await copies()).toHaveLength(1);
  });

  it("a preview shows it as each reader, and writes nothing", async () => {
    const id = await insertRecord(database, "daily_briefs", { company_name: "Copper", analysis: "Before." });
    await begin(id, { analysis: "For who pays." }, "admin", "daily-brief");
    expect(await html(`/admin/daily-brief/${id}/preview`)).toContain("Preview the working copy");
    const seen = (as: string, copy = "&working-copy=on") =>
      html(`/preview/daily-brief/${id}?as=${as}${copy}`);
    expect(await seen("premium")).toContain("For who pays.");
    expect(await seen("premium")).toContain("Preview of the working copy");
    expect(await seen("visitor")).not.toContain("For who pays.");
    expect(await seen("premium", "")).toContain("Before.");
    const [row] = await database.rows("select analysis, version from daily_briefs where id = ?", [id]);
    expect(row).toEqual({ analysis: "Before.", version: 1 });
    await database.rows(`update working_copies set typed = '{"companyName":""}'`);
    const stale = await get(`/preview/daily-brief/${id}?as=premium&working-copy=on`);
    expect(stale.status).toBe(404);
  });

  it("a preview waits for a save without holding the copy, which that save ends", async () => {
    const id = await insertRecord(database, "daily_briefs", { company_name: "Copper", analysis: "Before." });
    await begin(id, { analysis: "For who pays." }, "admin", "daily-brief");
    const saving = await lockedBySomebody("daily_briefs");
    const preview = html(`/preview/daily-brief/${id}?as=premium&working-copy=on`);
    await somethingWaits();
    await saving.rows("delete from working_copies");
    await saving.rows("rollback");
    expect(await preview).toContain("For who pays.");
  });

  it("an alert's figures pass the rules of an alert when it is published", async () => {
    const id = await insertRecord(database, "trade_alerts", { ticker: "CPR", target_price: "64" });
    const wrong = await begin(id, { targetPrice: "-3" }, "admin", "trade-alert");
    expect(wrong.status).toBe(422);
    await begin(id, { stopLoss: "51" }, "admin", "trade-alert");
    await database.rows(`update working_copies set typed = '{"disclosure":"","targetPrice":"-3"}'`);
    expect((await publish(id, {}, "admin", "trade-alert")).status).toBe(422);
    expect(await copies()).toHaveLength(1);
  });
});
