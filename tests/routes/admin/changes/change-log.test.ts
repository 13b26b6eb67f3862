import { randomUUID } from "node:crypto";
import { smallPicture } from "tests/support/request-bodies";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import {
  admin,
  article,
  editor,
  jsonInit,
  linksIn,
  openBackOffice,
  page,
  unescaped,
} from "../kit/back-office";

openBackOffice();

type Line = { id: string; action: string; origin: string; differences: unknown };
const lines = () =>
  database.rows<Line>("select id, action, origin, differences from changes order by created_at, id");
const plain = (html: string) =>
  unescaped(
    html
      .replace(/<script.*?<\/script>/gs, "")
      .replaceAll("<!-- -->", "")
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " "),
  );
const read = async (path: string, cookies = admin) => plain(await page(path, cookies));

const edit = (id: string, values: Record<string, string>, cookies = admin) =>
  app.request(`/admin/news/${id}/edit`, {
    method: "POST",
    cookies,
    body: {
      ...{ title: "Copper", content: "Old words.", category: "Tech", author: "", status: "published" },
      ...values,
    },
  });

const line = (values: Record<string, unknown> = {}) =>
  database.insert("changes", {
    ...{ id: randomUUID(), staff_name: "Ada", action: "edited", resource: "news" },
    ...{ record_id: randomUUID(), record_title: "A line" },
    ...values,
  });

describe("a change", () => {
  it(
    "is logged by field with old and new values, person, time and origin",
    spec("beyond log changes old new"),
    async () => {
      const id = await article({ title: "Copper", content: "Old words.", category: "Tech" });
      expect((await edit(id, { title: "Tin" })).status).toBe(303);
      expect((await app.request(`/api/news/${id}`, jsonInit("PUT", { author: "Ada" }, editor))).status).toBe(
        200,
      );
      expect(await lines()).toMatchObject([
        { action: "edited", origin: "form", differences: { title: { from: "Copper", to: "Tin" } } },
        { action: "edited", origin: "api", differences: { author: { from: "", to: "Ada" } } },
      ]);
      const log = await read("/admin/changes");
      expect(log).toContain("edited the news item Tin Title: “Copper” → is now “Tin” admin tester Form");
      expect(log).toContain("Author: empty → is now “Ada” editor tester API");
    },
  );

  it("to a long text is shown in full only on its own page", async () => {
    const words = (start: number) =>
      Array.from({ length: 3_000 }, (_, n) => `w${start + n * 7919}`).join(" ");
    const before = `${words(1)} falls ${words(2)}`;
    const id = await article({ title: "Copper", content: before });
    await edit(id, { content: before.replace("falls", "rises") });
    const [change] = await lines();
    const list = await page("/admin/changes");
    expect(list).not.toContain("falls");
    expect(plain(list)).toContain("edited the news item Copper content");
    const own = await page(`/admin/changes/${change?.id}`);
    expect(own).toContain("<del>falls</del><ins>rises</ins>");
    expect(own.length).toBeLessThan(20_000);
  });

  it("to a picture links both pictures", async () => {
    const id = await article({ title: "Copper", content: "Old words." });
    const form = new FormData();
    form.append("image", await smallPicture());
    const saved = await app.request(`/api/news/${id}`, { method: "PUT", cookies: admin, body: form });
    const { imageUrl } = (await saved.json()) as { imageUrl: string };
    const picture = imageUrl.split("/")[2] ?? "";
    expect(await lines()).toMatchObject([{ differences: { image: { from: "", to: picture } } }]);
    expect(await read("/admin/changes")).toContain(
      `Picture: empty → is now “Picture ${picture.slice(0, 8)}”`,
    );
  });

  it("keeps the record's values if it was a deletion", async () => {
    const id = await article({ title: "Copper", content: "Last words.", category: "Tech" });
    await app.request(`/api/news/${id}`, { method: "DELETE", cookies: admin });
    const [change] = await lines();
    expect(change).toMatchObject({ action: "deleted", origin: "api" });
    expect(await page(`/admin/changes/${change?.id}`)).toContain("<del>Last words.</del>");
  });

  it("is not logged if it is refused", async () => {
    const id = await article({ title: "Copper", content: "Old words." });
    expect((await edit(id, { title: "" })).status).toBe(422);
    expect((await edit(id, { title: "Tin", version: "7" })).status).toBe(409);
    expect(await lines()).toEqual([]);
  });

  it("older than the retention is listed without values, and its page explains it", async () => {
    await line({ detail: { fields: ["title"] } });
    const [change] = await lines();
    expect(change?.origin).toBe("unknown");
    expect(await read("/admin/changes")).toContain("A line title Ada Unknown");
    expect(await read(`/admin/changes/${change?.id}`)).toContain("The log has no values for this change.");
  });

  it("is escaped in HTML", async () => {
    const hostile = `<img src=x onerror="alert(1)">`;
    await line({ record_title: hostile, differences: { title: { from: hostile, to: `${hostile} too` } } });
    const [change] = await lines();
    for (const path of ["/admin/changes", `/admin/changes/${change?.id}`]) {
      const html = await page(path);
      expect(html).toContain("&lt;img");
      expect(html).not.toContain("<img src=x");
    }
  });
});

