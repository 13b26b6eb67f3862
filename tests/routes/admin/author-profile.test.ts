import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { knex } from "@mikro-orm/postgresql";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { api, get, html, setUpStaffApp } from "tests/support/staff-app";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { picture, REJECTED_FILES } from "../security/rejected-files";

setUpStaffApp();

const PROFILE = "/admin/profile-settings";
const AUTHOR = "/author/edith-or";
const BIO = "Writes on <b>chips</b> & grids.\nSince 2019.";

let cookies: string;
beforeAll(async () => {
  cookies = await app.cookiesOf("editor");
  await insertRecord(database, "news", { title: "By Edith", author: "Edith Or" });
});
beforeEach(() =>
  database.rows(
    "update staff set fullname = 'Edith Or', bio = null, portrait_id = null where email = 'editor@demo.test'",
  ),
);

async function save(fields: Record<string, string>, portrait?: Buffer): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ fullname: "Edith Or", ...fields })) form.append(name, value);
  if (portrait)
    form.append("portrait", new File([new Uint8Array(portrait)], "me.png", { type: "image/png" }));
  return app.request(PROFILE, { method: "POST", cookies, body: form });
}

const authorPage = () => html(AUTHOR, "visitor");
const portraitIn = (page: string) => /<img class="author-portrait" src="([^"]*)"/.exec(page)?.[1];
const stored = async () =>
  (await readdir(join(app.dataDir, "uploads"), { recursive: true }).catch(() => [])).filter((name) =>
    name.endsWith(".webp"),
  );

