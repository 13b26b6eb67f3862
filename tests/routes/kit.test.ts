import { startTestApp, type TestApp } from "tests/support/app";
import { smallPicture } from "tests/support/bodies";
import { type Database, openDatabase } from "tests/support/database";
import { type Instance, startInstance, until } from "tests/support/instance";
import { record } from "tests/support/records";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
let database: Database;
let admin: string;
let editor: string;

beforeAll(async () => {
  app = await startTestApp({ SITE_TZ: "America/New_York" });
  database = openDatabase(app.databaseUrl);
  admin = await app.cookiesOf("admin");
  editor = await app.cookiesOf("editor");
});
afterAll(async () => {
  await database?.close();
  await app?.stop();
});
afterEach(() => database.rows("truncate news, daily_briefs, changes"));

const article = (values: Record<string, unknown> = {}) => record(database, "news", values);
const page = async (path: string, cookies = admin) => (await app.request(path, { cookies })).text();
const unescaped = (html: string) =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** The titles that a list shows, in its order. */
const titlesOf = (html: string) =>
  [...html.matchAll(/aria-label="Edit ([^"]*)"/g)].map(([, title = ""]) => unescaped(title));
const listed = async (search: string) => titlesOf(await page(`/admin/news?${search}`));
const hrefs = (html: string) =>
  [...html.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, href = ""]) => unescaped(href));