describe("the change log", () => {
  it("filters by kind, person, origin, day and record", spec("beyond log changes old new"), async () => {
    const [person] = await database.rows<{ id: string }>("select id from staff where role = 'editor'");
    const record = randomUUID();
    // 01:00 UTC on the 2nd is still the 1st in New York.
    await line({ record_title: "First", created_at: "2026-07-02T01:00:00Z", origin: "form" });
    await line({
      record_title: "Second",
      created_at: "2026-07-02T12:00:00Z",
      origin: "import",
      staff_id: person?.id,
    });
    await line({
      record_title: "Third",
      created_at: "2026-07-03T12:00:00Z",
      resource: "videos",
      record_id: record,
    });
    const titles = async (search: string) =>
      [...(await read(`/admin/changes?${search}`)).matchAll(/\b(First|Second|Third)\b(?= (?:Ada|”))/g)].map(
        ([, title]) => title,
      );
    expect(await titles("")).toEqual(["Third", "Second", "First"]);
    expect(await titles("kind=videos")).toEqual(["Third"]);
    expect(await titles(`person=${person?.id}`)).toEqual(["Second"]);
    expect(await titles("origin=import")).toEqual(["Second"]);
    expect(await titles("from=2026-07-02")).toEqual(["Third", "Second"]);
    expect(await titles("to=2026-07-01")).toEqual(["First"]);
    expect(await titles(`kind=videos&record=${record}`)).toEqual(["Third"]);
    expect(await titles(`kind=videos&origin=import`)).toEqual([]);
    expect(await titles("kind=nothing&person=nobody&origin=x&from=31&record=y&after=z")).toHaveLength(3);
  });

  it("continues after its last row without repeating one", async () => {
    for (let n = 0; n < 60; n += 1)
      await line({
        record_title: `Line ${n};`,
        created_at: n < 40 ? "2026-07-02T12:00:00Z" : "2026-07-03T12:00:00Z",
      });
    const seen: string[] = [];
    let path = "/admin/changes?kind=news";
    for (let pages = 0; path && pages < 5; pages += 1) {
      const html = await page(path);
      seen.push(...[...plain(html).matchAll(/Line \d+(?=; Ada)/g)].map(([title]) => title));
      path = linksIn(html).find((href) => href.includes("after=")) ?? "";
    }
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
  });

  it("hides records of screens without access", spec("beyond log changes old new"), async () => {
    await line({ resource: "daily-brief", record_title: "CANARY brief", staff_name: "CANARY name" });
    await line({ resource: "profile-settings", record_title: "CANARY account" });
    const ids = (await lines()).map(({ id }) => id);
    for (const path of ["", "?kind=daily-brief", "?kind=profile-settings", ...ids.map((id) => `/${id}`)])
      expect(await page(`/admin/changes${path}`, editor)).not.toContain("CANARY");
    for (const id of ids.slice(0, 1))
      expect((await app.request(`/admin/changes/${id}`, { cookies: editor })).status).toBe(404);
    expect(await page("/admin/changes")).toContain("CANARY brief");
  });

  it("is linked from a record's form and from the dashboard", async () => {
    const id = await article();
    const history = `/admin/changes?kind=news&record=${id}`;
    expect(linksIn(await page(`/admin/news/${id}/edit`))).toContain(history);
    expect(linksIn(await page("/admin"))).toContain("/admin/changes");
    expect((await app.request(history, { cookies: admin })).status).toBe(200);
  });
});
