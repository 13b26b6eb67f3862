import { gzipSync } from "node:zlib";
import { app, setUpApp } from "tests/support/running-app";
import { describe, expect, it } from "vitest";

setUpApp();

const admin = () => app.cookiesOf("admin");

describe("a compressed body", () => {
  it.each([
    "gzip",
    "br",
    "deflate",
    "GZIP",
  ])("is refused with a message if its encoding is %s", async (encoding) => {
    for (const path of ["/api/news", "/api/auth/user/login", "/login"]) {
      const answer = await fetch(`${app.url}${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Content-Encoding": encoding },
        body: gzipSync('{"email":"a@b.example"}'),
      });
      expect(answer.status).toBe(415);
      expect(answer.headers.get("Accept-Encoding")).toBe("identity");
    }
  });

  it("is read if it is not compressed, whatever its header says", async () => {
    const answer = await fetch(`${app.url}/api/auth/user/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Content-Encoding": "identity" },
      body: "{}",
    });
    expect(answer.status).not.toBe(415);
  });
});

describe("OPTIONS", () => {
  it.each([
    ["/api/news", "GET, HEAD, POST"],
    ["/api/news/10000000-0000-4000-8000-000000000001", "GET, HEAD, PUT, DELETE"],
    ["/api/auth/user/login", "POST"],
    ["/api/openapi.json", "GET, HEAD"],
    ["/news", "GET, HEAD"],
    ["/login", "GET, HEAD, POST"],
  ])("of %s returns %s", async (path, allow) => {
    const answer = await app.request(path, { method: "OPTIONS" });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("Allow")).toBe(allow);
  });

  it("has Allow at every described address of the API", async () => {
    const { paths } = await (await app.request("/api/openapi.json")).json();
    for (const [template, operations] of Object.entries<Record<string, unknown>>(paths)) {
      const path = template.replace(/\{\w+\}/g, "10000000-0000-4000-8000-000000000001");
      const allow = (await app.request(path, { method: "OPTIONS" })).headers.get("Allow") ?? "";
      const missing = Object.keys(operations)
        .map((method) => method.toUpperCase())
        .filter((method) => /^(GET|POST|PUT|DELETE)$/.test(method) && !allow.split(", ").includes(method));
      expect([path, missing]).toEqual([path, []]);
    }
  });
});

describe("invalid text", () => {
  const post = async (path: string, body: object) =>
    app.request(path, {
      method: "POST",
      cookies: await admin(),
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });

  it.each([
    "\u0000",
    "\u0007",
    "\u001b[31m",
    "\u007f",
    "\u0085",
  ])("with the control character in %j is refused", async (control) => {
    const refused = await post("/api/news", { title: `A${control}B`, content: "Text.", category: "Tech" });
    expect(refused.status).toBe(422);
    expect((await refused.json()).errors.title).toContain("characters that are not allowed");
  });

  it("does not include line ends and tabs", async () => {
    const kept = await post("/api/news", { title: "A", content: "One\n\tTwo\r\nThree", category: "Tech" });
    expect(kept.status).toBe(201);
  });

  it.each([".", ".."])("as a ticker %s that no address can contain is refused", async (ticker) => {
    const alert = { ticker, name: "X", tag: "buy", targetPrice: 1, analysis: "Why." };
    const refused = await post("/api/trade-alert", alert);
    expect(refused.status).toBe(422);
    expect((await refused.json()).errors.ticker).toBe("Ticker must contain a letter or a digit");
  });
});
