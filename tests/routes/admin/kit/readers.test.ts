import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { type Instance, startInstance, waitUntil } from "tests/support/server-process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { admin, article, jsonInit, openBackOffice } from "./back-office";

openBackOffice();

describe.each([
  { table: "news", title: "title", list: "/news", api: "/api/news" },
  { table: "daily_briefs", title: "company_name", list: "/daily-brief", api: "/api/daily-brief" },
])("a draft of $table", ({ table, title, list, api }) => {
  const isVisible = async (path: string, cookies = "") => {
    const response = await app.request(path, { cookies });
    return response.status === 200 && (await response.text()).includes("Zinc & co".replace("&", "&amp;"));
  };
  const inJson = async (path: string, cookies = "") =>
    (await (await app.request(path, { cookies })).text()).includes("Zinc & co");

  it("is hidden from readers, listed by the API for staff, and on the site after it is published", async () => {
    const id = await insertRecord(database, table, { [title]: "Zinc & co", status: "draft" });
    const premium = await app.cookiesOf("premium");
    // As many requests as cache a page, so that the next answer must not come from the cache.
    for (let time = 0; time < 6; time += 1) {
      for (const cookies of ["", premium]) {
        expect(await isVisible(list, cookies)).toBe(false);
        expect(await inJson(api, cookies)).toBe(false);
      }
    }
    expect((await app.request(`${list}/${id}`, { cookies: premium })).status).toBe(404);
    expect((await app.request(`${api}/${id}`, { cookies: premium })).status).toBe(404);
    expect(await inJson(api, admin)).toBe(true);
    expect((await app.request(`${api}/${id}`, { cookies: admin })).status).toBe(200);
    expect((await app.request(`${api}/${id}`, jsonInit("PUT", { status: "published" }))).status).toBe(200);
    expect([await isVisible(list), await isVisible(`${list}/${id}`), await inJson(api)]).toEqual([
      true,
      true,
      true,
    ]);
    expect((await app.request(`${api}/${id}`, jsonInit("PUT", { status: "draft" }))).status).toBe(200);
    expect([await isVisible(list), await isVisible(`${list}/${id}`), await inJson(api)]).toEqual([
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

  // The limit is below the age at which cached pages are rendered again.
  it("drops its cached pages when the first one publishes", async () => {
    const there = async () => (await fetch(`${second.url}/news`)).text();
    for (let time = 0; time < 6; time += 1) expect(await there()).not.toContain("Published elsewhere");
    const body = { title: "Published elsewhere", content: "Text.", category: "Tech" };
    expect((await app.request("/api/news", jsonInit("POST", body))).status).toBe(201);
    await waitUntil(async () => (await there()).includes("Published elsewhere"));
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
    // Twice: the second answer comes from the cache and must be the same.
    for (let time = 0; time < 2; time += 1) {
      expect(await ask("")).toEqual({ titles: all, total: "3", link: null });
      const first = {
        titles: ["Day 03", "Day 02"],
        total: "3",
        link: expect.stringMatching(/^<\/api\/news\?limit=2&after=[\w-]+>; rel="next"$/),
      };
      expect(await ask("?limit=2")).toEqual(first);
    }
    expect(await ask("?limit=2&page=2")).toEqual({ titles: ["Day 01"], total: "3", link: null });
    expect((await ask("?since=2026-05-02T00:00:00Z")).titles).toEqual(["Day 03", "Day 02"]);
  });

  it("answers 304 if unchanged, and the new bytes after a change", async () => {
    const id = await article();
    for (const path of ["/api/news", `/api/news/${id}`]) {
      const first = await app.request(path);
      const etag = first.headers.get("ETag") ?? "none";
      const again = await app.request(path, { headers: { "If-None-Match": etag } });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      await app.request(`/api/news/${id}`, jsonInit("PUT", { title: `Changed for ${path}` }));
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
  ])("rejects ?%s with a message", async (search) => {
    for (const path of ["/api/news", "/api/daily-brief"]) {
      const response = await app.request(`${path}?${search}`);
      expect(response.status).toBe(400);
      const { message } = (await response.json()) as { message: string };
      expect(message).toContain(search.split("=")[0] ?? "");
    }
  });
});
