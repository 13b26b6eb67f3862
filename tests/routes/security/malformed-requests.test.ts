import { rawRequest, repeatForever } from "tests/support/raw-request";
import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PUBLIC_URL = "https://openbell.test";
const HOST = { Host: "openbell.test" };

let app: TestApp;
let cookies: string;

beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL });
  cookies = await app.cookiesOf("superadmin");
});
afterAll(() => app?.stop());

describe("HTTP methods", () => {
  it.each([
    "PATCH",
    "TRACE",
    "PROPFIND",
    "LINK",
    "PURGE",
  ])("%s gets a 405 with the allowed methods", async (method) => {
    for (const path of ["/", "/api/news", "/nowhere"]) {
      const { status, headers } = await rawRequest(app.url, { path, method, headers: HOST });
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
  ])("%s %s lists the allowed methods", async (method, path, allow) => {
    const response = await app.request(path, { method, cookies, headers: HOST });
    expect([response.status, response.headers.get("Allow")]).toEqual([405, allow]);
    expect(await response.json()).toEqual({ message: expect.any(String) });
  });
});

describe("request bodies", () => {
  const MB = 1024 * 1024;
  const json = { ...HOST, "Content-Type": "application/json" };

  it.each([
    ["JSON", "/api/news", "application/json", 2 * MB],
    ["a form", "/login", "application/x-www-form-urlencoded", 2 * MB],
    ["no type at all", "/api/news", "", 2 * MB],
    ["multipart", "/api/news", "multipart/form-data; boundary=x", 7 * MB],
  ])("that announce too many bytes of %s are refused unread", async (_, path, type, length) => {
    const answer = await rawRequest(app.url, {
      path,
      method: "POST",
      body: "only the beginning",
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
    const answer = await rawRequest(app.url, {
      path,
      method: "POST",
      body: repeatForever(piece.repeat(Math.ceil(65_536 / piece.length))),
      headers: { ...HOST, Cookie: cookies, "Content-Type": type },
    });
    expect(answer.status).toBe(413);
  });

  it.each(["{", "", "[]", "null", "1", '"text"', '{"title":', "\u0000", "\ufeff{}x", '{"a":1}}'])(
    "of invalid JSON get a 400: %j",
    spec("beyond malformed methods bodies addresses"),
    async (body) => {
      for (const path of ["/api/news", "/api/daily-brief", "/api/auth/user/login", "/api/auth/admin/login"]) {
        const answer = await rawRequest(app.url, {
          path,
          method: "POST",
          headers: { ...json, Cookie: cookies },
          body,
        });
        expect(answer.status).toBe(400);
        expect(JSON.parse(answer.body)).toEqual({ message: expect.any(String) });
      }
    },
  );

  it.each([
    "text/plain",
    "text/xml",
    "application/x-json",
    "",
    "multipart/mixed; boundary=x",
  ])("of another type get a 415: %j", async (type) => {
    for (const path of ["/api/news", "/api/auth/user/login"]) {
      const headers = { ...HOST, Cookie: cookies, "Content-Type": type };
      const answer = await rawRequest(app.url, { path, method: "POST", headers, body: "{}" });
      expect(answer.status).toBe(415);
    }
  });

  it("get a 400 if they are invalid multipart", async () => {
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
        const answer = await rawRequest(app.url, { path: "/api/news", method: "POST", headers, body });
        expect(answer.status, `${type} ${body}`).toBe(400);
      }
    }
  });

  // Without a handler, the error of such a file would end the process.
  it.each([
    ["/api/news", "image"],
    ["/api/news", "unknown"],
    ["/admin/manage-users/import", "file"],
    ["/admin/manage-users/import", "unknown"],
  ])("of multipart that ends within a file get a 400: %s, %s", async (path, field) => {
    const body = `--x\r\nContent-Disposition: form-data; name="${field}"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\nemail\n`;
    const headers = { ...HOST, Cookie: cookies, "Content-Type": "multipart/form-data; boundary=x" };
    const answer = await rawRequest(app.url, { path, method: "POST", headers, body });
    expect(answer.status).toBe(400);
    expect((await app.request("/healthz")).status).toBe(200);
  });
});

describe("malformed addresses", () => {
  it.each([
    ["/%", 404],
    // Redirected to its lower case, which is a 404.
    ["/%E0%A4%A", 308],
    ["/%e0%a4%a", 404],
    ["/news/%ff", 404],
    ["/news/%", 404],
    ["/daily-brief/%00", 404],
    ["/api/news/%E0%A4%A", 404],
    ["/api/%", 404],
    ["/uploads/%ff/x", 404],
    ["/uploads/..%2f..%2fetc/passwd", 404],
    ["/uploads/%2e%2e/640.webp", 404],
    ["/assets/%E0%A4%A", 400],
    ["/assets/..%2f..%2fpackage.json", 404],
    ["/admin/news/%00/edit", 404],
    [`/news/${"a".repeat(4000)}`, 404],
    // Invalid query parameters are ignored.
    ["/news.data?_routes=%ff", 200],
    ["/news?page=%E0%A4%A&category=%ff", 200],
    ["/admin/news?q=%ff%00&delete=%00", 200],
    [`/news?q=${"a".repeat(8000)}`, 200],
  ])("%s gets a %i", spec("beyond malformed methods bodies addresses"), async (path, expected) => {
    const { status } = await rawRequest(app.url, { path, headers: { ...HOST, Cookie: cookies } });
    expect(status).toBe(expected);
  });

  it.each([
    "/x/../news",
    "/news/..",
    "/%2e%2E/news",
    "/./news",
    "/news/.",
    "/news\\1",
    "/news#content",
    "/videos/x/%2e./../dashboard",
  ])("%s is rejected, because it resolves to another address", async (path) => {
    const answer = await rawRequest(app.url, { path, headers: { ...HOST, Cookie: cookies } });
    expect(answer.status).toBe(404);
    expect(answer.body).toContain("This page does not exist.");
  });

  it.each([
    ["/news?next=/x/../y", 200],
    ["/%6eews", 200],
    ["/news/", 200],
    ["//news", 400],
    ["/news/..x", 404],
    ["/.well-known/nothing", 404],
  ])("%s is accepted", async (path, expected) => {
    const { status } = await rawRequest(app.url, { path, headers: { ...HOST, Cookie: cookies } });
    expect(status).toBe(expected);
  });
});
