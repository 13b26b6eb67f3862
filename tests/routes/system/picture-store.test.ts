import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import sharp from "sharp";
import { emptyBin } from "tests/support/bin";
import { type Database, openDatabase } from "tests/support/database";
import { drawnPicture } from "tests/support/drawn-pictures";
import { memoizePerPerson } from "tests/support/memoize-per-person";
import { type PictureStore, startPictureStore } from "tests/support/picture-store";
import { insertRecord } from "tests/support/record-factories";
import { type Person, startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { discardPicture } from "~/platform/pictures/picture-removals.server";
import { s3Storage } from "~/platform/storage/s3-storage.server";
import { runHourlyTasks } from "~/server/hourly-tasks";

let store: PictureStore;
let app: TestApp;
let database: Database;
let cookiesOf: (person: Person) => Promise<string>;
beforeAll(async () => {
  store = await startPictureStore("site/");
  app = await startTestApp(store.env);
  database = openDatabase(app.databaseUrl);
  cookiesOf = memoizePerPerson((person) => app.cookiesOf(person));
});
afterAll(async () => {
  await database?.close();
  await app?.stop();
  await store?.stop();
});
afterEach(async () => {
  store.proxy.thaw();
  store.proxy.cut();
  store.allow();
  await waitForStore();
  await database.empty("news", "changes", "binned_records");
  await database.rows("delete from images");
  await database.rows("update picture_removals set created_at = now() - interval '2 hours'");
  await database.rows("update pending_pictures set created_at = now() - interval '2 days'");
  await runHourlyTasks();
  expect([await storedKeys(), await removals()]).toEqual([[], []]);
});

const storedKeys = async (): Promise<string[]> => Readable.from(s3Storage(store.settings).list()).toArray();
const removals = () => database.rows<{ id: string }>("select id from picture_removals");
const rowsOf = (table: string) => database.rows<{ id: string }>(`select id from ${table}`);

/** Requests a missing file until the server uses the store again after its pause. */
async function waitForStore(): Promise<void> {
  const id = await insertRecord(database, "images");
  const article = await insertRecord(database, "news", { image_id: id });
  await expect.poll(async () => (await app.request(`/uploads/${id}/320.webp`)).status).toBe(404);
  await database.rows("delete from news where id = ?", [article]);
  await database.rows("delete from images where id = ?", [id]);
  await database.rows("delete from picture_removals where id = ?", [id]);
}

const ARTICLE = {
  title: "Kept",
  content: "Typed text.",
  category: "Energy",
  status: "published",
  author: "",
};

async function send(path: string, fields: Record<string, string | File>, person: Person = "admin") {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const answer = await app.request(path, { method: "POST", body, cookies: await cookiesOf(person) });
  const text = await answer.text();
  const [, kept = ""] = /<input type="hidden" name="\w+Kept" value="([^"]*)"/.exec(text) ?? [];
  return { status: answer.status, retryAfter: answer.headers.get("Retry-After"), text, kept };
}

const add = async (fields: Record<string, string | File> = {}) =>
  send("/admin/news/new", { ...ARTICLE, image: await drawnPicture(), ...fields });

async function addPicture() {
  expect((await add()).status).toBe(303);
  const [row] = await database.rows<{ id: string; image_id: string }>("select id, image_id from news");
  if (!row) throw new Error("No article was added");
  return { news: row.id, id: row.image_id, path: `/uploads/${row.image_id}/400.webp` };
}

const deleteArticle = async (id: string) =>
  app.request(`/api/news/${id}`, { method: "DELETE", cookies: await cookiesOf("admin") });

const keysOf = (id: string) => [160, 320, 400].map((width) => `${id}/${width}.webp`);

const AWAY = "Pictures cannot be stored at the moment, and nothing was saved. Please try again in a minute";

