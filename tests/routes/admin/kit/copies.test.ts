import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { describe, expect, it } from "vitest";
import { admin, article, editor, openBackOffice, page, unescaped } from "./back-office";

openBackOffice();

const valueIn = (html: string, name: string) =>
  unescaped(new RegExp(`<input[^>]* name="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1] ?? "");
/** The initial values of a form's menus and radio buttons. */
const chosenIn = (html: string) =>
  [
    ...html.matchAll(/<option value="([^"]+)" selected=""|name="status"[^>]*checked=""[^>]*value="(\w+)"/g),
  ].map(([, option, radio]) => option ?? radio);

describe("a copy of a record", () => {
  it("starts with the record's values as a draft, and does not change the record", async () => {
    const id = await article({ title: "Copper & tin", content: "Text.", author: "Ada", status: "published" });
    const edit = await page(`/admin/news/${id}/edit?q=tin`);
    const to = `/admin/news/new?q=tin&copy=${id}`;
    expect(unescaped(edit)).toContain(`href="${to}"`);
    const form = await page(to);
    expect(form).toContain("A copy of Copper &amp; tin");
    expect([valueIn(form, "title"), valueIn(form, "author")]).toEqual(["Copper & tin", "Ada"]);
    expect(form).toMatch(/<input[^>]*name="status"[^>]*checked=""[^>]*value="draft"/);
    const body = { title: "Copper & zinc", content: "Text.", category: "Energy", status: "draft" };
    const saved = await app.request(to, { method: "POST", cookies: admin, body });
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/admin/news?q=tin"]);
    expect(await database.rows("select title, status from news order by title")).toEqual([
      { title: "Copper & tin", status: "published" },
      { title: "Copper & zinc", status: "draft" },
    ]);
  });

  it("does not copy the picture, and reports it", async () => {
    const image = await insertRecord(database, "images");
    const pictured = await article({ image_id: image });
    const words = "The original’s picture is not copied.";
    expect(await page(`/admin/news/new?copy=${pictured}`)).toContain(words);
    expect(await page(`/admin/news/new?copy=${await article()}`)).not.toContain(words);
  });

  it("opens no call for an alert until it is saved", async () => {
    const id = await insertRecord(database, "trade_alerts", { name: "Northwind" });
    const form = await page(`/admin/trade-alert/new?copy=${id}`);
    expect([form.includes("A copy of"), valueIn(form, "name")]).toEqual([true, "Northwind"]);
    expect(
      await database.rows(
        "select (select count(*) from calls)::int as calls, (select count(*) from trade_alerts)::int as alerts",
      ),
    ).toEqual([{ calls: 0, alerts: 1 }]);
  });

  it("does not copy the author's holding", async () => {
    const id = await insertRecord(database, "daily_briefs", {
      disclosure: "I hold no shares in this company.",
    });
    expect(await page(`/admin/daily-brief/${id}/edit`)).toContain("I hold no shares in this company.");
    expect(await page(`/admin/daily-brief/new?copy=${id}`)).not.toContain(
      "I hold no shares in this company.",
    );
  });

  it("returns 404 if the record is missing", async () => {
    for (const id of ["8a2f2a3e-0000-4000-8000-000000000000", "nonsense", ""])
      expect((await app.request(`/admin/news/new?copy=${id}`, { cookies: admin })).status).toBe(404);
  });

  it("needs permission to add records", async () => {
    const id = await insertRecord(database, "packages");
    expect((await app.request(`/admin/packages/new?copy=${id}`, { cookies: editor })).status).toBe(403);
  });
});

describe("“save and add another”", () => {
  const add = (body: Record<string, string>, path = "/admin/news/new?q=tin") =>
    app.request(path, { method: "POST", cookies: admin, body });
  const body = { title: "First", author: "Ada", content: "Text.", category: "Energy", status: "draft" };

  it("opens an empty form with the same category and status", async () => {
    expect(chosenIn(await page("/admin/news/new?q=tin"))).toEqual(["Trending", "published"]);
    expect((await add(body)).headers.get("Location")).toBe("/admin/news?q=tin");
    const sent = await add({ ...body, title: "Second", another: "on" });
    const next = String(sent.headers.get("Location"));
    const [saved] = await database.rows<{ id: string }>("select id from news where title = 'Second'");
    expect([sent.status, next]).toEqual([303, `/admin/news/new?q=tin&another=${saved?.id}`]);
    const form = await page(next);
    expect([valueIn(form, "title"), valueIn(form, "author")]).toEqual(["", ""]);
    expect(chosenIn(form)).toEqual(["Energy", "draft"]);
    expect((await add(body, next)).headers.get("Location")).toBe("/admin/news?q=tin");
    expect(await database.rows("select count(*)::int as count from news")).toEqual([{ count: 3 }]);
  });

  it("opens the default form if the saved record is gone", async () => {
    for (const id of ["8a2f2a3e-0000-4000-8000-000000000000", "on"])
      expect(chosenIn(await page(`/admin/news/new?another=${id}`))).toEqual(["Trending", "published"]);
  });

  it("stays at the form with its input when a save is refused", async () => {
    const refused = await add({ ...body, title: "", another: "on" });
    expect([refused.status, valueIn(await refused.text(), "author")]).toEqual([422, "Ada"]);
  });
});
