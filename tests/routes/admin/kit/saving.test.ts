import { insertRecord } from "tests/support/record-factories";
import { smallPicture } from "tests/support/request-bodies";
import { app, database } from "tests/support/running-app";
import { describe, expect, it } from "vitest";
import { admin, article, editor, jsonInit, openBackOffice, page, unescaped } from "./back-office";

openBackOffice();

describe("a missing value", () => {
  it("an absent JSON key keeps its value, null empties it", async () => {
    const id = await article({ title: "Old", content: "Old text.", author: "Ada", category: "Energy" });
    const saved = await app.request(`/api/news/${id}`, jsonInit("PUT", { title: "New" }));
    expect(await saved.json()).toMatchObject({
      _id: id,
      id,
      title: "New",
      content: "Old text.",
      author: "Ada",
      category: "Energy",
    });
    await app.request(`/api/news/${id}`, jsonInit("PUT", { author: null }));
    expect(await database.rows("select title, author from news")).toEqual([{ title: "New", author: null }]);
    expect((await app.request(`/api/news/${id}`, jsonInit("PUT", { title: null }))).status).toBe(422);
  });

  it("a text field absent from a form keeps its value, an empty one is emptied", async () => {
    const id = await article({ title: "Old", author: "Ada", category: "Energy" });
    const save = (body: Record<string, string>) =>
      app.request(`/admin/news/${id}/edit`, { method: "POST", cookies: admin, body });
    expect((await save({ content: "Text." })).status).toBe(303);
    const kept = { title: "Old", content: "Text.", author: "Ada", category: "Energy" };
    expect(await database.rows("select title, content, author, category from news")).toEqual([kept]);
    expect((await save({ author: "" })).status).toBe(303);
    expect((await save({ title: "" })).status).toBe(422);
    expect(await database.rows("select title, author from news")).toEqual([{ title: "Old", author: null }]);
  });

  it("a multipart PUT as documented may omit fields, too", async () => {
    const id = await article({ title: "Old", content: "Old text.", author: "Ada" });
    const body = new FormData();
    body.append("title", "New");
    expect((await app.request(`/api/news/${id}`, { method: "PUT", cookies: admin, body })).status).toBe(200);
    const kept = { title: "New", content: "Old text.", author: "Ada" };
    expect(await database.rows("select title, content, author from news")).toEqual([kept]);
  });

  it("a check box absent from a form is unticked, one absent from JSON keeps its value", async () => {
    const id = await insertRecord(database, "videos", { title: "A film", is_free: true });
    const isFree = () => database.rows("select is_free from videos where id = ?", [id]);
    await app.request(`/api/videos/${id}`, jsonInit("PUT", { title: "Another" }));
    expect(await isFree()).toEqual([{ is_free: true }]);
    const body = { title: "Another" };
    await app.request(`/admin/videos/${id}/edit`, { method: "POST", cookies: admin, body });
    expect(await isFree()).toEqual([{ is_free: false }]);
  });

  it("fields without an input survive an edit in the form", async () => {
    const id = await insertRecord(database, "daily_briefs", { buy_zone_min: "10.5", buy_zone_max: "12" });
    const html = await page(`/admin/daily-brief/${id}/edit`);
    const field = (name: string) =>
      new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? "none";
    const form = {
      companyName: "New",
      ticker: "NEW",
      analysis: "Text.",
      status: "published",
      "buyZone.min": field("buyZone.min"),
      "buyZone.max": field("buyZone.max"),
    };
    const saved = await app.request(`/admin/daily-brief/${id}/edit`, {
      method: "POST",
      cookies: admin,
      body: form,
    });
    expect(saved.status).toBe(303);
    const kept = { buy_zone_min: "10.5", buy_zone_max: "12" };
    expect(await database.rows("select buy_zone_min, buy_zone_max from daily_briefs")).toEqual([kept]);
    await app.request(`/api/daily-brief/${id}`, jsonInit("PUT", { ticker: "NEWER" }));
    expect(await database.rows("select buy_zone_min, buy_zone_max from daily_briefs")).toEqual([kept]);
  });
});

