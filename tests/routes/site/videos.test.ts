import { memoizePerPerson } from "tests/support/memoize-per-person";
import { spec } from "tests/support/spec";
import { type Person, startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const CANARY = "CANARYlock1";
const FREE = "11111111-1111-4111-8111-111111111111";
const LOCKED = "22222222-2222-4222-8222-222222222222";
const DRAFT = "33333333-3333-4333-8333-333333333333";
const ODD = "44444444-4444-4444-8444-444444444444";

const UNPAID: Person[] = ["visitor", "basic", "lapsed", "pending", "inactive"];
const PAID: Person[] = ["premium", "private"];
const JSON_TYPE = { "Content-Type": "application/json" };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const link = (id: string) => `https://www.youtube.com/watch?v=${id}`;
  await app.sql(
    `insert into videos (id, title, caption, youtube_link, status, is_free, created_at) values
       (?, 'The free one', 'See https://example.com/notes', ?, 'published', true, now()),
       (?, 'The locked one', null, ?, 'published', false, now() - interval '1 minute'),
       (?, 'The draft', null, ?, 'draft', true, now() - interval '2 minutes'),
       (?, ?, null, 'https://example.com/film', 'published', true, now() - interval '3 minutes')`,
    [FREE, link("FREEfilm123"), LOCKED, link(CANARY), DRAFT, link("DRAFTfilm12"), ODD, "x".repeat(300)],
  );
  await app.sql(
    `insert into videos (title, youtube_link, is_free, created_at)
     select 'Older ' || n, 'https://youtu.be/${CANARY}', false, now() - n * interval '1 hour'
       from generate_series(1, 12) as n`,
  );
});
afterAll(() => app.stop());

const cookiesOf = memoizePerPerson((person) => app.cookiesOf(person));
const tokenOf = memoizePerPerson((person) => app.tokenOf(person));

const read = async (path: string, person: Person = "visitor") => {
  const response = await app.request(path, { cookies: await cookiesOf(person) });
  return { status: response.status, text: await response.text() };
};

describe("the gallery", () => {
  it(
    "shows six videos per page with Previous and Next",
    spec("2.3 videos all videos 6", "9 video gallery 6 page"),
    async () => {
      const { text } = await read("/videos");
      expect(text).toContain("All Videos");
      expect(text.match(/class="card card--poster"/g)).toHaveLength(6);
      expect(text).toContain("1 to 6 of 15");
      expect(text).toMatch(/<a href="\/videos\?page=2" rel="next">Next/);
      expect((await read("/videos?page=2")).text).toMatch(/<a href="\/videos" rel="prev">Previous/);
      expect((await read("/videos?page=3")).text.match(/class="card card--poster"/g)).toHaveLength(3);
      expect(text).not.toContain("The draft");
    },
  );

  it(
    "does not link a locked video, and links every video for paying readers",
    spec("4 locked video clickable unless"),
    async () => {
      const visitor = (await read("/videos")).text;
      expect(visitor).toContain(`href="/videos/${FREE}"`);
      expect(visitor).not.toContain(`href="/videos/${LOCKED}"`);
      expect(visitor).toContain("The locked one");
      expect((await read("/videos", "premium")).text).toContain(`href="/videos/${LOCKED}"`);
    },
  );

  it.each(["page=-1", "page=x", "page=1e9"])("shows the first page for %s", async (search) => {
    const { status, text } = await read(`/videos?${search}`);
    expect([status, text.includes("The free one")]).toEqual([200, true]);
  });

  it("is a valid page beyond the last", async () => {
    const { status, text } = await read("/videos?page=9999");
    expect([status, text.includes("There is no page 9,999.")]).toEqual([200, true]);
  });
});

