import { startTestApp, type TestApp } from "tests/support/app";
import { sent } from "tests/support/bodies";
import { type Database, openDatabase } from "tests/support/database";
import { endless, raw } from "tests/support/raw";
import { record } from "tests/support/records";
import { dataAddress, fill } from "tests/support/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MATRIX } from "./matrix";

const PUBLIC_URL = "https://openbell.test";
const HOST = { Host: "openbell.test" };

let app: TestApp;
let database: Database;
let cookies: string;
const ids = new Map<string, string>();

beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL });
  database = openDatabase(app.databaseUrl);
  cookies = [await app.cookiesOf("superadmin"), await app.cookiesOf("premium")].join("; ");
  for (const { of } of Object.values(MATRIX)) {
    if (of && !ids.has(of)) ids.set(of, await record(database, of));
  }
});
afterAll(async () => {
  await database?.close();
  await app?.stop();
});

/** What a browser says of a request that another page made, and what an attacker's program adds. */
const FOREIGN: Record<string, string>[] = [
  { Origin: "https://evil.test" },
  { Origin: "null" },
  { Origin: "http://openbell.test" },
  { Origin: "https://openbell.test.evil.test" },
  { Origin: "https://openbell.test:8443" },
  { Origin: "" },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site" },
  { "Sec-Fetch-Site": "unheard-of" },
  { "Sec-Fetch-Site": "cross-site", Origin: PUBLIC_URL },
  { "Sec-Fetch-Site": "same-origin", Origin: "https://evil.test" },
  { "Sec-Fetch-Site": "none", Origin: "https://evil.test" },
  { Origin: "https://evil.test", "X-Forwarded-Host": "evil.test" },
  { Origin: "https://evil.test", "X-Forwarded-Host": "evil.test", "X-Forwarded-Proto": "https" },
];

const WRITES = Object.entries(MATRIX).flatMap(([pattern, row]) =>
  (["POST", "PUT", "DELETE"] as const).flatMap((verb) => {
    const write = row[verb];
    return write ? [{ name: `${verb} ${pattern}`, pattern, row, verb, write }] : [];
  }),
);

/** Sessions count here: nobody may be signed in or out from another page. */
async function everything() {
  const sessions = await database.rows("select id from sessions order by id");
  return { ...(await database.digest()), sessions: JSON.stringify(sessions) };
}

