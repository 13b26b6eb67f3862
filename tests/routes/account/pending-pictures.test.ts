import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { colourOf, drawnPicture } from "tests/support/drawn-pictures";
import { memoizePerPerson } from "tests/support/memoize-per-person";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import type { Person } from "tests/support/test-app";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { runHourlyTasks } from "~/server/hourly-tasks";

let cookiesOf: (person: Person) => Promise<string>;
setUpApp();

beforeAll(async () => {
  cookiesOf = memoizePerPerson((person) => app.cookiesOf(person));
});
/** A row without an owner is an orphan that the sweeper never finds. */
afterEach(async () => {
  const waiting = (await waitingRows()).map(({ id }) => id);
  const folders = new Set((await waitingFiles()).map((file) => file.split("/")[0]));
  expect([...folders].filter((folder) => !waiting.includes(folder ?? ""))).toEqual([]);
  await database.rows("update pending_pictures set created_at = now() - interval '2 days'");
  await runHourlyTasks();
  expect([await waitingRows(), await waitingFiles()]).toEqual([[], []]);
  await database.empty("news", "ads", "changes");
  await database.rows("delete from images");
});

const waitingRows = () =>
  database.rows<{ id: string; owner_kind: string; form: string }>(
    "select id, owner_kind, form from pending_pictures order by created_at",
  );
const waitingFiles = async () =>
  (await readdir(join(app.dataDir, "uploads", "pending"), { recursive: true }).catch(() => [])).filter(
    (name) => name.includes("/"),
  );

const ARTICLE = { title: "", content: "Typed text.", category: "Energy", status: "published", author: "" };

async function send(path: string, fields: Record<string, string | File>, person: Person = "admin") {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const answer = await app.request(path, { method: "POST", body, cookies: await cookiesOf(person) });
  const html = await answer.text();
  const [, id = ""] = /<input type="hidden" name="\w+Kept" value="([^"]*)"/.exec(html) ?? [];
  const [, src = ""] = /<img [^>]*src="([^"]*)" alt="The picture you chose"/.exec(html) ?? [];
  return { status: answer.status, html, id, src };
}

const look = async (src: string, person: Person) =>
  app.request(src, { cookies: person === "visitor" ? "" : await cookiesOf(person) });

/** The first colour of an article's picture. */
async function colourIn(table = "news"): Promise<string> {
  const [found] = await database.rows<{ id: string }>(`select image_id as id from ${table}`);
  if (!found?.id) return "none";
  const served = await look(`/uploads/${found.id}/320.webp`, "admin");
  return colourOf(served);
}

