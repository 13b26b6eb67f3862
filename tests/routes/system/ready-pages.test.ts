import { ServerResponse } from "node:http";
import { connect } from "node:net";
import { clearPageCache } from "tests/support/cached-pages";
import { insertPageContent } from "tests/support/page-content";
import { allRoutes, fillParams } from "tests/support/routes";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

let app: TestApp;
/** Every visitor address without an id, and one of each kind with an id. */
let paths: string[];
beforeAll(async () => {
  app = await startTestApp();
  await insertPageContent(app.sql, 12);
  paths = allRoutes()
    .filter(({ opens, pattern }) => opens && !/:|\*|^\/(admin|dashboard|demo)/.test(pattern))
    .map(({ pattern }) => pattern);
  for (const [pattern, table] of [
    ["/news/:id", "news"],
    ["/daily-brief/:id", "daily_briefs"],
    ["/videos/:id", "videos"],
  ] as const) {
    const [row] = await app.sql<{ id: string }>(`select id from ${table} where status = 'published' limit 1`);
    paths.push(fillParams(pattern, { id: row?.id ?? "" }));
  }
  paths.push(
    "/api/news?limit=3",
    "/api/markets",
    "/news?page=2",
    "/news/feed.xml",
    "/sitemap.xml",
    "/nothing",
  );
});
afterAll(() => app?.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

const FEW = ["/", "/news", "/stock-picks", "/about", "/news?page=2", "/nothing"];

/** The bytes received for requests on one connection, until it is silent or closed. */
function sendRaw(...requests: string[]): Promise<Buffer> {
  const { port, hostname } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(requests.join("")));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(chunks)));
  });
}

const HOST = "Host: localhost:3000";
const get = (path: string, ...lines: string[]) =>
  [`GET ${path} HTTP/1.1`, HOST, ...lines, "", ""].join("\r\n");
/** A final request that ends the connection, so that the replies before it are complete. */
const LAST = get("/healthz", "Connection: close");

const withoutOwn = (answer: Buffer) =>
  answer
    .toString("latin1")
    .replace(/\r\nX-Request-Id: [^\r]*/g, "\r\nX-Request-Id: …")
    .replace(/\r\nDate: [^\r]*/g, "\r\nDate: …")
    .replace(/'nonce-[^']*'/g, "'nonce-…'");

/** The bytes of the replies whose heads Node builds. */
async function sendThroughNode(...requests: string[]): Promise<string> {
  const names = vi.spyOn(ServerResponse.prototype, "getHeaderNames").mockReturnValue(["X-Something"]);
  const answer = await sendRaw(...requests);
  names.mockRestore();
  return withoutOwn(answer);
}

/** How many heads Node builds during the run, without that of the final request. */
async function countHeads(run: () => Promise<unknown>): Promise<number> {
  const made = vi.spyOn(ServerResponse.prototype, "writeHead");
  await run();
  const { length } = made.mock.calls;
  made.mockRestore();
  return length - 1;
}

describe("a cached page with a prepared head", () => {
  it.each([
    ["br", "visitor"],
    ["gzip", "visitor"],
    ["identity", "visitor"],
    ["br", "premium"],
    ["gzip", "premium"],
    ["identity", "premium"],
  ] as const)("is to the byte what the long way sends, as %s to a %s", async (coding, person) => {
    clearPageCache();
    // The clock is fixed, so that no page renders again in between.
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now);
    const cookies = await app.cookiesOf(person);
    const lines = [`Accept-Encoding: ${coding}`, ...(cookies ? [`Cookie: ${cookies}`] : [])];
    const ready: string[] = [];
    // Encodings differ only in the body: all pages in one encoding, and a few in the others.
    for (const path of coding === "br" ? paths : FEW) {
      // The first request gets a quicker, weaker compression.
      for (const _ of [1, 2]) await sendRaw(get(path, ...lines), LAST);
      const long = await sendThroughNode(get(path, ...lines), LAST);
      let short = "";
      const heads = await countHeads(async () => {
        short = withoutOwn(await sendRaw(get(path, ...lines), LAST));
      });
      if (heads === 0) ready.push(path);
      // Other pages render for each reader, with random values.
      if (heads === 0) expect(short, path).toBe(long);
    }
    expect(ready).toEqual(
      expect.arrayContaining(person === "visitor" && coding === "br" ? [...FEW, "/api/markets"] : FEW),
    );
  });

  const warm = async () => {
    for (const _ of [1, 2, 3]) await sendRaw(get("/news", "Accept-Encoding: br"), LAST);
  };

  it.each([
    "Sec-Fetch-Site: none",
    "Sec-Fetch-Site: same-origin",
    "Sec-Fetch-Site: cross-site",
    "Sec-Fetch-Site: same-site",
    "Cookie: openbell_theme=dark",
    "Authorization: Bearer x",
    "Origin: http://localhost:3000",
    "Origin: https://evil.test",
    'If-None-Match: "x"',
    "If-None-Match: *",
    "Content-Length: 0",
    "Content-Encoding: gzip",
    "Accept-Encoding: ;q=1, zstd, *;q=0.1",
    "X-Forwarded-Host: evil.test",
  ])("answers %s like Node's own way", async (line) => {
    await warm();
    vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const requests = [get("/news", "Accept-Encoding: br", line), LAST] as const;
    for (const _ of [1, 2]) await sendRaw(...requests);
    expect(withoutOwn(await sendRaw(...requests))).toBe(await sendThroughNode(...requests));
  });

  it("is not sent for another host, another method or a closing connection", async () => {
    await warm();
    const closing = await sendRaw(get("/news", "Connection: close"));
    expect(closing.toString("latin1")).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n/s);
    const foreign = await sendRaw(get("/news", "Accept-Encoding: br").replace(HOST, "Host: evil.test"), LAST);
    expect(foreign.toString("latin1")).toMatch(/^HTTP\/1\.1 400 /);
    const head = await sendRaw(get("/news").replace("GET", "HEAD"), LAST);
    expect(head.toString("latin1")).toMatch(/^HTTP\/1\.1 200 .*?\r\n\r\nHTTP\/1\.1 200 /s);
    const old = await sendRaw(get("/news").replace("HTTP/1.1", "HTTP/1.0"));
    expect(old.toString("latin1")).toMatch(/\r\nConnection: close\r\n/);
  });

  it("still stores a referral code", async () => {
    await warm();
    const answer = await sendRaw(get("/news?ref=ABCDEFGH", "Accept-Encoding: br"), LAST);
    expect(answer.toString("latin1")).toMatch(/\r\nset-cookie: openbell_ref=ABCDEFGH/i);
  });

  it("answers pipelined requests in order, each with its own id", async () => {
    await warm();
    const requests = Array.from({ length: 50 }, (_, n) =>
      get(n % 2 ? "/news" : "/nothing", "Accept-Encoding: br"),
    );
    const text = (await sendRaw(...requests, LAST)).toString("latin1");
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
    expect(statuses).toEqual([...requests.map((_, n) => (n % 2 ? "200" : "404")), "200"]);
    const ids = [...text.matchAll(/X-Request-Id: (\S+)/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(51);
  });

  it("is replaced once content has changed", async () => {
    await warm();
    await app.sql(
      "update news set title = 'Changed under a ready head' where id = (select id from news order by created_at desc limit 1)",
    );
    const page = await app.request("/news", { headers: { "Accept-Encoding": "identity" } });
    expect(await page.text()).toContain("Changed under a ready head");
  });
});