describe("a write that another site sends", () => {
  it.each(WRITES)("$name is refused and changes nothing", async ({ pattern, row, verb, write }) => {
    const id = ids.get(row.of ?? "") ?? "";
    const address = fill(pattern, { id, ...row.parameters }) + (write.search ?? "").replace("{id}", id);
    const before = await everything();
    const surprises: string[] = [];
    for (const foreign of FOREIGN) {
      for (const path of [address, dataAddress(address)]) {
        const { headers, body } = sent(write.body);
        const response = await app.request(path, {
          ...{ method: verb, body, cookies },
          headers: { ...HOST, ...headers, ...foreign },
        });
        await response.arrayBuffer();
        if (response.status !== 403) surprises.push(`${response.status} ${path} ${JSON.stringify(foreign)}`);
      }
    }
    expect(surprises).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  it("is let through when it is our own page or a program that sends it", async () => {
    const own: Record<string, string>[] = [
      { Origin: PUBLIC_URL, "Sec-Fetch-Site": "same-origin" },
      { Origin: PUBLIC_URL },
      { "Sec-Fetch-Site": "none" },
      {},
    ];
    for (const headers of own) {
      const body = { title: "Ours", content: "Text.", category: "Tech", status: "draft" };
      const saved = await app.request("/admin/news/new", {
        ...{ method: "POST", cookies, body, headers: { ...HOST, ...headers } },
      });
      expect(saved.status, JSON.stringify(headers)).toBe(303);
    }
  });

  it("reading from another site stays open, without being told who reads", async () => {
    const response = await app.request("/api/news", { headers: { Origin: "https://evil.test" }, cookies });
    expect(response.status).toBe(200);
    expect(response.headers.get("Access-Control-Allow-Origin")).toBeNull();
    const preflight = await app.request("/api/news", {
      method: "OPTIONS",
      headers: { Origin: "https://evil.test", "Access-Control-Request-Method": "PUT" },
    });
    expect(preflight.status).toBe(403);
  });
});

describe("Remix's back doors", () => {
  it.each([
    "/?_data=root",
    "/admin/news?_data=routes/admin/news/list",
    "/daily-brief?x=1&_data=routes%2Fsite%2Fdaily-brief%2Flist",
    "/news?%5fdata=root",
    "/news?%5Fdat%61=root",
    "/news?_%64ata=root",
    "/news?_data",
    "/__manifest",
    "/__manifest?p=/admin",
    "/__manifest/",
  ])("%s is a 404", async (path) => {
    for (const method of ["GET", "POST"]) {
      const response = await raw(app.url, { path, method, headers: { ...HOST, Cookie: cookies } });
      expect(response.status).toBe(404);
      expect(response.headers["x-remix-response"]).toBeUndefined();
    }
  });
});

describe("methods", () => {
  it.each([
    "PATCH",
    "TRACE",
    "PROPFIND",
    "LINK",
    "PURGE",
  ])("%s is a 405 that says what is allowed", async (method) => {
    for (const path of ["/", "/api/news", "/nowhere"]) {
      const { status, headers } = await raw(app.url, { path, method, headers: HOST });
      expect([status, headers.allow]).toEqual([405, "GET, HEAD, POST, PUT, DELETE, OPTIONS"]);
    }
  });

  it.each([
    ["PUT", "/api/news", "GET, HEAD, POST"],
    ["DELETE", "/api/news", "GET, HEAD, POST"],
    ["POST", "/api/market-movers", "GET, HEAD"],
    ["PUT", "/api/banners", "GET, HEAD, POST"],
    ["GET", "/api/auth/user/login", "POST"],
    ["PUT", "/api/auth/admin/login", "POST"],
  ])("%s %s names its own", async (method, path, allow) => {
    const response = await app.request(path, { method, cookies, headers: HOST });
    expect([response.status, response.headers.get("Allow")]).toEqual([405, allow]);
    expect(await response.json()).toEqual({ message: expect.any(String) });
  });
});

describe("the name a request calls us by", () => {
  const ask = (headers: Record<string, string>, path = "/admin") => raw(app.url, { path, headers });

  it.each([
    "evil.test",
    "openbell.test.evil.test",
    "openbell.test:8443",
    "openbell.test@evil.test",
    "localhost.evil.test",
    "127.0.0.1.evil.test",
  ])("Host %j is not ours", async (Host) => {
    const { status, body } = await ask({ Host });
    expect(status).toBe(400);
    expect(body).not.toContain("evil.test");
  });

  it.each(["/healthz", "/readyz"])("%s answers to any: probes call by address", async (path) => {
    expect((await ask({ Host: "10.1.2.3:3000" }, path)).status).toBe(200);
  });

  it("comes from nobody's X-Forwarded headers", async () => {
    const forged = {
      "X-Forwarded-Host": "evil.test",
      "X-Forwarded-Proto": "http",
      Forwarded: "host=evil.test",
    };
    for (const path of ["/", "/admin", "/news", "/Login", "/api/news?limit=1", "/nowhere"]) {
      const answer = await ask({ ...HOST, ...forged }, path);
      expect(answer.status).not.toBe(400);
      expect(JSON.stringify(answer.headers) + answer.body).not.toContain("evil.test");
    }
  });

  it.each([
    "http://evil.test/",
    "//evil.test/",
    "*",
    "news",
  ])("an address like %j leads nowhere else", async (path) => {
    const { status, headers, body } = await ask(HOST, path);
    expect(status).toBeGreaterThanOrEqual(300);
    expect(status).toBeLessThan(500);
    expect(String(headers.location ?? "")).not.toMatch(/^(https?:)?\/\//);
    expect(body).not.toContain('href="//evil.test');
  });
});

describe("bodies", () => {
  const MB = 1024 * 1024;
  const json = { ...HOST, "Content-Type": "application/json" };

  it.each([
    ["JSON", "/api/news", "application/json", 2 * MB],
    ["a form", "/login", "application/x-www-form-urlencoded", 2 * MB],
    ["no type at all", "/api/news", "", 2 * MB],
    ["multipart", "/api/news", "multipart/form-data; boundary=x", 7 * MB],
  ])("that announce too much of %s are refused unread", async (_, path, type, length) => {
    const answer = await raw(app.url, {
      ...{ path, method: "POST", body: "only the beginning" },
      headers: { ...HOST, Cookie: cookies, "Content-Type": type, "Content-Length": String(length) },
    });
    expect(answer.status).toBe(413);
  });

  it.each([
    ["JSON", "/api/news", "application/json", "x"],
    ["a form", "/login", "application/x-www-form-urlencoded", "email=x&"],
    ["a form of the back-office", "/admin/news/new", "application/x-www-form-urlencoded", "title=x&"],
    ["multipart", "/api/news", "multipart/form-data; boundary=x", "x"],
    ["a multipart form of the back-office", "/admin/news/new", "multipart/form-data; boundary=x", "x"],
  ])("without a length that never end are cut off: %s", async (_, path, type, piece) => {
    const answer = await raw(app.url, {
      ...{ path, method: "POST", body: endless(piece.repeat(Math.ceil(65_536 / piece.length))) },
      headers: { ...HOST, Cookie: cookies, "Content-Type": type },
    });
    expect(answer.status).toBe(413);
  });

  it.each([
    "{",
    "",
    "[]",
    "null",
    "1",
    '"text"',
    '{"title":',
    "\u0000",
    "\ufeff{}x",
    '{"a":1}}',
  ])("of JSON that is none are a 400: %j", async (body) => {
    for (const path of ["/api/news", "/api/daily-brief", "/api/auth/user/login", "/api/auth/admin/login"]) {
      const answer = await raw(app.url, {
        path,
        method: "POST",
        headers: { ...json, Cookie: cookies },
        body,
      });
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toEqual({ message: expect.any(String) });
    }
  });

  it.each([
    "text/plain",
    "text/xml",
    "application/x-json",
    "",
    "multipart/mixed; boundary=x",
  ])("of another type are a 415: %j", async (type) => {
    for (const path of ["/api/news", "/api/auth/user/login"]) {
      const headers = { ...HOST, Cookie: cookies, "Content-Type": type };
      const answer = await raw(app.url, { path, method: "POST", headers, body: "{}" });
      expect(answer.status).toBe(415);
    }
  });

  it("of multipart that is none are a 400", async () => {
    for (const type of [
      "multipart/form-data",
      "multipart/form-data; boundary=",
      "multipart/form-data; boundary=x",
    ]) {
      for (const body of [
        "",
        "x",
        "--x\r\n",
        '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nhalf',
      ]) {
        const headers = { ...HOST, Cookie: cookies, "Content-Type": type };
        const answer = await raw(app.url, { path: "/api/news", method: "POST", headers, body });
        expect([400, 422], `${type} ${body}`).toContain(answer.status);
      }
    }
  });
});

describe("addresses that are none", () => {
  it.each([
    "/%",
    "/%E0%A4%A",
    "/news/%ff",
    "/news/%",
    "/daily-brief/%00",
    "/api/news/%E0%A4%A",
    "/api/%",
    "/uploads/%ff/x",
    "/uploads/..%2f..%2fetc/passwd",
    "/uploads/%2e%2e/640.webp",
    "/assets/%E0%A4%A",
    "/assets/..%2f..%2fpackage.json",
    "/news.data?_routes=%ff",
    "/news?page=%E0%A4%A&category=%ff",
    "/admin/news?q=%ff%00&delete=%00",
    "/admin/news/%00/edit",
    `/news/${"a".repeat(4000)}`,
    `/news?q=${"a".repeat(8000)}`,
  ])("%s is no fault of ours", async (path) => {
    const { status } = await raw(app.url, { path, headers: { ...HOST, Cookie: cookies } });
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(500);
  });
});
