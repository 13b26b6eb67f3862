import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { describe, expect, it } from "vitest";
import { admin, article, editor, linksIn, openBackOffice, page, titlesOf, unescaped } from "./back-office";

openBackOffice();

const NEW = "/admin/views/news/new?status=draft&size=10";
const post = (path: string, body: Record<string, string>, cookies = admin) =>
  app.request(path, { method: "POST", cookies, body });
const save = (name: string, readers: string, cookies = admin, path = NEW) =>
  post(path, { name, readers }, cookies);
const ids = async (name: string) =>
  (await database.rows<{ id: string }>("select id from list_views where name = ?", [name])).map(
    ({ id }) => id,
  );
const viewsOn = async (cookies = admin, search = "") => {
  const [nav = ""] =
    /<nav aria-label="Views">.*?<\/nav>/s.exec(unescaped(await page(`/admin/news${search}`, cookies))) ?? [];
  return [...nav.matchAll(/<bdi>(.*?)<\/bdi><\/a>/g)].map(([, name]) => name);
};

describe("a saved view", () => {
  it("is a link above the list, for its owner or for everybody, and marks itself", async () => {
    expect(await viewsOn()).toEqual([]);
    expect(linksIn(await page("/admin/news?status=draft&size=10"))).toContain(NEW);
    const answer = await save("Drafts, mine", "me");
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      "/admin/news?status=draft&size=10",
    ]);
    await save("Drafts, all", "all", admin, "/admin/views/news/new?status=draft");
    expect(await viewsOn()).toEqual(["Drafts, all", "Drafts, mine"]);
    expect(await viewsOn(editor)).toEqual(["Drafts, all"]);
    const html = await page("/admin/news?status=draft&size=10");
    expect(html).toMatch(/<a href="\/admin\/news\?status=draft&amp;size=10" aria-current="true">/);
    expect(html).toMatch(/>Edit this view<\/a>/);
    expect(html).not.toContain("Save this view");
    expect(await page("/admin/news?status=draft", editor)).not.toContain("Edit this view");
  });

  it("names a colleague who shares it, and can be saved by others, too", async () => {
    await save("Drafts", "all");
    const html = unescaped(await page("/admin/news?status=draft&size=10", editor));
    expect(html).toMatch(/<bdi>Drafts<\/bdi><\/a><span class="text-muted"> shared by <bdi>[^<]+<\/bdi>/);
    expect(html).toContain("Save this view");
    expect(await page("/admin/news?status=draft&size=10")).not.toContain("shared by");
  });

  it("is found by “go to”, by those who see it", async () => {
    await save("Waiting for pictures", "me");
    const found = async (cookies: string) =>
      (await app.request("/admin/go.json?q=waiting+for", { cookies })).json() as Promise<{
        results: unknown[];
      }>;
    expect((await found(admin)).results).toEqual([
      expect.objectContaining({
        title: "Waiting for pictures",
        type: "View of News",
        link: "/admin/news?status=draft&size=10",
      }),
    ]);
    expect((await found(editor)).results).toEqual([]);
  });

  it.each([
    ["", "me", "Enter a name."],
    ["x".repeat(61), "me", "At most 60 characters."],
    ["DRAFTS", "me", "You have a view of this list with this name."],
    ["Other", "nobody", "Choose who sees it."],
  ])("is refused with the name %j for %s, and keeps what was typed", async (name, readers, reason) => {
    await save("Drafts", "me");
    const answer = await save(name, readers);
    const html = unescaped(await answer.text());
    expect([answer.status, html.includes(reason), html.includes(`value="${name}"`)]).toEqual([
      422,
      true,
      true,
    ]);
    expect(await viewsOn()).toEqual(["Drafts"]);
    expect((await save("Drafts", "me", editor)).status).toBe(303);
    expect((await save("Drafts", "me", admin, "/admin/views/videos/new")).status).toBe(303);
  });

  it("is the fiftieth of a list at most, also if two are saved at once", async () => {
    await database.rows(`insert into list_views (list, name, search, owner_id)
      select 'news', 'View ' || n, '', s.id from generate_series(1, 49) n cross join staff s where s.role = 'admin'`);
    expect(
      (await Promise.all([save("Same", "all"), save("SAME", "all")])).map(({ status }) => status).sort(),
    ).toEqual([303, 422]);
    const answer = await save("One more", "me");
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining("Delete one first.")]);
  });

  it("is renamed, shared and deleted by its owner only", async () => {
    await save("Drafts", "all");
    await save("Other", "me", admin, "/admin/views/news/new?size=25");
    const [id] = await ids("Drafts");
    const path = `/admin/views/${id}`;
    for (const [address, cookies] of [
      [path, editor],
      [`${path}/deletion`, editor],
      ["/admin/views/none", admin],
    ] as const) {
      expect((await app.request(address, { cookies })).status).toBe(404);
      expect((await post(address, { name: "Mine now", readers: "me" }, cookies)).status).toBe(404);
    }
    expect((await post(path, { name: "other", readers: "me" })).status).toBe(422);
    expect((await post(path, { name: "Waiting", readers: "me" })).status).toBe(303);
    expect([await viewsOn(), await viewsOn(editor)]).toEqual([["Other", "Waiting"], []]);
    expect(unescaped(await page(`${path}/deletion`))).toContain("Are you sure you want to delete this view?");
    expect((await post(`${path}/deletion`, {})).status).toBe(303);
    expect(await viewsOn()).toEqual(["Other"]);
    expect((await post(`${path}/deletion`, {})).status).toBe(404);
  });

  it("stays when its owner leaves if it is shared, and a superadmin can delete it", async () => {
    const owner_id = await insertRecord(database, "staff");
    const view = (name: string, more: object = {}) =>
      insertRecord(database, "list_views", { name, owner_id, ...more });
    await view("Theirs alone", { private_to_id: owner_id });
    const id = await view("Ours");
    await database.rows("delete from staff where id = ?", [owner_id]);
    expect(await database.rows("select name from list_views")).toEqual([{ name: "Ours" }]);
    expect(await viewsOn(editor)).toEqual(["Ours"]);
    expect((await app.request(`/admin/views/${id}`, { cookies: admin })).status).toBe(404);
    const superadmin = await app.cookiesOf("superadmin");
    expect(
      (await post(`/admin/views/${id}`, { name: "Everybody’s", readers: "me" }, superadmin)).status,
    ).toBe(303);
    expect(await viewsOn(editor)).toEqual(["Everybody’s"]);
  });

  it("can also be changed by a superadmin while its owner’s account is closed", async () => {
    const owner_id = await insertRecord(database, "staff");
    const id = await insertRecord(database, "list_views", { name: "Ours", owner_id });
    const superadmin = await app.cookiesOf("superadmin");
    const status = async () => (await app.request(`/admin/views/${id}`, { cookies: superadmin })).status;
    expect(await status()).toBe(404);
    await database.rows("update staff set status = 'inactive' where id = ?", [owner_id]);
    expect(await status()).toBe(200);
  });

  it("opens without columns and filters that no longer exist", async () => {
    await article({ title: "Copper", status: "draft" });
    await insertRecord(database, "list_views", {
      search: "?colour=red&status=draft&columns=Title%2CColour&sort=colour",
    });
    const link = "/admin/news?status=draft&columns=Title";
    expect(linksIn(await page("/admin/news"))).toContain(link);
    expect(titlesOf(await page(link))).toEqual(["Copper"]);
  });

  it("shows a name of any script as text", async () => {
    const name = `<b>"مسودات"</b> 草稿 ${"👩‍🚀".repeat(3)}`;
    expect((await save(name, "me")).status).toBe(303);
    expect(await page("/admin/news")).toContain("&lt;b&gt;");
    expect(await viewsOn()).toEqual([name]);
  });
});