describe("an author's own profile", () => {
  it("is suggested as the author of articles, briefs, picks and alerts, once it says something", async () => {
    const suggested = async (path: string) =>
      /<datalist id="author-options">(.*?)<\/datalist>/.exec(await html(path, "admin"))?.[1] ?? "";
    const forms = ["news", "daily-brief", "stock-picks", "trade-alert"].map((path) => `/admin/${path}/new`);
    for (const form of forms) expect(await suggested(form)).not.toContain("Edith Or");
    await save({ bio: BIO });
    for (const form of forms) expect(await suggested(form)).toContain('<option value="Edith Or">');
  });

  it(
    "appears on the author's page, with portrait and structured data",
    spec("2.4-7 profile admin profile settings"),
    async () => {
      expect((await save({ bio: BIO }, await picture("png"))).status).toBe(303);
      const raw = await (await get(AUTHOR, "visitor")).text();
      expect(raw).toContain("Writes on &lt;b&gt;chips&lt;/b&gt; &amp; grids.\nSince 2019.</p>");
      const src = portraitIn(raw) ?? "";
      const served = await app.request(src);
      expect([served.status, served.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
      const page = await authorPage();
      const json = JSON.parse(
        /<script[^>]*application\/ld\+json[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? "{}",
      );
      expect(json.mainEntity).toMatchObject({
        name: "Edith Or",
        description: BIO,
        image: `http://localhost:3000${src}`,
      });
      const [line] = await database.rows("select detail from changes order by created_at desc limit 1");
      expect(line).toEqual({ detail: { fields: ["bio", "portrait"] } });
      const form = await html(PROFILE, "editor");
      expect(form).toContain("Since 2019.</textarea>");
      expect(form).toContain(`src="${src}"`);
    },
  );

  it("adds nothing to the page if empty, and does not change the API", async () => {
    await save({ bio: " " });
    const page = await authorPage();
    expect(page).toMatch(/<span class="avatar"[^>]*>EO<\/span><h1>Edith Or/);
    expect(page).not.toMatch(/author-bio|author-portrait/);
    expect(page).not.toMatch(/"description":"(?!What)|"image"/);
    const { body } = await api("GET", "/api/admin/profile", undefined, "editor");
    expect(Object.keys(body.admin)).not.toContain("bio");
    expect(
      JSON.stringify((await api("GET", "/api/auth/admin/getAllAdmin", undefined, "superadmin")).body),
    ).not.toMatch(/bio|portrait/);
  });

  it("updates a cached page, also after a change in SQL", async () => {
    await save({ bio: "Writes on grids." });
    expect(await authorPage()).toContain("Writes on grids.");
    await save({ bio: "Writes on metals." });
    expect(await authorPage()).toContain("Writes on metals.");
    const byHand = knex({ client: "pg", connection: app.databaseUrl });
    await byHand.raw("update staff set bio = 'Writes on rates.' where email = 'editor@demo.test'");
    await byHand.destroy();
    await expect.poll(authorPage).toContain("Writes on rates.");
  });

  it("keeps fields that a form does not send", async () => {
    await save({ bio: BIO });
    const renamed = await app.request(PROFILE, { method: "POST", cookies, body: { fullname: "Edith Or" } });
    expect(renamed.status).toBe(303);
    expect(await authorPage()).toContain("Since 2019.");
  });

  it.each(Object.entries(REJECTED_FILES))("rejects %s as a portrait and keeps the input", async (_, make) => {
    const before = await stored();
    const refused = await save({ bio: BIO }, await make());
    expect(refused.status).toBe(422);
    const page = await refused.text();
    expect(page).toContain('href="#portrait"');
    expect(page).toContain("Since 2019.</textarea>");
    expect(await stored()).toEqual(before);
    expect(await database.rows("select 1 from staff where bio is not null")).toEqual([]);
  });

  it("has at most 500 characters", async () => {
    const refused = await save({ bio: "x".repeat(501) });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("About the author may have at most 500 characters");
    expect((await save({ bio: "é".repeat(500) })).status).toBe(303);
  });

  it("shows the portrait on signed content, and no author on a locked alert", async () => {
    await save({ bio: BIO }, await picture("png"));
    const face = /<span class="avatar" aria-hidden="true"><img src="\/uploads\/[^"]+\.webp" alt=""/;
    const signed = { author: "Edith Or" };
    const paths = [
      `/news/${await insertRecord(database, "news", signed)}`,
      `/daily-brief/${await insertRecord(database, "daily_briefs", signed)}`,
    ];
    const alert = `/trade-alert/${await insertRecord(database, "trade_alerts", signed)}`;
    for (const path of paths) expect((await html(path, "visitor")).split("<main")[1], path).toMatch(face);
    expect((await html(alert, "premium")).split("<main")[1]).toMatch(face);
    expect((await html(alert, "visitor")).split("<main")[1]).not.toMatch(/class="avatar"|Edith/);
    const nobody = `/daily-brief/${await insertRecord(database, "daily_briefs", { author: "Admin" })}`;
    expect((await html(nobody, "visitor")).split("<main")[1]).not.toContain('class="avatar"');
  });

  it("deletes the files of a replaced or removed portrait", async () => {
    await save({ bio: BIO }, await picture("png"));
    const first = portraitIn(await authorPage()) ?? "";
    await save({ bio: BIO }, await picture("webp"));
    const second = portraitIn(await authorPage()) ?? "";
    expect(second).not.toBe(first);
    expect((await app.request(first)).status).toBe(404);
    await save({ bio: BIO, removePortrait: "on" });
    expect(portraitIn(await authorPage())).toBeUndefined();
    expect((await app.request(second)).status).toBe(404);
    expect(await authorPage()).toContain("Since 2019.");
  });

  it("can be changed by the superadmin in the admin's form, but not by the API", async () => {
    const [{ id } = { id: "" }] = await database.rows<{ id: string }>(
      "select id from staff where email = 'editor@demo.test'",
    );
    const superadmin = await app.cookiesOf("superadmin");
    const form = new FormData();
    const admin = { fullname: "Edith Or", email: "editor@demo.test", role: "editor" };
    for (const [name, value] of Object.entries({ ...admin, password: "", bio: BIO }))
      form.append(name, value);
    form.append(
      "portrait",
      new File([new Uint8Array(await picture("jpeg"))], "me.jpg", { type: "image/jpeg" }),
    );
    const path = `/admin/settings/${id}/edit`;
    expect(await (await app.request(path, { cookies: superadmin })).text()).toContain('name="portrait"');
    expect((await app.request(path, { method: "POST", cookies: superadmin, body: form })).status).toBe(303);
    expect(portraitIn(await authorPage())).toBeDefined();
    expect(
      (await api("PUT", `/api/auth/admin/updateAdmin/${id}`, { ...admin, bio: "x" }, "superadmin")).status,
    ).toBe(422);
    expect(await authorPage()).toContain("Since 2019.");
    const [line] = await database.rows(
      "select detail from changes where action = 'edited' and detail is not null order by created_at desc limit 1",
    );
    expect(line).toEqual({ detail: { fields: ["bio", "portrait"] } });
  });

  it("is hidden for inactive authors and deleted with the author", async () => {
    const [{ id } = { id: "" }] = await database.rows<{ id: string }>(
      "insert into staff (fullname, email, role, password_hash, bio) values ('Max Gone', 'max@demo.test', 'editor', repeat('x', 30), 'I was here.') returning id",
    );
    const [image] = await database.rows<{ id: string }>(
      "insert into images (width, height, byte_size, widths) values (400, 300, 1000, '{320,400}') returning id",
    );
    await database.rows("update staff set portrait_id = ? where id = ?", [image?.id, id]);
    await insertRecord(database, "news", { author: "Max Gone" });
    const page = () => html("/author/max-gone", "visitor");
    expect(await page()).toContain("I was here.");
    await database.rows("update staff set status = 'inactive' where id = ?", [id]);
    expect(await page()).not.toContain("I was here.");
    expect((await api("DELETE", `/api/auth/admin/deleteAdmin/${id}`, undefined, "superadmin")).status).toBe(
      200,
    );
    expect(await page()).toContain("Max Gone");
    expect(await database.rows("select 1 from images where id = ?", [image?.id])).toEqual([]);
  });
});