describe("a picture", () => {
  it("is stored only in the store, and served as from disk", async () => {
    const { id, path } = await addPicture();
    expect((await storedKeys()).sort()).toEqual(keysOf(id));
    expect(await removals()).toEqual([]);
    expect(await readdir(join(app.dataDir, "uploads")).catch(() => "none")).toBe("none");
    const served = await app.request(path);
    expect([served.status, served.headers.get("Content-Type"), served.headers.get("Cache-Control")]).toEqual([
      200,
      "image/webp",
      "public, max-age=31536000, immutable, s-maxage=0",
    ]);
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(String(bytes.length)).toBe(served.headers.get("Content-Length"));
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 400, height: 300, format: "webp" });
    expect((await app.request(`/uploads/${id}/640.webp`)).status).toBe(404);
  });

  it("is deleted with its record, or when another replaces it", async () => {
    const { id, news } = await addPicture();
    const edited = { ...ARTICLE, title: "Edited", image: await drawnPicture("#cc0000") };
    expect((await send(`/admin/news/${news}/edit`, edited)).status).toBe(303);
    const [row] = await database.rows<{ image_id: string }>("select image_id from news");
    expect(row?.image_id).not.toBe(id);
    expect((await storedKeys()).sort()).toEqual(keysOf(String(row?.image_id)));
    expect((await deleteArticle(news)).status).toBe(200);
    expect((await storedKeys()).sort()).toEqual(keysOf(String(row?.image_id)));
    expect((await app.request(`/uploads/${row?.image_id}/400.webp`)).status).toBe(404);
    await emptyBin(app);
    expect([await storedKeys(), await removals()]).toEqual([[], []]);
  });

  it("is deleted from the store when its record’s days in the bin are over", async () => {
    const { id, news, path } = await addPicture();
    expect((await deleteArticle(news)).status).toBe(200);
    await database.rows("update binned_records set created_at = now() - interval '31 days'");
    await runHourlyTasks();
    expect([await rowsOf("binned_records"), await rowsOf("images"), await removals()]).toEqual([
      [],
      [],
      [{ id }],
    ]);
    expect([(await storedKeys()).sort(), (await app.request(path)).status]).toEqual([keysOf(id), 404]);
    await database.rows("update picture_removals set created_at = now() - interval '2 hours'");
    await runHourlyTasks();
    expect([await storedKeys(), await removals()]).toEqual([[], []]);
  });

  it("leaves nothing behind if the save fails", async () => {
    await database.rows("alter table changes add constraint broken check (action <> 'added') not valid");
    const broken = await add();
    await database.rows("alter table changes drop constraint broken");
    expect(broken.status).toBe(500);
    expect((await storedKeys()).filter((key) => !key.startsWith("pending/"))).toEqual([]);
    expect([await removals(), await rowsOf("images")]).toEqual([[], []]);
  });
});

describe.each([
  ["went silent", () => store.proxy.freeze()],
  ["is down", () => store.proxy.refuse()],
  ["takes nothing", () => store.deny("PUT")],
])("while the store %s", (_, lose) => {
  it("uploads to a form, the API and a member's photo show an error, and nothing changes", async () => {
    const image = await drawnPicture();
    const photo = { firstname: "Changed", lastname: "Tester", profileImage: image };
    await Promise.all([cookiesOf("admin"), cookiesOf("premium")]);
    lose();
    // Sent together: after the first failure the server would not ask the store for a while.
    const [form, api, member] = await Promise.all([
      add({ title: "Typed before" }),
      send("/api/news", { ...ARTICLE, image }),
      send("/dashboard", photo, "premium"),
    ]);
    for (const refused of [form, api, member]) expect(refused.status).toBe(503);
    for (const refused of [form, api]) expect(refused.retryAfter).toBe("5");
    for (const text of [AWAY, "Typed before"]) expect(form.text).toContain(text);
    expect(JSON.parse(api.text)).toEqual({ message: AWAY });
    for (const text of [AWAY, "Changed"]) expect(member.text).toContain(text);
    expect([await rowsOf("news"), await rowsOf("images")]).toEqual([[], []]);
    expect(await database.rows("select 1 from members where firstname = 'Changed'")).toEqual([]);
  });
});