describe("a video's page", () => {
  it("contacts no other host until the reader plays it", async () => {
    const { status, text } = await read(`/videos/${FREE}`);
    expect(status).toBe(200);
    expect(text).toContain(`href="/videos/${FREE}?play=1#player"`);
    expect(text).not.toContain("<iframe");
    expect(text).not.toMatch(/src="https?:/);
    expect(text).not.toMatch(/ytimg|youtube\.com\/|FREEfilm123"/);
    expect(text).toContain('href="https://example.com/notes"');
    const playing = (await read(`/videos/${FREE}?play=1`)).text;
    expect(playing).toContain(
      'src="https://www.youtube-nocookie.com/embed/FREEfilm123?autoplay=1&amp;rel=0"',
    );
    expect(playing).toContain('href="https://www.youtube.com/watch?v=FREEfilm123"');
  });

  it("has no player for a link without an id of 11 characters", async () => {
    const { status, text } = await read(`/videos/${ODD}?play=1`);
    expect(status).toBe(200);
    expect(text).toContain("This video cannot be played here.");
    expect(text).not.toContain("<iframe");
  });

  it.each(UNPAID)("is 200 with the paywall for %s", async (person) => {
    const { status, text } = await read(`/videos/${LOCKED}?play=1`, person);
    expect(status).toBe(200);
    expect(text).toContain("The locked one");
    expect(text).toContain("This video is available to Premium or Private subscribers only.");
    expect(text).toContain('href="/subscription"');
    expect(text).not.toContain("<iframe");
  });

  it.each(PAID)("plays for %s", async (person) => {
    expect((await read(`/videos/${LOCKED}?play=1`, person)).text).toContain(`/embed/${CANARY}`);
  });

  it.each([DRAFT, "nonsense", "00000000-0000-0000-0000-000000000000", "%F0%9F%92%A9"])(
    "is 404 for %s",
    spec("2.3 videos id video found"),
    async (id) => {
      const { status, text } = await read(`/videos/${id}`, "premium");
      expect([status, text.includes("Video not found.")]).toEqual([404, true]);
    },
  );
});

describe("a locked video's link", () => {
  const addresses = [
    "/",
    "/videos",
    "/videos?page=2",
    "/videos?page=3",
    `/videos/${LOCKED}`,
    `/videos/${LOCKED}?play=1`,
    "/_root.data",
    "/videos.data",
    `/videos/${LOCKED}.data`,
    `/videos/${LOCKED}.data?play=1&_routes=routes%2Fsite%2Fvideos%2Fitem`,
    "/api/videos",
    "/api/videos?limit=3&page=2",
    `/api/videos/${LOCKED}`,
    "/api/videos/admin",
  ];

  it.each(UNPAID)("never reaches %s by any address", async (person) => {
    for (const address of addresses) {
      expect((await read(address, person)).text, address).not.toContain(CANARY);
    }
  });

  it("reaches paying readers", async () => {
    expect((await read(`/videos/${LOCKED}.data?play=1`, "premium")).text).toContain(CANARY);
    expect((await read("/api/videos", "premium")).text).toContain(CANARY);
  });
});

type Wire = { id: string; youtubeLink: string | null; locked: boolean; status: string; isFree: boolean };

describe("the videos API", () => {
  const list = async (person: Person, path = "/api/videos") =>
    JSON.parse((await read(path, person)).text) as Wire[];

  it("returns a locked video without its link, a free one with it, and drafts to staff", async () => {
    const known = async (person: Person) => new Map((await list(person)).map((video) => [video.id, video]));
    const visitor = await known("visitor");
    expect(visitor.get(FREE)).toMatchObject({
      locked: false,
      isFree: true,
      status: "Published",
      youtubeLink: "https://www.youtube.com/watch?v=FREEfilm123",
    });
    expect(visitor.get(LOCKED)).toMatchObject({ locked: true, youtubeLink: null });
    expect(visitor.has(DRAFT)).toBe(false);
    expect((await known("premium")).get(LOCKED)).toMatchObject({ locked: false });
    const editor = await known("editor");
    expect(editor.get(DRAFT)).toMatchObject({ status: "Draft" });
    expect(editor.get(LOCKED)?.youtubeLink).toContain(CANARY);
    expect((await read(`/api/videos/${DRAFT}`)).status).toBe(404);
    expect((await read(`/api/videos/${DRAFT}`, "editor")).status).toBe(200);
  });

  it("accepts a status in any casing, and lets editors write but not delete", async () => {
    const headers = { ...JSON_TYPE, Authorization: `Bearer ${await tokenOf("editor")}` };
    const body = JSON.stringify({
      title: "New",
      youtubeLink: "https://youtu.be/OBdemo52wkR",
      status: "DRAFT",
    });
    const made = await app.request("/api/videos", { method: "POST", headers, body });
    expect(made.status).toBe(201);
    const video = (await made.json()) as Wire;
    expect(video).toMatchObject({ status: "Draft", isFree: false, locked: false });
    const item = `/api/videos/${video.id}`;
    const put = async (values: unknown) =>
      app.request(item, { method: "PUT", headers, body: JSON.stringify(values) });
    expect(await (await put({ status: "published", isFree: true })).json()).toMatchObject({
      status: "Published",
      isFree: true,
      youtubeLink: "https://youtu.be/OBdemo52wkR",
    });
    for (const bad of [
      { youtubeLink: "javascript:alert(1)" },
      { youtubeLink: { $ne: null } },
      { isFree: "perhaps" },
      { status: "hidden" },
      { title: "" },
      { title: "a\0b" },
    ]) {
      expect((await put(bad)).status, JSON.stringify(bad)).toBe(422);
    }
    expect((await app.request(item, { method: "DELETE", headers })).status).toBe(403);
    const admin = { Authorization: `Bearer ${await tokenOf("admin")}` };
    expect((await app.request(item, { method: "DELETE", headers: admin })).status).toBe(200);
  });

  it("refuses videos from readers", async () => {
    for (const person of ["visitor", "private"] as const) {
      const cookies = await cookiesOf(person);
      const refused = await app.request("/api/videos", {
        method: "POST",
        cookies,
        headers: JSON_TYPE,
        body: "{}",
      });
      expect(refused.status).toBe(person === "visitor" ? 401 : 403);
    }
  });
});

describe("the videos desk", () => {
  const form = {
    title: "By form",
    caption: "",
    youtubeLink: "https://youtu.be/OBdemo52wkR",
    status: "published",
  };

  it(
    "starts as published and not free, and the box makes it free",
    spec("4 content status published draft"),
    async () => {
      const cookies = await cookiesOf("editor");
      const empty = await (await app.request("/admin/videos/new", { cookies })).text();
      expect(empty).toMatch(/value="published"[^>]*checked|checked[^>]*value="published"/);
      const save = (body: Record<string, string>) =>
        app.request("/admin/videos/new", { method: "POST", cookies, body });
      expect((await save(form)).status).toBe(303);
      expect((await save({ ...form, title: "By form, free", isFree: "on" })).status).toBe(303);
      const rows = await app.sql<{ title: string; is_free: boolean; caption: string | null }>(
        "select title, is_free, caption from videos where title like 'By form%' order by title",
      );
      expect(rows).toEqual([
        { title: "By form", is_free: false, caption: null },
        { title: "By form, free", is_free: true, caption: null },
      ]);
      expect((await read("/videos")).text).toContain("By form, free");
    },
  );

  it("names missing fields", async () => {
    const cookies = await cookiesOf("editor");
    const refused = await app.request("/admin/videos/new", { method: "POST", cookies, body: { title: " " } });
    const html = await refused.text();
    expect(refused.status).toBe(422);
    expect(html).toContain("Title is required");
    expect(html).toContain("YouTube link is required");
  });

  it("offers delete to admins only, with the exact text", async () => {
    const path = `/admin/videos?delete=${ODD}`;
    const editor = await cookiesOf("editor");
    expect(await (await app.request(path, { cookies: editor })).text()).not.toContain("Are you sure");
    expect((await app.request(path, { method: "POST", cookies: editor })).status).toBe(403);
    const admin = await cookiesOf("admin");
    expect(await (await app.request(path, { cookies: admin })).text()).toContain(
      "Are you sure you want to delete this video?",
    );
    expect((await app.request(path, { method: "POST", cookies: admin })).status).toBe(303);
    expect((await read(`/videos/${ODD}`)).status).toBe(404);
  });

  it("shows the exact text without results", async () => {
    const { text } = await read("/admin/videos?q=nothing-like-it", "editor");
    expect(text).toContain("No videos found.");
  });
});
