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

/** What comes where Node puts each head together. */
async function longWay(...requests: string[]): Promise<string> {
  const names = vi.spyOn(ServerResponse.prototype, "getHeaderNames").mockReturnValue(["X-Something"]);
  const answer = await wire(...requests);
  names.mockRestore();
  return withoutOwn(answer);
}

/** How many heads Node puts together while somebody is answered, but for the request that ends the connection. */
async function headsMade(run: () => Promise<unknown>): Promise<number> {
  const made = vi.spyOn(ServerResponse.prototype, "writeHead");
  await run();
  const { length } = made.mock.calls;
  made.mockRestore();
  return length - 1;
}

describe("a kept page with a head that is ready", () => {
  it.each([
    ["br", "visitor"],
    ["gzip", "visitor"],
    ["identity", "visitor"],
    ["br", "premium"],
    ["gzip", "premium"],
    ["identity", "premium"],
  ] as const)("is to the byte what the long way sends, as %s to a %s", async (coding, person) => {
    forgetKeptPages();
    // The clock stands still, so that no page comes to be drawn anew in between.
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now);
    const cookies = await app.cookiesOf(person);
    const lines = [`Accept-Encoding: ${coding}`, ...(cookies ? [`Cookie: ${cookies}`] : [])];
    const ready: string[] = [];
    // Codings differ by the body alone: all pages in one of them, and a few in the others.
    for (const path of coding === "br" ? paths : FEW) {
      // Whoever asks first gets it less well compressed.
      for (const _ of [1, 2]) await wire(get(path, ...lines), LAST);
      const long = await longWay(get(path, ...lines), LAST);
      let short = "";
      const heads = await headsMade(async () => {
        short = withoutOwn(await wire(get(path, ...lines), LAST));
      });
      if (heads === 0) ready.push(path);
      // Others are drawn for each reader, with what is random in them.
      if (heads === 0) expect(short, path).toBe(long);
    }
    expect(ready).toEqual(
      expect.arrayContaining(person === "visitor" && coding === "br" ? [...FEW, "/api/markets"] : FEW),
    );
  });

  const warm = async () => {
    for (const _ of [1, 2, 3]) await wire(get("/news", "Accept-Encoding: br"), LAST);
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
  ])("answers %s as the long way does", async (line) => {
    await warm();
    vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const asked = [get("/news", "Accept-Encoding: br", line), LAST] as const;
    for (const _ of [1, 2]) await wire(...asked);
    expect(withoutOwn(await wire(...asked))).toBe(await longWay(...asked));
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