const json = (method: string, body: unknown, cookies = admin) => ({
  method,
  cookies,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

describe("a list's search", () => {
  it.each([
    ["100%", "Up 100% today"],
    ["a_b", "a_b"],
    ["\\", "back\\slash"],
    ["o'neill", `O'Neill "quoted"`],
    [`"quoted"`, `O'Neill "quoted"`],
    ["); drop table news; --", "Robert'); drop table news; --"],
  ])("takes %s for what it is", async (words, expected) => {
    for (const title of [
      "Up 100% today",
      "Up 1000 today",
      "a_b",
      "axb",
      "back\\slash",
      `O'Neill "quoted"`,
      "Robert'); drop table news; --",
    ]) {
      await article({ title });
    }
    expect(await listed(new URLSearchParams({ q: words }).toString())).toEqual([expected]);
  });

  it("looks into title, content and author, in any casing, and nowhere else", async () => {
    await article({ title: "One", content: "about Nickel" });
    await article({ title: "NICKEL two" });
    await article({ title: "Three", author: "Nick El" });
    expect(await listed("q=nickel&sort=title&direction=asc")).toEqual(["NICKEL two", "One"]);
    expect(await listed("q=nick+el")).toEqual(["Three"]);
    expect(await listed("q=Tech")).toEqual([]);
    expect(await page("/admin/news?q=Tech")).toContain("No news found.");
  });
});

describe("From and To", () => {
  it.each([
    // [day, just before, first moment, last moment, just after]: a day of 25 hours, of 23, and an ordinary one.
    [
      "2026-11-01",
      "2026-11-01T03:59:59.999Z",
      "2026-11-01T04:00Z",
      "2026-11-02T04:59:59.999Z",
      "2026-11-02T05:00Z",
    ],
    [
      "2026-03-08",
      "2026-03-08T04:59:59.999Z",
      "2026-03-08T05:00Z",
      "2026-03-09T03:59:59.999Z",
      "2026-03-09T04:00Z",
    ],
    [
      "2026-07-16",
      "2026-07-16T03:59:59.999Z",
      "2026-07-16T04:00Z",
      "2026-07-17T03:59:59.999Z",
      "2026-07-17T04:00Z",
    ],
  ])("%s is a whole day of the site's time zone", async (day, before, first, last, after) => {
    await article({ title: "before", created_at: before });
    await article({ title: "first", created_at: first });
    await article({ title: "last", created_at: last });
    await article({ title: "after", created_at: after });
    expect(await listed(`from=${day}&to=${day}`)).toEqual(["last", "first"]);
    expect(await listed(`from=${day}`)).toEqual(["after", "last", "first"]);
    expect(await listed(`to=${day}`)).toEqual(["last", "first", "before"]);
  });

  it("that are no days count as not asked for", async () => {
    await article({ title: "here" });
    for (const day of ["2026-02-30", "yesterday", "2026-1-1", "'", "10000-01-01"]) {
      expect(await listed(`from=${encodeURIComponent(day)}&to=${encodeURIComponent(day)}`)).toEqual(["here"]);
    }
  });
});

describe("a list's pages", () => {
  const many = async (count: number) => {
    for (let number = 1; number <= count; number += 1) {
      const two = String(number).padStart(2, "0");
      await article({ title: `No ${two}`, created_at: `2026-05-01T00:00:${two}Z` });
    }
  };

  it("hold 5, 10 or 25 rows, newest first, and never repeat or lose one", async () => {
    await many(27);
    expect(await listed("")).toEqual(["No 27", "No 26", "No 25", "No 24", "No 23"]);
    expect(await listed("size=10")).toHaveLength(10);
    expect(await listed("size=25")).toHaveLength(25);
    for (const size of ["7", "100", "-5", "x"]) expect(await listed(`size=${size}`)).toHaveLength(5);
    const all = await Promise.all([1, 2, 3].map((number) => listed(`size=10&page=${number}`)));
    expect(new Set(all.flat()).size).toBe(27);
    expect(await listed("sort=title&direction=asc")).toEqual(["No 01", "No 02", "No 03", "No 04", "No 05"]);
    for (const odd of ["page=0", "page=x", "sort=password_hash", "direction=up"]) {
      expect(await listed(odd)).toHaveLength(5);
    }
  });

  it("of equal moments do not overlap either", async () => {
    for (let number = 0; number < 12; number += 1) {
      await article({ title: `Same ${number}`, created_at: "2026-05-01T00:00:00Z" });
    }
    const all = await Promise.all([1, 2, 3].map((number) => listed(`page=${number}`)));
    expect(new Set(all.flat()).size).toBe(12);
  });

  it("name what narrows them in chips that take one thing away", async () => {
    await article({ title: "Copper", status: "draft" });
    const html = await page("/admin/news?q=copper&status=draft&from=2026-01-01&size=10");
    expect(hrefs(html)).toEqual(
      expect.arrayContaining([
        "/admin/news?status=draft&from=2026-01-01&size=10",
        "/admin/news?q=copper&from=2026-01-01&size=10",
        "/admin/news?q=copper&status=draft&size=10",
      ]),
    );
  });

  it("keep their state through an edit, a new record, a delete, and the way back", async () => {
    const id = await article({ title: "Copper" });
    const state = "?q=Copper&sort=title&direction=asc&size=10";
    const list = await page(`/admin/news${state}`);
    const edit = `/admin/news/${id}/edit${state}`;
    expect(hrefs(list)).toEqual(expect.arrayContaining([edit, `/admin/news/new${state}`]));
    expect(hrefs(await page(edit))).toContain(`/admin/news${state}`);
    const body = { title: "Copper too", content: "Text.", category: "Tech", status: "published" };
    for (const path of [edit, `/admin/news/new${state}`]) {
      const saved = await app.request(path, { method: "POST", cookies: admin, body });
      expect([saved.status, saved.headers.get("Location")]).toEqual([303, `/admin/news${state}`]);
    }
    const asked = hrefs(list).find((href) => href.includes(`delete=${id}`)) ?? "";
    expect(asked).toBe(`/admin/news${state}&delete=${id}`);
    const gone = await app.request(asked, { method: "POST", cookies: admin });
    expect([gone.status, gone.headers.get("Location")]).toEqual([303, `/admin/news${state}`]);
  });
});

describe("CSV", () => {
  it("disarms formulas, quotes quotes, and holds what the list was narrowed to", async () => {
    await article({ title: "=1+1", author: "+44 cmd" });
    await article({ title: 'Say "hi", now\nor never', author: "@sum" });
    await article({ title: "-plain, draft", status: "draft" });
    const response = await app.request("/admin/news/export.csv?status=published&sort=title&direction=asc", {
      cookies: admin,
    });
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="news.csv"');
    expect(response.headers.get("Cache-Control")).toContain("no-store");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = bytes.toString("utf8");
    expect(text).toContain(",'=1+1,'+44 cmd,");
    expect(text).toContain(`,"Say ""hi"", now\nor never",'@sum,`);
    expect(text).not.toContain("plain");
    expect(text.split("\r\n")[0]).toContain("ID,Title,Author,Status,Created");
  });
});

describe("two people editing one record", () => {
  it("the second save is refused with both values, and can be repeated knowingly", async () => {
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
    expect(html).toMatch(/Saved now by somebody else:.*Theirs/s);
    expect(await database.rows("select title, version from news")).toEqual([{ title: "Theirs", version: 2 }]);
    const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? "";
    expect((await save("Mine", version)).status).toBe(303);
    expect(await database.rows("select title, version from news")).toEqual([{ title: "Mine", version: 3 }]);
  });

  it("of ten saves at once exactly one wins", async () => {
    const id = await article({ title: "First" });
    const saves = Array.from({ length: 10 }, (_, number) =>
      app.request(`/api/news/${id}`, json("PUT", { title: `Number ${number}`, version: 1 })),
    );
    const statuses = (await Promise.all(saves)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array(9).fill(409)]);
    expect(await database.rows("select version from news")).toEqual([{ version: 2 }]);
  });

  it("the API answers 409 with the record as it is", async () => {
    const id = await article({ title: "First" });
    await app.request(`/api/news/${id}`, json("PUT", { title: "Theirs", version: 1 }));
    const refused = await app.request(`/api/news/${id}`, json("PUT", { title: "Mine", version: 1 }));
    expect(refused.status).toBe(409);
    const answer = (await refused.json()) as { message: string; current: { title: string } };
    expect(answer.current.title).toBe("Theirs");
    expect(answer.message).not.toBe("");
  });
});

describe("a form that did not save", () => {
  it("says why at the field and keeps what was typed", async () => {
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

  it("in JSON names every field", async () => {
    const response = await app.request("/api/news", json("POST", { category: "Weather" }));
    expect(response.status).toBe(422);
    const { message, errors } = (await response.json()) as {
      message: string;
      errors: Record<string, string>;
    };
    expect(Object.keys(errors).toSorted()).toEqual(["category", "content", "title"]);
    expect(Object.values(errors)).toContain(message);
  });
});

describe("deleting", () => {
  it("asks with the exact words, then deletes and says so", async () => {
    const id = await article({ title: "Copper" });
    expect(await page(`/admin/news?delete=${id}`)).toContain(
      "Are you sure you want to delete this news item?",
    );
    const brief = await record(database, "daily_briefs");
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

  it("is not for editors: no button, no question, no effect", async () => {
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

  it("leaves a line in the change log, with who did it", async () => {
    const id = await article({ title: "Copper" });
    await app.request(`/api/news/${id}`, json("PUT", { title: "Tin" }, editor));
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

describe.each([
  { table: "news", title: "title", list: "/news", api: "/api/news" },
  { table: "daily_briefs", title: "company_name", list: "/daily-brief", api: "/api/daily-brief" },
])("a draft of $table", ({ table, title, list, api }) => {
  const shown = async (path: string, cookies = "") => {
    const response = await app.request(path, { cookies });
    return response.status === 200 && (await response.text()).includes("Zinc & co".replace("&", "&amp;"));
  };
  const inJson = async (path: string, cookies = "") =>
    (await (await app.request(path, { cookies })).text()).includes("Zinc & co");

  it("is nowhere for readers, in the API for staff, and on the site right after it is published", async () => {
    const id = await record(database, table, { [title]: "Zinc & co", status: "draft" });
    const premium = await app.cookiesOf("premium");
    // As often as a page is kept, so that what follows must not come from memory.
    for (let time = 0; time < 6; time += 1) {
      for (const cookies of ["", premium]) {
        expect(await shown(list, cookies)).toBe(false);
        expect(await inJson(api, cookies)).toBe(false);
      }
    }
    expect((await app.request(`${list}/${id}`, { cookies: premium })).status).toBe(404);
    expect((await app.request(`${api}/${id}`, { cookies: premium })).status).toBe(404);
    expect(await inJson(api, admin)).toBe(true);
    expect((await app.request(`${api}/${id}`, { cookies: admin })).status).toBe(200);
    expect((await app.request(`${api}/${id}`, json("PUT", { status: "published" }))).status).toBe(200);
    expect([await shown(list), await shown(`${list}/${id}`), await inJson(api)]).toEqual([true, true, true]);
    expect((await app.request(`${api}/${id}`, json("PUT", { status: "draft" }))).status).toBe(200);
    expect([await shown(list), await shown(`${list}/${id}`), await inJson(api)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe("a second instance", () => {
  let second: Instance;
  beforeAll(async () => {
    second = await startInstance(app.databaseUrl);
  });
  afterAll(() => second?.stop());

  // The limit is below the age at which kept pages are drawn anew anyway.
  it("drops the pages it keeps when the first one publishes", { timeout: 10_000 }, async () => {
    const there = async () => (await fetch(`${second.url}/news`)).text();
    for (let time = 0; time < 6; time += 1) expect(await there()).not.toContain("Published elsewhere");
    const body = { title: "Published elsewhere", content: "Text.", category: "Tech" };
    expect((await app.request("/api/news", json("POST", body))).status).toBe(201);
    await until(async () => (await there()).includes("Published elsewhere"));
  });
});

describe("what a submission leaves out", () => {
  it("a JSON key that is absent leaves its value, null empties it", async () => {
    const id = await article({ title: "Old", content: "Old text.", author: "Ada", category: "Energy" });
    const saved = await app.request(`/api/news/${id}`, json("PUT", { title: "New" }));
    expect(await saved.json()).toMatchObject({
      ...{ _id: id, id, title: "New", content: "Old text.", author: "Ada", category: "Energy" },
    });
    await app.request(`/api/news/${id}`, json("PUT", { author: null }));
    expect(await database.rows("select title, author from news")).toEqual([{ title: "New", author: null }]);
    expect((await app.request(`/api/news/${id}`, json("PUT", { title: null }))).status).toBe(422);
  });

  it("a text field that a form lacks keeps its value, one that is sent empty is emptied", async () => {
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

  it("a documented multipart PUT may name fewer fields, too", async () => {
    const id = await article({ title: "Old", content: "Old text.", author: "Ada" });
    const body = new FormData();
    body.append("title", "New");
    expect((await app.request(`/api/news/${id}`, { method: "PUT", cookies: admin, body })).status).toBe(200);
    const kept = { title: "New", content: "Old text.", author: "Ada" };
    expect(await database.rows("select title, content, author from news")).toEqual([kept]);
  });

  it("a check box that a form lacks is not ticked, one that JSON lacks stays as it is", async () => {
    const id = await record(database, "videos", { title: "A film", is_free: true });
    const isFree = () => database.rows("select is_free from videos where id = ?", [id]);
    await app.request(`/api/videos/${id}`, json("PUT", { title: "Another" }));
    expect(await isFree()).toEqual([{ is_free: true }]);
    const body = { title: "Another" };
    await app.request(`/admin/videos/${id}/edit`, { method: "POST", cookies: admin, body });
    expect(await isFree()).toEqual([{ is_free: false }]);
  });

  it("fields without an input of their own survive an edit in the form", async () => {
    const id = await record(database, "daily_briefs", { buy_zone_min: "10.5", buy_zone_max: "12" });
    const html = await page(`/admin/daily-brief/${id}/edit`);
    const field = (name: string) =>
      new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? "none";
    const form = {
      ...{ companyName: "New", ticker: "NEW", analysis: "Text.", status: "published" },
      ...{ "buyZone.min": field("buyZone.min"), "buyZone.max": field("buyZone.max") },
    };
    const saved = await app.request(`/admin/daily-brief/${id}/edit`, {
      ...{ method: "POST", cookies: admin, body: form },
    });
    expect(saved.status).toBe(303);
    const kept = { buy_zone_min: "10.5", buy_zone_max: "12" };
    expect(await database.rows("select buy_zone_min, buy_zone_max from daily_briefs")).toEqual([kept]);
    await app.request(`/api/daily-brief/${id}`, json("PUT", { ticker: "NEWER" }));
    expect(await database.rows("select buy_zone_min, buy_zone_max from daily_briefs")).toEqual([kept]);
  });
});

describe("a picture", () => {
  it("comes with the form, is served in its widths, and shows where it belongs", async () => {
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

describe("a list of the API", () => {
  it("counts, pages and filters by time, newest first", async () => {
    for (const day of ["01", "02", "03"])
      await article({ title: `Day ${day}`, created_at: `2026-05-${day}` });
    const ask = async (search: string) => {
      const response = await app.request(`/api/news${search}`);
      const titles = ((await response.json()) as { title: string }[]).map(({ title }) => title);
      return { titles, total: response.headers.get("X-Total-Count"), link: response.headers.get("Link") };
    };
    const all = ["Day 03", "Day 02", "Day 01"];
    // Twice: the second answer comes from memory and must say the same.
    for (let time = 0; time < 2; time += 1) {
      expect(await ask("")).toEqual({ titles: all, total: "3", link: null });
      const first = {
        titles: ["Day 03", "Day 02"],
        total: "3",
        link: '</api/news?limit=2&page=2>; rel="next"',
      };
      expect(await ask("?limit=2")).toEqual(first);
    }
    expect(await ask("?limit=2&page=2")).toEqual({ titles: ["Day 01"], total: "3", link: null });
    expect((await ask("?since=2026-05-02T00:00:00Z")).titles).toEqual(["Day 03", "Day 02"]);
  });

  it("answers 304 to who has it already, and the new bytes after a change", async () => {
    const id = await article();
    for (const path of ["/api/news", `/api/news/${id}`]) {
      const first = await app.request(path);
      const etag = first.headers.get("ETag") ?? "none";
      const again = await app.request(path, { headers: { "If-None-Match": etag } });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      await app.request(`/api/news/${id}`, json("PUT", { title: `Changed for ${path}` }));
      const changed = await app.request(path, { headers: { "If-None-Match": etag } });
      expect(changed.status).toBe(200);
      expect(await changed.text()).toContain(`Changed for ${path}`);
    }
  });

  it.each([
    "limit=0",
    "limit=-1",
    "limit=1001",
    "limit=ten",
    "limit=1e2",
    "limit=",
    "page=0",
    "page=1.5",
    "page=99999999",
    "since=yesterday",
    "since=",
  ])("refuses ?%s in words", async (search) => {
    for (const path of ["/api/news", "/api/daily-brief"]) {
      const response = await app.request(`${path}?${search}`);
      expect(response.status).toBe(400);
      const { message } = (await response.json()) as { message: string };
      expect(message).toContain(search.split("=")[0] ?? "");
    }
  });
});