describe.each([
  ["went silent", () => store.proxy.freeze()],
  ["is down", () => store.proxy.refuse()],
])("while the store %s", (_, lose) => {
  it("pages are shown, and pictures reply with Retry-After", async () => {
    const { news, path } = await addPicture();
    lose();
    const served = await app.request(path);
    expect([served.status, served.headers.get("Retry-After"), served.headers.get("Cache-Control")]).toEqual([
      503,
      "5",
      "no-store",
    ]);
    expect(served.headers.get("Content-Type")).toBe("image/svg+xml");
    const page = await app.request(`/news/${news}`);
    expect([page.status, (await page.text()).includes(path)]).toEqual([200, true]);
  });

  it("texts save and records delete; their files are deleted later and served to nobody", async () => {
    const { id, news, path } = await addPicture();
    lose();
    expect((await send(`/admin/news/${news}/edit`, { ...ARTICLE, title: "Edited" })).status).toBe(303);
    expect((await deleteArticle(news)).status).toBe(200);
    expect([await rowsOf("news"), await rowsOf("images"), await removals()]).toEqual([[], [{ id }], []]);
    await emptyBin(app);
    expect([await rowsOf("binned_records"), await rowsOf("images"), await removals()]).toEqual([
      [],
      [],
      [{ id }],
    ]);
    store.proxy.thaw();
    await waitForStore();
    expect([(await storedKeys()).sort(), (await app.request(path)).status]).toEqual([keysOf(id), 404]);
  });
});

it("a pending picture in a refused form survives an outage of the store", async () => {
  const { kept } = await add({ title: "" });
  expect(kept).not.toBe("");
  store.proxy.refuse();
  const refused = await send("/admin/news/new", { ...ARTICLE, imageKept: kept });
  expect([refused.status, refused.kept, refused.text.includes(AWAY)]).toEqual([503, kept, true]);
  const preview = await app.request(`/admin/pending-pictures/${kept}`, { cookies: await cookiesOf("admin") });
  expect([preview.status, preview.headers.get("Retry-After")]).toEqual([503, "5"]);
  store.proxy.thaw();
  await waitForStore();
  expect((await send("/admin/news/new", { ...ARTICLE, imageKept: kept })).status).toBe(303);
  expect(await rowsOf("images")).toHaveLength(1);
});

it("a replaced picture stays if its replacement cannot be removed yet", async () => {
  const { id, news } = await addPicture();
  store.deny("DELETE");
  const edited = { ...ARTICLE, title: "Edited", image: await drawnPicture("#cc0000") };
  expect((await send(`/admin/news/${news}/edit`, edited)).status).toBe(303);
  const [row] = await database.rows<{ image_id: string }>("select image_id from news");
  expect(await removals()).toEqual([{ id }]);
  store.allow();
  await waitForStore();
  expect((await app.request(`/uploads/${row?.image_id}/400.webp`)).status).toBe(200);
});

it("a picture that a row uses is never removed, even after a failed save", async () => {
  const { id } = await addPicture();
  await discardPicture(id);
  expect((await storedKeys()).sort()).toEqual(keysOf(id));
});

it("a picture of a slow save is not removed", async () => {
  const { id } = await addPicture();
  await database.rows("delete from images");
  await database.rows("update picture_removals set created_at = now() - interval '2 hours'");
  await database.rows("begin");
  await database.insert("images", { id, width: 1, height: 1, byte_size: 1, widths: "{320}" });
  await runHourlyTasks();
  await discardPicture(id);
  await database.rows("commit");
  expect((await storedKeys()).sort()).toEqual(keysOf(id));
});

it("a file that is being uploaded is not removed", async () => {
  const { id } = await addPicture();
  await database.rows("insert into picture_removals (id) values (gen_random_uuid())");
  await runHourlyTasks();
  expect(await removals()).toHaveLength(1);
  expect((await storedKeys()).sort()).toEqual(keysOf(id));
});
