import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { describe, expect, it } from "vitest";
import { admin, article, editor, openBackOffice, page, unescaped } from "./back-office";

openBackOffice();

const valueIn = (html: string, name: string) =>
  unescaped(new RegExp(`<input[^>]* name="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1] ?? "");
const isTicked = (html: string) => /<input[^>]* name="another"[^>]* checked=""/.test(html);

describe("a copy of a record", () => {
  it("begins with what it says, as a draft, and leaves it alone", async () => {
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

  it("does not say what its author holds", async () => {
    const id = await insertRecord(database, "daily_briefs", { disclosure: "I hold no shares of it." });
    expect(await page(`/admin/daily-brief/${id}/edit`)).toContain("I hold no shares of it.");
    expect(await page(`/admin/daily-brief/new?copy=${id}`)).not.toContain("I hold no shares of it.");
  });

  it("of none that is there is not found", async () => {
    for (const id of ["8a2f2a3e-0000-4000-8000-000000000000", "nonsense", ""])
      expect((await app.request(`/admin/news/new?copy=${id}`, { cookies: admin })).status).toBe(404);
  });

  it("is for who may add one", async () => {
    const id = await insertRecord(database, "packages");
    expect((await app.request(`/admin/packages/new?copy=${id}`, { cookies: editor })).status).toBe(403);
  });
});

describe("one record after another", () => {
  const add = (body: Record<string, string>, path = "/admin/news/new?q=tin") =>
    app.request(path, { method: "POST", cookies: admin, body });
  const body = { title: "First", content: "Text.", category: "Energy", status: "draft" };

  it("leads from a saved one to an empty form, where the box is still ticked", async () => {
    expect(isTicked(await page("/admin/news/new?q=tin"))).toBe(false);
    expect((await add(body)).headers.get("Location")).toBe("/admin/news?q=tin");
    const next = (await add({ ...body, title: "Second", another: "on" })).headers.get("Location");
    expect(next).toBe("/admin/news/new?q=tin&another=on");
    const form = await page(String(next));
    expect([isTicked(form), valueIn(form, "title")]).toEqual([true, ""]);
    expect((await add(body, String(next))).headers.get("Location")).toBe("/admin/news?q=tin");
    expect(await database.rows("select count(*)::int as count from news")).toEqual([{ count: 3 }]);
  });

  it("keeps the box with what was typed when a save is refused", async () => {
    const refused = await add({ ...body, title: "", another: "on" });
    expect([refused.status, isTicked(await refused.text())]).toEqual([422, true]);
  });
});
