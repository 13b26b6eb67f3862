import { randomUUID } from "node:crypto";
import { withFailingWrites, withoutTable } from "tests/support/database-failures";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { api, followRedirect, html, post, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { afterEach, describe, expect, it } from "vitest";
import { sweepDrafts } from "~/admin-kit/writing/drafts.server";

setUpStaffApp({ SITE_TZ: "UTC" });
afterEach(() => database.empty("news", "daily_briefs", "form_drafts", "changes"));

const NEW = "/admin/writing/news/new/draft";
const ARTICLE = {
  title: "Copper",
  content: "Half a text",
  category: "Tech",
  status: "published",
  author: "",
};
const OFFER = "You have unsaved text from";

/** A browser tab with the form, which saves its input as a draft. */
function openWindow(path = NEW, person: Person = "admin") {
  const draftWriter = randomUUID();
  return {
    draftWriter,
    keep: (values: object = {}) => api("POST", path, { ...ARTICLE, draftWriter, ...values }, person),
  };
}

const drafts = () =>
  database.rows<{ form: string; typed: Record<string, string> | null; revision: number }>(
    "select form, typed, revision from form_drafts order by form, saved_at",
  );
/** A form that starts from the draft of a tab. */
const formFromDraft = (draftWriter: string, person?: Person) =>
  html(`/admin/news/new?draft=${draftWriter}`, person);
const seen = (draftWriter: string, revision = 1) => `${draftWriter}:${revision}`;
const contents = async () => (await drafts()).map(({ typed }) => typed?.content ?? null);
/** In the dialog over its list, whose rows have forms, too. */
const inputValue = (page: string, name: string) =>
  new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(page.slice(page.indexOf('class="sheet"')))?.[1];

describe("a draft", () => {
  it(
    "is saved while typing, and offered when the form is opened again",
    spec("beyond written shown readers get"),
    async () => {
      const { keep, draftWriter } = openWindow();
      expect((await keep()).body).toMatchObject({ revision: 1, at: expect.stringMatching(/UTC$/) });
      expect((await keep({ content: "Half a text, and more", unknown: "x", image: "y" })).body.revision).toBe(
        2,
      );
      expect((await drafts()).map(({ form, typed }) => ({ form, typed }))).toEqual([
        { form: "news/new", typed: { ...ARTICLE, content: "Half a text, and more" } },
      ]);
      const offered = await html("/admin/news/new");
      expect(offered).toContain(OFFER);
      expect(offered).not.toContain("Half a text");
      const [, restore = ""] = /href="([^"]*draft=[^"]*)"/.exec(offered) ?? [];
      const page = await html(restore);
      expect(page).toContain(">Half a text, and more</textarea>");
      expect(page).toContain("Restored: your unsaved text from");
      expect(page).not.toContain(OFFER);
      expect(inputValue(page, "draftOver")).toBe(seen(draftWriter, 2));
    },
  );

  it("keeps check boxes, selections and minutes", async () => {
    const path = "/admin/writing/daily-brief/new/draft";
    const brief = { companyName: "Copper", audience: "private", publishAt: "2150-01-01T09:30" };
    const draftWriter = randomUUID();
    await api("POST", path, { ...brief, isSample: "on", draftWriter });
    const page = await html(`/admin/daily-brief/new?draft=${draftWriter}`);
    expect(page).toMatch(/<input[^>]*name="isSample"[^>]*checked=""|checked=""[^>]*name="isSample"/);
    expect(page).toMatch(
      /checked=""[^>]*value="private"|value="private"[^>]*checked=""|value="private" selected/,
    );
    expect(page).toContain('value="2150-01-01T09:30"');
  });

  it("continues from the version of the record it was typed on", async () => {
    const id = await insertRecord(database, "news", { title: "Old", content: "Old text." });
    const { keep, draftWriter } = openWindow(`/admin/writing/news/${id.toUpperCase()}/draft`);
    expect((await keep({ version: "1" })).status).toBe(200);
    await database.rows("update news set title = 'Theirs', version = 2");
    const page = await html(`/admin/news/${id}/edit?draft=${draftWriter}`);
    expect(inputValue(page, "version")).toBe("1");
    const over = { draftOver: seen(draftWriter) };
    const saved = await post(`/admin/news/${id}/edit`, { ...ARTICLE, version: "1", ...over });
    expect(saved.status).toBe(409);
    expect(await saved.text()).toContain("Theirs");
    expect((await drafts())[0]?.typed).toMatchObject({ title: "Copper" });
  });

  it("is not offered if it equals the form", async () => {
    const id = await insertRecord(database, "news", {
      title: "Copper",
      content: "Half a text",
      category: "Tech",
    });
    const { keep, draftWriter } = openWindow(`/admin/writing/news/${id}/draft`);
    await keep();
    const page = await html(`/admin/news/${id}/edit`);
    expect(page).not.toContain(OFFER);
    expect(inputValue(page, "draftOver")).toBe(seen(draftWriter));
  });

  it("is visible to its author only", spec("beyond written shown readers get"), async () => {
    const { keep, draftWriter } = openWindow();
    await keep();
    for (const person of ["editor", "superadmin"] as const) {
      const page = await formFromDraft(draftWriter, person);
      expect(page).not.toContain(OFFER);
      expect(page).not.toContain("Half a text");
      await post(`${NEW}/deletion`, { draftWriter, draftOver: seen(draftWriter) }, person);
    }
    expect(await contents()).toEqual(["Half a text"]);
    expect(await drafts()).toHaveLength(1);
    expect((await openWindow(NEW, "editor").keep()).status).toBe(200);
    expect(await drafts()).toHaveLength(2);
  });

  it("needs write access and an existing record", async () => {
    const keep = (path: string, person: Person) => openWindow(path, person).keep();
    expect((await keep("/admin/writing/daily-brief/new/draft", "editor")).status).toBe(403);
    for (const person of ["premium", "visitor"] as const) {
      const answer = await post(NEW, { ...ARTICLE, draftWriter: randomUUID() }, person);
      expect(answer.headers.get("Location")).toMatch(/^\/admin\/login/);
    }
    for (const record of [randomUUID(), "none", "new%2F..", "%00"]) {
      expect((await keep(`/admin/writing/news/${record}/draft`, "admin")).status).toBeGreaterThanOrEqual(400);
    }
    expect((await keep("/admin/writing/market/new/draft", "admin")).status).toBe(404);
    expect(await drafts()).toEqual([]);
  });

  it.each([
    ["no window", { draftWriter: undefined }],
    ["a window of another name", { draftWriter: "window" }],
    ["NUL", { content: "a\0b" }],
    ["half a character", { title: "\udc00" }],
    ["an object", { title: { a: 1 } }],
    ["more than a form holds", { content: "x".repeat(500_001) }],
  ])("of %s is rejected with a message", async (_, values) => {
    const answer = await openWindow().keep(values);
    expect([answer.status, typeof answer.body.message]).toEqual([422, "string"]);
    expect(await drafts()).toEqual([]);
  });

  it("may have the maximum length of a text, and more than may be saved", async () => {
    const content = "語".repeat(120_000);
    const { keep, draftWriter } = openWindow();
    expect((await keep({ content })).status).toBe(200);
    const page = await formFromDraft(draftWriter);
    expect(page).toContain(content);
    expect(page).toContain("Content may have at most 100,000 characters.");
  });

  it("is rejected if its name or version is invalid", async () => {
    const odd = { "__proto__.x": "a", constructor: "b", version: "-1", draftOver: "9e99" };
    expect((await openWindow().keep(odd)).status).toBe(200);
    expect((await drafts())[0]?.typed).toEqual(ARTICLE);
  });
});

describe("two tabs", () => {
  it(
    "have separate drafts, and the next tab is offered both",
    spec("beyond written shown readers get"),
    async () => {
      const [first, second] = [openWindow(), openWindow()];
      await first.keep({ title: "The first", content: "Of the first" });
      expect((await second.keep({ title: "The second", content: "Of the second" })).status).toBe(200);
      expect((await first.keep({ content: "Of the first still" })).status).toBe(200);
      expect((await contents()).toSorted()).toEqual(["Of the first still", "Of the second"]);
      const offered = await html("/admin/news/new");
      expect(offered).toContain("You have unsaved text in 2 windows");
      expect(offered).toContain("<q>The second</q>");
      for (const [window, content] of [
        [first, "Of the first still"],
        [second, "Of the second"],
      ] as const) {
        expect(offered).toContain(`draft=${window.draftWriter}"`);
        expect(await formFromDraft(window.draftWriter)).toContain(`>${content}</textarea>`);
      }
      const page = await formFromDraft(second.draftWriter);
      expect(page).toContain(OFFER);
      expect(page).toMatch(new RegExp(`<button[^>]*value="${seen(first.draftWriter, 2)}"`));
      expect(page).not.toMatch(new RegExp(`<button[^>]*value="${seen(second.draftWriter)}"`));
    },
  );

  it("lose nothing if they start simultaneously", async () => {
    const windows = Array.from({ length: 8 }, (_, nth) => ({ nth, ...openWindow() }));
    const answers = await Promise.all(windows.map(({ nth, keep }) => keep({ content: `Of ${nth}` })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await contents()).toSorted()).toEqual(windows.map(({ nth }) => `Of ${nth}`));
  });

  it("continue a restored draft as one draft", async () => {
    const [old, next] = [openWindow(), openWindow()];
    await old.keep({ content: "Half" });
    const restoredFrom = { draftOver: seen(old.draftWriter) };
    expect((await next.keep({ content: "Half, and more", ...restoredFrom })).status).toBe(200);
    expect((await next.keep({ content: "Half, and much more", ...restoredFrom })).status).toBe(200);
    expect((await contents()).filter(Boolean)).toEqual(["Half, and much more"]);
    // If the first tab types on, that is another draft: the tab starts a new one.
    expect(await old.keep({ content: "Half, and something else" })).toMatchObject({
      ...{ status: 409, body: { over: true } },
    });
  });

  it("keep both the typed draft of one and the restored draft of the other", async () => {
    const [old, next] = [openWindow(), openWindow()];
    await old.keep({ content: "Half" });
    await old.keep({ content: "Half, typed on" });
    await next.keep({ content: "Half, restored", draftOver: seen(old.draftWriter) });
    expect((await contents()).toSorted()).toEqual(["Half, restored", "Half, typed on"]);
  });

  it("retry if a reply is lost", async () => {
    const { keep } = openWindow();
    await keep();
    expect((await keep({ draftOver: "" })).status).toBe(200);
  });
});

describe("saving the form", () => {
  const save = (values: Record<string, string>, path = "/admin/news/new") =>
    post(path, { ...ARTICLE, ...values });

  it(
    "deletes its draft, including saves still in flight",
    spec("beyond written shown readers get"),
    async () => {
      const { keep, draftWriter } = openWindow();
      await keep();
      expect((await save({ draftWriter })).status).toBe(303);
      expect((await drafts()).map(({ typed }) => typed)).toEqual([null]);
      expect(await html("/admin/news/new")).not.toContain(OFFER);
      expect(await keep()).toMatchObject({ status: 409, body: { over: true } });
      // The next article has a new draft.
      expect((await openWindow().keep()).status).toBe(200);
      expect(await html("/admin/news/new")).toContain(OFFER);
    },
  );

  it("deletes its draft even before its first save arrived", async () => {
    const { keep, draftWriter } = openWindow();
    await save({ draftWriter });
    expect((await keep()).body).toMatchObject({ over: true });
  });

  it("without script deletes the restored draft and no newer one", async () => {
    const { keep, draftWriter } = openWindow();
    await keep();
    await keep();
    await save({ draftOver: seen(draftWriter) });
    expect((await drafts())[0]?.typed).toMatchObject(ARTICLE);
    await save({ draftOver: seen(draftWriter, 2) });
    expect((await drafts()).map(({ typed }) => typed)).toEqual([null]);
  });

  it("keeps another tab's draft", async () => {
    await openWindow().keep();
    await save({ draftWriter: randomUUID() });
    expect((await contents()).filter(Boolean)).toEqual(["Half a text"]);
  });

  it("keeps the draft if the save is refused, and continues it", async () => {
    const { keep, draftWriter } = openWindow();
    await keep();
    const refused = await save({ title: "", draftWriter });
    const page = await refused.text();
    expect(refused.status).toBe(422);
    expect(page).not.toContain(OFFER);
    expect(inputValue(page, "draftWriter")).toBe(draftWriter);
    expect((await drafts())[0]?.typed).toMatchObject(ARTICLE);
  });

  it("succeeds even if the draft cannot be deleted", async () => {
    const { keep, draftWriter } = openWindow();
    await keep();
    const saved = await withFailingWrites(app, "update", "form_drafts", () => save({ draftWriter }));
    expect(saved.status).toBe(303);
    expect(await database.rows("select title from news")).toEqual([{ title: "Copper" }]);
  });
});

describe("discarding a draft", () => {
  it("returns to the list with its filters, and keeps other drafts", async () => {
    const { keep, draftWriter } = openWindow();
    await keep();
    const other = openWindow();
    await other.keep({ content: "Of another window" });
    const offered = await html("/admin/news/new?q=ore");
    const [, action = ""] =
      /<form id="discard-other-draft" method="post" action="([^"]*)"/.exec(offered) ?? [];
    expect(offered).toMatch(
      new RegExp(`<button[^>]*form="discard-other-draft"[^>]*value="${seen(draftWriter)}"`),
    );
    const discarded = await post(action, { draftOver: seen(draftWriter) });
    expect([discarded.status, discarded.headers.get("Location")]).toEqual([303, "/admin/news/new?q=ore"]);
    expect(await followRedirect(discarded)).toContain("Unsaved text discarded");
    expect((await contents()).filter(Boolean)).toEqual(["Of another window"]);
    expect(await formFromDraft(draftWriter)).not.toContain("Half a text");
    expect(await formFromDraft(other.draftWriter)).toContain("Of another window");
  });

  it("includes saves still in flight", async () => {
    const { keep, draftWriter } = openWindow();
    await keep();
    await post(`${NEW}/deletion`, { draftOver: seen(draftWriter) });
    expect(await keep({ content: "Late" })).toMatchObject({ status: 409, body: { over: true } });
    expect(await contents()).toEqual([null]);
  });

  it("from its own tab discards the current version and the draft it was restored from", async () => {
    const [old, { keep, draftWriter }] = [openWindow(), openWindow()];
    await old.keep({ content: "Restored" });
    const draftOver = seen(old.draftWriter);
    const page = await formFromDraft(old.draftWriter);
    expect(page).toContain('<form id="discard-draft" method="post"');
    await keep({ content: "Typed on", draftOver });
    await keep({ content: "Just arrived", draftOver });
    const answer = await post(`${NEW}/deletion`, { draftOver, draftWriter });
    expect(await followRedirect(answer)).toContain("Unsaved text discarded");
    expect(await contents()).toEqual([null, null]);
  });

  it("does not discard another draft instead", async () => {
    const old = openWindow();
    await old.keep();
    const draftOver = seen(old.draftWriter);
    await post(`${NEW}/deletion`, { draftOver });
    await openWindow().keep({ content: "Of another window" });
    // The tab with the restored text types on and saves.
    const next = openWindow();
    expect((await next.keep({ content: "Restored", draftOver })).status).toBe(200);
    await post("/admin/news/new", { ...ARTICLE, draftOver, draftWriter: next.draftWriter });
    expect((await contents()).filter(Boolean)).toEqual(["Of another window"]);
  });

  it("is refused if something newer was typed in the meantime", async () => {
    const { keep, draftWriter } = openWindow();
    await keep();
    await keep({ content: "Newer" });
    const answer = await post(`${NEW}/deletion`, { draftOver: seen(draftWriter) });
    expect(await followRedirect(answer)).toContain("Nothing was discarded: the text changed in the meantime");
    expect(await contents()).toEqual(["Newer"]);
  });

  it.each([
    "1",
    "x:1",
    ":",
    `${randomUUID()}:0`,
    `${randomUUID()}:9e99`,
    "\u0000",
    " ".repeat(5000),
  ])("is refused for the name %j", async (draftOver) => {
    await openWindow().keep();
    expect((await post(`${NEW}/deletion`, { draftOver })).status).toBeLessThan(500);
    expect(await contents()).toEqual(["Half a text"]);
  });

  it("a draft expires after 30 days", spec("beyond written shown readers get"), async () => {
    await openWindow().keep();
    await openWindow(NEW, "editor").keep();
    await database.rows(
      `update form_drafts set saved_at = now() - interval '31 days'
        where staff_id = (select id from staff where email = 'admin@demo.test')`,
    );
    expect(await sweepDrafts()).toBe(1);
    expect(await drafts()).toHaveLength(1);
  });

  it("a draft is deleted with its account", async () => {
    const staffId = await insertRecord(database, "staff");
    await database.rows(
      "insert into form_drafts (staff_id, form, typed, writer, record_version) values (?, 'news/new', '{}', ?, 0)",
      [staffId, randomUUID()],
    );
    await database.rows("delete from staff where id = ?", [staffId]);
    expect(await drafts()).toEqual([]);
  });
});

describe("if the database", () => {
  it("cannot read drafts, the form opens without them and shows a message", async () => {
    const { page, kept, discarded } = await withoutTable(app, "form_drafts", async () => ({
      page: await html("/admin/news/new"),
      kept: await openWindow().keep(),
      discarded: await post(`${NEW}/deletion`, { draftOver: seen(randomUUID()) }),
    }));
    expect(page).toContain('name="content"');
    expect([kept.status, kept.body]).toEqual([500, { message: "The draft could not be saved." }]);
    expect(discarded.status).toBe(500);
    expect(await discarded.text()).toContain("The unsaved text could not be discarded.");
  });

  it("is unavailable, the tab saves the draft later", async () => {
    const kept = await withFailingWrites(app, "insert", "form_drafts", () => openWindow().keep(), "away");
    expect([kept.status, kept.headers.get("Retry-After"), kept.body]).toEqual([
      503,
      expect.any(String),
      { message: "The draft could not be saved." },
    ]);
  });
});