describe("a form that did not save", () => {
  it("shows the error at the field and keeps the input", async () => {
    const response = await app.request("/admin/news/new", {
      method: "POST",
      cookies: editor,
      body: {
        title: " ",
        content: 'Typed "text" <b>',
        category: "Energy",
        author: "Me & you",
        status: "draft",
      },
    });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain("Title is required");
    expect(html).toContain('href="#title"');
    expect(unescaped(html)).toContain('Typed "text" <b>');
    expect(html).not.toContain('Typed "text" <b>');
    expect(html).toContain('value="Me &amp; you"');
    expect(html).toMatch(/<option[^>]*(selected[^>]*value="Energy"|value="Energy"[^>]*selected)/);
    expect(html).toMatch(/<input(?=[^>]*value="draft")(?=[^>]*checked)/);
    expect(await database.rows("select 1 from news")).toEqual([]);
  });

  it("accepts a text of the page's maximum length, counting each line end once", async () => {
    const content = "Twenty characters..\n".repeat(5_000);
    const save = (text: string) =>
      app.request("/admin/news/new", {
        method: "POST",
        cookies: admin,
        // As a browser sends it.
        body: { title: "Long", content: text.replaceAll("\n", "\r\n"), category: "Energy", status: "draft" },
      });
    expect((await save(`.${content}.`)).status).toBe(422);
    expect((await save(`${content.slice(0, -1)}.`)).status).toBe(303);
    const [saved] = await database.rows("select content from news");
    expect(saved).toEqual({ content: `${content.slice(0, -1)}.` });
  });

  it("names every invalid field in JSON", async () => {
    const response = await app.request("/api/news", jsonInit("POST", { category: "Weather" }));
    expect(response.status).toBe(422);
    const { message, errors } = (await response.json()) as {
      message: string;
      errors: Record<string, string>;
    };
    expect(Object.keys(errors).toSorted()).toEqual(["category", "content", "title"]);
    expect(Object.values(errors)).toContain(message);
  });
});

