import { rawRequest } from "tests/support/raw-request";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const HOST = { Host: "openbell.test" };

let app: TestApp;
let cookies: string;
beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL: "https://openbell.test" });
  cookies = [await app.cookiesOf("superadmin"), await app.cookiesOf("premium")].join("; ");
});
afterAll(() => app?.stop());

describe("Remix's internal addresses", () => {
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
  ])("%s gets a 404", async (path) => {
    for (const method of ["GET", "POST"]) {
      const response = await rawRequest(app.url, { path, method, headers: { ...HOST, Cookie: cookies } });
      expect(response.status).toBe(404);
      expect(response.headers["x-remix-response"]).toBeUndefined();
    }
  });
});

describe("the Host header", () => {
  const ask = (headers: Record<string, string>, path = "/admin") => rawRequest(app.url, { path, headers });

  it.each([
    "evil.test",
    "openbell.test.evil.test",
    "openbell.test:8443",
    "openbell.test@evil.test",
    "localhost.evil.test",
    "127.0.0.1.evil.test",
  ])("%j is rejected", async (Host) => {
    const { status, body } = await ask({ Host });
    expect(status).toBe(400);
    expect(body).not.toContain("evil.test");
  });

  it.each(["/healthz", "/readyz"])("is ignored at %s, because probes use the IP address", async (path) => {
    expect((await ask({ Host: "10.1.2.3:3000" }, path)).status).toBe(200);
  });

  it("is not overridden by X-Forwarded headers", async () => {
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
  ])("%j does not redirect to another site", async (path) => {
    const { status, headers, body } = await ask(HOST, path);
    expect(status).toBeGreaterThanOrEqual(300);
    expect(status).toBeLessThan(500);
    expect(String(headers.location ?? "")).not.toMatch(/^(https?:)?\/\//);
    expect(body).not.toContain('href="//evil.test');
  });
});
