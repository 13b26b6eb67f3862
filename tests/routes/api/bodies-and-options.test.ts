import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { app, setUpApp } from "tests/support/running-app";
import { describe, expect, it } from "vitest";

setUpApp();

const admin = () => app.cookiesOf("admin");

describe("a compressed body", () => {
  const ENCODERS = {
    gzip: gzipSync,
    "x-gzip": gzipSync,
    GZIP: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
  };
  const send = async (
    path: string,
    encoding: string,
    body: Uint8Array | ReadableStream,
    type = "application/json",
  ) => {
    const headers = { "Content-Type": type, "Content-Encoding": encoding, Cookie: await admin() };
    return fetch(`${app.url}${path}`, { method: "POST", headers, body, duplex: "half" } as RequestInit);
  };
  const ARTICLE = JSON.stringify({ title: "Compressed", content: "Text.", category: "Tech" });

  it.each(Object.entries(ENCODERS))("is read by the API if its encoding is %s", async (encoding, encode) => {
    const answer = await send("/api/news", encoding, encode(ARTICLE));
    expect([answer.status, (await answer.json()).title]).toEqual([201, "Compressed"]);
  });

  it("can be a form", async () => {
    const form = gzipSync(new URLSearchParams(JSON.parse(ARTICLE)).toString());
    expect((await send("/api/news", "gzip", form, "application/x-www-form-urlencoded")).status).toBe(201);
  });

  it.each([
    "zstd",
    "compress",
    "gzip, gzip",
    "toString",
  ])("is 415 if its encoding is %s", async (encoding) => {
    const answer = await send("/api/news", encoding, gzipSync(ARTICLE));
    expect([answer.status, answer.headers.get("Accept-Encoding")]).toEqual([415, "gzip, deflate, br"]);
  });

  it("is 415 on pages", async () => {
    const answer = await send("/login", "gzip", gzipSync(ARTICLE));
    expect([answer.status, answer.headers.get("Accept-Encoding")]).toEqual([415, "identity"]);
  });

  it.each(["gzip", "deflate", "br"])("is 400 if it is no %s or ends early", async (encoding) => {
    const whole = ENCODERS[encoding as "br"](ARTICLE);
    for (const body of [Buffer.from(ARTICLE), whole.subarray(0, whole.length - 5), Buffer.alloc(0)]) {
      const answer = await send("/api/news", encoding, new Uint8Array(body));
      expect([answer.status, (await answer.json()).message]).toEqual([
        ...[400, "The compressed body is damaged or incomplete."],
      ]);
    }
  });

  it("is 413 if it is too large after inflation, however small it is before", async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, " "), { level: 9 });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const before = process.memoryUsage.rss();
    for (const encoding of ["gzip"]) expect((await send("/api/news", encoding, bomb)).status).toBe(413);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
    const large = gzipSync(JSON.stringify({ ...JSON.parse(ARTICLE), content: "x".repeat(1_100_000) }));
    expect((await send("/api/news", "gzip", large)).status).toBe(413);
    expect(await app.sql("select 1 from news where title = 'Compressed' and length(content) > 1000")).toEqual(
      [],
    );
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