describe("a picture in a refused form", () => {
  it("appears again and is saved with the next submission, without a new upload", async () => {
    const refused = await send("/admin/news/new", { ...ARTICLE, image: await drawnPicture() });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain("Your input and the picture you chose are kept below.");
    expect(await waitingRows()).toEqual([{ id: refused.id, owner_kind: "staff", form: "news/new" }]);
    expect(await database.rows("select 1 from images")).toEqual([]);
    const picture = await look(refused.src, "admin");
    expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    expect(picture.headers.get("Cache-Control")).toBe("private, no-store");
    // Shown full-width on a phone: the smallest of its three files would be blurred.
    expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width).toBe(400);
    const saved = await send("/admin/news/new", { ...ARTICLE, title: "Now", imageKept: refused.id });
    expect(saved.status).toBe(303);
    expect(await colourIn()).toBe("blue");
    expect([await waitingRows(), await waitingFiles()]).toEqual([[], []]);
    expect((await look(refused.src, "admin")).status).toBe(404);
  });

  it("stays pending through repeated refusals, and another picture replaces it", async () => {
    const first = await send("/admin/news/new", { ...ARTICLE, image: await drawnPicture() });
    const second = await send("/admin/news/new", { ...ARTICLE, imageKept: first.id });
    expect([second.status, second.id]).toEqual([422, first.id]);
    const third = await send("/admin/news/new", {
      ...ARTICLE,
      imageKept: first.id,
      image: await drawnPicture("#cc0000"),
    });
    expect(third.id).not.toBe(first.id);
    expect((await waitingRows()).map(({ id }) => id)).toEqual([third.id]);
    const saved = await send("/admin/news/new", { ...ARTICLE, title: "Now", imageKept: third.id });
    expect([saved.status, await colourIn()]).toEqual([303, "red"]);
  });

  it("is replaced by a picture chosen in the submission that saves", async () => {
    const { id } = await send("/admin/news/new", { ...ARTICLE, image: await drawnPicture() });
    const fields = { ...ARTICLE, title: "Now", imageKept: id, image: await drawnPicture("#cc0000") };
    expect((await send("/admin/news/new", fields)).status).toBe(303);
    expect([await colourIn(), await waitingRows()]).toEqual(["red", []]);
  });

  it("stays pending if the next choice is not a picture", async () => {
    const { id } = await send("/admin/news/new", { ...ARTICLE, image: await drawnPicture() });
    const noise = new File(["no picture"], "noise.png");
    const refused = await send("/admin/news/new", { ...ARTICLE, imageKept: id, image: noise });
    expect([refused.status, refused.id]).toEqual([422, id]);
  });

  it("can be removed", async () => {
    const { id } = await send("/admin/news/new", { ...ARTICLE, image: await drawnPicture() });
    const fields = { ...ARTICLE, title: "Now", imageKept: id, imageDrop: "on" };
    expect((await send("/admin/news/new", fields)).status).toBe(303);
    expect([await colourIn(), await waitingRows(), await waitingFiles()]).toEqual(["none", [], []]);
  });

  it("satisfies a required field", async () => {
    const ad = { name: "no address", category: "square", position: "1", status: "draft" };
    const refused = await send("/admin/ads/new", { ...ad, image: await drawnPicture() });
    expect(refused.status).toBe(422);
    expect(refused.html).not.toMatch(/<input type="file"[^>]*required/);
    const saved = await send("/admin/ads/new", { ...ad, name: "https://kept.test/", imageKept: refused.id });
    expect([saved.status, await colourIn("ads")]).toEqual([303, "blue"]);
  });

  it("stays pending after a save conflict and after a failed save", async () => {
    const id = await insertRecord(database, "news");
    const fields = { ...ARTICLE, title: "Mine", version: "7", image: await drawnPicture() };
    const late = await send(`/admin/news/${id}/edit`, fields);
    expect([late.status, late.id]).toEqual([409, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    await database.rows("alter table changes add constraint broken check (action <> 'edited') not valid");
    const broken = await send(`/admin/news/${id}/edit`, { ...ARTICLE, title: "Mine", imageKept: late.id });
    await database.rows("alter table changes drop constraint broken");
    expect([broken.status, broken.id]).toEqual([500, late.id]);
    expect(await database.rows("select 1 from images")).toEqual([]);
    const saved = await send(`/admin/news/${id}/edit`, { ...ARTICLE, title: "Mine", imageKept: late.id });
    expect([saved.status, await colourIn()]).toEqual([303, "blue"]);
  });
});

describe("a pending picture", () => {
  it("is available only to its owner, in the form where it was chosen", async () => {
    const { id, src } = await send("/admin/news/new", { ...ARTICLE, image: await drawnPicture() }, "editor");
    for (const person of ["admin", "superadmin"] as const) expect((await look(src, person)).status).toBe(404);
    for (const person of ["visitor", "premium"] as const) expect((await look(src, person)).status).toBe(302);
    expect((await look(`/dashboard/pending-pictures/${id}`, "premium")).status).toBe(404);
    for (const path of [`/uploads/${id}/320.webp`, `/uploads/pending/${id}/320.webp`, "/uploads/pending"])
      expect((await app.request(path)).status).toBe(404);
    const other = await insertRecord(database, "news");
    const fields = { ...ARTICLE, title: "Taken", imageKept: id };
    for (const [path, person] of [
      ["/admin/news/new", "admin"],
      [`/admin/news/${other}/edit`, "editor"],
    ] as [string, Person][]) {
      const refused = await send(path, fields, person);
      expect([refused.status, refused.id]).toEqual([422, ""]);
      expect(refused.html).toContain("The picture you chose has expired. Please choose it again");
    }
    expect((await send("/admin/news/new", { ...fields, imageDrop: "on" }, "admin")).status).toBe(422);
    expect(await waitingRows()).toHaveLength(1);
  });

  it.each(["", "no-id", randomUUID(), "../../secret"])("is not found by an invalid id: %j", async (id) => {
    const sent = await send("/admin/news/new", { ...ARTICLE, title: "Now", imageKept: id });
    expect(sent.status).toBe(id === "" ? 303 : 422);
  });

  it("is deleted after a day, not sooner", async () => {
    const { id } = await send("/admin/news/new", { ...ARTICLE, image: await drawnPicture() });
    await database.rows("update pending_pictures set created_at = now() - interval '23 hours'");
    await runHourlyTasks();
    expect(await waitingRows()).toHaveLength(1);
    await database.rows("update pending_pictures set created_at = now() - interval '25 hours'");
    const sent = await send("/admin/news/new", { ...ARTICLE, title: "Late", imageKept: id });
    expect(sent.status).toBe(422);
    await runHourlyTasks();
    expect([await waitingRows(), await waitingFiles()]).toEqual([[], []]);
  });

  it("is one of at most three per person; the oldest is deleted", async () => {
    const ids: string[] = [];
    for (let nth = 0; nth < 5; nth += 1)
      ids.push((await send("/admin/news/new", { ...ARTICLE, image: await drawnPicture() })).id);
    expect((await waitingRows()).map(({ id }) => id)).toEqual(ids.slice(2));
    expect(new Set((await waitingFiles()).map((file) => file.split("/")[0])).size).toBe(3);
  });
});

it("a refused API request stores no picture", async () => {
  const body = new FormData();
  for (const [name, value] of Object.entries(ARTICLE)) body.append(name, value);
  body.append("image", await drawnPicture());
  const sent = await app.request("/api/news", { method: "POST", body, cookies: await cookiesOf("admin") });
  expect([sent.status, await waitingRows(), await waitingFiles()]).toEqual([422, [], []]);
});

it("a member's photo stays pending in the same way", async () => {
  const names = { firstname: "", lastname: "Tester" };
  const refused = await send("/dashboard", { ...names, profileImage: await drawnPicture() }, "premium");
  expect(refused.status).toBe(422);
  expect((await look(refused.src, "premium")).status).toBe(200);
  expect((await look(refused.src, "private")).status).toBe(404);
  const stolen = { ...names, firstname: "Ada", profileImageKept: refused.id };
  expect((await send("/dashboard", stolen, "private")).status).toBe(422);
  expect((await send("/dashboard", stolen, "premium")).status).toBe(303);
  expect(await database.rows("select 1 from members where profile_image_id is not null")).toHaveLength(1);
  expect([await waitingRows(), await waitingFiles()]).toEqual([[], []]);
});