describe("two people editing one record", () => {
  it("the second save is refused with both values, and may be confirmed", async () => {
    const id = await article({ title: "First", content: "Text." });
    const path = `/admin/news/${id}/edit`;
    const form = { title: "Mine", content: "Text.", category: "Tech", status: "published", version: "1" };
    const save = (title: string, version: string) =>
      app.request(path, { method: "POST", cookies: admin, body: { ...form, title, version } });
    expect((await save("Theirs", "1")).status).toBe(303);
    const refused = await save("Mine", "1");
    expect(refused.status).toBe(409);
    const html = unescaped(await refused.text());
    expect(html).toContain('value="Mine"');
    expect(html).toMatch(/Saved by admin tester on \d.* \S+:.*Theirs/s);
    expect(await database.rows("select title, version from news")).toEqual([{ title: "Theirs", version: 2 }]);
    const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? "";
    expect((await save("Mine", version)).status).toBe(303);
    expect(await database.rows("select title, version from news")).toEqual([{ title: "Mine", version: 3 }]);
  });

  describe("two people who changed different fields", () => {
    const OPENED = { title: "First", content: "Text.", category: "Tech", status: "published" };
    const form = { ...OPENED, author: "Admin" };
    const save = (id: string, values: Record<string, string>, cookies = admin, version = "1") =>
      app.request(`/admin/news/${id}/edit`, {
        method: "POST",
        cookies,
        body: { ...form, ...values, version },
      });
    const stored = () => database.rows("select title, content, category, version from news");

    it("both changes are kept, and the second person sees the other's", async () => {
      const id = await article(OPENED);
      expect((await save(id, { title: "Corrected" }, editor)).status).toBe(303);
      const sent = await save(id, { content: "More text." });
      expect(sent.status).toBe(303);
      expect(await stored()).toEqual([
        { title: "Corrected", content: "More text.", category: "Tech", version: 3 },
      ]);
      const cookies = [admin, ...sent.headers.getSetCookie().map((cookie) => cookie.split(";")[0])].join(
        "; ",
      );
      expect(await page("/admin/news", cookies)).toMatch(/Title is as editor tester saved it on \d.* \S+\./);
      const [last] = await database.rows("select detail from changes order by created_at desc limit 1");
      expect(last).toEqual({ detail: { fields: ["content"] } });
    });

    it("only fields that both changed need a decision; the others are shown as saved", async () => {
      const id = await article(OPENED);
      await save(id, { title: "Corrected", category: "Energy" }, editor);
      await save(id, { title: "Corrected twice", category: "Energy" }, editor, "2");
      const refused = await save(id, { title: "Mine", content: "More text." });
      expect(refused.status).toBe(409);
      const html = unescaped(await refused.text());
      expect(html).toContain(
        "Nothing was saved: editor tester changed this record while you were editing it",
      );
      expect(html).toMatch(/Saved by editor tester on \d.* \S+:.*Corrected twice/s);
      expect(html.match(/Saved by editor tester on [^"]*?<q>/g)).toHaveLength(2);
      expect(html).toContain('value="Mine"');
      expect(html).toMatch(/<option value="Energy" selected/);
      expect(await stored()).toEqual([
        { title: "Corrected twice", content: "Text.", category: "Energy", version: 3 },
      ]);
      const again = { title: "Mine", content: "More text.", category: "Energy" };
      expect((await save(id, again, admin, "3")).status).toBe(303);
      expect(await stored()).toEqual([{ ...again, version: 4 }]);
    });

    it("all differing fields need a decision if the log does not say what changed", async () => {
      const id = await article(OPENED);
      await save(id, { title: "Corrected" }, editor);
      await database.rows("update changes set record_version = null");
      const refused = await save(id, { content: "More text." });
      expect(refused.status).toBe(409);
      expect(unescaped(await refused.text()).match(/Saved by somebody else:[^"]*?<q>/g)).toHaveLength(2);
      expect(await stored()).toMatchObject([{ title: "Corrected", content: "Text." }]);
    });

    it("both changes are kept if a save without changes lies between", async () => {
      const id = await article(OPENED);
      await save(id, { title: "Corrected" }, editor);
      await save(id, { title: "Corrected" }, editor, "2");
      expect((await save(id, { content: "More text." })).status).toBe(303);
      expect(await stored()).toMatchObject([{ title: "Corrected", content: "More text." }]);
    });

    it("an identical change is no conflict", async () => {
      const id = await article(OPENED);
      await save(id, { title: "Corrected" }, editor);
      expect((await save(id, { title: "Corrected", content: "More text." })).status).toBe(303);
      expect(await stored()).toMatchObject([{ title: "Corrected", content: "More text.", version: 3 }]);
    });

    it("an undone change is no conflict", async () => {
      const id = await article(OPENED);
      await save(id, { title: "Corrected" }, editor);
      await save(id, { title: "First" }, editor, "2");
      expect((await save(id, { title: "Mine" })).status).toBe(303);
      expect(await stored()).toMatchObject([{ title: "Mine", version: 4 }]);
    });

    it("an unknown version is refused", async () => {
      const id = await article(OPENED);
      expect((await save(id, { title: "Mine" }, admin, "7")).status).toBe(409);
    });
  });

  it("exactly one of ten simultaneous saves succeeds", async () => {
    const id = await article({ title: "First" });
    const saves = Array.from({ length: 10 }, (_, number) =>
      app.request(`/api/news/${id}`, jsonInit("PUT", { title: `Number ${number}`, version: 1 })),
    );
    const saveStatuses = (await Promise.all(saves)).map(({ status }) => status).toSorted();
    expect(saveStatuses).toEqual([200, ...Array(9).fill(409)]);
    expect(await database.rows("select version from news")).toEqual([{ version: 2 }]);
  });

  it("the API answers 409 with the current record and its picture", async () => {
    const picture = await insertRecord(database, "images");
    const id = await article({ title: "First", image_id: picture });
    await app.request(`/api/news/${id}`, jsonInit("PUT", { title: "Theirs", version: 1 }));
    const refused = await app.request(`/api/news/${id}`, jsonInit("PUT", { title: "Mine", version: 1 }));
    expect(refused.status).toBe(409);
    expect(await refused.json()).toEqual({
      message: "Somebody else changed this record.",
      current: await (await app.request(`/api/news/${id}`, { cookies: admin })).json(),
    });
    expect(await database.rows("select title, image_id from news")).toEqual([
      { title: "Theirs", image_id: picture },
    ]);
  });
});

describe("deleting", () => {
  it("shows the exact confirmation, then deletes and reports it", async () => {
    const id = await article({ title: "Copper" });
    expect(await page(`/admin/news?delete=${id}`)).toContain(
      "Are you sure you want to delete this news item?",
    );
    const brief = await insertRecord(database, "daily_briefs");
    expect(await page(`/admin/daily-brief?delete=${brief}`)).toContain(
      "Are you sure you want to delete this daily brief?",
    );
    const gone = await app.request(`/admin/news?delete=${id}`, { method: "POST", cookies: admin });
    expect(gone.status).toBe(303);
    expect(await database.rows("select 1 from news")).toEqual([]);
    const toast = gone.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    expect(await page("/admin/news", [admin, ...toast].join("; "))).toContain("News deleted successfully");
    const again = await app.request(`/admin/news?delete=${id}`, { method: "POST", cookies: admin });
    expect(again.status).toBe(404);
  });

  it("is refused if somebody saved the record after the confirmation opened", async () => {
    const id = await article({ title: "Copper" });
    const address = `/admin/news?delete=${id}`;
    const versionIn = (html: string) =>
      /name="version" value="(\d+)"[\s\S]*?Delete<\/button>/.exec(html)?.[1] ?? "";
    const version = versionIn(await page(address));
    await database.rows("update news set title = 'Copper falls', version = version + 1 where id = ?", [id]);
    const remove = (seen: string) =>
      app.request(address, { method: "POST", cookies: admin, body: { version: seen } });
    const refused = await remove(version);
    const html = await refused.text();
    expect([refused.status, html.includes("somebody else has changed this record.")]).toEqual([409, true]);
    expect(await database.rows("select title from news")).toEqual([{ title: "Copper falls" }]);
    expect((await remove(versionIn(html))).status).toBe(303);
    expect(await database.rows("select 1 from news")).toEqual([]);
  });

  it("is closed to editors: no button, no confirmation, no effect", async () => {
    const id = await article();
    const html = await page(`/admin/news?delete=${id}`, editor);
    expect(html).toContain("Edit An article");
    expect(html).not.toContain("Delete An article");
    expect(html).not.toContain("Are you sure");
    const refused = await app.request(`/admin/news?delete=${id}`, { method: "POST", cookies: editor });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain("Only superadmin and admin can access this page.");
    expect((await app.request(`/api/news/${id}`, { method: "DELETE", cookies: editor })).status).toBe(403);
    expect(await database.rows("select 1 from news")).toHaveLength(1);
  });

  it("adds a change log entry with the person", async () => {
    const id = await article({ title: "Copper" });
    await app.request(`/api/news/${id}`, jsonInit("PUT", { title: "Tin" }, editor));
    await app.request(`/api/news/${id}`, { method: "DELETE", cookies: admin });
    const lines = await database.rows(
      "select staff_name, action, record_title, detail from changes order by created_at",
    );
    expect(lines).toEqual([
      { staff_name: "editor tester", action: "edited", record_title: "Tin", detail: { fields: ["title"] } },
      { staff_name: "admin tester", action: "deleted", record_title: "Tin", detail: null },
    ]);
  });
});

describe("a picture", () => {
  it("is uploaded with the form, served in its widths, and shown on its pages", async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ title: "With", content: "Text.", category: "Tech" })) {
      form.append(name, value);
    }
    form.append("image", await smallPicture());
    const saved = await app.request("/api/news", { method: "POST", cookies: admin, body: form });
    expect(saved.status).toBe(201);
    const { id, imageUrl } = (await saved.json()) as { id: string; imageUrl: string };
    const picture = await app.request(imageUrl);
    expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    expect(picture.headers.get("Cache-Control")).toContain("immutable");
    for (const path of ["/news", `/news/${id}`, "/admin/news"]) expect(await page(path)).toContain(imageUrl);
  });
});