describe("views of a list that is closed to a person", () => {
  it("are neither shown, saved nor found", async () => {
    for (let nth = 1; nth <= 4; nth += 1)
      await insertRecord(database, "list_views", { list: "payments", name: `Refunded ${nth}`, search: "" });
    await insertRecord(database, "list_views", { list: "news", name: "Refunded or not", search: "" });
    expect((await save("Money", "me", editor, "/admin/views/payments/new")).status).toBe(403);
    expect((await app.request("/admin/views/nothing/new", { cookies: admin })).status).toBe(404);
    const found = await (await app.request("/admin/go.json?q=refunded", { cookies: editor })).json();
    expect((found as { results: unknown[] }).results).toEqual([
      expect.objectContaining({ title: "Refunded or not" }),
    ]);
  });
});

it("two views that are renamed to one name at once keep two names", async () => {
  const owner_id = (await database.rows<{ id: string }>("select id from staff where role = 'admin'"))[0]?.id;
  for (let round = 1; round <= 5; round += 1) {
    const paths = [];
    for (const name of ["One", "Two"])
      paths.push(
        `/admin/views/${await insertRecord(database, "list_views", { name: `${name} ${round}`, owner_id })}`,
      );
    const answers = await Promise.all(
      paths.map((path) => post(path, { name: `Same ${round}`, readers: "me" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
  }
});
