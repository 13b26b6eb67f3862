import { ServerResponse } from "node:http";
import { connect } from "node:net";
import { forgetKeptPages } from "tests/support/kept-pages";
import { insertPageContent } from "tests/support/page-content";
import { allRoutes, fillParams } from "tests/support/routes";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

let app: TestApp;
/** Every address that visitors may open and that has no id in it, and one of each kind that has. */
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
  paths.push("/api/news?limit=3", "/api/markets", "/news?page=2", "/news/feed.xml", "/sitemap.xml");
});
afterAll(() => app?.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

/** What comes over the wire for some requests on one connection, until it is silent or closed. */
function wire(...requests: string[]): Promise<Buffer> {
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
/** A second request ends the connection, so that what came before it is whole. */
const LAST = get("/healthz", "Connection: close");

const withoutOwn = (answer: Buffer) =>
  answer
    .toString("latin1")
    .replace(/\r\nX-Request-Id: [^\r]*/g, "\r\nX-Request-Id: …")
    .replace(/\r\nDate: [^\r]*/g, "\r\nDate: …")
    .replace(/'nonce-[^']*'/g, "'nonce-…'");

/** Whether Node put a head together for what is answered meanwhile, but for the last request. */
async function headsMade(run: () => Promise<unknown>): Promise<number> {
  const made = vi.spyOn(ServerResponse.prototype, "writeHead");
  await run();
  const { length } = made.mock.calls;
  made.mockRestore();
  return length - 1;
}

describe("a kept page with a head that is ready", () => {
  it.each(["br", "gzip", "identity"])("is to the byte what the long way sends, as %s", async (coding) => {
    forgetKeptPages();
    // The clock stands still, so that no page comes to be drawn anew in between.
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now);
    const accepts = `Accept-Encoding: ${coding}`;
    const ready: string[] = [];
    for (const path of paths) {
      // Whoever asks first gets it less well compressed.
      for (const _ of [1, 2]) await wire(get(path, accepts), LAST);
      // An older copy is compared with, and is none.
      const long = await wire(get(path, accepts, 'If-None-Match: "older"'), LAST);
      let short: Buffer = Buffer.alloc(0);
      const heads = await headsMade(async () => {
        short = await wire(get(path, accepts), LAST);
      });
      if (heads === 0) ready.push(path);
      if (long.includes("\r\nETag: ")) expect(withoutOwn(short), path).toBe(withoutOwn(long));
    }
    const most =
      coding === "identity"
        ? ["/api/markets"]
        : ["/", "/news", "/stock-picks", "/about", "/api/markets", "/news?page=2"];
    expect(ready).toEqual(expect.arrayContaining(most));
  });

  const warm = async () => {
    for (const _ of [1, 2, 3]) await wire(get("/news", "Accept-Encoding: br"), LAST);
  };
  const headsFor = async (...lines: string[]) => {
    await warm();
    return headsMade(() => wire(get("/news", "Accept-Encoding: br", ...lines), LAST));
  };

  it.each([
    ["nothing else", []],
    ["Sec-Fetch-Site: none", ["Sec-Fetch-Site: none"]],
    ["Sec-Fetch-Site: same-origin", ["Sec-Fetch-Site: same-origin"]],
  ])("is sent to who says %s", async (_, lines) => {
    expect(await headsFor(...lines)).toBe(0);
  });

  it.each([
    "Cookie: openbell_theme=dark",
    "Authorization: Bearer x",
    "Origin: http://localhost:3000",
    "Origin: https://evil.test",
    "Sec-Fetch-Site: cross-site",
    "Sec-Fetch-Site: same-site",
    'If-None-Match: "x"',
    "Content-Length: 0",
    "Content-Encoding: gzip",
    "Expect: 100-continue",
  ])("is not sent where there is something to look at: %s", async (line) => {
    expect(await headsFor(line)).toBe(1);
  });

  it("is not sent to another name, nor for another method, nor to who closes the connection", async () => {
    await warm();
    const closing = await wire(get("/news", "Connection: close"));
    expect(closing.toString("latin1")).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n/s);
    const foreign = await wire(get("/news", "Accept-Encoding: br").replace(HOST, "Host: evil.test"), LAST);
    expect(foreign.toString("latin1")).toMatch(/^HTTP\/1\.1 400 /);
    const head = await wire(get("/news").replace("GET", "HEAD"), LAST);
    expect(head.toString("latin1")).toMatch(/^HTTP\/1\.1 200 .*?\r\n\r\nHTTP\/1\.1 200 /s);
    const old = await wire(get("/news").replace("HTTP/1.1", "HTTP/1.0"));
    expect(old.toString("latin1")).toMatch(/\r\nConnection: close\r\n/);
  });

  it("leaves a friend's code to be remembered", async () => {
    await warm();
    const answer = await wire(get("/news?ref=ABCDEFGH", "Accept-Encoding: br"), LAST);
    expect(answer.toString("latin1")).toMatch(/\r\nset-cookie: openbell_ref=ABCDEFGH/i);
  });

  it("answers many requests of one connection in their order, each with an id of its own", async () => {
    await warm();
    const asked = Array.from({ length: 50 }, (_, n) =>
      get(n % 2 ? "/news" : "/nothing", "Accept-Encoding: br"),
    );
    const text = (await wire(...asked, LAST)).toString("latin1");
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
    expect(statuses).toEqual([...asked.map((_, n) => (n % 2 ? "200" : "404")), "200"]);
    const ids = [...text.matchAll(/X-Request-Id: (\S+)/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(51);
  });

  it("is the new one as soon as content has changed", async () => {
    await warm();
    await app.sql(
      "update news set title = 'Changed under a ready head' where id = (select id from news order by created_at desc limit 1)",
    );
    const page = await app.request("/news", { headers: { "Accept-Encoding": "identity" } });
    expect(await page.text()).toContain("Changed under a ready head");
  });
});
